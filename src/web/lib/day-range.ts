/** First and last day, as the filter of a list has them while they are typed. */
import { isDay } from './store-days.ts'

/** First and last day of a list's rows; empty if not set. */
export interface DayRange {
  from: string
  to: string
}

/** Whether both days are set and the last is before the first. */
export const isTurned = ({ from, to }: DayRange): boolean => isDay(from) && isDay(to) && to < from

/** Whether a list can be queried for these days: each is complete or empty, and they are in order. */
export const isAskable = (days: DayRange): boolean =>
  [days.from, days.to].every((day) => day === '' || isDay(day)) && !isTurned(days)

/** Reads days from a URL: invalid ones are ignored, and so is an end before the start. */
export function readDayRange(words: { from?: string | undefined; to?: string | undefined }): DayRange {
  const [from, to] = [words.from, words.to].map((word) => (word && isDay(word) ? word : ''))
  const days = { from: from ?? '', to: to ?? '' }
  return isTurned(days) ? { ...days, to: '' } : days
}

/** What is wrong with a typed day; undefined if it is valid or empty. */
export const dayComplaint = (day: string): string | undefined =>
  day === '' || isDay(day) ? undefined : 'Choose a day from 2000 on.'

/** First and last day, as the filter of a list has them while they are typed. */
import { isDay } from './store-days.ts'

/** First and last day of what a list shows; empty where not said. */
export interface DayRange {
  from: string
  to: string
}

/** Whether both days are said, and the last one lies before the first. */
export const isTurned = ({ from, to }: DayRange): boolean => isDay(from) && isDay(to) && to < from

/** Whether a list can be asked for these days: each is complete or not said, and they do not end before they begin. */
export const isAskable = (days: DayRange): boolean =>
  [days.from, days.to].every((day) => day === '' || isDay(day)) && !isTurned(days)

/** What an address says of days: what is no day counts as not said, and so does an end that lies before the start. */
export function readDayRange(words: { from?: string | undefined; to?: string | undefined }): DayRange {
  const [from, to] = [words.from, words.to].map((word) => (word && isDay(word) ? word : ''))
  const days = { from: from ?? '', to: to ?? '' }
  return isTurned(days) ? { ...days, to: '' } : days
}

/** What is wrong with a typed day; undefined for one that can be asked for, and for none. */
export const dayComplaint = (day: string): string | undefined =>
  day === '' || isDay(day) ? undefined : 'Choose a day from 2000 on.'

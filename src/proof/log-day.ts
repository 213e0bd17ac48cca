/** The statement of a day, before the first lead that is put into the log on it (UTC): how an auditor knows the time. */

const HEADER = 'leadyard day v1'

/** @param day as `2026-11-27` */
export const writeDay = (day: string): string => `${HEADER}\n${day}\n`

export const isDayStatement = (text: string): boolean => text.startsWith('leadyard day ')

/** Reads it. @returns days since 1970; null if it is not such a statement, or there is no such day */
export function readDay(text: string): number | null {
  const [header, day = '', end, ...more] = text.split('\n')
  if (header !== HEADER || end !== '' || more.length > 0 || !/^\d{4}-\d\d-\d\d$/.test(day)) return null
  const time = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day ? null : time / 86_400_000
}

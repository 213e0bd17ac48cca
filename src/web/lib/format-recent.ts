import { formatDateTime } from './format.ts'

/** `Nov 21, 10:00 AM` in the current year, with the year otherwise: in lists, where most rows are recent. */
export function formatRecent(instant: string, nowMs: number): string {
  const text = formatDateTime(instant)
  const year = new Date(nowMs).getFullYear()
  return new Date(instant).getFullYear() === year ? text.replace(`, ${year}`, '') : text
}

/** Formats figures for reading; hidden ones say so. */
import type { Share } from '#contract/trust/figures.ts'
import { formatCount } from '#web/lib/format.ts'
import { formatMonth } from '#web/lib/format-day.ts'

/** `1,204`, `hidden`; a dash where the store shows shares only. */
export function countInWords(count: number | null, hasCounts: boolean): string {
  if (count !== null) return formatCount(count)
  return hasCounts ? 'hidden' : '–'
}

/** `1,204`; `60%` where the store shows shares only. */
export function partInWords(count: number | null, percent: number | null, hasCounts: boolean): string {
  if (hasCounts) return countInWords(count, hasCounts)
  return percent === null ? 'hidden' : `${percent}%`
}

/** `98%`; `95 to 99%` where the exact share would reveal a hidden number. */
export function shareInWords(share: Share): string {
  if (share === null) return 'hidden'
  return share.from === share.to ? `${share.from}%` : `${share.from} to ${share.to}%`
}

/** `11 hours` */
export function hoursInWords(hours: number | null): string {
  if (hours === null) return 'hidden'
  return hours === 1 ? '1 hour' : `${formatCount(hours)} hours`
}

/** `November 2026`, of `2026-11`. */
export const monthInWords = (month: string): string => formatMonth(`${month}-01`)

/** The months of rows, latest first. */
export const monthsOf = (rows: readonly { month: string }[]): string[] =>
  [...new Set(rows.map(({ month }) => month))].toSorted().toReversed()

/** Formats what no first page shows. */
import { atFirstUse, formatCount, formatDate, formatDateTime, formatDollars, moment } from './format.ts'

const SHORT = { notation: 'compact', maximumFractionDigits: 1 } as const
const shortCount = atFirstUse(() => new Intl.NumberFormat('en-US', SHORT))
const shortDollars = atFirstUse(
  () => new Intl.NumberFormat('en-US', { ...SHORT, style: 'currency', currency: 'USD', minimumFractionDigits: 0 }),
)

/** `$1.3K`, or `$0.50`: beside an axis, where there is little room. */
export const formatShortDollars = (amount: number): string =>
  Number.isInteger(amount) ? shortDollars().format(amount) : formatDollars(amount)

/** `1.3K`. */
export const formatShortCount = (amount: number): string => shortCount().format(amount)

/** A share as a percentage with one decimal: `3.1%` of 0.0312. */
export const formatShare = (share: number): string => `${(share * 100).toFixed(1)}%`

/** `Nov 21, 10:00 AM` in the current year, with the year otherwise: in lists, where most rows are recent. */
export function formatRecent(instant: string, nowMs: number): string {
  const year = formatDate(new Date(nowMs).toISOString()).slice(-4)
  return formatDateTime(instant).replace(`, ${year}`, '')
}

/** `12.4 MB`, or `830 KB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`
  return bytes < 1_000_000 ? `${formatCount(Math.round(bytes / 1_000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** `ET`: the store's zone at an instant. */
export function timeZoneWord(nowMs: number): string {
  return (
    moment()
      .formatToParts(nowMs)
      .find(({ type }) => type === 'timeZoneName')?.value ?? 'local time'
  )
}

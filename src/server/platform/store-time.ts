/** Instants in words, in the store's own zone. Its name stands beside every time, since money depends on it. */
import { zonePlace } from '#contract/store-zone.ts'

const NEAR = { weekday: 'long', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const
const LASTING = { year: 'numeric', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const

/** By zone and kind: making one takes longer than all else in a mail. */
const formats = new Map<string, Intl.DateTimeFormat>()

function written(instant: Date, timeZone: string, parts: typeof NEAR | typeof LASTING): string {
  const key = `${parts === NEAR ? 'near' : 'lasting'} ${timeZone}`
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat('en-US', { ...parts, timeZone, timeZoneName: 'short' as const })
  formats.set(key, format)
  return format.format(instant)
}

/** For mails, which are read within days: `Sunday, November 22 at 12:07 AM EST (New York)`. */
export function inStoreTime(instant: Date, timeZone: string): string {
  return `${written(instant, timeZone, NEAR)} (${zonePlace(timeZone)})`
}

/** For documents, which are kept for years: `November 22, 2026 at 12:07 AM EST`. */
export function inLastingTime(instant: Date, timeZone: string): string {
  return written(instant, timeZone, LASTING)
}

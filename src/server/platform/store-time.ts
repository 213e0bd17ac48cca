/** Formats instants in the store's own time zone, always with its name, since deadlines and money depend on it. */
import { zonePlace } from '#contract/store-zone.ts'

const MAIL = { weekday: 'long', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const
const DOCUMENT = { year: 'numeric', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const

/** By zone and kind: creating one takes longer than everything else in an email. */
const formats = new Map<string, Intl.DateTimeFormat>()

function format(instant: Date, timeZone: string, parts: typeof MAIL | typeof DOCUMENT): string {
  const key = `${parts === MAIL ? 'mail' : 'document'} ${timeZone}`
  const found =
    formats.get(key) ?? new Intl.DateTimeFormat('en-US', { ...parts, timeZone, timeZoneName: 'short' as const })
  formats.set(key, found)
  return found.format(instant)
}

/** Formats an instant for emails, which are read within days: `Sunday, November 22 at 12:07 AM EST (New York)`. */
export function formatMailTime(instant: Date, timeZone: string): string {
  return `${format(instant, timeZone, MAIL)} (${zonePlace(timeZone)})`
}

/** Formats an instant for documents, which are kept for years: `November 22, 2026 at 12:07 AM EST`. */
export function formatDocumentTime(instant: Date, timeZone: string): string {
  return format(instant, timeZone, DOCUMENT)
}

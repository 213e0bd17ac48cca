/** Instants in words, in the store's own zone. Its name stands beside every time, since money depends on it. */
import { STORE_ZONE } from '#contract/store-zone.ts'

const near = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: STORE_ZONE,
  timeZoneName: 'short',
})

const lasting = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: STORE_ZONE,
  timeZoneName: 'short',
})

/** For mails, which are read within days: `Sunday, November 22 at 12:07 AM EST (New York)`. */
export function inStoreTime(instant: Date): string {
  return `${near.format(instant)} (New York)`
}

/** For documents, which are kept for years: `November 22, 2026 at 12:07 AM EST`. */
export function inLastingTime(instant: Date): string {
  return lasting.format(instant)
}

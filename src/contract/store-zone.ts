/** The store's time zone, an IANA name, for the days of its figures and the times of its plans. */

/** The default zone; on the web it applies until the store's reply is here. */
export const USUAL_STORE_ZONE = 'America/New_York'

/** Names as the IANA writes them. An offset such as `+05:00` is no zone: it has no daylight saving time. */
const ZONE_NAME = /^(?:UTC|[A-Z][A-Za-z]+(?:\/[A-Z][A-Za-z0-9_+-]*)+)$/

/** Whether a text names a time zone. The browser's or the server's list may be older than a name. */
export function isTimeZone(name: string): boolean {
  if (!ZONE_NAME.test(name)) return false
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** The place that a zone is named after: `New York`, `Indiana, Knox` for America/Indiana/Knox, `UTC`. */
export function zonePlace(timeZone: string): string {
  const parts = timeZone.split('/')
  return (parts.length > 1 ? parts.slice(1) : parts).join(', ').replaceAll('_', ' ')
}

/** The store's own time zone, an IANA name: the days of its figures and the moments of its plans are told in it. */

/** The zone of a store that did not choose another; on the web, what counts until the store's own answer is here. */
export const USUAL_STORE_ZONE = 'America/New_York'

/** Names as the IANA writes them. An offset such as `+05:00` is no zone: it has no summer and no history. */
const ZONE_NAME = /^(?:UTC|[A-Z][A-Za-z]+(?:\/[A-Z][A-Za-z0-9_+-]*)+)$/

/** Whether a text names a time zone. What a browser or the server knows may be older than a name. */
export function isTimeZone(name: string): boolean {
  if (!ZONE_NAME.test(name)) return false
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** The place that a zone is named after: `New York`, `Indiana, Knox` of America/Indiana/Knox, `UTC`. */
export function zonePlace(timeZone: string): string {
  const parts = timeZone.split('/')
  return (parts.length > 1 ? parts.slice(1) : parts).join(', ').replaceAll('_', ' ')
}

/** The store's own time zone, an IANA name: the days of its figures and the moments of its plans are told in it. */
export const STORE_ZONE = 'America/New_York'

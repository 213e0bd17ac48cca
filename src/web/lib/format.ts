/** Formats what the first pages show; format-late.ts has the rest. Prices come as numbers, totals as text; dollars. */
import { formatCents, groupDigits, pricePerLead } from '#contract/plain-values.ts'
import { servedConfig } from './served-page.ts'

export const moment = atFirstUse(() =>
  inStoreZone({
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'shortGeneric',
  }),
)

/** The store's zone, as in emails and files. A browser that does not know it shows its own. */
export function inStoreZone(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone: servedConfig?.timeZone })
  } catch {
    return new Intl.DateTimeFormat('en-US', options)
  }
}

export function atFirstUse<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** `$1,299.00`: wherever money is charged, added up or confirmed. Half a cent counts as one, however it is stored. */
export const formatDollars = (amount: number | string): string => formatCents(Math.round(Number(amount) * 100 + 1e-6))

/** `$1,299`, or `$1,299.50` when there are cents: list prices, where columns of `.00` would be noise. */
export const formatPrice = (amount: number): string => formatDollars(amount).replace('.00', '')

/** `$14.95`: the price per lead with two decimals, without extra leads. */
export const formatPerLead = (price: number, size: number): string => formatDollars(pricePerLead(price, size))

/** `1,299`. */
export const formatCount = (amount: number): string => groupDigits(String(amount))

/** `29:41`, or `1:29:41` above an hour. Never negative. */
export function formatCountdown(seconds: number): string {
  const left = Math.max(0, Math.floor(seconds))
  const parts = [Math.floor(left / 60) % 60, left % 60].map((part) => String(part).padStart(2, '0'))
  return left >= 3600 ? `${Math.floor(left / 3600)}:${parts.join(':')}` : parts.join(':')
}

/** `Sat, Nov 21, 10:00 AM PT`: the store's zone, named because a promise depends on it. */
export const formatMoment = (instant: string): string => moment().format(Date.parse(instant))

/** `in 9 days`, `in 3 h 12 min`, or `in 12 min`: shown beside the exact time. */
export function formatTimeLeft(instant: string, nowMs: number): string {
  const minutes = Math.max(0, Math.round((Date.parse(instant) - nowMs) / 60_000))
  const hours = Math.floor(minutes / 60)
  if (hours >= 48) return `in ${Math.floor(hours / 24)} days`
  return hours > 0 ? `in ${hours} h ${minutes % 60} min` : `in ${minutes} min`
}

/** `1 package`, `2 packages`. */
export function formatPlural(amount: number, noun: string): string {
  return `${formatCount(amount)} ${noun}${amount === 1 ? '' : 's'}`
}

const DAY = { year: 'numeric', month: 'short', day: 'numeric' } as const
const dateTime = atFirstUse(() => inStoreZone({ ...DAY, hour: 'numeric', minute: '2-digit' }))
const day = atFirstUse(() => inStoreZone(DAY))

/** `Nov 21, 2026, 10:00 AM`: in tables, where the zone is named once, by `timeZoneWord`. */
export const formatDateTime = (instant: string): string => dateTime().format(Date.parse(instant))

/** `Nov 21, 2026`: where the hour does not matter. */
export const formatDate = (instant: string): string => day().format(Date.parse(instant))

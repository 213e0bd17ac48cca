/** How figures read on the screen. Amounts come from the wire in dollars: prices as numbers, totals as text. */

const exactDollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const roundDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 0,
  maximumFractionDigits: 2,
})
const count = new Intl.NumberFormat('en-US')
const moment = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})

/** `$1,299.00`: wherever money is charged, added up or confirmed. */
export function formatDollars(amount: number | string): string {
  return exactDollars.format(Number(amount))
}

/** `$1,299`, or `$1,299.50` when there are cents: list prices, where columns of `.00` would be noise. */
export function formatPrice(amount: number): string {
  return Number.isInteger(amount) ? roundDollars.format(amount) : exactDollars.format(amount)
}

/** `$14.95`: price divided by size, two decimals (SPEC.md section 9). */
export function formatPerLead(price: number, size: number): string {
  return exactDollars.format(price / size)
}

export function formatCount(amount: number): string {
  return count.format(amount)
}

/** `29:41`, or `1:29:41` above an hour. Never negative. */
export function formatCountdown(seconds: number): string {
  const left = Math.max(0, Math.floor(seconds))
  const parts = [Math.floor(left / 60) % 60, left % 60].map((part) => String(part).padStart(2, '0'))
  return left >= 3600 ? `${Math.floor(left / 3600)}:${parts.join(':')}` : parts.join(':')
}

/** `Sat, Nov 21, 10:00 AM PST`: the reader's zone, named because a promise depends on it. */
export function formatMoment(instant: string): string {
  return moment.format(Date.parse(instant))
}

/** `in 3 h 12 min`, or `in 12 min`: stands beside the exact time. */
export function formatTimeLeft(instant: string, nowMs: number): string {
  const minutes = Math.max(0, Math.round((Date.parse(instant) - nowMs) / 60_000))
  return minutes >= 60 ? `in ${Math.floor(minutes / 60)} h ${minutes % 60} min` : `in ${minutes} min`
}

/** `1 package`, `2 packages`. */
export function formatPlural(amount: number, noun: string): string {
  return `${formatCount(amount)} ${noun}${amount === 1 ? '' : 's'}`
}

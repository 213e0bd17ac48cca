/** `$120.00 more (+12.5%)`; no percentage if there was nothing before, or less than nothing. */
export function compare(now: number, before: number, format: (amount: number) => string): string {
  // Dollars are cents divided by 100, so their difference may have a rounding tail.
  const difference = Math.round((now - before) * 100) / 100
  if (difference === 0) return now === 0 ? 'none before either' : 'the same as before'
  const word = difference > 0 ? 'more' : 'less'
  const amount = `${format(Math.abs(difference))} ${word}`
  if (before === 0) return `${amount}, none before`
  return before < 0 ? amount : `${amount} (${formatChange((difference / before) * 100)})`
}

/** `+12.5%`, `-3%`, `0%`: with its sign, because it is a difference. */
export function formatChange(percent: number): string {
  const format = { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' } as const
  return new Intl.NumberFormat('en-US', format).format(percent / 100)
}

/** `12.5%` of a whole; null if the whole is zero or less. */
export function formatShare(part: number, whole: number): string | null {
  if (whole <= 0) return null
  return new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 }).format(part / whole)
}

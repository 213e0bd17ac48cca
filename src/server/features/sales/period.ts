import { countDays, type Day } from '#contract/days.ts'
import { Refusal } from '#server/platform/refusal.ts'

const DAYS_MAX = 5 * 366

/**
 * A period of days that can be asked for.
 *
 * @throws Refusal `period_invalid`
 */
export function requirePeriod(from: Day, to: Day): void {
  const days = countDays(from, to)
  if (days < 1 || days > DAYS_MAX) throw new Refusal('period_invalid')
}

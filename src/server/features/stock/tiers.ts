/** How old the leads of each tier are. How often a lead may be sold is a setting (`config.saleCaps`). */
import { TIERS, type Tier } from '#contract/catalogue/catalogue.ts'
import { addMilliseconds, days } from '#server/platform/clock.ts'

/** Age in days at which a lead enters a tier. It leaves where the next begins. */
const ENTERED_AT_DAYS: Readonly<Record<Tier, number>> = { vip: 0, premier: 3, premium: 10, standard: 30 }
/** From this age on, a lead is in no tier. */
export const LEADS_SOLD_UNTIL_DAYS = 61

/** Returns a lead's tier, and when it leaves it. Windows are half open: at the moment one ends, the next has begun. */
export function tierAt(acquiredAt: Date, now: Date): { tier: Tier; until: Date } | null {
  const age = now.getTime() - acquiredAt.getTime()
  const window = TIER_WINDOWS.find(({ untilDays }) => age < days(untilDays))
  return window ? { tier: window.tier, until: addMilliseconds(acquiredAt, days(window.untilDays)) } : null
}

/** The ages at which a lead is in a tier: from the first, and under the second. */
export type TierWindow = { tier: Tier; fromDays: number; untilDays: number }

/** Where each tier begins and ends, freshest first. */
export const TIER_WINDOWS: readonly TierWindow[] = TIERS.map((tier, index) => {
  const next = TIERS[index + 1]
  return { tier, fromDays: ENTERED_AT_DAYS[tier], untilDays: next ? ENTERED_AT_DAYS[next] : LEADS_SOLD_UNTIL_DAYS }
})

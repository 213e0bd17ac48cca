import { TIER_FACTS, type Tier } from '#contract/catalogue/catalogue.ts'
import { DELIVERY_HOURS } from '#contract/delivery/delivery-hours.ts'
import type { Promises } from '#web/lib/promises.ts'

/** One promise: its name and what it says. */
export interface PromiseLine {
  name: string
  text: string
  /** The store's address ends the text; empty if it is not known. */
  email?: string
}

/** What is promised about the leads of one tier. */
export const tierLines = (tier: Tier, { saleCaps }: Promises): PromiseLine[] => [
  { name: 'Age when sold', text: TIER_FACTS[tier].age },
  { name: 'Buyers', text: `${saleCaps[tier]} at most, earlier tiers included` },
]

/** What is promised about every lead. */
export const commonLines = ({ lateCreditPercent, claimDays, claimPercent, supportEmail }: Promises): PromiseLine[] => [
  { name: 'Delivery', text: `Within ${DELIVERY_HOURS.promised} hours of payment, by email or SMS` },
  ...(lateCreditPercent === 0
    ? []
    : [{ name: 'If it is late', text: `${lateCreditPercent}% of what you paid for the package, as store credit` }]),
  claimDays === 0
    ? { name: 'If a lead is bad', text: 'It is not replaced automatically. Write to', email: supportEmail }
    : {
        name: 'If a lead is bad',
        text: `Another one, or store credit: report up to ${claimPercent}% of a package within ${claimDays} days`,
      },
]

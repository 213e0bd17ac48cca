import { TIER_FACTS, type Tier } from '#contract/catalogue/catalogue.ts'
import { CLAIM_REASON_NAMES, type ClaimReason } from '#contract/claims/claim-reasons.ts'
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
export const commonLines = (promises: Promises): PromiseLine[] => {
  const { lateCreditPercent, claimDays, claimPercent, claimEvidence, supportEmail } = promises
  return [
    { name: 'Delivery', text: `Within ${DELIVERY_HOURS.promised} hours of payment, by email or SMS` },
    ...(lateCreditPercent === 0
      ? []
      : [{ name: 'If it is late', text: `${lateCreditPercent}% of what you paid for the package, as store credit` }]),
    ...(claimDays === 0
      ? [{ name: 'If a lead is bad', text: 'It is not replaced automatically. Write to', email: supportEmail }]
      : [
          {
            name: 'If a lead is bad',
            text: `Another one, or store credit: report up to ${claimPercent}% of a package within ${claimDays} days`,
          },
          ...(claimEvidence ? [{ name: 'To report it', text: evidenceWords(claimEvidence) }] : []),
        ]),
  ]
}

/** What a buyer must add to the reason when they report a bad lead. */
export function evidenceWords({ note, file }: NonNullable<Promises['claimEvidence']>): string {
  const named = (reasons: readonly ClaimReason[]) =>
    reasons.map((reason) => `“${CLAIM_REASON_NAMES[reason]}”`).join(', ')
  const parts = [
    ...(note.length > 0 ? [`Add what you found out for ${named(note)}`] : []),
    ...(file.length > 0 ? [`Attach a picture or PDF for ${named(file)}`] : []),
  ]
  return parts.length > 0 ? parts.join('. ') : 'Choose the lead and the reason'
}

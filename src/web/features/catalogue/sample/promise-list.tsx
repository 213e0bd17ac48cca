import { TIER_FACTS, TIERS, type Tier } from '#contract/catalogue/catalogue.ts'
import { CLAIM_REASON_NAMES, type ClaimReason } from '#contract/claims/claim-reasons.ts'
import { DELIVERY_HOURS } from '#contract/delivery/delivery-hours.ts'
import { type Promises, usePromises } from '#web/lib/promises.ts'
import { useIsHydrated } from '#web/lib/use-is-hydrated.ts'
import { TierBadge } from '../tier-badge.tsx'

/** With an email, that address ends the text; empty if the store's is not known. */
export type PromiseLine = { name: string; text: string; email?: string }

const tierLines = (tier: Tier, { saleCaps }: Promises): PromiseLine[] => [
  { name: 'Age when sold', text: TIER_FACTS[tier].age },
  { name: 'Buyers', text: `Never more than ${saleCaps[tier]} in total` },
]

const commonLines = (promises: Promises): PromiseLine[] => {
  const { lateCreditPercent, claimDays, claimPercent, claimEvidence, supportEmail } = promises
  return [
    { name: 'Delivery', text: `Within ${DELIVERY_HOURS.promised} hours of payment, by email or SMS` },
    {
      name: 'Do not call',
      text: 'We mark numbers on do-not-call lists; a few owners can be reached only by mail or email',
    },
    ...(lateCreditPercent === 0
      ? []
      : [{ name: 'If it is late', text: `${lateCreditPercent}% of what you paid for the package, as store credit` }]),
    ...(claimDays === 0
      ? [{ name: 'If a lead is bad', text: 'It is not replaced automatically. Write to', email: supportEmail }]
      : [
          {
            name: 'If a lead is bad',
            text: `Report it within ${claimDays} days, up to ${claimPercent}% of a package, and get another lead or store credit`,
          },
          ...(claimEvidence ? [{ name: 'To report it', text: evidenceWords(claimEvidence) }] : []),
        ]),
  ]
}

function evidenceWords({ note, file }: NonNullable<Promises['claimEvidence']>): string {
  const named = (reasons: readonly ClaimReason[]) =>
    reasons.map((reason) => `“${CLAIM_REASON_NAMES[reason]}”`).join(', ')
  const parts = [
    ...(note.length > 0 ? [`${named(note)}: tell us what you found out`] : []),
    ...(file.length > 0 ? [`${named(file)}: attach a picture or PDF`] : []),
  ]
  return parts.length > 0 ? parts.join('. ') : 'Choose the lead and the reason'
}

/** What the store promises about its leads, one line each: about one tier, or about all of them side by side. */
export function PromiseList({ tier, more = [] }: { tier?: Tier; more?: readonly PromiseLine[] }) {
  const promises = usePromises()
  // Served pages have lines about late deliveries and bad leads in any case, so the first render must have it too.
  const isHydrated = useIsHydrated()
  const common = commonLines(
    isHydrated
      ? promises
      : {
          ...promises,
          lateCreditPercent: `${promises.lateCreditPercent}`,
          claimDays: `${promises.claimDays}`,
          claimEvidence: undefined,
        },
  )
  const lines = [...(tier ? tierLines(tier, promises) : []), ...common, ...more]
  return (
    <>
      {!tier && <TierTable />}
      <dl className="figures text-sm">
        {lines.map((line) => (
          <div key={line.name} className="grid gap-x-4 border-t border-line py-2.5 sm:grid-cols-[9.5rem_minmax(0,1fr)]">
            <dt className="font-semibold">{line.name}</dt>
            <dd className="text-muted">
              <Words line={line} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function Words({ line: { text, email } }: { line: PromiseLine }) {
  if (!email) return text
  return (
    <>
      {text}{' '}
      <a href={`mailto:${email}`} className="wrap-anywhere underline underline-offset-2 hover:text-ink">
        {email}
      </a>
    </>
  )
}

function TierTable() {
  const { saleCaps } = usePromises()
  return (
    <div className="relative overflow-x-auto">
      <table className="figures w-full text-left text-sm">
        <caption className="sr-only">How old the leads of each tier are, and how many buyers get them</caption>
        <thead className="text-xs text-muted">
          <tr>
            <th scope="col" className="pb-2 font-normal">
              Tier
            </th>
            <th scope="col" className="px-2 pb-2 font-normal">
              Age when sold
            </th>
            <th scope="col" className="pb-2 text-right font-normal">
              Max buyers
            </th>
          </tr>
        </thead>
        <tbody>
          {TIERS.map((tier) => (
            <tr key={tier} className="border-t border-line">
              <th scope="row" className="py-2.5 pr-2 text-left font-semibold">
                <span className="flex flex-wrap items-center gap-x-2">
                  {TIER_FACTS[tier].name}
                  <TierBadge tier={tier} />
                </span>
              </th>
              <td className="px-2 py-2.5 whitespace-nowrap text-muted">{TIER_FACTS[tier].age}</td>
              <td className="py-2.5 text-right font-semibold">{saleCaps[tier]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

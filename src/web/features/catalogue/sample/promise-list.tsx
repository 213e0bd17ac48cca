import { TIER_FACTS, TIERS, type Tier } from '#contract/catalogue/catalogue.ts'
import { DELIVERY_HOURS } from '#contract/delivery/delivery-hours.ts'
import { type Promises, usePromises } from '#web/lib/promises.ts'
import { useIsHydrated } from '#web/lib/use-is-hydrated.ts'

/** With an email, that address ends the text; empty if the store's is not known. */
export type PromiseLine = { name: string; text: string; email?: string }

const tierLines = (tier: Tier, { saleCaps }: Promises): PromiseLine[] => [
  { name: 'Age when sold', text: TIER_FACTS[tier].age },
  {
    name: 'Buyers',
    text: saleCaps[tier] === 1 ? 'Yours alone for a year' : `Never more than ${saleCaps[tier]} in total`,
  },
]

const commonLines = (promises: Promises): PromiseLine[] => {
  const { lateCreditPercent, claimDays, claimPercent, supportEmail } = promises
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
        ]),
  ]
}

/** What the store promises about its leads, one line each: about one tier, or about all of them side by side. */
export function PromiseList({ tier, more = [] }: { tier?: Tier; more?: readonly PromiseLine[] }) {
  const promises = usePromises()
  // Served pages have lines about late deliveries and bad leads in any case, so the first render must have it too.
  const isHydrated = useIsHydrated()
  const common = commonLines(
    isHydrated
      ? promises
      : { ...promises, lateCreditPercent: `${promises.lateCreditPercent}`, claimDays: `${promises.claimDays}` },
  )
  const soldTo = (cap: number | string) => {
    if (!isHydrated) return `buyer limit ${cap}`
    return cap === 1 ? 'sold to you only' : `sold to ${cap} buyers at most`
  }
  const ofTiers = TIERS.map((one) => ({
    name: TIER_FACTS[one].name,
    text: `${TIER_FACTS[one].age} old, ${soldTo(promises.saleCaps[one])}`,
  }))
  const lines = [...(tier ? tierLines(tier, promises) : ofTiers), ...common, ...more]
  return (
    <dl className="figures text-sm">
      {lines.map((line) => (
        <div
          key={line.name}
          className="grid gap-x-4 border-t border-line py-2.5 sm:grid-cols-[min(9.5rem,40%)_minmax(0,1fr)]"
        >
          <dt className="font-semibold">{line.name}</dt>
          <dd className="text-muted">
            <Words line={line} />
          </dd>
        </div>
      ))}
    </dl>
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

import { TIER_FACTS, TIERS, type Tier } from '#contract/catalogue/catalogue.ts'
import { usePromises } from '#web/lib/promises.ts'
import { useIsHydrated } from '#web/lib/use-is-hydrated.ts'
import { TierBadge } from '../tier-badge.tsx'
import { commonLines, type PromiseLine, tierLines } from './promise-words.ts'

interface PromiseListProps {
  tier?: Tier
  /** Shown after the promises. */
  more?: readonly PromiseLine[]
}

/** What the store promises about its leads, one line each: about one tier, or about all of them side by side. */
export function PromiseList({ tier, more = [] }: PromiseListProps) {
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
    <table className="figures w-full text-left text-sm">
      <caption className="sr-only">How old the leads of each tier are, and how many buyers get them</caption>
      <thead className="text-xs text-muted">
        <tr>
          <th scope="col" className="pb-2 font-normal">
            Tier
          </th>
          <th scope="col" className="pb-2 font-normal">
            Age when sold
          </th>
          <th scope="col" className="pb-2 text-right font-normal">
            Buyers at most
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
            <td className="py-2.5 whitespace-nowrap text-muted">{TIER_FACTS[tier].age}</td>
            <td className="py-2.5 text-right font-semibold">{saleCaps[tier]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

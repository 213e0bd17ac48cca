import { type ReactNode, useDeferredValue, useState } from 'react'
import { type Package, sizeName, TIER_FACTS, TIERS, type Tier } from '#contract/catalogue/catalogue.ts'
import { centsFromDollars } from '#contract/money.ts'
import { CART_LINES_MAX } from '#contract/orders/cart.ts'
import { formatDollars, formatPerLead } from '#web/lib/format.ts'
import { leadsWords } from '#web/lib/line-offers.tsx'
import type { PackageDeal } from '#web/lib/package-deals.ts'
import { TextField } from '#web/ui/field.tsx'
import { BUDGET_ID } from './catalogue-data.ts'
import { shownDeals } from './county-on-screen.ts'
import { TierBadge } from './tier-badge.tsx'

export type OnSale = { size: number; leads: number; priceCents: number; available: number }

export type Combination = { leads: number; costCents: number; packages: readonly { size: number; count: number }[] }
const NOTHING: Combination = { leads: 0, costCents: 0, packages: [] }
type Step = { costCents: number; count: number; from?: { lot: Lot; step: Step } }
type Lot = { size: number; leads: number; units: number; costCents: number }

/**
 * Finds the combination of packages with the most leads that an amount pays for and that is in stock; among equals the
 * cheapest, then the one with the fewest packages. At most 50 units of a size, the cart's limit.
 *
 * For each number of leads it keeps the cheapest way to reach it. Trying all counts of four sizes would take millions
 * of steps for larger amounts; this takes a few hundred thousand at most.
 */
export function bestCombination(onSale: readonly OnSale[], amountCents: number): Combination {
  const steps = new Map<number, Step>([[0, { costCents: 0, count: 0 }]])
  for (const lot of onSale.flatMap((one) => lotsOf(one, amountCents))) {
    for (const [leads, step] of [...steps]) {
      const next = { costCents: step.costCents + lot.costCents, count: step.count + lot.units, from: { lot, step } }
      const reached = leads + lot.leads
      if (next.costCents <= amountCents && isBetter(next, steps.get(reached))) steps.set(reached, next)
    }
  }
  let best = 0
  for (const leads of steps.keys()) best = Math.max(best, leads)
  const step = steps.get(best)
  return step && best > 0 ? { leads: best, costCents: step.costCents, packages: packagesOf(step) } : NOTHING
}

/** Splits units into lots of 1, 2, 4 … and the rest, which can form every count. */
function lotsOf({ size, leads, priceCents, available }: OnSale, amountCents: number): Lot[] {
  const affordable = priceCents > 0 ? Math.floor(amountCents / priceCents) : CART_LINES_MAX
  const lots: Lot[] = []
  let left = Math.min(available, affordable, CART_LINES_MAX)
  for (let units = 1; left > 0; units *= 2) {
    const taken = Math.min(units, left)
    lots.push({ size, leads: taken * leads, units: taken, costCents: taken * priceCents })
    left -= taken
  }
  return lots
}

const isBetter = (step: Step, than: Step | undefined): boolean =>
  !than || step.costCents < than.costCents || (step.costCents === than.costCents && step.count < than.count)

function packagesOf(last: Step): Combination['packages'] {
  const counts = new Map<number, number>()
  for (let step: Step | undefined = last; step?.from; step = step.from.step) {
    const { size, units } = step.from.lot
    counts.set(size, (counts.get(size) ?? 0) + units)
  }
  return [...counts].sort(([a], [b]) => b - a).map(([size, count]) => ({ size, count }))
}

type Deals = ReadonlyMap<Package['id'], PackageDeal>

/** Dollars. Above this, people should talk to the store, and the search would be slow. */
const AMOUNT_MAX = 100_000
const AMOUNT_AT_FIRST = '500'

/** Adds a combination to the cart. The page passes in the cart's button, because features do not import each other. */
export type AddPackages = (wanted: {
  packages: readonly { package: Package; count: number }[]
  description: string
}) => ReactNode

type SameMoneyProps = { packages: readonly Package[]; action: AddPackages }
/** "What your budget buys": the most leads in each tier for an amount, from current stock, ready to be added. */
export function SameMoney({ packages, action }: SameMoneyProps) {
  const [typed, setTyped] = useState(AMOUNT_AT_FIRST)
  const amountCents = readAmount(useDeferredValue(typed))
  return (
    <section id={BUDGET_ID} aria-labelledby="same-money-title" className="mt-10 scroll-mt-4">
      <h3 id="same-money-title" className="display text-xl">
        What your budget buys
      </h3>
      <p className="mt-1 max-w-[60ch] text-sm text-muted">
        The most leads for the amount, put together from what is available here right now, at today’s offers.
      </p>
      <TextField
        label="Amount in dollars"
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        className="mt-4 max-w-64"
        value={typed}
        error={
          amountCents === null ? `Enter an amount up to ${formatDollars(AMOUNT_MAX)}, for example 500.` : undefined
        }
        onChange={(event) => setTyped(event.target.value)}
      />
      <ul className="mt-4 grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {TIERS.map((tier) => (
          <TierAnswer
            key={tier}
            tier={tier}
            packages={packages.filter((one) => one.tier === tier)}
            amountCents={amountCents}
            action={action}
          />
        ))}
      </ul>
    </section>
  )
}

type TierAnswerProps = SameMoneyProps & { tier: Tier; amountCents: number | null }
function TierAnswer({ tier, packages, amountCents, action }: TierAnswerProps) {
  const deals = shownDeals.use()
  const combination = amountCents === null ? null : bestOf(packages, deals, amountCents)
  return (
    <li className="flex min-h-44 min-w-0 flex-col rounded-md border border-line bg-surface p-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-semibold">{TIER_FACTS[tier].name}</span>
        <TierBadge tier={tier} />
      </p>
      {combination && combination.leads > 0 ? (
        <BestOf combination={combination}>
          {countOf(combination) <= CART_LINES_MAX &&
            action({
              packages: combination.packages.flatMap(({ size, count }) => {
                const wanted = packages.find((one) => one.size === size)
                return wanted ? [{ package: wanted, count }] : []
              }),
              description: `${TIER_FACTS[tier].name}: ${wordsOf(combination)}`,
            })}
        </BestOf>
      ) : (
        <p className="mt-3 text-sm text-muted">
          {combination ? 'Nothing available for this amount.' : 'Waiting for an amount.'}
        </p>
      )}
    </li>
  )
}

/** Bought leads and extra leads are shown separately, because the price per lead refers to bought ones. */
function BestOf({ combination, children }: { combination: Combination; children: ReactNode }) {
  const dollars = combination.costCents / 100
  const size = combination.packages.reduce((sum, one) => sum + one.size * one.count, 0)
  return (
    <>
      <p className="display figures mt-3 text-2xl">{leadsWords({ size, bonusLeads: combination.leads - size })}</p>
      <p className="figures text-sm text-muted">
        {formatDollars(dollars)}, {formatPerLead(dollars, size)} per lead
        {combination.leads > size && `, plus ${combination.leads - size} free`}
      </p>
      <p className="figures mt-2 mb-3 text-sm">{wordsOf(combination)}</p>
      <div className="mt-auto">{children}</div>
    </>
  )
}

function bestOf(packages: readonly Package[], deals: Deals, amountCents: number): Combination {
  const onSale = packages.map(({ id, size, price, available }) => {
    const deal = deals.get(id)
    return {
      size,
      leads: size + (deal?.extraLeads ?? 0),
      priceCents: Math.round((deal?.price ?? price) * 100),
      available,
    }
  })
  return bestCombination(onSale, amountCents)
}

const countOf = ({ packages }: Combination): number => packages.reduce((sum, one) => sum + one.count, 0)

function wordsOf(combination: Combination): string {
  const words = combination.packages.map((one) => `${one.count} × ${sizeName(one.size)}`).join(', ')
  return countOf(combination) > CART_LINES_MAX ? `${words}; more than one cart holds` : words
}

/** People type "$1,200"; null for anything that is not a supported amount. */
function readAmount(typed: string): number | null {
  const cents = centsFromDollars(typed.replace(/[$,\s]/g, ''))
  return cents !== null && cents <= AMOUNT_MAX * 100 ? cents : null
}

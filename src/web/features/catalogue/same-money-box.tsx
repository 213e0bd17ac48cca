import { useDeferredValue, useState } from 'react'
import { type Package, sizeName, TIER_FACTS, TIERS, type Tier } from '#contract/catalogue/catalogue.ts'
import { centsFromDollars } from '#contract/money.ts'
import { CART_LINES_MAX } from '#contract/orders/cart.ts'
import { formatDollars, formatPerLead } from '#web/lib/format.ts'
import { leadsWords } from '#web/lib/line-offers.ts'
import type { PackageDeal } from '#web/lib/package-deals.ts'
import { TextField } from '#web/ui/field.tsx'
import { bestCombination, type Combination } from './same-money.ts'
import { shownDeals } from './shown-deals.ts'
import { TierBadge } from './tier-badge.tsx'

type Deals = ReadonlyMap<Package['id'], PackageDeal>

/** Dollars. Above this, people should talk to the store, and the search would be slow. */
const AMOUNT_MAX = 100_000
const AMOUNT_AT_FIRST = '500'

/** "What the same money buys in each tier": the most leads of each, from current stock. */
export function SameMoney({ packages }: { packages: readonly Package[] }) {
  const [typed, setTyped] = useState(AMOUNT_AT_FIRST)
  const amountCents = readAmount(useDeferredValue(typed))
  const deals = shownDeals.use()
  return (
    <section aria-labelledby="same-money-title" className="mt-10">
      <h3 id="same-money-title" className="display text-xl">
        What the same money buys in each tier
      </h3>
      <p className="mt-1 max-w-[60ch] text-sm text-muted">
        The most leads for the amount, put together from what is in stock here right now, at today’s offers.
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
            combination={amountCents === null ? null : bestOf(packages, deals, tier, amountCents)}
          />
        ))}
      </ul>
    </section>
  )
}

function TierAnswer({ tier, combination }: { tier: Tier; combination: Combination | null }) {
  return (
    <li className="min-h-40 rounded-md border border-line bg-surface p-4">
      <p className="flex items-baseline justify-between gap-3">
        <span className="font-semibold">{TIER_FACTS[tier].name}</span>
        <TierBadge tier={tier} />
      </p>
      {combination && combination.leads > 0 ? (
        <BestOf combination={combination} />
      ) : (
        <p className="mt-3 text-sm text-muted">
          {combination ? 'Nothing in stock for this amount.' : 'Waiting for an amount.'}
        </p>
      )}
      <p className="mt-2 text-sm text-muted">Leads {TIER_FACTS[tier].age} old</p>
    </li>
  )
}

/** Bought leads and extra leads are shown separately, because the price per lead refers to bought ones. */
function BestOf({ combination }: { combination: Combination }) {
  const dollars = combination.costCents / 100
  const size = combination.packages.reduce((sum, one) => sum + one.size * one.count, 0)
  return (
    <>
      <p className="display figures mt-3 text-2xl">{leadsWords({ size, bonusLeads: combination.leads - size })}</p>
      <p className="figures text-sm text-muted">
        {formatDollars(dollars)}, {formatPerLead(dollars, size)} per lead
        {combination.leads > size && ' without the extra leads'}
      </p>
      <p className="figures mt-2 text-sm">{wordsOf(combination)}</p>
    </>
  )
}

function bestOf(packages: readonly Package[], deals: Deals, tier: Tier, amountCents: number): Combination {
  const shelf = packages
    .filter((one) => one.tier === tier)
    .map(({ id, size, price, available }) => {
      const deal = deals.get(id)
      return {
        size,
        leads: size + (deal?.extraLeads ?? 0),
        priceCents: Math.round((deal?.price ?? price) * 100),
        available,
      }
    })
  return bestCombination(shelf, amountCents)
}

function wordsOf({ packages }: Combination): string {
  const count = packages.reduce((sum, one) => sum + one.count, 0)
  const words = packages.map((one) => `${one.count} × ${sizeName(one.size)}`).join(', ')
  return count > CART_LINES_MAX ? `${words}; more than one cart holds` : words
}

/** People type "$1,200"; null for anything that is not a supported amount. */
function readAmount(typed: string): number | null {
  const cents = centsFromDollars(typed.replace(/[$,\s]/g, ''))
  return cents !== null && cents <= AMOUNT_MAX * 100 ? cents : null
}

import { type ReactNode, useDeferredValue, useState } from 'react'
import { leadsWords, type Package, sizeName, TIER_FACTS, TIERS, type Tier } from '#contract/catalogue/catalogue.ts'
import { centsFromDollars } from '#contract/money.ts'
import { CART_LINES_MAX } from '#contract/orders/cart.ts'
import { formatPerLead, formatPrice } from '#web/lib/format.ts'
import type { PackageDeal } from '#web/lib/package-deals.ts'
import { TextField } from '#web/ui/field.tsx'
import { BUDGET_ID } from './catalogue-data.ts'
import { shownDeals } from './county-on-screen.ts'
import { TierBadge } from './tier-badge.tsx'

export type OnSale = { size: number; leads: number; priceCents: number; available: number }

export type Purchase = { leads: number; costCents: number; packages: readonly { size: number; count: number }[] }

/** How much more per lead than in its first package a purchase may cost. Percent. */
const DEARER_MAX_PERCENT = 25

/**
 * What an amount buys of one tier: the lowest price per lead first, then the next lowest that what is left pays for. Leads
 * that cost over a quarter more than the first are not added: spending all of an amount on dear leads is no good advice.
 */
export function purchaseFor(onSale: readonly OnSale[], amountCents: number): Purchase {
  const packages: { size: number; count: number }[] = []
  let [leads, costCents, units, perLeadMax] = [0, 0, 0, Number.POSITIVE_INFINITY]
  for (const one of onSale.toSorted((a, b) => perLead(a) - perLead(b) || b.size - a.size)) {
    const affordable = one.priceCents > 0 ? Math.floor((amountCents - costCents) / one.priceCents) : CART_LINES_MAX
    const count = Math.min(one.available, affordable, CART_LINES_MAX - units)
    if (count <= 0 || perLead(one) > perLeadMax) continue
    if (units === 0) perLeadMax = perLead(one) * (1 + DEARER_MAX_PERCENT / 100)
    packages.push({ size: one.size, count })
    leads += count * one.leads
    costCents += count * one.priceCents
    units += count
  }
  return { leads, costCents, packages }
}

/** As on the packages: extra leads do not count. */
const perLead = ({ priceCents, size }: OnSale): number => priceCents / size

type Deals = ReadonlyMap<Package['id'], PackageDeal>

/** Dollars. Above this, people should talk to the store. */
const AMOUNT_MAX = 100_000

/** Adds a purchase to the cart. The page passes in the cart's button, because features do not import each other. */
export type AddPackages = (wanted: {
  packages: readonly { package: Package; count: number }[]
  description: string
}) => ReactNode

type SameMoneyProps = { packages: readonly Package[]; action: AddPackages }
/** "What your budget buys": what an amount pays for in each tier, from current stock, ready to be added. */
export function SameMoney({ packages, action }: SameMoneyProps) {
  const [typed, setTyped] = useState('')
  const amountCents = readAmount(useDeferredValue(typed))
  return (
    <section
      id={BUDGET_ID}
      aria-labelledby="same-money-title"
      className="mt-8 grid scroll-mt-4 grid-cols-1 items-start gap-4 lg:grid-cols-[min(12rem,25%)_minmax(0,1fr)] xl:grid-cols-[min(15rem,25%)_minmax(0,1fr)]"
    >
      <div>
        <h3 id="same-money-title" className="display text-xl">
          What your budget buys
        </h3>
        <p className="mt-1 mb-3 text-sm text-muted">Enter an amount to see the most leads it buys in each tier.</p>
        <TextField
          label="Amount in dollars"
          placeholder="500"
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          value={typed}
          error={
            typed && amountCents === null ? `Enter an amount up to ${formatPrice(AMOUNT_MAX)}, such as 500.` : undefined
          }
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      {amountCents !== null && (
        <ul className="divide-y divide-line rounded-md border border-line bg-surface">
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
      )}
    </section>
  )
}

type TierAnswerProps = SameMoneyProps & { tier: Tier; amountCents: number }
function TierAnswer({ tier, packages, amountCents, action }: TierAnswerProps) {
  const deals = shownDeals.use()
  const purchase = purchaseFor(packages.map(onSaleOf(deals)), amountCents)
  const size = purchase.packages.reduce((sum, one) => sum + one.size * one.count, 0)
  const words = purchase.packages.map((one) => `${one.count} × ${sizeName(one.size)}`).join(', ')
  const dollars = purchase.costCents / 100
  return (
    <li className="figures grid min-h-17 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 p-3 text-sm sm:grid-cols-[10rem_minmax(0,1fr)_auto]">
      <p className="flex flex-wrap items-baseline gap-x-2 font-semibold">
        {TIER_FACTS[tier].name}
        <TierBadge tier={tier} />
      </p>
      {size > 0 ? (
        <>
          <p className="text-muted max-sm:col-span-2 max-sm:row-start-2">
            <span className="mr-2 text-base font-semibold text-ink">
              {leadsWords({ size, bonusLeads: purchase.leads - size })}
            </span>
            {words}
            <span className="block">
              {formatPrice(dollars)} · {formatPerLead(dollars, size)} per lead ·{' '}
              {formatPrice((amountCents - purchase.costCents) / 100)} left over
            </span>
          </p>
          <div>
            {action({
              packages: purchase.packages.flatMap(({ size, count }) => {
                const wanted = packages.find((one) => one.size === size)
                return wanted ? [{ package: wanted, count }] : []
              }),
              description: `${TIER_FACTS[tier].name}: ${words}`,
            })}
          </div>
        </>
      ) : (
        <p className="col-span-2 text-muted max-sm:row-start-2">Nothing available for this amount.</p>
      )}
    </li>
  )
}

/** Bought leads and extra leads are separate, because the price per lead refers to bought ones. */
const onSaleOf =
  (deals: Deals) =>
  ({ id, size, price, available }: Package): OnSale => ({
    size,
    leads: size + (deals.get(id)?.extraLeads ?? 0),
    priceCents: Math.round((deals.get(id)?.price ?? price) * 100),
    available,
  })

/** People type "$1,200"; null for anything that is not a supported amount. */
function readAmount(typed: string): number | null {
  const cents = centsFromDollars(typed.replace(/[$,\s]/g, ''))
  return cents !== null && cents <= AMOUNT_MAX * 100 ? cents : null
}

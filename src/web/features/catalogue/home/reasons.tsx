import { Link } from '@tanstack/react-router'
import { buyersSentence } from '#contract/catalogue/catalogue.ts'
import { DELIVERY_HOURS } from '#contract/delivery/delivery-hours.ts'
import { type Promises, usePromises } from '#web/lib/promises.ts'
import { paths } from '#web/paths.ts'

const REASONS: readonly { claim: string; why: string | ((promises: Promises) => string) }[] = [
  {
    claim: 'Never incentivized',
    why: 'No prize, gift card or giveaway is behind a name. A lead is on the list because of the property.',
  },
  {
    claim: 'Never oversold',
    why: ({ saleCaps }) =>
      `${buyersSentence(saleCaps)} What you put in your cart is reserved for you, and nobody else can buy it.`,
  },
  {
    claim: 'Always guaranteed quality',
    why: 'Four tiers, each with its age in days and its exclusivity written beside the price. You know what you buy.',
  },
  {
    claim: 'Delivered within 24 hours',
    why: `By email or SMS, chosen for each package, and ${DELIVERY_HOURS.promised} hours after the payment at the latest.`,
  },
  {
    claim: 'Exclusive to your area',
    why: ({ saleCaps }) =>
      `One county at a time, in all 50 states and the District of Columbia. Buyers of a VIP lead there: ${saleCaps.vip} at most.`,
  },
]

/** What the store promises (docs/product.md#what-the-pages-promise), each with the fact that supports it. */
export function Reasons() {
  const promises = usePromises()
  return (
    <section aria-labelledby="reasons-title" className="page-width py-14 lg:py-20">
      <div className="grid gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]">
        <div>
          <h2 id="reasons-title" className="display text-3xl">
            Why choose us
          </h2>
          <p className="mt-3 max-w-[44ch] text-muted">
            A list is worth what you can check about it. Here is what we hold ourselves to, and{' '}
            <Link to={paths.trust} className="text-accent underline underline-offset-2">
              how well we kept it
            </Link>
            .
          </p>
        </div>
        <dl>
          {REASONS.map(({ claim, why }) => (
            <div
              key={claim}
              className="grid gap-x-8 gap-y-1 border-t border-line py-5 first:border-ink last:border-b sm:grid-cols-[17rem_minmax(0,1fr)] sm:items-baseline"
            >
              <dt className="display text-xl">{claim}</dt>
              <dd className="figures max-w-[56ch] text-muted">{typeof why === 'string' ? why : why(promises)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}

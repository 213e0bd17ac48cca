const REASONS = [
  {
    claim: 'Never incentivized',
    why: 'No prize, gift card or giveaway is behind a name. A lead is on the list because of the property.',
  },
  {
    claim: 'Never oversold',
    why: 'What you put in the cart leaves the shelf at once and is held for you. Meanwhile nobody else can buy it.',
  },
  {
    claim: 'Always guaranteed quality',
    why: 'Four tiers, each with its age in days and its exclusivity written beside the price. You know what you buy.',
  },
  {
    claim: 'Delivered within 24 hours',
    why: 'By email or SMS, chosen for each package. VIP and Premier leads are passed on in real time.',
  },
  {
    claim: 'Exclusive to your area',
    why: 'One county at a time, in all 50 states and the District of Columbia. VIP leads go to one buyer only.',
  },
] as const

/** SPEC.md section 1's claims, each with the fact that supports it, laid out like entries of a register. */
export function Reasons() {
  return (
    <section aria-labelledby="reasons-title" className="page-width py-14 lg:py-20">
      <div className="grid gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]">
        <div>
          <h2 id="reasons-title" className="display text-3xl">
            Why choose us
          </h2>
          <p className="mt-3 max-w-[44ch] text-muted">
            A list is worth what you can check about it. Here is what we hold ourselves to.
          </p>
        </div>
        <dl>
          {REASONS.map(({ claim, why }) => (
            <div
              key={claim}
              className="grid gap-x-8 gap-y-1 border-t border-line py-5 first:border-ink last:border-b sm:grid-cols-[17rem_minmax(0,1fr)] sm:items-baseline"
            >
              <dt className="display text-xl">{claim}</dt>
              <dd className="max-w-[56ch] text-muted">{why}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}

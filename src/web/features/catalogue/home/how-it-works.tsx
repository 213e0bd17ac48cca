import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { getStoreConfig } from '#contract/admin/operations.ts'
import { paymentMethods } from '#web/lib/payment-methods.ts'
import { query } from '#web/lib/query.ts'
import { useIsHydrated } from '#web/lib/use-is-hydrated.ts'

/** How it works, in four steps. The drawings: a county, a card, a clock, a message, all in survey lines. */
const STEPS: readonly {
  title: string
  /** A function if the text depends on what is turned on; it gets that in sentences. */
  text: string | ((said: { waysToPay: string; returningCredit: string }) => string)
  drawing: ReactNode
}[] = [
  {
    title: 'Select your package',
    text: 'By state, county, lead type and size. Every price and every count of stock is live.',
    drawing: (
      <>
        <path d="M8 12 24 7 40 11 43 38 26 41 6 36Z M7 24 41.5 25 M24 7 26 41" />
        <path d="M24.9 24.5 41.5 25 43 38 26 41Z" className="fill-accent-quiet stroke-accent" />
      </>
    ),
  },
  {
    title: 'Pay your way',
    text: ({ waysToPay }) => `${waysToPay}New customers get an activation email within 24 hours.`,
    drawing: (
      <>
        <path d="M5 12H43V37H5Z M5 19H43" />
        <path d="M10 27H20V32H10Z" className="fill-accent-quiet stroke-accent" />
        <path d="M32 32H38" />
      </>
    ),
  },
  {
    title: 'We process it',
    text: ({ returningCredit }) => `Orders are processed within 24 hours.${returningCredit}`,
    drawing: (
      <>
        <circle cx="24" cy="24" r="18" />
        <path d="M24 24V6A18 18 0 0 1 42 24Z" className="fill-accent-quiet stroke-accent" />
        <path d="M24 38v4M6 24h4" />
      </>
    ),
  },
  {
    title: 'Leads arrive',
    text: 'Delivered by email or SMS, according to your preference and the tier you chose.',
    drawing: (
      <>
        <path d="M4 11H34V33H4Z M4 12 19 24 34 12" />
        <path d="M24 24H44V38H36L31 43V38H24Z" className="fill-accent-quiet stroke-accent" />
        <path d="M29 31h10" className="stroke-accent" />
      </>
    ),
  },
]

/** The four steps as stations on a survey line, in order. */
export function HowItWorks() {
  const { data } = useQuery(query<typeof getStoreConfig>('/api/config', {}))
  const config = useIsHydrated() ? data : undefined
  // Until the store has said what is turned on, assume cards.
  const methods = config ? paymentMethods(config, 'card', 'or') : 'card'
  const said = {
    waysToPay: methods && `By ${methods}. `,
    returningCredit: config?.hasReturningCredit
      ? ' Returning customers get credits in their account within 24 hours.'
      : '',
  }
  return (
    <section aria-labelledby="how-title" className="page-width py-14 lg:py-20">
      <h2 id="how-title" className="display text-3xl">
        How it works
      </h2>
      <ol className="mt-10 ml-4 grid gap-x-8 lg:ml-0 lg:grid-cols-4">
        {STEPS.map(({ title, text, drawing }, index) => (
          <li
            key={title}
            className="relative border-l border-control pb-10 pl-8 last:border-l-transparent last:pb-0 lg:border-t lg:border-l-0! lg:pt-8 lg:pb-0 lg:pl-0"
          >
            <span
              aria-hidden="true"
              className="figures absolute top-0 left-0 grid size-8 -translate-x-1/2 place-items-center rounded-full border border-control bg-paper text-sm font-semibold lg:translate-x-0 lg:-translate-y-1/2"
            >
              {index + 1}
            </span>
            <svg
              viewBox="0 0 48 48"
              width="56"
              height="56"
              aria-hidden="true"
              fill="none"
              className="stroke-ink"
              strokeWidth="1.25"
              strokeLinejoin="round"
            >
              {drawing}
            </svg>
            <h3 className="mt-3 text-lg font-semibold">{title}</h3>
            <p className="mt-1 max-w-[40ch] text-muted">{typeof text === 'string' ? text : text(said)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

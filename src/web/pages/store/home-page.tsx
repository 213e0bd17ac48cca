import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { getStoreConfig } from '#contract/operations.ts'
import { query } from '#web/lib/query.ts'
import { paths } from '#web/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { PlatDrawing } from './plat-drawing.tsx'

const STEPS = [
  {
    title: 'Pick your county',
    text: 'State, county and lead type: three choices to a price. Every number you see is live.',
  },
  {
    title: 'It is held for you',
    text: 'What you add to the cart leaves the shelf at once. Nobody else can buy it while you check out.',
  },
  { title: 'Leads within 24 hours', text: 'Pay by card and your leads are delivered by email or SMS within 24 hours.' },
] as const

/** The front door. */
export function HomePage() {
  const { data: config } = useQuery(query<typeof getStoreConfig>('/api/config', {}))
  return (
    <>
      <title>{config ? `${config.brand}: real-estate leads by county` : 'Real-estate leads by county'}</title>
      <section className="border-b border-line bg-surface">
        <div className="page-width grid items-center gap-10 py-12 lg:grid-cols-[minmax(0,1fr)_420px] lg:gap-16 lg:py-20">
          <div>
            <h1 className="display max-w-[16ch] text-3xl sm:text-4xl">Real-estate leads by county, never oversold.</h1>
            <p className="mt-5 max-w-[52ch] text-lg text-muted">
              Vacant houses, owner occupied and tired landlords in all 3,142 counties. Never incentivized, never
              oversold, always guaranteed quality.
            </p>
            <div className="mt-8 flex flex-wrap gap-3">
              <Link to={paths.leads} className={buttonClasses('primary', 'large')}>
                Browse Lead Packages
              </Link>
              {config?.vipGroupUrl && (
                <ExternalLink href={config.vipGroupUrl} className={buttonClasses('plain', 'large')}>
                  Join VIP Buyers Group
                </ExternalLink>
              )}
            </div>
          </div>
          <PlatDrawing />
        </div>
      </section>
      <section aria-labelledby="how-title" className="page-width py-12 lg:py-16">
        <h2 id="how-title" className="display text-2xl">
          How it works
        </h2>
        <ol className="mt-6 grid gap-8 md:grid-cols-3">
          {STEPS.map((step, index) => (
            <li key={step.title} className="border-t-2 border-ink pt-4">
              <p className="figures text-sm text-muted">{index + 1}</p>
              <h3 className="mt-1 text-lg font-semibold">{step.title}</h3>
              <p className="mt-1 text-muted">{step.text}</p>
            </li>
          ))}
        </ol>
        <div className="mt-12 flex flex-wrap items-center justify-between gap-6 rounded-md bg-accent-quiet p-6 sm:p-8">
          <p className="display max-w-[28ch] text-xl">No 3-6 month lead-generation setup. No $5,000 a month in ads.</p>
          <Link to={paths.leads} className={buttonClasses('plain', 'large')}>
            Start Buying Leads Today
          </Link>
        </div>
      </section>
    </>
  )
}

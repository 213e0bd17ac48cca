import { Link } from '@tanstack/react-router'
import { Clock, CreditCard, type LucideIcon, Mail, Map as MapIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { TIER_FACTS, TIERS, type Tier } from '#contract/catalogue/catalogue.ts'
import { DELIVERY_HOURS } from '#contract/delivery/delivery-hours.ts'
import { pricePerLead } from '#contract/plain-values.ts'
import { formatPerLead, formatPrice } from '#web/lib/format.ts'
import { paymentMethods } from '#web/lib/payment-methods.ts'
import { type Promises, usePromises } from '#web/lib/promises.ts'
import { useIsHydrated } from '#web/lib/use-is-hydrated.ts'
import { useStoreConfig } from '#web/lib/use-store-config.ts'
import { legalPath, paths } from '#web/paths.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { PromiseList } from '../sample/promise-list.tsx'
import { SampleRecord } from '../sample/sample-record.tsx'
import { PLATE_COUNTY, useHomePrices } from './county-plate.tsx'

type HomeSectionProps = { id: string; title: string; intro?: ReactNode; children: ReactNode }
/** The sections below the hero share one grid: what it is about at the left, what there is to see at the right. */
const HomeSection = ({ id, title, intro, children }: HomeSectionProps) => (
  <section id={id} aria-labelledby={`${id}-title`} className="page-width scroll-mt-2 [section+section+&>*]:border-t">
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-6 border-line py-9 lg:grid-cols-[min(17rem,30%)_minmax(0,1fr)] lg:py-14">
      <div>
        <h2 id={`${id}-title`} className="display text-2xl lg:text-3xl">
          {title}
        </h2>
        {intro && <p className="mt-2 max-w-[48ch] text-muted">{intro}</p>}
      </div>
      {children}
    </div>
  </section>
)

const TIER_TABS = TIERS.map((value) => ({ value, label: TIER_FACTS[value].name }))

export function SampleSection() {
  const [tier, setTier] = useState<Tier>('vip')
  return (
    <HomeSection
      id="sample"
      title="See a lead before you buy one"
      intro="What is usual in each tier, as it looks in your list. The people are made up."
    >
      <div className="grid gap-3">
        <Tabs label="Tier" tabs={TIER_TABS} value={tier} onChange={setTier}>
          <SampleRecord leadType="vacant" tier={tier} market={PLATE_COUNTY} />
        </Tabs>
      </div>
    </HomeSection>
  )
}

const HYDRATES_LATE = { retryOnMount: false }

/** Three comparisons of the same decision: marketing on one line, a package on the line below. */
export function Comparisons() {
  const prices = useHomePrices(HYDRATES_LATE)
  const isHydrated = useIsHydrated()
  const priceOf = (size: 20 | 100) => (isHydrated ? prices.priceOf('vacant', 'vip', size)?.price : undefined)
  const [small, large] = [priceOf(20), priceOf(100)]
  // An offer for only one size can make the smaller package cheaper per lead.
  const isLargeCheaper =
    small === undefined || large === undefined || pricePerLead(large, 100) < pricePerLead(small, 20)
  const place = <Skeleton className="inline-block h-7 w-20 align-middle" />
  const smallPrice = small === undefined ? '' : formatPrice(small)
  const perLead = (price: number | undefined, size: number) => (price === undefined ? '' : formatPerLead(price, size))
  return (
    <HomeSection
      id="closing"
      title="Stop marketing and start closing"
      intro={`Skip the mailers and ads. Start with the owner. Prices: VIP Vacant Houses packages in ${PLATE_COUNTY.name} today, not counting free extra leads.`}
    >
      <div className="grid gap-x-10 gap-y-5 md:grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))]">
        <Comparison
          title="Save time"
          figure="24 hours"
          unit="at most"
          text="No 3-6 month lead-generation setup: leads you order today are delivered within 24 hours."
          lines={[
            { label: 'Your own marketing', value: '3-6 months' },
            { label: 'A package', value: '24 hours' },
          ]}
        />
        <Comparison
          title="Save money"
          figure={smallPrice || place}
          unit="for 20 leads"
          text="Replaces monthly ad spend of $5,000+. One package or ten, paid once."
          lines={[
            { label: 'Monthly ads', value: '$5,000+' },
            { label: '20 VIP leads, once', value: smallPrice },
          ]}
        />
        <Comparison
          title="Higher ROI"
          figure={perLead(large, 100) || place}
          unit="per lead"
          text={`You know what a lead costs before you buy it${isLargeCheaper ? ', and larger packages cost less per lead' : ''}.`}
          lines={[
            { label: 'Per lead, 20 leads', value: perLead(small, 20) },
            { label: 'Per lead, 100 leads', value: perLead(large, 100) },
          ]}
        />
      </div>
    </HomeSection>
  )
}

interface ComparisonProps {
  title: string
  figure: ReactNode
  unit: string
  text: string
  lines: readonly { label: string; value: string }[]
}

/** On a phone, the figure and its sentence say enough. */
const Comparison = ({ title, figure, unit, text, lines }: ComparisonProps) => (
  <div>
    <h3 className="font-semibold text-accent">{title}</h3>
    <div className="flex flex-wrap items-baseline gap-x-2">
      <span className="display figures min-h-8 text-2xl lg:min-h-10 lg:text-3xl">{figure}</span>
      <span className="text-muted">{unit}</span>
    </div>
    <ul className="my-4 grid gap-3 text-sm max-md:hidden">
      {lines.map(({ label, value }) => (
        <li key={label}>
          <p className="flex min-h-5 justify-between gap-4">
            <span className="text-muted">{label}</span>
            <span className="figures font-semibold whitespace-nowrap">{value}</span>
          </p>
        </li>
      ))}
    </ul>
    <p className="max-w-[44ch] text-muted">{text}</p>
  </div>
)

const STEPS: readonly {
  title: string
  /** A function if the text depends on what is turned on; it gets that in sentences. */
  text: string | ((said: { waysToPay: string; returningCredit: string }) => string)
  Icon: LucideIcon
}[] = [
  {
    title: 'Select your package',
    text: 'By state, county, lead type and size. Prices and stock are live.',
    Icon: MapIcon,
  },
  {
    title: 'Pay your way',
    text: ({ waysToPay }) =>
      `${waysToPay}Your leads come by email. On your first order, opening them confirms your email.`,
    Icon: CreditCard,
  },
  {
    title: 'We process it',
    text: ({ returningCredit }) => `Orders are processed within 24 hours.${returningCredit}`,
    Icon: Clock,
  },
  {
    title: 'Leads arrive',
    text: 'By email or text, your choice for each package. Read and call them on your phone, or download the file.',
    Icon: Mail,
  },
]

export function HowItWorks() {
  const { data } = useStoreConfig()
  const config = useIsHydrated() ? data : undefined
  // Until the store has said what is turned on, assume cards.
  const methods = config ? paymentMethods(config, 'card', 'or') : 'card'
  const said = {
    waysToPay: methods && `By ${methods}. `,
    returningCredit: config?.hasReturningCredit
      ? ` From your second order on, ${config.returningCreditPercent}% comes back as store credit within 24 hours.`
      : '',
  }
  return (
    <HomeSection id="how" title="How it works">
      <ol className="grid gap-x-10 gap-y-5 sm:grid-cols-2 sm:gap-y-8">
        {STEPS.map(({ title, text, Icon }, index) => (
          <li key={title} className="flex gap-4">
            <Icon size={40} strokeWidth={1.25} aria-hidden="true" className="shrink-0 text-accent" />
            <div>
              <h3 className="text-lg font-semibold">
                <span className="figures text-accent">{index + 1}.</span> {title}
              </h3>
              <p className="max-w-[40ch] text-muted">{typeof text === 'string' ? text : text(said)}</p>
            </div>
          </li>
        ))}
      </ol>
    </HomeSection>
  )
}

const LINK = 'text-accent underline underline-offset-2'
const REASONS: readonly { claim: string; why: ReactNode | ((promises: Promises) => string) }[] = [
  {
    claim: 'Never incentivized',
    why: (
      <>
        We never pay people to fill out a form. Our leads come from public records and from companies that collect such
        data.{' '}
        <Link to={legalPath('privacy')} className={LINK}>
          Where our leads come from
        </Link>
      </>
    ),
  },
  {
    claim: 'Never oversold',
    why: 'We count every sale. Once a lead reaches its limit, it is gone. Your cart is held while you check out.',
  },
  {
    claim: 'Always guaranteed quality',
    why: ({ guaranteeInFull }) => guaranteeInFull,
  },
  {
    claim: 'Delivered within 24 hours',
    why: `By email or SMS, your choice for each package, no later than ${DELIVERY_HOURS.promised} hours after you pay.`,
  },
  {
    claim: 'Exclusive to your area',
    why: ({ buyers }) => `Pick your county, in any state. ${buyers}`,
  },
]

/** What the store promises (docs/product.md#what-the-pages-promise), each with the fact that supports it. */
export function Reasons() {
  const promises = usePromises()
  return (
    <HomeSection
      id="reasons"
      title="Why choose us"
      intro={
        <>
          Our promises, and{' '}
          <Link to={paths.trust} className={LINK}>
            how we measure them
          </Link>
          .
        </>
      }
    >
      <div>
        <dl>
          {REASONS.map(({ claim, why }) => (
            <div
              key={claim}
              className="grid gap-x-8 border-b border-line py-3 first:pt-0 sm:grid-cols-[min(15rem,40%)_minmax(0,1fr)] sm:items-baseline"
            >
              <dt className="display text-lg">{claim}</dt>
              <dd className="figures text-muted">{typeof why === 'function' ? why(promises) : why}</dd>
            </div>
          ))}
        </dl>
        <details className="border-b border-line">
          <summary className="py-3 font-semibold text-accent">What we promise, in detail</summary>
          <div className="pt-1 pb-4">
            <PromiseList />
          </div>
        </details>
      </div>
    </HomeSection>
  )
}

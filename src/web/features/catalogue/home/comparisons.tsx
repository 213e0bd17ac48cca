import type { ReactNode } from 'react'
import { pricePerLead } from '#contract/price-per-lead.ts'
import { formatPerLead, formatPrice } from '#web/lib/format.ts'
import { useIsHydrated } from '#web/lib/use-is-hydrated.ts'
import { classes } from '#web/ui/classes.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { PLATE_COUNTY } from './county-plate.tsx'
import { useHomePrices } from './home-prices.ts'

/** A monthly advertising budget that the page compares with. Dollars. */
const AD_SPEND = 5000

const HYDRATES_LATE = { retryOnMount: false }

/** Three comparisons of the same decision: marketing on one line, a package on the line below, drawn to one scale. */
export function Comparisons() {
  const prices = useHomePrices(HYDRATES_LATE)
  const isHydrated = useIsHydrated()
  const priceOf = (size: 20 | 100) => (isHydrated ? prices.priceOf('vacant', 'vip', size)?.price : undefined)
  const [small, large] = [priceOf(20), priceOf(100)]
  // An offer for only one size can make the smaller package cheaper per lead.
  const isLargeCheaper =
    small === undefined || large === undefined || pricePerLead(large, 100) < pricePerLead(small, 20)
  const dearest = Math.max(pricePerLead(small ?? 0, 20), pricePerLead(large ?? 0, 100))
  const place = <Skeleton className="inline-block h-7 w-20 align-middle" />
  return (
    <section aria-labelledby="closing-title" className="border-y border-line bg-surface">
      <div className="page-width py-14 lg:py-20">
        <h2 id="closing-title" className="display text-3xl">
          Stop marketing and start closing
        </h2>
        <p className="mt-3 max-w-[60ch] text-muted">
          Mailers, ads and cold lists all buy the same thing: a conversation with an owner. Start at the conversation.
        </p>
        <div className="mt-10 grid gap-x-10 gap-y-12 md:grid-cols-3">
          <Comparison
            title="Save time"
            figure="24 hours"
            unit="at most"
            text="No 3-6 month lead-generation setup: leads you order today are delivered within 24 hours."
            lines={[
              { label: 'Own marketing', value: '3-6 months', part: 1 },
              { label: 'A package', value: '24 hours', part: 1 / 90 },
            ]}
          />
          <Comparison
            title="Save money"
            figure={small === undefined ? place : formatPrice(small)}
            unit="for 20 leads"
            text="Replaces monthly ad spend of $5,000+. One package or ten, paid once."
            lines={[
              { label: 'Ads, a month', value: '$5,000+', part: 1 },
              {
                label: '20 VIP leads, once',
                value: small === undefined ? '' : formatPrice(small),
                part: (small ?? 0) / AD_SPEND,
              },
            ]}
          />
          <Comparison
            title="Higher ROI"
            figure={large === undefined ? place : formatPerLead(large, 100)}
            unit="per lead"
            text={`You know what a lead costs before you buy it${isLargeCheaper ? ', and larger packages cost less per lead' : ''}.`}
            lines={[
              {
                label: 'Per VIP lead, 20 leads',
                value: small === undefined ? '' : formatPerLead(small, 20),
                part: partOf(small, 20, dearest),
              },
              {
                label: 'Per VIP lead, 100 leads',
                value: large === undefined ? '' : formatPerLead(large, 100),
                part: partOf(large, 100, dearest),
              },
            ]}
          />
        </div>
        <p className="mt-10 text-sm text-muted">
          Prices of the VIP tier, Vacant Houses, today in {PLATE_COUNTY.name}. Extra leads of an offer are not counted
          per lead.
        </p>
      </div>
    </section>
  )
}

/** How long the line of a price per lead is, from 0 to 1 of the highest. */
const partOf = (price: number | undefined, size: number, dearest: number): number =>
  price === undefined || dearest === 0 ? 0 : pricePerLead(price, size) / dearest

interface ComparisonProps {
  title: string
  figure: ReactNode
  unit: string
  text: string
  /** `part` is the length of the line, from 0 to 1 of the longest. */
  lines: readonly { label: string; value: string; part: number }[]
}

function Comparison({ title, figure, unit, text, lines }: ComparisonProps) {
  return (
    <div>
      <h3 className="font-semibold text-accent">{title}</h3>
      <div className="mt-1 flex flex-wrap items-baseline gap-x-2">
        <span className="display figures min-h-10 text-3xl lg:min-h-13 lg:text-4xl">{figure}</span>
        <span className="text-muted">{unit}</span>
      </div>
      <ul className="mt-6 grid gap-4 text-sm">
        {lines.map(({ label, value, part }, index) => (
          <li key={label}>
            <p className="flex min-h-5 justify-between gap-4">
              <span className="text-muted">{label}</span>
              <span className="figures font-semibold whitespace-nowrap">{value}</span>
            </p>
            <DimensionLine part={part} isOurs={index > 0} />
          </li>
        ))}
      </ul>
      <p className="mt-6 max-w-[44ch] text-muted">{text}</p>
    </div>
  )
}

/** A surveyor's dimension line: two end marks and the distance between them; if it is too short to draw, one mark. */
function DimensionLine({ part, isOurs }: { part: number; isOurs: boolean }) {
  const isMark = part < 0.02
  const isWhole = part >= 1
  return (
    <div
      aria-hidden="true"
      // The ends are classes, because in a served page the policy against inline styles forbids any other width.
      style={isMark || isWhole ? undefined : { width: `${part * 100}%` }}
      className={classes(
        isMark && 'w-0',
        'mt-1.5 flex h-2.5 items-center border-x-[1.5px]',
        isOurs ? 'border-accent' : 'border-control',
      )}
    >
      <div className={classes('w-full', isOurs ? 'h-[3px] bg-accent' : 'h-px bg-control')} />
    </div>
  )
}

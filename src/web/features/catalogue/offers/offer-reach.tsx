import type { OfferKind } from '#contract/catalogue/offers.ts'
import { formatDollars, formatPlural } from '#web/lib/format.ts'
import { classes } from '#web/ui/classes.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PriceCut } from '#web/ui/price-cut.tsx'
import type { OfferBody } from './offer-draft.ts'
import { isDiscount } from './offer-words.ts'
import { type OfferPreview, useOfferPreview } from './offers-data.ts'

interface OfferReachProps {
  /** Null while the form is incomplete. */
  body: OfferBody | null
  /** Shown while nothing can be computed. */
  waiting: string
  /** Prices as they would be without it. */
  isEnding?: boolean
}

/** What an offer affects, before anything changes: packages, carts, and an example or two with old and new. */
export function OfferReach({ body, waiting, isEnding = false }: OfferReachProps) {
  const preview = useOfferPreview(body)
  if (!body) return <p className="text-sm text-muted">{waiting}</p>
  if (preview.error) {
    // Field errors are shown at the fields; other errors only hide the preview.
    return preview.error.code === 'offer_invalid' ? (
      <p className="text-sm text-muted">{preview.error.sentence}</p>
    ) : (
      <Notice tone="attention">What it touches could not be counted. {preview.error.sentence}</Notice>
    )
  }
  return (
    <div role="status" className={classes('min-h-10 text-sm', preview.isPending && 'breathe')}>
      {preview.data ? (
        <Reach preview={preview.data} kind={body.kind} isEnding={isEnding} />
      ) : (
        <p className="text-muted">Counting the packages it touches…</p>
      )}
    </div>
  )
}

function Reach({ preview, kind, isEnding }: { preview: OfferPreview; kind: OfferKind; isEnding: boolean }) {
  return (
    <>
      <p className="text-muted">{reachWords(preview, kind)}</p>
      {preview.packages > 0 && (
        <ul aria-label="Examples" className="mt-2 grid gap-1">
          {preview.examples.map((example) => (
            <li key={example.package} className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span>{example.package}</span>
              <span>
                <PriceCut
                  was={formatDollars(isEnding ? example.after : example.price)}
                  now={formatDollars(isEnding ? example.price : example.after)}
                  look="font-semibold"
                />
                {example.bonusLeads > 0 && (
                  <span className="figures">
                    {' '}
                    {isEnding ? '−' : '+'}
                    {formatPlural(example.bonusLeads, 'lead')}
                  </span>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {kind === 'bogo' && (
        <p className="mt-1 text-muted">
          Bought alone a package costs what it did; of each two the cheaper one is free.
        </p>
      )}
    </>
  )
}

/** How much an offer affects, in words. */
export function reachWords({ packages, cartLines }: Pick<OfferPreview, 'packages' | 'cartLines'>, kind: OfferKind) {
  if (packages === 0) return 'Affects no packages: nothing is sold there.'
  const affected = `Affects ${formatPlural(packages, 'package')} across all counties.`
  if (cartLines === 0) return `${affected} None of them are in a cart now.`
  const inCarts = cartLines === 1 ? '1 of them is in a cart now' : `${cartLines} of them are in carts now`
  if (!isDiscount(kind)) return `${affected} ${inCarts}; carts keep what they were promised.`
  return `${affected} ${inCarts}; ${cartLines === 1 ? 'its buyer is told before paying' : 'their buyers are told before they pay'}.`
}

import { levelOf, levelWords, type NamedArea } from '#contract/admin/price-areas.ts'
import { type PricedRow, type PriceKey, priceName } from '#contract/admin/pricing.ts'
import { LEAD_TYPE_NAMES, LEAD_TYPES, packageName } from '#contract/catalogue/catalogue.ts'
import { formatDollars, formatPlural } from '#web/lib/format.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { FromTo } from '#web/ui/cell-values.tsx'
import { classes } from '#web/ui/classes.ts'
import { describeDifference, isOwnPrice, isSteep, keyOf, type ShownPrice } from './price-rules.ts'
import { type PricesPreview, usePricesPreview } from './pricing-data.ts'

interface PriceLineProps {
  priceKey: PriceKey | null
  area: NamedArea | null
  /** What it costs now; undefined while unknown. */
  shown: ShownPrice | undefined
  /** Dollars as text; undefined if the form has no valid price. */
  after: string | undefined
}

/** What saving one price will do, in a line below its form. */
export function PriceLine({ priceKey, area, shown, after }: PriceLineProps) {
  const settled = useDebounced(after)
  const before = shown?.price
  const isChange = before !== undefined && after !== undefined && after !== before
  const body = priceKey && {
    leadTypes: [priceKey.leadType],
    tiers: [priceKey.tier],
    sizes: [priceKey.size],
    change: { kind: 'set' as const, value: Number(after) },
    area,
  }
  const preview = usePricesPreview(isChange && settled === after ? body : null)
  return (
    <div role="status" className={classes('text-sm', priceKey && 'min-h-10')}>
      {!priceKey ? (
        <p className="text-muted">Choose a price here, or press one in the table below.</p>
      ) : !isChange ? (
        <p className="text-muted">
          {priceName(priceKey)}
          {shown && ` costs ${formatDollars(shown.price)} now${area ? ` (${levelWords(shown.level, area)})` : ''}.`}{' '}
          {after === undefined ? 'Enter the new price.' : sameWords(shown, area)}
        </p>
      ) : (
        <>
          <p>
            {priceName(priceKey)}: <OldAndNew before={before} after={after} />{' '}
            <span className="text-muted">
              ({describeDifference(before, after)}
              {area && `, ${levelWords(levelOf(area), area)}`})
            </span>
            {isSteep(before, after) && (
              <strong className="block text-attention">
                That changes the price by half or more. Is the decimal point in the right place?
              </strong>
            )}
          </p>
          <p className={classes('text-muted', preview.isPending && 'breathe')}>
            {preview.data
              ? reachWords(preview.data, area)
              : preview.error
                ? `We couldn’t count the packages it affects. ${preview.error.sentence}`
                : 'Counting the packages it affects…'}
          </p>
        </>
      )}
    </div>
  )
}

/** `$299.00 → $310.00`. Dollars as text. */
export const OldAndNew = ({ before, after }: { before: string; after: string }) => (
  <span className="figures whitespace-nowrap">
    <FromTo from={formatDollars(before)} to={formatDollars(after)} />
  </span>
)

/** What saving does if the price is the one that applies already. */
const sameWords = (shown: ShownPrice | undefined, area: NamedArea | null): string =>
  area && !isOwnPrice(shown, area)
    ? `Saving makes it the ${levelWords(levelOf(area), area)}, which stays when the other one changes.`
    : 'Saving would change nothing.'

/** `281 packages across all counties`; those that keep a more specific price are not among them. */
export const packagesWords = (reach: PricesPreview, area: NamedArea | null): string =>
  `${where(reach, area)}${kept(reach)}`

/** How much a change affects: packages there, and carts whose buyers are told. */
export const reachWords = (reach: PricesPreview, area: NamedArea | null): string =>
  `Affects ${where(reach, area)} ${cartsWords(reach)}${kept(reach)}`

function where({ packages, keptPackages }: PricesPreview, area: NamedArea | null): string {
  const place = area ? `in ${area.name}` : keptPackages === 0 ? 'across all counties' : 'across counties'
  return `${formatPlural(packages, 'package')} ${place}.`
}

function kept({ keptPackages }: PricesPreview): string {
  if (keptPackages === 0) return ''
  const keep = keptPackages === 1 ? 'keeps a price of its own' : 'keep prices of their own'
  return ` ${formatPlural(keptPackages, 'package')} ${keep}.`
}

function cartsWords({ packages, cartLines }: PricesPreview): string {
  if (cartLines === 0) return packages === 1 ? 'It isn’t in any cart right now.' : 'None of them are in a cart now.'
  const inOne = packages === 1 ? 'It is' : '1 of them is'
  const inMore = packages === 1 ? `It is in ${cartLines} carts` : `${cartLines} of them are in carts`
  return cartLines === 1
    ? `${inOne} in a cart now; its buyer is told before paying.`
    : `${inMore} now; their buyers are told before they pay.`
}

interface PricedRowsProps {
  label: string
  rows: readonly PricedRow[]
  /** Where they apply: says whose price each is. Null: everywhere. */
  area: NamedArea | null
}

/** Prices with old and new, by lead type. */
export const PricedRows = ({ label, rows, area }: PricedRowsProps) => (
  <table className="figures w-full text-sm">
    <caption className="sr-only">{label}</caption>
    <thead>
      <tr className="border-b border-line text-right text-xs text-muted">
        {['Package', 'Old', 'New'].map((header) => (
          <th key={header} scope="col" className="py-1 pl-3 font-normal first:pl-0 first:text-left">
            {header}
          </th>
        ))}
      </tr>
    </thead>
    {LEAD_TYPES.filter((leadType) => rows.some((row) => row.leadType === leadType)).map((leadType) => (
      <tbody key={leadType}>
        <tr>
          <th scope="rowgroup" colSpan={3} className="pt-3 pb-1 text-left font-semibold">
            {LEAD_TYPE_NAMES[leadType]}
          </th>
        </tr>
        {rows
          .filter((row) => row.leadType === leadType)
          .map((row) => (
            <tr key={keyOf(row)} className="border-t border-line align-baseline">
              <th scope="row" className="py-1.5 text-left font-normal">
                {packageName(row)}
              </th>
              <td className="py-1.5 pl-3 text-right text-muted">
                <span className="whitespace-nowrap">{formatDollars(row.before)}</span>
                {area && <span className="block text-xs">{levelWords(row.beforeLevel, area)}</span>}
              </td>
              <td className="py-1.5 pl-3 text-right">
                <span className="font-semibold whitespace-nowrap">{formatDollars(row.after)}</span>
                {area && <span className="block text-xs">{levelWords(row.afterLevel, area)}</span>}
                <span className={`block text-xs ${isSteep(row.before, row.after) ? 'text-attention' : 'text-muted'}`}>
                  {describeDifference(row.before, row.after)}
                </span>
              </td>
            </tr>
          ))}
      </tbody>
    ))}
  </table>
)

import { skipToken, useQuery } from '@tanstack/react-query'
import { levelWords, PREVIEW_ROWS, type PriceLevel } from '#contract/admin/price-areas.ts'
import { type PricedRow, type PriceKey, previewPrices } from '#contract/admin/pricing.ts'
import { previewStock } from '#contract/admin/stock-screen.ts'
import { LEAD_TYPE_NAMES, packageName } from '#contract/catalogue/catalogue.ts'
import type { ReplyOutputOf } from '#contract/endpoint.ts'
import { describeDifference, isSteep, keyOf } from '#web/features/admin/pricing/price-rules.ts'
import { stockWord } from '#web/features/admin/stock/stock-rules.ts'
import { type ApiError, callApi } from '#web/lib/call-api.ts'
import { formatCount, formatDollars, formatPlural } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { ManyBody } from './many-rules.ts'

/** A package before and after a change, in words. */
export interface ChangedRow extends PriceKey {
  /** Null: everywhere. */
  place: string | null
  before: string
  after: string
  beforeNote?: string | undefined
  afterNote?: string | undefined
  /** How much it is. */
  by?: string
  isSteep?: boolean
}

/** Whose price it is, if a place does not have its own. */
function inheritedWords(level: PriceLevel, place: string | null): string | undefined {
  const isOwn = place === null || level === (place.includes(', ') ? 'county' : 'state')
  return isOwn ? undefined : levelWords(level, place)
}

/** A price that changes. */
export const pricedRow = ({ before, beforeLevel, after, afterLevel, ...row }: PricedRow): ChangedRow => ({
  ...row,
  before: formatDollars(before),
  after: formatDollars(after),
  beforeNote: inheritedWords(beforeLevel, row.place),
  afterNote: inheritedWords(afterLevel, row.place),
  by: describeDifference(before, after),
  isSteep: isSteep(before, after),
})

const headingOf = ({ place, leadType }: ChangedRow): string =>
  place === null ? LEAD_TYPE_NAMES[leadType] : `${place}: ${LEAD_TYPE_NAMES[leadType]}`

/** Old and new of packages, by place and lead type. */
export const ChangedRows = ({ label, rows }: { label: string; rows: readonly ChangedRow[] }) => (
  <table className="figures mt-2 w-full text-sm">
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
    {[...Map.groupBy(rows, headingOf)].map(([heading, its]) => (
      <tbody key={heading}>
        <tr>
          <th scope="rowgroup" colSpan={3} className="pt-3 pb-1 text-left font-semibold">
            {heading}
          </th>
        </tr>
        {its.map((row) => (
          <tr key={keyOf(row)} className="border-t border-line align-baseline">
            <th scope="row" className="py-1.5 text-left font-normal">
              {packageName(row)}
            </th>
            <td className="py-1.5 pl-3 text-right text-muted">
              <span className="whitespace-nowrap">{row.before}</span>
              {row.beforeNote && <span className="block text-xs">{row.beforeNote}</span>}
            </td>
            <td className="py-1.5 pl-3 text-right">
              <span className="font-semibold whitespace-nowrap">{row.after}</span>
              {row.afterNote && <span className="block text-xs">{row.afterNote}</span>}
              {row.by && (
                <span className={`block text-xs ${row.isSteep ? 'text-attention' : 'text-muted'}`}>{row.by}</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    ))}
  </table>
)

/** What a change would do, in the same words for prices and stock. */
interface Preview {
  changed: number
  /** `12 prices`. */
  things: string
  summary: string
  /** How far it reaches, and what stays as it is and why. */
  facts: readonly string[]
  /** What deserves a second look. */
  warnings: readonly string[]
  rows: readonly ChangedRow[]
  /** Goes back to the server. */
  seen: string
}

const are = (count: number, noun: string): string => `${formatPlural(count, noun)} ${count === 1 ? 'is' : 'are'}`
const some = (...facts: readonly (string | false)[]): string[] => facts.filter((fact) => fact !== false)

function showPrices(reply: ReplyOutputOf<typeof previewPrices>): Preview {
  const { changed, same, packages, keptPackages, cartLines, seen } = reply
  const rows = reply.rows.map(pricedRow)
  return {
    changed,
    things: formatPlural(changed, 'price'),
    summary: `${formatPlural(changed, 'price')} ${changed === 1 ? 'changes' : 'change'}, for ${formatPlural(packages, 'package')}.`,
    facts: some(
      keptPackages > 0 && `${are(keptPackages, 'package')} skipped: the county or its state has its own price.`,
      same > 0 && `${are(same, 'price')} skipped: no change.`,
      cartLines > 0 && `${are(cartLines, 'package')} in a cart now; buyers are told before they pay.`,
    ),
    warnings: some(rows.some(({ isSteep }) => isSteep) && 'Some prices change by half or more. Is the number right?'),
    rows,
    seen,
  }
}

/** From this number on, buyers notice. */
const WIDE_PACKAGES = 5_000

function showStock(reply: ReplyOutputOf<typeof previewStock>, isZero: boolean): Preview {
  const { packages, changed, fromLeads, holds, heldPackages, unitsBefore, unitsAfter, seen } = reply
  const same = packages - changed - fromLeads
  const stay = holds === 1 ? 'stays' : 'stay'
  return {
    changed,
    things: formatPlural(changed, 'package'),
    summary: `${formatPlural(changed, 'package')} will change. ${formatCount(unitsBefore)} → ${formatCount(unitsAfter)} units in all.`,
    facts: some(
      same > 0 && `${are(same, 'package')} skipped: no change.`,
      fromLeads > 0 &&
        `${are(fromLeads, 'package')} skipped: the stock comes from leads. Upload a lead file to change it.`,
      holds > 0 &&
        `${formatPlural(holds, 'hold')} on ${formatCount(heldPackages)} of them ${stay}: only units not on hold change.`,
    ),
    warnings: some(
      isZero && 'All of them will be Out of Stock for buyers.',
      changed >= WIDE_PACKAGES && 'Buyers of these packages wait a moment while it saves. Is this what you want?',
    ),
    rows: reply.rows.map((row) => ({ ...row, before: stockWord(row.before), after: stockWord(row.after) })),
    seen,
  }
}

/** Previews a change; null asks nothing. Computed again each time, because prices, stock and carts change. */
export function usePreview(body: ManyBody | null, from: number) {
  const key = JSON.stringify(body)
  return useQuery<Preview, ApiError>({
    queryKey: [body?.what === 'stock' ? previewStock.path : previewPrices.path, key, from],
    queryFn: !body
      ? skipToken
      : async ({ signal }) => {
          if (body.what === 'price')
            return showPrices(await callApi(previewPrices, { body: { ...body.asked, from }, signal }))
          const { step } = body.asked
          const isZero = step.kind === 'set' && step.value === 0
          return showStock(await callApi(previewStock, { body: { ...body.asked, from }, signal }), isZero)
        },
    // While another page loads, the last one stays.
    placeholderData: (last, asked) => (asked?.queryKey[1] === key ? last : undefined),
    staleTime: 0,
    gcTime: 0,
  })
}

interface ShownPreviewProps {
  preview: Preview
  from: number
  onPage: (from: number) => void
}

/** All of what would change, a page at a time. */
export function ShownPreview({ preview, from, onPage }: ShownPreviewProps) {
  const { changed, summary, facts, warnings, rows } = preview
  const last = Math.min(from + PREVIEW_ROWS, changed)
  return (
    <>
      <div role="status" className="mt-1 text-sm">
        <p className="font-semibold">{changed === 0 ? 'Nothing would change.' : summary}</p>
        {facts.map((fact) => (
          <p key={fact} className="text-muted">
            {fact}
          </p>
        ))}
      </div>
      {changed > 0 &&
        warnings.map((warning) => (
          <Notice key={warning} tone="attention" className="mt-3">
            {warning}
          </Notice>
        ))}
      {changed > 0 && <ChangedRows label="Old and new" rows={rows} />}
      {changed > PREVIEW_ROWS && (
        <nav
          aria-label="Pages of the preview"
          className="mt-3 flex items-center justify-between gap-3 text-sm text-muted"
        >
          <Button size="small" disabled={from === 0} onClick={() => onPage(Math.max(0, from - PREVIEW_ROWS))}>
            Previous
          </Button>
          <span role="status" className="figures">
            {formatCount(from + 1)} to {formatCount(last)} of {formatCount(changed)}
          </span>
          <Button size="small" disabled={last === changed} onClick={() => onPage(from + PREVIEW_ROWS)}>
            Next
          </Button>
        </nav>
      )}
    </>
  )
}

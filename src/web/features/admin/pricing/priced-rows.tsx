import { levelWords, type NamedArea } from '#contract/admin/price-areas.ts'
import type { PricedRow } from '#contract/admin/pricing.ts'
import { LEAD_TYPE_NAMES, LEAD_TYPES, packageName } from '#contract/catalogue/catalogue.ts'
import { formatDollars } from '#web/lib/format.ts'
import { describeDifference, isSteep, keyOf } from './price-rules.ts'

interface PricedRowsProps {
  /** What the table is about, for screen readers. */
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

import { levelWords, type NamedArea } from '#contract/admin/price-areas.ts'
import type { PricedRow } from '#contract/admin/pricing.ts'
import { LEAD_TYPE_NAMES, LEAD_TYPES, packageName } from '#contract/catalogue/catalogue.ts'
import { formatDollars } from '#web/lib/format.ts'
import { classes } from '#web/ui/classes.ts'
import { describeDifference, isSteep, keyOf } from './price-rules.ts'

interface PricedRowsProps {
  /** What the table is about, for screen readers. */
  label: string
  rows: readonly PricedRow[]
  /** Where they apply: says whose price each is. Null: everywhere. */
  area: NamedArea | null
}

/** Prices with old and new, by lead type. */
export function PricedRows({ label, rows, area }: PricedRowsProps) {
  return (
    <table className="figures w-full text-sm">
      <caption className="sr-only">{label}</caption>
      <thead>
        <tr className="border-b border-line text-xs text-muted">
          <th scope="col" className="py-1 text-left font-normal">
            Package
          </th>
          <th scope="col" className="py-1 pl-3 text-right font-normal">
            Old
          </th>
          <th scope="col" className="py-1 pl-3 text-right font-normal">
            New
          </th>
        </tr>
      </thead>
      {LEAD_TYPES.map((leadType) => {
        const its = rows.filter((row) => row.leadType === leadType)
        return (
          its.length > 0 && (
            <tbody key={leadType}>
              <tr>
                <th scope="rowgroup" colSpan={3} className="pt-3 pb-1 text-left font-semibold">
                  {LEAD_TYPE_NAMES[leadType]}
                </th>
              </tr>
              {its.map((row) => (
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
                    <span
                      className={classes(
                        'block text-xs',
                        isSteep(row.before, row.after) ? 'text-attention' : 'text-muted',
                      )}
                    >
                      {describeDifference(row.before, row.after)}
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          )
        )
      })}
    </table>
  )
}

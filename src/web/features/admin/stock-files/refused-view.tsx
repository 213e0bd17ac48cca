import { Download } from 'lucide-react'
import { REFUSED_ROWS_MAX, STOCK_ROW_REASONS, type StockImportDetails } from '#contract/admin/stock-files.ts'
import { formatCount, formatPlural } from '#web/lib/format.ts'
import { useSaveFile } from '#web/lib/use-save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Why a file was refused: as a whole, or row by row with a report to download. */
export function RefusedView({ one }: { one: StockImportDetails }) {
  const report = useSaveFile()
  if (one.problem !== null) {
    return (
      <Notice tone="danger" title="This file cannot be read">
        {one.problem} No stock was changed.
      </Notice>
    )
  }
  const isShort = one.refusedRows > one.refused.length
  return (
    <div className="grid gap-4">
      <Notice
        tone="danger"
        title={`${formatPlural(one.refusedRows, 'row')} of ${formatCount(one.rowsRead)} cannot be imported`}
        action={
          <Button
            aria-disabled={report.isPending || undefined}
            onClick={() => !report.isPending && report.mutate(`/api/admin/stock-imports/${one.id}/refused.csv`)}
          >
            <Download size={16} aria-hidden="true" />
            Download the report
          </Button>
        }
      >
        We import all of a file or none of it, so no stock was changed. Fix these rows in your file and choose it again.
      </Notice>
      {report.error && <Notice tone="danger">{report.error.sentence}</Notice>}
      {one.refused.length > 0 ? (
        <RefusedRows rows={one.refused} />
      ) : (
        <p className="text-sm text-muted">We keep the rows themselves for only three days.</p>
      )}
      {isShort && one.refused.length > 0 && (
        <p className="text-sm text-muted">
          These are the first {one.refused.length}. The report lists{' '}
          {one.refusedRows > REFUSED_ROWS_MAX ? `the first ${formatCount(REFUSED_ROWS_MAX)}` : 'all of them'}.
        </p>
      )}
    </div>
  )
}

function RefusedRows({ rows }: { rows: StockImportDetails['refused'] }) {
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">Refused rows</caption>
      <thead>
        <tr className="border-b border-line text-left text-xs text-muted">
          <th scope="col" className="py-1 pr-4 font-normal">
            Row
          </th>
          <th scope="col" className="py-1 font-normal">
            What it says, and why we can’t import it
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ row, line, reason }) => (
          <tr key={row} className="border-b border-line align-top">
            <th scope="row" className="figures py-1.5 pr-4 text-left font-semibold">
              {row}
            </th>
            <td className="py-1.5">
              <code className="text-xs wrap-anywhere">{line}</code>
              <span className="block text-danger">It {STOCK_ROW_REASONS[reason]}.</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

import { Download } from 'lucide-react'
import { LEAD_ROW_REASONS, LeadRowReason } from '#contract/admin/lead-file-fields.ts'
import { LEAD_REFUSALS_MAX, type LeadImport } from '#contract/admin/lead-files.ts'
import { formatCount, formatPlural } from '#web/lib/format.ts'
import { useSaveFile } from '#web/lib/use-save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { LIST_PATH } from './lead-files-data.ts'

/** How many rows are refused, why, and all of them as a file. Renders nothing if none is refused. */
export function RefusedPart({ one }: { one: LeadImport }) {
  const report = useSaveFile()
  if (one.refusedRows === 0 || !one.preview) return null
  const reasons = Object.entries(one.preview.refused).sort(([, a], [, b]) => b - a)
  return (
    <section aria-label="Refused rows" className="grid gap-3">
      <h3 className="font-semibold">
        {formatPlural(one.refusedRows, 'row')} of {formatCount(one.rowsRead)}{' '}
        {one.state === 'ready' ? 'will not be imported' : 'were not imported'}
      </h3>
      <ul aria-label="Reasons" className="grid gap-1 text-sm">
        {reasons.map(([reason, rows]) => {
          const known = LeadRowReason.safeParse(reason)
          return (
            <li key={reason} className="grid grid-cols-[3.5rem_minmax(0,1fr)] gap-3">
              <span className="figures text-right font-semibold">{formatCount(rows)}</span>
              <span>It {known.success ? LEAD_ROW_REASONS[known.data] : reason}</span>
            </li>
          )
        })}
      </ul>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          aria-disabled={report.isPending || undefined}
          onClick={() => !report.isPending && report.mutate(`${LIST_PATH}/${one.id}/refused.csv`)}
        >
          <Download size={16} aria-hidden="true" />
          Download the report
        </Button>
        <p className="text-xs text-muted">
          {one.refusedRows > LEAD_REFUSALS_MAX ? `The first ${formatCount(LEAD_REFUSALS_MAX)} rows` : 'All of them'},
          with the reason for each; kept for three days. Downloading it is logged.
        </p>
      </div>
      {report.error && <Notice tone="danger">{report.error.sentence}</Notice>}
    </section>
  )
}

import type { StockImportDetails, StockPreview } from '#contract/admin/stock-files.ts'
import { formatCount } from '#web/lib/format.ts'
import { FigureStrip } from '#web/ui/figure-strip.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { previewNotes } from './import-words.ts'

/** Previews what applying will do. */
export function ReadyView({ one, preview }: { one: StockImportDetails; preview: StockPreview }) {
  const notes = previewNotes(preview, one.ignoredColumns)
  return (
    <div className="grid gap-4">
      <FigureStrip
        label="What the file would change"
        figures={[
          {
            label: 'Packages in the file',
            value: formatCount(preview.named),
            note: `${formatCount(preview.unchanged)} unchanged`,
          },
          { label: 'Will change', value: formatCount(preview.changed) },
          { label: 'To zero', value: formatCount(preview.toZero), isUrgent: preview.toZero > 0, note: 'sold out' },
          { label: 'To unlimited', value: formatCount(preview.toUnlimited) },
        ]}
      />
      {preview.changed === 0 ? (
        <Notice tone="good" title="Nothing would change">
          Every package in this file already has its count.
        </Notice>
      ) : (
        <p className="text-sm">
          Packages in carts and unpaid orders stay there. The count is what you can sell on top of those, and buyers see
          it right away.
        </p>
      )}
      {notes.length > 0 && (
        <ul className="grid list-disc gap-1 pl-5 text-sm">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {one.checksum && (
        <p className="text-xs text-muted">
          {formatCount(one.rowsRead)} rows, checksum (SHA-256) <code className="wrap-anywhere">{one.checksum}</code>
        </p>
      )}
    </div>
  )
}

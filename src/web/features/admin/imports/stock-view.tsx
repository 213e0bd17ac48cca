/** What the screens of imports show of stock. */
import { usedColumns } from '#contract/admin/lead-file-fields.ts'
import type { StockPreview } from '#contract/admin/stock-files.ts'
import type { ImportOf } from '#contract/imports/imports.ts'
import { formatCount, formatPlural } from '#web/lib/format.ts'
import { ImportNotes, type KindView } from '#web/lib/imports/import-drawer.tsx'
import { FigureStrip } from '#web/ui/figure-strip.tsx'
import { Notice } from '#web/ui/notice.tsx'

function Ready({ one, preview }: { one: ImportOf<'stock'>; preview: StockPreview }) {
  const { named, unchanged, changed, toZero, toUnlimited, leftAlone, fromUnlimited, repeated } = preview
  const { columns, mapping, checksum } = one
  const used = usedColumns(mapping ?? {})
  // The price is in each export, for people.
  const unused = columns.filter((column) => !used.has(column) && column !== 'price')
  return (
    <div className="grid gap-4">
      <FigureStrip
        label="What the file would change"
        figures={[
          { label: 'Packages in the file', value: formatCount(named), note: `${formatCount(unchanged)} unchanged` },
          { label: 'Will change', value: formatCount(changed) },
          { label: 'To zero', value: formatCount(toZero), isUrgent: toZero > 0, note: 'sold out' },
          { label: 'To unlimited', value: formatCount(toUnlimited) },
        ]}
      />
      {changed === 0 ? (
        <Notice tone="good" title="Nothing would change">
          Every package in this file already has its count.
        </Notice>
      ) : (
        <p className="text-sm">
          Packages in carts and unpaid orders stay there. The count is what you can sell on top of those, and buyers see
          it right away.
        </p>
      )}
      <ImportNotes
        notes={[
          leftAlone > 0 &&
            `Left unchanged: ${formatPlural(leftAlone, 'package')} whose stock moved since the export, in rows you did not edit.`,
          fromUnlimited > 0 && `${formatPlural(fromUnlimited, 'package')} would no longer be unlimited.`,
          repeated > 0 && `Repeated rows: ${formatCount(repeated)}.`,
          unused.length > 0 && `Unused columns: ${unused.join(', ')}.`,
        ]}
      />
      {checksum && (
        <p className="text-xs text-muted">
          {formatCount(one.rowsRead)} rows, checksum (SHA-256) <code className="wrap-anywhere">{checksum}</code>
        </p>
      )}
    </div>
  )
}

export const STOCK_VIEW = {
  title: 'Import stock',
  lastStep: 'Set stock',
  Ready,
  applyWords: ({ changed }) => (changed > 0 ? `Set the stock of ${formatPlural(changed, 'package')}` : null),
  applying: 'Setting the stock',
  applied: 'Applied',
  outcomeWords({ state, outcome, preview, refusedRows }) {
    if (state === 'applied') return `${formatPlural(outcome?.changed ?? 0, 'package')} changed`
    if (state === 'undone') return `${formatPlural(outcome?.restored ?? 0, 'package')} set back`
    if (state === 'ready' && preview) return `${formatPlural(preview.changed, 'package')} would change`
    if (state === 'refused')
      return refusedRows > 0 ? `${formatPlural(refusedRows, 'row')} refused` : 'The file could not be read'
    return 'No stock was changed'
  },
  appliedWords: ({ outcome }) => (
    <>
      Each package’s history shows this import.
      {(outcome?.overtaken ?? 0) > 0 &&
        ` ${formatPlural(outcome?.overtaken ?? 0, 'package')} already had the new count, or someone changed them during the import.`}
    </>
  ),
  undoWords:
    'Each package gets back the units that this import took, and loses those that it added, whatever was sold since. A package someone has changed since then keeps its count.',
  keptWords: (kept) => `${formatPlural(kept, 'package')} kept their count because someone has changed them since.`,
} satisfies KindView<'stock'>

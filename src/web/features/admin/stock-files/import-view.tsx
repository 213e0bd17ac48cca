import { Download } from 'lucide-react'
import {
  REFUSED_ROWS_MAX,
  STOCK_ROW_REASONS,
  type StockImport,
  type StockImportDetails,
  type StockPreview,
} from '#contract/admin/stock-files.ts'
import { formatCount, formatDateTime, formatPlural } from '#web/lib/format.ts'
import { formatBytes } from '#web/lib/format-bytes.ts'
import { useSaveFile } from '#web/lib/use-save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { FigureStrip } from '#web/ui/figure-strip.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import type { StatusTone } from '#web/ui/status-pill.tsx'
import { FileDrop } from './file-drop.tsx'
import { sendFile, type Upload } from './stock-files-data.ts'

type Outcome = Pick<StockImport, 'state' | 'changedPackages' | 'refusedRows' | 'preview'>

/** The state as a word with its tone. */
export function stateWord({ state }: Pick<StockImport, 'state'>): { word: string; tone: StatusTone } {
  switch (state) {
    case 'applied':
      return { word: 'Applied', tone: 'done' }
    case 'ready':
      return { word: 'Checked, not applied', tone: 'waiting' }
    case 'refused':
      return { word: 'Refused', tone: 'over' }
    case 'interrupted':
      return { word: 'Incomplete', tone: 'over' }
    case 'lapsed':
      return { word: 'Not applied', tone: 'plain' }
    case 'applying':
      return { word: 'Being applied', tone: 'waiting' }
    default:
      return { word: 'Being checked', tone: 'waiting' }
  }
}

/** The result in one line. */
export function outcomeWords({ state, changedPackages, refusedRows, preview }: Outcome): string {
  if (state === 'applied') return `${formatPlural(changedPackages ?? 0, 'package')} changed`
  if (state === 'refused')
    return refusedRows > 0 ? `${formatPlural(refusedRows, 'row')} refused` : 'The file could not be read'
  if (state === 'ready' && preview) return `${formatPlural(preview.changed, 'package')} would change`
  return 'No stock was changed'
}

/** What is worth knowing about a preview in addition to its figures. */
function previewNotes({ leftAlone, repeated, fromUnlimited }: StockPreview, ignored: readonly string[]): string[] {
  return [
    leftAlone > 0 &&
      `Left unchanged: ${formatPlural(leftAlone, 'package')} whose stock moved since the export, in rows you did not edit.`,
    fromUnlimited > 0 && `${formatPlural(fromUnlimited, 'package')} would no longer be unlimited.`,
    repeated > 0 && `Repeated rows: ${formatCount(repeated)}.`,
    ignored.length > 0 && `Unknown columns were ignored: ${ignored.join(', ')}.`,
  ].filter((note) => note !== false)
}

/** What buyers will notice most, for the confirmation. */
export function consequenceWords({ toZero, toUnlimited }: StockPreview): string {
  const parts = [
    toZero > 0 && `${formatPlural(toZero, 'package')} will be sold out`,
    toUnlimited > 0 && `${formatPlural(toUnlimited, 'package')} will become unlimited`,
  ].filter((part) => part !== false)
  return parts.length > 0 ? `${parts.join(', and ')}.` : 'None of them will be sold out.'
}

/** The act, as its button names it. */
export const applyWords = (changed: number): string => `Set the stock of ${formatPlural(changed, 'package')}`

/** Why a file was refused: as a whole, or row by row with a report to download. */
function RefusedView({ one }: { one: StockImportDetails }) {
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

/** Previews what applying will do. */
function ReadyView({ one, preview }: { one: StockImportDetails; preview: StockPreview }) {
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

interface ImportViewProps {
  one: StockImportDetails
  upload: Upload | undefined
  isApplying: boolean
}

/** One import: its progress, its check, or its result. */
export function ImportView({ one, upload, isApplying }: ImportViewProps) {
  if (one.state === 'applied') return <AppliedView one={one} />
  if (isApplying || one.state === 'applying') return <Applying one={one} />
  if (upload?.isUnderWay || one.state === 'checking') return <Checking one={one} upload={upload} />
  switch (one.state) {
    case 'refused':
      return <RefusedView one={one} />
    case 'ready':
      return one.preview && <ReadyView one={one} preview={one.preview} />
    case 'lapsed':
      return (
        <Notice title="This import was never applied">
          We keep a checked file for only three days. No stock was changed. Choose the file again to import it.
        </Notice>
      )
    default:
      return <NotSent one={one} upload={upload} />
  }
}

function Checking({ one, upload }: Omit<ImportViewProps, 'isApplying'>) {
  const isSent = one.state === 'checking' || upload?.share === 1
  const rows = one.rowsRead > 0 ? `${formatPlural(one.rowsRead, 'row')} read. ` : ''
  return (
    <ProgressBar label="Checking the file" share={isSent ? null : (upload?.share ?? null)}>
      {isSent
        ? `${rows}Comparing with current stock. You can close this; the check keeps going.`
        : `${rows}Uploading ${formatBytes(one.fileBytes)}, ${Math.round((upload?.share ?? 0) * 100)}% sent.`}
    </ProgressBar>
  )
}

function Applying({ one }: { one: StockImportDetails }) {
  const all = one.preview?.changed ?? 0
  return (
    <ProgressBar label="Setting the stock" share={all > 0 ? one.appliedRows / all : null}>
      {`${formatCount(one.appliedRows)} of ${formatPlural(all, 'package')} set. Buyers see each new count at once. You can close this; it keeps going.`}
    </ProgressBar>
  )
}

/** Nothing arrived, or not all of it: after a broken connection, a reload, or a dead node. */
function NotSent({ one, upload }: Omit<ImportViewProps, 'isApplying'>) {
  const send = (file: File) => sendFile(one.id, file)
  return (
    <div className="grid gap-4">
      <Notice
        tone="attention"
        title="The upload was cut off"
        action={
          upload && (
            <Button look="primary" onClick={() => send(upload.file)}>
              Send {upload.file.name} again
            </Button>
          )
        }
      >
        {upload?.error ? `${upload.error.sentence} ` : ''}
        {one.rowsRead > 0 ? `${formatPlural(one.rowsRead, 'row')} had been read. ` : ''}
        No stock was changed.{upload ? '' : ` Choose ${one.fileName} again to continue.`}
      </Notice>
      {!upload && <FileDrop isBusy={false} onFile={send} />}
    </div>
  )
}

function AppliedView({ one }: { one: StockImportDetails }) {
  const others = (one.preview?.changed ?? 0) - (one.changedPackages ?? 0)
  return (
    <Notice tone="good" title={outcomeWords(one)}>
      {one.appliedBy} applied {one.fileName}
      {one.appliedAt && ` on ${formatDateTime(one.appliedAt)}`}. Each package’s history shows this import.
      {others > 0 &&
        ` ${formatPlural(others, 'package')} already had the new count, or someone changed them during the import.`}
    </Notice>
  )
}

import type { QueryKey } from '@tanstack/react-query'
import {
  getStockImport,
  listStockImports,
  REFUSED_ROWS_MAX,
  STOCK_FILE_BYTES_MAX,
  STOCK_ROW_REASONS,
  type StockImport,
  type StockImportDetails,
  type StockPreview,
} from '#contract/admin/stock-files.ts'
import { ImportNotes, RefusedReport } from '#web/features/admin/file-import.tsx'
import { type ApiError, answeredError, queryClient, readJson, unreachableError } from '#web/lib/call-api.ts'
import { csvError, keepImport, Uploads, useUploadOf } from '#web/lib/file-imports.ts'
import { formatCount, formatDateTime, formatPlural } from '#web/lib/format.ts'
import { formatBytes } from '#web/lib/format-late.ts'
import { reload } from '#web/lib/use-change.ts'
import { Button } from '#web/ui/button.tsx'
import { FigureStrip } from '#web/ui/figure-strip.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ProgressBar } from '#web/ui/progress.tsx'

const importKey = (importId: string): QueryKey => [getStockImport.path, { importId }]

/** Shows an import from a reply. */
export const keep = (one: StockImportDetails): void => keepImport(importKey(one.id), listStockImports.path, one)

/** Reads an import again: after an error, it shows whether the step was taken. */
export const readAgain = (importId: string): void =>
  void queryClient.invalidateQueries({ queryKey: importKey(importId) })

/* Files being uploaded, by import. Uploads continue while the drawer is closed, and can be repeated. */

export interface Upload {
  file: File
  /** From 0 to 1. */
  share: number
  isUnderWay: boolean
  error: ApiError | null
}

const uploads = new Uploads<Upload>()
export const useUpload = (importId: string) => useUploadOf(uploads, importId)

/**
 * Uploads the file of an import. `fetch` cannot report how much of a body was sent, hence the older API.
 *
 * @see https://developer.mozilla.org/docs/Web/API/XMLHttpRequest/upload
 */
export function sendFile(importId: string, file: File): void {
  const call = new XMLHttpRequest()
  const report = (share: number, isUnderWay: boolean, error: ApiError | null = null) =>
    uploads.set(importId, { file, share, isUnderWay, error })
  const fail = (error: ApiError) => {
    report(uploads.get(importId)?.share ?? 0, false, error)
    readAgain(importId)
  }
  call.upload.addEventListener('progress', ({ loaded, total }) => report(total > 0 ? loaded / total : 0, true))
  call.addEventListener('error', () =>
    fail(unreachableError('The connection dropped during the upload. No stock was changed.')),
  )
  call.addEventListener('load', () => {
    const body = readJson<StockImportDetails>(call.responseText)
    if (call.status !== 200 || body === null) return fail(answeredError(call.status, call.responseText))
    report(1, false)
    keep(body)
  })
  call.addEventListener('loadend', () => void reload([listStockImports.path]))
  call.open('PUT', `${listStockImports.path}/${importId}/file`)
  call.setRequestHeader('content-type', 'text/csv')
  call.setRequestHeader('accept', 'application/json')
  report(0, true)
  call.send(file)
}

/** The result in one line. */
export function outcomeWords({ state, changedPackages, refusedRows, preview }: StockImport): string {
  if (state === 'applied') return `${formatPlural(changedPackages ?? 0, 'package')} changed`
  if (state === 'refused')
    return refusedRows > 0 ? `${formatPlural(refusedRows, 'row')} refused` : 'The file could not be read'
  if (state === 'ready' && preview) return `${formatPlural(preview.changed, 'package')} would change`
  return 'No stock was changed'
}

export const StockFileDrop = ({ isBusy, onFile }: { isBusy: boolean; onFile: (file: File) => void }) => (
  <FileDrop
    label="Drop area for a CSV file"
    inputLabel="Stock CSV file"
    buttonLabel="Choose a CSV file"
    help="or drop it here. We check it first, and no stock changes until you say so."
    accept=".csv,text/csv"
    isBusy={isBusy}
    fieldErrorOf={(file) =>
      csvError(file, { bytesMax: STOCK_FILE_BYTES_MAX, advice: 'Import single states, or leave out columns.' })
    }
    onFile={onFile}
  />
)

/** Why a file was refused: as a whole, or row by row with a report to download. */
function RefusedView({ one }: { one: StockImportDetails }) {
  if (one.problem !== null)
    return (
      <Notice tone="danger" title="This file cannot be read">
        {one.problem} No stock was changed.
      </Notice>
    )
  return (
    <div className="grid gap-4">
      <Notice
        tone="danger"
        title={`${formatPlural(one.refusedRows, 'row')} of ${formatCount(one.rowsRead)} cannot be imported`}
      >
        We import all of a file or none of it, so no stock was changed. Fix these rows in your file and choose it again.
      </Notice>
      <RefusedReport address={`${listStockImports.path}/${one.id}/refused.csv`} />
      {one.refused.length > 0 ? (
        <RefusedRows rows={one.refused} />
      ) : (
        <p className="text-sm text-muted">We keep the rows themselves for only three days.</p>
      )}
      {one.refused.length > 0 && one.refusedRows > one.refused.length && (
        <p className="text-sm text-muted">
          These are the first {one.refused.length}. The report lists{' '}
          {one.refusedRows > REFUSED_ROWS_MAX ? `the first ${formatCount(REFUSED_ROWS_MAX)}` : 'all of them'}.
        </p>
      )}
    </div>
  )
}

const RefusedRows = ({ rows }: { rows: StockImportDetails['refused'] }) => (
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

function ReadyView({ one, preview }: { one: StockImportDetails; preview: StockPreview }) {
  const { named, unchanged, changed, toZero, toUnlimited, leftAlone, fromUnlimited, repeated } = preview
  const { ignoredColumns, checksum } = one
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
          ignoredColumns.length > 0 && `Unknown columns were ignored: ${ignoredColumns.join(', ')}.`,
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

type ImportViewProps = { one: StockImportDetails; upload: Upload | undefined; isApplying: boolean }

/** One import: its progress, its check, or its result. */
export function ImportView({ one, upload, isApplying }: ImportViewProps) {
  const { state, preview } = one
  const changed = preview?.changed ?? 0
  if (state === 'applied') {
    const others = changed - (one.changedPackages ?? 0)
    return (
      <Notice tone="good" title={outcomeWords(one)}>
        {one.appliedBy} applied {one.fileName}
        {one.appliedAt && ` on ${formatDateTime(one.appliedAt)}`}. Each package’s history shows this import.
        {others > 0 &&
          ` ${formatPlural(others, 'package')} already had the new count, or someone changed them during the import.`}
      </Notice>
    )
  }
  if (isApplying || state === 'applying')
    return (
      <ProgressBar label="Setting the stock" share={changed > 0 ? one.appliedRows / changed : null}>
        {`${formatCount(one.appliedRows)} of ${formatPlural(changed, 'package')} set. Buyers see each new count at once. You can close this; it keeps going.`}
      </ProgressBar>
    )
  if (upload?.isUnderWay || state === 'checking') return <Checking one={one} upload={upload} />
  if (state === 'refused') return <RefusedView one={one} />
  if (state === 'ready') return preview && <ReadyView one={one} preview={preview} />
  if (state !== 'lapsed') return <NotSent one={one} upload={upload} />
  return (
    <Notice title="This import was never applied">
      We keep a checked file for only three days. No stock was changed. Choose the file again to import it.
    </Notice>
  )
}

type SentProps = Omit<ImportViewProps, 'isApplying'>

function Checking({ one, upload }: SentProps) {
  const share = one.state === 'checking' || upload?.share === 1 ? null : (upload?.share ?? 0)
  const rows = one.rowsRead > 0 ? `${formatPlural(one.rowsRead, 'row')} read. ` : ''
  return (
    <ProgressBar label="Checking the file" share={share}>
      {share === null
        ? `${rows}Comparing with current stock. You can close this; the check keeps going.`
        : `${rows}Uploading ${formatBytes(one.fileBytes)}, ${Math.round(share * 100)}% sent.`}
    </ProgressBar>
  )
}

/** Nothing arrived, or not all of it: after a broken connection, a reload, or a dead node. */
function NotSent({ one, upload }: SentProps) {
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
      {!upload && <StockFileDrop isBusy={false} onFile={send} />}
    </div>
  )
}

import type { StockImportDetails } from '#contract/admin/stock-files.ts'
import { formatCount, formatDateTime, formatPlural } from '#web/lib/format.ts'
import { formatBytes } from '#web/lib/format-bytes.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { FileDrop } from './file-drop.tsx'
import { outcomeWords } from './import-words.ts'
import { ReadyView } from './ready-view.tsx'
import { RefusedView } from './refused-view.tsx'
import { sendFile, type Upload } from './uploads.ts'

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

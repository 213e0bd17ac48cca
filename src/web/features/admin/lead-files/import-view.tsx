import type { LeadImport } from '#contract/admin/lead-files.ts'
import { formatCount, formatDateTime, formatPlural } from '#web/lib/format.ts'
import { formatBytes } from '#web/lib/format-bytes.ts'
import { Button } from '#web/ui/button.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { fileComplaint } from './file-complaint.ts'
import type { MappingStep } from './lead-files-data.ts'
import { MappingView } from './mapping-view.tsx'
import { sendFile, shareOf, type Upload } from './part-uploads.ts'
import { ReadyView } from './ready-view.tsx'
import { RefusedPart } from './refused-part.tsx'

interface ImportViewProps {
  one: LeadImport
  upload: Upload | undefined
  /** What the drawer shows while columns are being named. */
  mapping: MappingStep | null
}

/** One import: its progress, its check, or its result. */
export function ImportView({ one, upload, mapping }: ImportViewProps) {
  if (mapping) return <MappingView step={mapping} source={one.source} known={one.mapping} />
  switch (one.state) {
    case 'waiting':
      return <Sending one={one} upload={upload} />
    case 'reading':
      return <Reading one={one} />
    case 'ready':
      return one.preview && <ReadyView one={one} preview={one.preview} />
    case 'refused':
      return <RefusedView one={one} />
    case 'applying':
      return (
        <ProgressBar label="Putting leads on sale" share={doneOf(one)}>
          {`${formatCount(one.rowsDone)} of ${formatPlural(one.rowsToApply, 'row')} applied. You can close this; it keeps going.`}
        </ProgressBar>
      )
    case 'undoing':
      return (
        <ProgressBar label="Undoing the import" share={doneOf(one)}>
          {`${formatCount(one.rowsDone)} of ${formatPlural(one.rowsToApply, 'row')} undone. You can close this; it keeps going.`}
        </ProgressBar>
      )
    default:
      return <EndedView one={one} />
  }
}

const doneOf = ({ rowsDone, rowsToApply }: LeadImport): number | null =>
  rowsToApply > 0 ? rowsDone / rowsToApply : null

function Sending({ one, upload }: Pick<ImportViewProps, 'one' | 'upload'>) {
  if (upload?.state === 'sending') {
    const share = shareOf(upload)
    return (
      <ProgressBar label="Uploading the file" share={share}>
        {`Uploading ${formatBytes(one.fileBytes)}, ${Math.round(share * 100)}% sent. Keep this page open until it finishes.`}
      </ProgressBar>
    )
  }
  return (
    <div className="grid gap-4">
      <Notice
        tone="attention"
        title="The upload was cut off"
        action={
          upload && (
            <Button look="primary" onClick={() => void sendFile(one.id, upload.file)}>
              Resume upload
            </Button>
          )
        }
      >
        {upload?.error ? `${upload.error.sentence} ` : ''}
        {one.bytesReceived > 0 ? `${formatBytes(one.bytesReceived)} of ${formatBytes(one.fileBytes)} came. ` : ''}
        Nothing was changed.{upload ? '' : ` Choose ${one.fileName} again to continue.`}
      </Notice>
      {!upload && (
        <FileDrop
          label="Drop area for the same file"
          inputLabel="Lead file"
          buttonLabel={`Choose ${one.fileName} again`}
          help="or drop it here. It must be exactly the same file."
          accept=".csv,.gz,text/csv,application/gzip"
          isBusy={false}
          complaintOf={(file) =>
            file.size === one.fileBytes
              ? fileComplaint(file)
              : `“${file.name}” has ${formatCount(file.size)} bytes, but this import needs ${formatCount(one.fileBytes)}. Start a new import for another file.`
          }
          onFile={(file) => void sendFile(one.id, file)}
        />
      )}
    </div>
  )
}

function Reading({ one }: { one: LeadImport }) {
  const isRead = one.bytesRead >= one.bytesReceived && one.bytesReceived > 0
  return (
    <ProgressBar label="Checking the file" share={isRead ? null : one.bytesRead / Math.max(1, one.bytesReceived)}>
      {isRead
        ? `${formatPlural(one.rowsRead, 'row')} read. Comparing them with each other and with the leads we have.`
        : `${formatPlural(one.rowsRead, 'row')} read. You can close this; the check keeps going.`}
    </ProgressBar>
  )
}

function RefusedView({ one }: { one: LeadImport }) {
  return (
    <div className="grid gap-4">
      <Notice
        tone="danger"
        title={one.rowsRead > 0 ? 'Nothing in this file can be imported' : 'This file cannot be read'}
      >
        {one.problem} Nothing was changed.
      </Notice>
      <RefusedPart one={one} />
    </div>
  )
}

/** The result. */
function EndedView({ one }: { one: LeadImport }) {
  const { outcome } = one
  if (one.state === 'applied') {
    return (
      <div className="grid gap-4">
        <Notice
          tone="good"
          title={`${formatPlural(outcome?.newLeads ?? 0, 'new lead')} on sale, ${formatCount(outcome?.merged ?? 0)} updated`}
        >
          {one.appliedBy} applied this file{one.appliedAt && ` on ${formatDateTime(one.appliedAt)}`}.
          {(outcome?.skipped ?? 0) > 0 &&
            ` ${formatPlural(outcome?.skipped ?? 0, 'row')} became too old, or were known in a newer form, between check and applying; they were left out.`}
        </Notice>
        <RefusedPart one={one} />
      </div>
    )
  }
  if (one.state === 'undone') {
    return (
      <Notice tone="good" title="This import was undone">
        {one.undoneBy} undid it{one.undoneAt && ` on ${formatDateTime(one.undoneAt)}`}.
        {(outcome?.kept ?? 0) > 0 &&
          ` ${formatPlural(outcome?.kept ?? 0, 'lead')} stayed because buyers had just bought or reserved them.`}
      </Notice>
    )
  }
  return (
    <Notice title={one.state === 'lapsed' ? 'This import was never applied' : 'This import is not complete'}>
      {one.problem ?? 'We keep a checked file for only three days.'} None of it is on sale. Choose the file again to
      import it.
    </Notice>
  )
}

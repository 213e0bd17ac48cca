import { Download } from 'lucide-react'
import { LEAD_ROW_REASONS, LeadRowReason } from '#contract/admin/lead-file-fields.ts'
import {
  LEAD_FILE_BYTES_MAX,
  LEAD_REFUSALS_MAX,
  type LeadImport,
  type LeadPreviewRow,
} from '#contract/admin/lead-files.ts'
import type { LeadPreview } from '#contract/admin/lead-preview.ts'
import { LEAD_TYPE_NAMES } from '#contract/catalogue/catalogue.ts'
import { csvComplaint } from '#web/lib/file-imports.ts'
import { formatCount, formatDateTime, formatPlural } from '#web/lib/format.ts'
import { formatBytes } from '#web/lib/format-bytes.ts'
import { phoneWords } from '#web/lib/phone-words.ts'
import { formatStoreDay } from '#web/lib/store-days.ts'
import { useStoreZone } from '#web/lib/store-zone.ts'
import { useSaveFile } from '#web/lib/use-save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { FigureStrip } from '#web/ui/figure-strip.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import {
  LIST_PATH,
  type MappingStep,
  newlyBackedWords,
  previewNotes,
  sendFile,
  shareOf,
  soldOutWords,
  type Upload,
  unusedColumns,
  usePreviewRows,
} from './lead-files-data.ts'
import { MappingView } from './mapping-view.tsx'

/** How many rows are refused, why, and all of them as a file. Renders nothing if none is refused. */
function RefusedPart({ one }: { one: LeadImport }) {
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

/** Says why a lead file cannot be imported; undefined if it is worth sending. */
export function fileComplaint(file: Pick<File, 'name' | 'size'>): string | undefined {
  if (/\.(zip|7z|rar)$/i.test(file.name)) {
    return `“${file.name}” is an archive. Take the CSV file out of it, or compress it with gzip (.gz).`
  }
  return csvComplaint(file, {
    bytesMax: LEAD_FILE_BYTES_MAX,
    advice: 'Compress it with gzip (.gz), or import it in parts.',
  })
}

const VERDICT_WORDS: Readonly<Record<LeadPreviewRow['verdict'], string>> = {
  new: 'A new lead',
  merged: 'Updates a lead we have',
  replaces: 'A new lead, for a new owner',
  unchanged: 'Nothing newer',
  repeated: 'Repeated in this file',
  outdated: 'Refused: not newer than another row or lead',
  suppressed: 'Refused: the owner opted out',
}

/** The first rows as leads, on request: they are personal, and each look is recorded. */
function PreviewRows({ importId }: { importId: string }) {
  const preview = usePreviewRows(importId)
  const timeZone = useStoreZone()
  if (!preview.data) {
    return (
      <div className="grid gap-2">
        <Button
          className="justify-self-start"
          aria-disabled={preview.isPending || undefined}
          onClick={() => !preview.isPending && preview.mutate()}
        >
          {preview.isPending ? 'Loading…' : 'Show the first rows'}
        </Button>
        <p className="text-xs text-muted">The leads these rows would become. Viewing them is logged.</p>
        {preview.error && <Notice tone="danger">{preview.error.sentence}</Notice>}
      </div>
    )
  }
  return (
    <section aria-label="The first rows" className="grid gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h3 className="font-semibold">The first rows</h3>
        <Button size="small" onClick={() => preview.reset()}>
          Hide them
        </Button>
      </div>
      <ul className="overflow-clip rounded-md border border-line bg-surface">
        {preview.data.map((lead) => (
          <li key={lead.row} className="grid gap-0.5 border-line px-3 py-2 text-sm not-first:border-t">
            <span className="font-semibold wrap-anywhere">
              {lead.address}, {lead.city} {lead.zip}
            </span>
            <span className="wrap-anywhere">{lead.ownerNames.join(' and ')}</span>
            <span className="figures text-muted wrap-anywhere">
              {[...lead.phones.map(phoneWords), ...lead.emails].join(' · ') || 'No phone, no email'}
            </span>
            <span className="text-xs text-muted">
              Row {lead.row}. {VERDICT_WORDS[lead.verdict]}. {LEAD_TYPE_NAMES[lead.leadType]}, {lead.county},{' '}
              {lead.state}; acquired {formatStoreDay(lead.acquiredAt, timeZone)}
              {lead.isDoNotCall && '; do not call'}
              {lead.consent && `; consent: ${lead.consent}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Previews what applying will do. */
function ReadyView({ one, preview }: { one: LeadImport; preview: LeadPreview }) {
  const notes = previewNotes(preview, unusedColumns(one))
  const { tiers } = preview
  return (
    <div className="grid gap-5">
      <FigureStrip
        label="What the file would add"
        figures={[
          { label: 'Rows read', value: formatCount(one.rowsRead) },
          { label: 'New leads', value: formatCount(preview.newLeads) },
          { label: 'Updated', value: formatCount(preview.merged), note: 'leads we have, with newer facts' },
          { label: 'Refused', value: formatCount(one.refusedRows), isUrgent: one.refusedRows > 0 },
        ]}
      />
      <FigureStrip
        label="Leads by tier, at today’s age"
        figures={[
          { label: 'VIP', value: formatCount(tiers.vip) },
          { label: 'Premier', value: formatCount(tiers.premier) },
          { label: 'Premium', value: formatCount(tiers.premium) },
          { label: 'Standard', value: formatCount(tiers.standard) },
        ]}
      />
      <NewlyBackedPart preview={preview} />
      {notes.length > 0 && (
        <ul className="grid list-disc gap-1 pl-5 text-sm">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <RefusedPart one={one} />
      <PreviewRows importId={one.id} />
    </div>
  )
}

/** Warns before applying that counts set by hand no longer apply there, and what that sells out. */
function NewlyBackedPart({ preview: { newlyBacked } }: { preview: LeadPreview }) {
  if (newlyBacked.places === 0) return null
  const more = newlyBacked.places - newlyBacked.first.length
  const { title, sentence } = newlyBackedWords(newlyBacked)
  return (
    <Notice tone="attention" title={title}>
      <p>{sentence}</p>
      <ul aria-label="Counties that switch to stock from leads" className="mt-2 grid gap-0.5">
        {newlyBacked.first.map((place) => (
          <li key={`${place.state} ${place.county} ${place.leadType}`}>
            {place.county}, {place.state}: {LEAD_TYPE_NAMES[place.leadType]}, {formatPlural(place.leads, 'lead')}
            {soldOutWords(place) && (
              <>
                ; <strong>{soldOutWords(place)}</strong>
              </>
            )}
          </li>
        ))}
        {more > 0 && <li>and {formatCount(more)} more</li>}
      </ul>
    </Notice>
  )
}

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

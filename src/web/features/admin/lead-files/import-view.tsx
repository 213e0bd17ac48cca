import { useMutation } from '@tanstack/react-query'
import {
  columnsOf,
  factsOfField,
  LEAD_FIELD_NAMES,
  LEAD_ROW_REASONS,
  LeadRowReason,
} from '#contract/admin/lead-file-fields.ts'
import {
  LEAD_FILE_BYTES_MAX,
  LEAD_REFUSALS_MAX,
  type LeadImport,
  type LeadPreviewRow,
  listLeadImports,
  previewLeadImport,
} from '#contract/admin/lead-files.ts'
import type { LeadPreview } from '#contract/admin/lead-preview.ts'
import { LEAD_TYPE_NAMES, TIER_FACTS, TIERS } from '#contract/catalogue/catalogue.ts'
import { ImportNotes, RefusedReport } from '#web/features/admin/file-import.tsx'
import type { ApiError } from '#web/lib/call-api.ts'
import { callApi } from '#web/lib/call-api.ts'
import { csvError } from '#web/lib/file-imports.ts'
import { formatCount, formatDateTime, formatPlural } from '#web/lib/format.ts'
import { formatStoreDay } from '#web/lib/format-day.ts'
import { formatBytes } from '#web/lib/format-late.ts'
import { phoneWords } from '#web/lib/phone-numbers.ts'
import { useStoreZone } from '#web/lib/store-zone.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { FigureStrip } from '#web/ui/figure-strip.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ProgressBar } from '#web/ui/progress.tsx'
import { type MappingStep, sendFile, shareOf, soldOutWords, type Upload } from './lead-files-data.ts'
import { MappingView } from './mapping-view.tsx'

/** How many rows are refused, why, and all of them as a file. Renders nothing if none is refused. */
function RefusedPart({ one }: { one: LeadImport }) {
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
      <RefusedReport address={`${listLeadImports.path}/${one.id}/refused.csv`}>
        <p className="text-xs text-muted">
          {one.refusedRows > LEAD_REFUSALS_MAX ? `The first ${formatCount(LEAD_REFUSALS_MAX)} rows` : 'All of them'},
          with the reason for each; kept for three days. Downloading it is logged.
        </p>
      </RefusedReport>
    </section>
  )
}

export const FILE_TYPES = '.csv,.gz,text/csv,application/gzip'

/** Says why a lead file cannot be imported; undefined if it is worth sending. */
export function fileError(file: Pick<File, 'name' | 'size'>): string | undefined {
  if (/\.(zip|7z|rar)$/i.test(file.name))
    return `“${file.name}” is an archive. Take the CSV file out of it, or compress it with gzip (.gz).`
  return csvError(file, {
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
function PreviewRows({ importId: leadImportId }: { importId: string }) {
  const { data, error, isPending, mutate, reset } = useMutation<LeadPreviewRow[], ApiError>({
    mutationFn: () => callApi(previewLeadImport, { params: { leadImportId } }),
  })
  const timeZone = useStoreZone()
  if (!data)
    return (
      <div className="grid gap-2">
        <Button className="justify-self-start" isBusy={isPending} onClick={() => mutate()}>
          {isPending ? 'Loading…' : 'Show the first rows'}
        </Button>
        <p className="text-xs text-muted">The leads these rows would become. Viewing them is logged.</p>
        <ErrorNotice error={error} />
      </div>
    )
  return (
    <section aria-label="The first rows" className="grid gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h3 className="font-semibold">The first rows</h3>
        <Button size="small" onClick={reset}>
          Hide them
        </Button>
      </div>
      <ul className="overflow-clip rounded-md border border-line bg-surface">
        {data.map((lead) => (
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

/** What is worth knowing about a preview in addition to its figures. */
function previewNotes({ columns, mapping }: LeadImport, preview: LeadPreview): (string | false)[] {
  const { repeated, unchanged, displaced, leftOut } = preview
  const used = new Set(LEAD_FIELD_NAMES.flatMap((field) => columnsOf(mapping ?? {}, field)))
  const marks = leftOut.marks ?? []
  const unused = columns.filter((column) => !used.has(column))
  return [
    displaced > 0 &&
      `${formatPlural(displaced, 'lead')} now on sale ${displaced === 1 ? 'comes' : 'come'} off sale: this file has newer rows for the same properties, with another owner or lead type.`,
    repeated > 0 &&
      `${formatPlural(repeated, 'row')} ${repeated === 1 ? 'repeats' : 'repeat'} a lead in this file; the newest is used.`,
    unchanged > 0 && `${formatPlural(unchanged, 'row')} are no newer than what we have, and change nothing.`,
    leftOut.phones + leftOut.emails + leftOut.facts > 0 &&
      `We skip the cells we can’t read: ${formatPlural(leftOut.phones, 'phone')}, ${formatCount(leftOut.emails)} email addresses, ${formatPlural(leftOut.facts, 'fact')}.`,
    marks.length > 0 &&
      `About calling, the file also says ${marks.map(({ word, rows }) => `“${word}” (${formatPlural(rows, 'time')})`).join(', ')}. We take that as “do not call”. If it means that they may be called, match the columns again and add it under “${factsOfField('callable').name}”.`,
    unused.length > 0 && `Unused columns: ${unused.join(', ')}.`,
  ]
}

const ReadyView = ({ one, preview }: { one: LeadImport; preview: LeadPreview }) => (
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
      figures={TIERS.map((tier) => ({ label: TIER_FACTS[tier].name, value: formatCount(preview.tiers[tier]) }))}
    />
    {preview.newlyBacked.places > 0 && <NewlyBackedPart newlyBacked={preview.newlyBacked} />}
    <ImportNotes notes={previewNotes(one, preview)} />
    <RefusedPart one={one} />
    <PreviewRows importId={one.id} />
  </div>
)

/** Warns before applying that counts set by hand no longer apply there, and what that sells out. */
function NewlyBackedPart({ newlyBacked }: { newlyBacked: LeadPreview['newlyBacked'] }) {
  const { places, first, packages, forSale = 0, soldOut } = newlyBacked
  const all = forSale === 1 ? 'The one package' : `All ${formatPlural(forSale, 'package')}`
  return (
    <Notice
      tone="attention"
      title={
        soldOut ? soldOutWords(newlyBacked) : `The stock of ${formatPlural(packages, 'package')} will come from leads`
      }
    >
      <p>
        {soldOut ? 'The file has no leads for them, or too few. ' : ''}
        These counties and lead types get their first leads. Stock set by hand there no longer counts: packages show
        what their leads can fill.
        {!soldOut && forSale > 0 && ` ${all} for sale there now can still be bought.`}
      </p>
      <ul aria-label="Counties that switch to stock from leads" className="mt-2 grid gap-0.5">
        {first.map((place) => (
          <li key={`${place.state} ${place.county} ${place.leadType}`}>
            {place.county}, {place.state}: {LEAD_TYPE_NAMES[place.leadType]}, {formatPlural(place.leads, 'lead')}
            {soldOutWords(place) && (
              <>
                ; <strong>{soldOutWords(place)}</strong>
              </>
            )}
          </li>
        ))}
        {places > first.length && <li>and {formatCount(places - first.length)} more</li>}
      </ul>
    </Notice>
  )
}

type ImportViewProps = { one: LeadImport; upload: Upload | undefined; mapping: MappingStep | null }

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
    case 'applying':
    case 'undoing': {
      const share = one.rowsToApply > 0 ? one.rowsDone / one.rowsToApply : null
      const rows = `${formatCount(one.rowsDone)} of ${formatPlural(one.rowsToApply, 'row')}`
      const isApplying = one.state === 'applying'
      return (
        <ProgressBar label={isApplying ? 'Putting leads on sale' : 'Undoing the import'} share={share}>
          {`${rows} ${isApplying ? 'applied' : 'undone'}. You can close this; it keeps going.`}
        </ProgressBar>
      )
    }
    default:
      return <EndedView one={one} />
  }
}

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
          accept={FILE_TYPES}
          isBusy={false}
          fieldErrorOf={(file) =>
            file.size === one.fileBytes
              ? fileError(file)
              : `“${file.name}” has ${formatCount(file.size)} bytes, but this import needs ${formatCount(one.fileBytes)}. Start a new import for another file.`
          }
          onFile={(file) => void sendFile(one.id, file)}
        />
      )}
    </div>
  )
}

function Reading({ one: { bytesRead, bytesReceived, rowsRead } }: { one: LeadImport }) {
  const isRead = bytesRead >= bytesReceived && bytesReceived > 0
  const rows = `${formatPlural(rowsRead, 'row')} read.`
  return (
    <ProgressBar label="Checking the file" share={isRead ? null : bytesRead / Math.max(1, bytesReceived)}>
      {isRead
        ? `${rows} Comparing them with each other and with the leads we have.`
        : `${rows} You can close this; the check keeps going.`}
    </ProgressBar>
  )
}

function EndedView({ one }: { one: LeadImport }) {
  const { newLeads = 0, merged = 0, skipped = 0, kept = 0 } = one.outcome ?? {}
  if (one.state === 'applied')
    return (
      <div className="grid gap-4">
        <Notice tone="good" title={`${formatPlural(newLeads, 'new lead')} on sale, ${formatCount(merged)} updated`}>
          {one.appliedBy} applied this file{one.appliedAt && ` on ${formatDateTime(one.appliedAt)}`}.
          {skipped > 0 &&
            ` ${formatPlural(skipped, 'row')} became too old, or were known in a newer form, between check and applying; they were left out.`}
        </Notice>
        <RefusedPart one={one} />
      </div>
    )
  if (one.state === 'undone')
    return (
      <Notice tone="good" title="This import was undone">
        {one.undoneBy} undid it{one.undoneAt && ` on ${formatDateTime(one.undoneAt)}`}.
        {kept > 0 && ` ${formatPlural(kept, 'lead')} stayed because buyers had just bought or reserved them.`}
      </Notice>
    )
  return (
    <Notice title={one.state === 'lapsed' ? 'This import was never applied' : 'This import is not complete'}>
      {one.problem ?? 'We keep a checked file for only three days.'} None of it is on sale. Choose the file again to
      import it.
    </Notice>
  )
}

/** What the screens of imports show of leads. */
import { useMutation } from '@tanstack/react-query'
import { DATE_ORDERS, factsOfField, type LeadMapping, usedColumns } from '#contract/admin/lead-file-fields.ts'
import { crowdedWords, type LeadPreview, type NewlyBacked } from '#contract/admin/lead-preview.ts'
import { LEAD_TYPE_NAMES, SIZES, TIER_FACTS, TIERS } from '#contract/catalogue/catalogue.ts'
import { type ImportOf, type LeadPreviewRow, previewLeadImport } from '#contract/imports/imports.ts'
import { rowName } from '#contract/imports/sheets.ts'
import { useOpenSteps } from '#web/features/admin/setup/setup-panel.tsx'
import { type ApiError, callApi } from '#web/lib/call-api.ts'
import { formatCount, formatPlural } from '#web/lib/format.ts'
import { formatStoreDay } from '#web/lib/format-day.ts'
import { ImportNotes, type KindView } from '#web/lib/imports/import-drawer.tsx'
import { ADMIN_IMPORTS, useStep } from '#web/lib/imports/imports-data.ts'
import { phoneWords } from '#web/lib/phone-numbers.ts'
import { useStoreZone } from '#web/lib/store-zone.ts'
import { Button } from '#web/ui/button.tsx'
import { FigureStrip } from '#web/ui/figure-strip.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ErrorNotice } from '#web/ui/panel.tsx'

const VERDICT_WORDS: Readonly<Record<LeadPreviewRow['verdict'], string>> = {
  new: 'A new lead',
  merged: 'Updates an existing lead',
  replaces: 'A new lead, for a new owner',
  unchanged: 'Nothing newer',
  repeated: 'Repeated in this file',
  outdated: 'Refused: not newer than another row or lead',
  suppressed: 'Refused: the owner opted out',
}

/** The first rows as leads, on request: they are personal, and each look is recorded. */
function PreviewRows({ id: importId, sheets }: ImportOf<'leads'>) {
  const { data, error, isPending, mutate, reset } = useMutation<LeadPreviewRow[], ApiError>({
    mutationFn: () => callApi(previewLeadImport, { params: { importId } }),
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
              Row {rowName(sheets, lead.row)}. {VERDICT_WORDS[lead.verdict]}. {LEAD_TYPE_NAMES[lead.leadType]},{' '}
              {lead.county}, {lead.state}; acquired {formatStoreDay(lead.acquiredAt, timeZone)}
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
function previewNotes({ columns, sheets, mapping }: ImportOf<'leads'>, preview: LeadPreview): (string | false)[] {
  const { repeated, unchanged, displaced, leftOut } = preview
  const used = usedColumns(mapping ?? {})
  const marks = leftOut.marks ?? []
  const unused = columns.filter((column) => !used.has(column))
  const blank = (['phone', 'email', 'fact'] as const).filter((word) => leftOut[`${word}s`] > 0)
  return [
    displaced > 0 &&
      `${formatPlural(displaced, 'lead')} now on sale ${displaced === 1 ? 'comes' : 'come'} off sale: this file has newer rows for the same properties, with another owner or lead type.`,
    repeated > 0 &&
      `${formatPlural(repeated, 'row')} ${repeated === 1 ? 'repeats' : 'repeat'} a lead in this file; the newest is used.`,
    unchanged > 0 && `${formatPlural(unchanged, 'row')} are no newer than what we have, and change nothing.`,
    crowdedWords(preview, sheets),
    blank.length > 0 && `Left blank: ${blank.map((word) => formatPlural(leftOut[`${word}s`], word)).join(', ')}.`,
    marks.length > 0 &&
      `About calling, the file also says ${marks.map(({ word, rows }) => `“${word}” (${formatPlural(rows, 'time')})`).join(', ')}. We take that as “do not call”. If it means that they may be called, match the columns again and add it under “${factsOfField('callable').name}”.`,
    unused.length > 0 && `Unused columns: ${unused.join(', ')}.`,
  ]
}

/** What sells out if stock starts to follow leads; undefined if nothing does, or if it was not counted. */
const soldOutWords = ({ forSale = 0, soldOut = 0 }: Pick<NewlyBacked, 'forSale' | 'soldOut'>) =>
  soldOut > 0 ? `${formatCount(soldOut)} of ${formatPlural(forSale, 'package')} for sale will be sold out` : undefined

const Ready = ({ one, preview }: { one: ImportOf<'leads'>; preview: LeadPreview }) => (
  <div className="grid gap-5">
    <FigureStrip
      label="What the file would add"
      figures={[
        { label: 'Rows read', value: formatCount(one.rowsRead) },
        { label: 'New leads', value: formatCount(preview.newLeads) },
        { label: 'Updated', value: formatCount(preview.merged), note: 'existing leads with new details' },
        { label: 'Refused', value: formatCount(one.refusedRows), isUrgent: one.refusedRows > 0 },
      ]}
    />
    <FigureStrip
      label="Leads by tier, at today’s age"
      figures={TIERS.map((tier) => ({ label: TIER_FACTS[tier].name, value: formatCount(preview.tiers[tier]) }))}
    />
    {preview.newlyBacked.places > 0 && <NewlyBackedPart newlyBacked={preview.newlyBacked} />}
    <ImportNotes notes={previewNotes(one, preview)} />
    <PreviewRows {...one} />
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
            {place.leads < SIZES[0] && (
              <strong className="text-attention">, too few for the smallest package of {SIZES[0]}</strong>
            )}
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

const Short = () => <strong className="text-attention">{useOpenSteps().data?.short}</strong>

export const LEAD_VIEW = {
  title: 'Import leads',
  lastStep: 'Put on sale',
  Ready,
  Asks: CheckAgain,
  applyWords: ({ newLeads, merged }) =>
    newLeads > 0 ? `Put ${formatPlural(newLeads, 'lead')} on sale` : `Update ${formatPlural(merged, 'lead')}`,
  applying: 'Putting leads on sale',
  applied: 'On sale',
  outcomeWords({ state, outcome, preview }) {
    const { newLeads = 0, merged = 0, kept = 0 } = outcome ?? {}
    if (state === 'applied') return `${formatPlural(newLeads, 'new lead')} on sale, ${formatCount(merged)} updated`
    if (state === 'undone') return kept > 0 ? `Undone except ${formatPlural(kept, 'lead')}` : 'Undone'
    if (state === 'ready' && preview) return `${formatPlural(preview.newLeads, 'new lead')} to add`
    return state === 'applying' || state === 'undoing' ? 'In progress' : 'No leads changed'
  },
  appliedWords: ({ outcome }) => (
    <>
      <Short />
      {(outcome?.skipped ?? 0) > 0 &&
        ` ${formatPlural(outcome?.skipped ?? 0, 'row')} became too old, or were known in a newer form, between check and applying; they were left out.`}
    </>
  ),
  undoWords:
    'This deletes its new leads and restores the ones it updated or took off sale. It will not work if any of its leads are sold or in a cart.',
  keptWords: (kept) => `${formatPlural(kept, 'lead')} stayed because buyers had just bought or reserved them.`,
} satisfies KindView<'leads'>

const dayName = (month = 1, day = 1): string =>
  new Date(2000, month - 1, day).toLocaleDateString('en-US', { month: 'long', day: 'numeric' })

/** What one answer about all rows would settle. Each answer checks the file again. */
export function CheckAgain({ one, preview }: { one: ImportOf<'leads'>; preview: LeadPreview }) {
  const { mutate, isPending, error } = useStep<{ mapping: LeadMapping }>(ADMIN_IMPORTS, one.id, 'check')
  const answer = (words: string, mapping: LeadMapping) => (
    <Button key={words} isBusy={isPending} onClick={() => mutate({ mapping: { ...one.mapping, ...mapping } })}>
      {words}
    </Button>
  )
  const { fixableByZip = 0, firstFixable = [], dates } = preview.leftOut
  const isOpen = dates && dates.open > 0 && dates.monthFirst === dates.dayFirst && !one.mapping?.dateOrder
  const [first, next] = dates?.example.match(/\d+/g)?.map(Number) ?? []
  const [month, day] = [dayName(first, next), dayName(next, first)]
  return (
    <>
      {fixableByZip > 0 && (
        <Notice
          tone="attention"
          title={`${formatPlural(fixableByZip, 'row')} could take the county from the ZIP`}
          action={answer('Take the county from the ZIP', { countyByZip: { fixed: 'Yes' } })}
        >
          No county is named, and the ZIP is in one county only.
          <ul className="mt-1">
            {firstFixable.map(({ row, from, to }) => (
              <li key={row}>{`Row ${rowName(one.sheets, row)}: ${from || 'no county'} → ${to}`}</li>
            ))}
            {fixableByZip > firstFixable.length && firstFixable.length > 0 && (
              <li>and {formatCount(fixableByZip - firstFixable.length)} more</li>
            )}
          </ul>
        </Notice>
      )}
      {isOpen && (
        <Notice
          tone="attention"
          title={`Is ${dates.example} ${month} or ${day}?`}
          action={[
            answer(month, { dateOrder: { fixed: DATE_ORDERS.month } }),
            answer(day, { dateOrder: { fixed: DATE_ORDERS.day } }),
          ]}
        >
          No date in the file tells. We read {formatPlural(dates.open, 'row')} like this one with the month first.
        </Notice>
      )}
      <ErrorNotice error={error} />
    </>
  )
}

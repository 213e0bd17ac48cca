import type { LeadImport } from '#contract/admin/lead-files.ts'
import type { LeadPreview } from '#contract/admin/lead-preview.ts'
import { LEAD_TYPE_NAMES } from '#contract/catalogue/catalogue.ts'
import { formatCount, formatPlural } from '#web/lib/format.ts'
import { FigureStrip } from '#web/ui/figure-strip.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { newlyBackedWords, previewNotes, soldOutWords, unusedColumns } from './import-words.ts'
import { PreviewRows } from './preview-rows.tsx'
import { RefusedPart } from './refused-part.tsx'

/** Previews what applying will do. */
export function ReadyView({ one, preview }: { one: LeadImport; preview: LeadPreview }) {
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

import type { LeadPreviewRow } from '#contract/admin/lead-files.ts'
import { LEAD_TYPE_NAMES } from '#contract/catalogue/catalogue.ts'
import { phoneWords } from '#web/lib/phone-words.ts'
import { formatStoreDay } from '#web/lib/store-days.ts'
import { useStoreZone } from '#web/lib/store-zone.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { usePreviewRows } from './lead-files-data.ts'

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
export function PreviewRows({ importId }: { importId: string }) {
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

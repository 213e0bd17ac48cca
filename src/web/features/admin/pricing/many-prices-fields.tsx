import type { PriceArea } from '#contract/admin/price-areas.ts'
import { PRICE_NOTE_LENGTH_MAX } from '#contract/admin/pricing.ts'
import { ChangeFields } from '#web/lib/change-drawer.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { PackageChecks } from '#web/lib/package-checks.tsx'
import { serverNow } from '#web/lib/server-clock.ts'
import { formatStoreMoment, instantOfStoreTime, momentComplaint, waitWords } from '#web/lib/store-moment.ts'
import { useStoreZone, zoneWords } from '#web/lib/store-zone.ts'
import { ChoiceField } from '#web/ui/choice.tsx'
import { TextField } from '#web/ui/field.tsx'
import { type ChangeKind, changeComplaint, type ManyPrices } from './price-rules.ts'

const KINDS: readonly { value: ChangeKind; label: string }[] = [
  { value: 'percent', label: 'Percent' },
  { value: 'amount', label: 'Amount' },
  { value: 'set', label: 'New price' },
]
const INHERIT = { value: 'inherit', label: 'Remove own' } as const
const VALUE_LABELS: Readonly<Record<Exclude<ChangeKind, 'inherit'>, string>> = {
  percent: 'Percent change',
  amount: 'Dollar change',
  set: 'New price ($)',
}
const MOMENTS = [
  { value: 'now', label: 'Now' },
  { value: 'planned', label: 'At a set time' },
] as const

interface ManyPricesFieldsProps {
  /** Where; null: everywhere. */
  area: PriceArea | null
  form: ManyPrices
  onChange: (part: Partial<ManyPrices>) => void
}

/** Which prices change, by how much, and from when. */
export function ManyPricesFields({ area, form, onChange }: ManyPricesFieldsProps) {
  const { kind, value } = form
  return (
    <div className="grid gap-5">
      <PackageChecks chosen={form} onChange={onChange} />
      <ChangeFields
        kinds={area ? [...KINDS, INHERIT] : KINDS}
        change={form}
        onChange={onChange}
        label={kind === 'inherit' ? null : VALUE_LABELS[kind]}
        note={kind === 'set' ? undefined : 'use minus to lower'}
        inputMode={kind === 'set' ? 'decimal' : 'text'}
        lengthMax={20}
        complaint={changeComplaint(kind, value)}
      />
      <div>
        <ChoiceField
          legend="When"
          options={MOMENTS}
          value={form.isPlanned ? 'planned' : 'now'}
          onChange={(when) => onChange({ isPlanned: when === 'planned' })}
        />
        {form.isPlanned && <StartField startsAt={form.startsAt} onChange={(startsAt) => onChange({ startsAt })} />}
      </div>
      <TextField
        label="Note"
        note="optional, shown in the history"
        autoComplete="off"
        dir="auto"
        maxLength={PRICE_NOTE_LENGTH_MAX}
        value={form.note}
        onChange={(event) => onChange({ note: event.target.value })}
      />
    </div>
  )
}

/** A moment on the store's clock, repeated in words and in the reader's own time zone. */
function StartField({ startsAt, onChange }: { startsAt: string; onChange: (startsAt: string) => void }) {
  const now = serverNow()
  const timeZone = useStoreZone()
  const instant = instantOfStoreTime(startsAt, timeZone)
  const complaint = momentComplaint(startsAt, now, timeZone)
  return (
    <div className="mt-3">
      <TextField
        label="From"
        note={zoneWords(timeZone)}
        className="max-w-72"
        type="datetime-local"
        value={startsAt}
        error={complaint}
        onChange={(event) => onChange(event.target.value)}
      />
      {instant && !complaint && (
        <p className="mt-1.5 text-sm text-muted">
          {formatStoreMoment(instant, timeZone)}
          {waitWords(instant, now)}. Your time: {formatMoment(instant)}.
        </p>
      )}
    </div>
  )
}

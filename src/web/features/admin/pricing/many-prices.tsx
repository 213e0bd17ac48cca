import { useState } from 'react'
import type { NamedArea, PriceArea } from '#contract/admin/price-areas.ts'
import { PRICE_NOTE_LENGTH_MAX } from '#contract/admin/pricing.ts'
import type { LeadType, Size, Tier } from '#contract/catalogue/catalogue.ts'
import type { ApiError } from '#web/lib/call-api.ts'
import { ChangeDrawer, ChangeFields } from '#web/lib/change-drawer.tsx'
import { choicesOf } from '#web/lib/choices.ts'
import { formatPlural } from '#web/lib/format.ts'
import { chooseWords, missingParts, PackageChecks } from '#web/lib/package-checks.tsx'
import { serverNow } from '#web/lib/server-clock.ts'
import { formatStoreMoment, instantOfStoreTime, momentError, nextMonday, waitWords } from '#web/lib/store-moment.ts'
import { useStoreZone, zoneWords } from '#web/lib/store-zone.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { ChoiceField } from '#web/ui/choice.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { PricedRows, packagesWords, reachWords } from './price-line.tsx'
import { type ChangeKind, changeError, isSteep } from './price-rules.ts'
import { type PricesPreview, useChangePrices, usePrices, usePricesPreview } from './pricing-data.ts'

const KINDS = choicesOf({ percent: 'Percent', amount: 'Amount', set: 'New price' })
const INHERIT = { value: 'inherit', label: 'Use national price' } as const
const VALUE_LABELS: Readonly<Record<ChangeKind, string | null>> = {
  percent: 'Percent change',
  amount: 'Dollar change',
  set: 'New price ($)',
  inherit: null,
}

const MOMENTS = choicesOf({ now: 'Now', planned: 'At a set time' })

/** An empty form; texts as in its fields. A plan starts at `startsAt`, as the store's clocks show it. */
const emptyForm = (startsAt: string) => ({
  leadTypes: [] as LeadType[],
  tiers: [] as Tier[],
  sizes: [] as Size[],
  kind: 'percent' as ChangeKind,
  value: '',
  isPlanned: false,
  startsAt,
  note: '',
})
type ManyPrices = ReturnType<typeof emptyForm>

interface ManyPricesFieldsProps {
  area: PriceArea | null
  form: ManyPrices
  onChange: (part: Partial<ManyPrices>) => void
}

function ManyPricesFields({ area, form, onChange }: ManyPricesFieldsProps) {
  const { kind, value } = form
  return (
    <div className="grid gap-5">
      <PackageChecks chosen={form} onChange={onChange} />
      <ChangeFields
        kinds={area ? [...KINDS, INHERIT] : KINDS}
        change={form}
        onChange={onChange}
        label={VALUE_LABELS[kind]}
        note={kind === 'set' ? undefined : 'use minus to lower'}
        inputMode={kind === 'set' ? 'decimal' : 'text'}
        lengthMax={20}
        fieldError={changeError(kind, value)}
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

/** A moment on the store's clock, repeated in words. */
function StartField({ startsAt, onChange }: { startsAt: string; onChange: (startsAt: string) => void }) {
  const now = serverNow()
  const timeZone = useStoreZone()
  const instant = instantOfStoreTime(startsAt, timeZone)
  const fieldError = momentError(startsAt, now, timeZone)
  return (
    <div className="mt-3">
      <TextField
        label="From"
        note={zoneWords(timeZone)}
        className="max-w-72"
        type="datetime-local"
        value={startsAt}
        error={fieldError}
        onChange={(event) => onChange(event.target.value)}
      />
      {instant && !fieldError && (
        <p className="mt-1.5 text-sm text-muted">
          {formatStoreMoment(instant, timeZone)}
          {waitWords(instant, now)}.
        </p>
      )}
    </div>
  )
}

type ManyPricesDrawerProps = { isOpen: boolean; area: PriceArea | null; onClose: () => void }

/** The form for changing many prices. Its input is kept while its drawer is closed. */
export function ManyPricesDrawer({ isOpen, area, onClose }: ManyPricesDrawerProps) {
  const timeZone = useStoreZone()
  const [typed, setForm] = useState(() => emptyForm(nextMonday(serverNow(), timeZone)))
  // Everywhere, there are no own prices to remove.
  const form = !area && typed.kind === 'inherit' ? { ...typed, kind: 'percent' as const } : typed
  const { data: known } = usePrices(area)
  const named = area ? (known?.area ?? null) : null
  const change = useChangePrices()
  const missing = missingOf(form)
  const settled = useDebounced(form.value)
  const { leadTypes, tiers, sizes, kind, value } = form
  const body = { leadTypes, tiers, sizes, change: kind === 'inherit' ? { kind } : { kind, value: Number(value) }, area }
  const preview = usePricesPreview(isOpen && !missing && settled === value ? body : null)
  const startsAt = form.isPlanned ? instantOfStoreTime(form.startsAt, timeZone) : null
  const momentTrouble = form.isPlanned ? momentError(form.startsAt, serverNow(), timeZone) : undefined
  const rows = preview.data && !preview.isFetching ? preview.data.rows : []
  const isReady = !missing && !momentTrouble && rows.length > 0 && !change.isPending

  const handleChange = (part: Partial<ManyPrices>) => {
    if (change.error) change.reset()
    setForm({ ...form, ...part })
  }
  const apply = () => {
    if (!isReady) return
    const note = form.note.trim()
    const done = () => {
      setForm(emptyForm(nextMonday(serverNow(), timeZone)))
      onClose()
    }
    change.mutate({ area, rows, ...(startsAt && { startsAt }), ...(note && { note }) }, { onSuccess: done })
  }
  const act = form.isPlanned ? 'Plan' : 'Change'
  const summary =
    preview.data && (preview.data.rows.length ? packagesWords(preview.data, named) : 'Nothing would change.')

  if (!isOpen) return null
  return (
    <ChangeDrawer
      title={named ? `Change many prices in ${named.name}` : 'Change many prices'}
      onClose={onClose}
      trouble={change.error && <ManyPricesTrouble error={change.error} />}
      summary={missing ?? momentTrouble ?? summary}
      act={rows.length > 0 ? `${act} ${formatPlural(rows.length, 'price')}` : `${act} prices`}
      isReady={isReady}
      isPending={change.isPending}
      onApply={apply}
      missing={missing}
      waiting="Old and new prices appear here before anything changes."
      previewError={preview.error ? troubleOf(preview.error) : undefined}
      onRetry={preview.refetch}
      preview={
        preview.data ? (
          <ShownPreview preview={preview.data} area={named} />
        ) : (
          <Loading words="Working out the new prices" height="mt-2 h-9" count={4} />
        )
      }
    >
      <ManyPricesFields area={area} form={form} onChange={handleChange} />
    </ChangeDrawer>
  )
}

function ShownPreview({ preview, area }: { preview: PricesPreview; area: NamedArea | null }) {
  const steep = preview.rows.filter((row) => isSteep(row.before, row.after)).length
  if (preview.rows.length === 0)
    return <p className="mt-1 text-sm text-muted">These prices are already set, so nothing would change.</p>
  return (
    <>
      <p role="status" className="mt-1 text-sm text-muted">
        {formatPlural(preview.rows.length, 'price')}. {reachWords(preview, area)}
      </p>
      {steep > 0 && (
        <Notice tone="attention" className="mt-3">
          {formatPlural(steep, 'price')} would change by half or more. Is the value right?
        </Notice>
      )}
      <div className="mt-2">
        <PricedRows label="Old and new prices" rows={preview.rows} area={area} />
      </div>
    </>
  )
}

/** Why nothing was changed. Typed input stays, and the preview shows the current prices. */
const ManyPricesTrouble = ({ error }: { error: ApiError }) =>
  error.code === 'price_changed' ? (
    <Notice tone="attention" title="Someone else changed a price">
      {error.sentence} Nothing was changed. We kept your choices, and the preview now uses the latest prices.
    </Notice>
  ) : (
    <Notice tone="danger" title="No prices were changed">
      {troubleOf(error)}
    </Notice>
  )

/** The sentence of an error, with its price if the server names one. */
const troubleOf = ({ code, sentence, details: { price } }: ApiError): string =>
  code === 'price_invalid' && typeof price === 'string' ? `${price} would get an invalid price. ${sentence}` : sentence

function missingOf(form: ManyPrices): string | undefined {
  const isBare = form.kind !== 'inherit' && form.value.trim() === ''
  const choose = chooseWords(missingParts(form))
  return choose ?? (isBare ? 'Enter by how much.' : changeError(form.kind, form.value))
}

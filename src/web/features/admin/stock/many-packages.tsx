import { type ReactNode, useEffect, useState } from 'react'
import { STOCK_REASON_LENGTH_MAX } from '#contract/admin/stock-screen.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { ChangeDrawer, ChangeFields } from '#web/lib/change-drawer.tsx'
import { formatCount, formatPlural } from '#web/lib/format.ts'
import { PackageChecks } from '#web/lib/package-checks.tsx'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { CheckGroup } from '#web/ui/check-group.tsx'
import { ChoiceField } from '#web/ui/choice.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { FigureStrip } from '#web/ui/figure-strip.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { type Place, type StockPreview, useCounties, useStates, useStockPreview } from './stock-data.ts'
import {
  choiceMissing,
  heldWords,
  leadWords,
  type ManyPackages,
  noManyPackages,
  previewBodyOf,
  type Reach,
  stepComplaint,
  withCounty,
} from './stock-rules.ts'
import { useChangeStock } from './use-stock-changes.ts'

const REACHES: readonly { value: Reach; label: string }[] = [
  { value: 'counties', label: 'Counties' },
  { value: 'states', label: 'States' },
  { value: 'store', label: 'Whole store' },
]
const KINDS: readonly { value: ManyPackages['kind']; label: string }[] = [
  { value: 'set', label: 'Set to' },
  { value: 'add', label: 'Add' },
  { value: 'at_least', label: 'At least' },
]
const VALUES: Readonly<Record<ManyPackages['kind'], { label: string; note: string }>> = {
  set: { label: 'New count', note: 'above 999: unlimited' },
  add: { label: 'How many', note: 'use minus to take away; stays between 0 and 999' },
  at_least: { label: 'Raise to', note: 'higher counts stay' },
}

/** Names that are spelled out; more would be a list next to the list. */
const NAMED_MAX = 6

interface ManyPackagesFieldsProps {
  form: ManyPackages
  onChange: (part: Partial<ManyPackages>) => void
  /** Adds a county by its name, a city or a ZIP code. */
  search: ReactNode
}

/** Where, which packages, and how their stock changes. */
function ManyPackagesFields({ form, onChange, search }: ManyPackagesFieldsProps) {
  const { kind, value } = form
  return (
    <div className="grid gap-5">
      <div>
        <ChoiceField legend="Where" options={REACHES} value={form.reach} onChange={(reach) => onChange({ reach })} />
        {form.reach !== 'store' && <PlaceFields form={form} onChange={onChange} search={search} />}
      </div>
      <PackageChecks chosen={form} onChange={onChange} />
      <ChangeFields
        kinds={KINDS}
        change={form}
        onChange={onChange}
        label={VALUES[kind].label}
        note={VALUES[kind].note}
        inputMode={kind === 'add' ? 'text' : 'numeric'}
        lengthMax={12}
        complaint={stepComplaint(kind, value)}
      />
      <TextField
        label="Reason"
        note="optional, shown in the history of each package"
        autoComplete="off"
        dir="auto"
        maxLength={STOCK_REASON_LENGTH_MAX}
        value={form.reason}
        onChange={(event) => onChange({ reason: event.target.value })}
      />
    </div>
  )
}

/** The states, or the counties of one state. */
function PlaceFields({ form, onChange, search }: ManyPackagesFieldsProps) {
  const states = useStates()
  const counties = useCounties(form.reach === 'counties' ? form.countyState : '')
  if (form.reach === 'states')
    return (
      <div className="mt-3">
        <ManyChecks
          legend="States"
          names={states.data ?? []}
          chosen={form.states}
          onChange={(chosen) => onChange({ states: chosen })}
        />
      </div>
    )
  return (
    <div className="mt-3 grid gap-3">
      {search}
      <SelectField
        label="State of the counties"
        placeholder="Select a state"
        options={states.data ?? []}
        value={form.countyState}
        onChange={(event) => onChange({ countyState: event.target.value, counties: [] })}
      />
      {counties.data && (
        <ManyChecks
          legend="Counties"
          names={counties.data}
          chosen={form.counties}
          onChange={(chosen) => onChange({ counties: chosen })}
        />
      )}
    </div>
  )
}

interface ManyChecksProps {
  legend: string
  names: readonly string[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** A long list of checkboxes in its own scroll area, so what follows stays in reach. */
function ManyChecks({ legend, names, chosen, onChange }: ManyChecksProps) {
  return (
    <>
      <div className="max-h-44 overflow-y-auto overscroll-contain rounded-md border border-line p-3">
        <CheckGroup
          legend={legend}
          options={names.map((name) => ({ value: name, label: name }))}
          chosen={chosen}
          onChange={onChange}
        />
      </div>
      <p role="status" className="mt-1.5 text-sm text-muted">
        {chosenWords(chosen, names.length)}
      </p>
    </>
  )
}

/** Selected names may be outside the visible part of the list. */
function chosenWords(chosen: readonly string[], all: number): string {
  if (chosen.length === 0) return 'None chosen.'
  return chosen.length > NAMED_MAX
    ? `${chosen.length} of ${all} chosen.`
    : `${chosen.length} of ${all} chosen: ${chosen.join(', ')}.`
}

/** From this number on, a change deserves a second look. */
const WIDE_PACKAGES = 5_000

interface ManyPackagesDrawerProps {
  isOpen: boolean
  /** The form starts with the place on screen. */
  place: Place
  /** A search that reports the county it found. */
  searchWith: (onChoose: (place: Place) => void) => ReactNode
  onClose: () => void
}

/** The form for changing many packages. Its input is kept while its drawer is closed. */
export function ManyPackagesDrawer({ isOpen, place, searchWith, onClose }: ManyPackagesDrawerProps) {
  const [form, setForm] = useState(() => noManyPackages(place))
  const [isTouched, setIsTouched] = useState(false)
  const change = useChangeStock()
  const missing = missingOf(form)
  const body = missing ? null : previewBodyOf(form)
  const settled = useDebounced(JSON.stringify(body))
  const preview = useStockPreview(isOpen && body && settled === JSON.stringify(body) ? body : null)
  const shown = body && preview.data && !preview.isFetching ? preview.data : null
  const isReady = shown !== null && shown.changed > 0 && !change.isPending

  useEffect(() => {
    if (!isTouched) setForm(noManyPackages({ state: place.state, county: place.county }))
  }, [place.state, place.county, isTouched])

  const handleChange = (part: Partial<ManyPackages>) => {
    if (change.error) change.reset()
    setIsTouched(true)
    setForm({ ...form, ...part })
  }
  const apply = () => {
    if (!isReady || !body || !shown) return
    const reason = form.reason.trim()
    change.mutate(
      { ...body, seen: shown.seen, ...(reason ? { reason } : {}) },
      {
        onSuccess: () => {
          setIsTouched(false)
          setForm(noManyPackages(place))
          onClose()
        },
      },
    )
  }

  if (!isOpen) return null
  return (
    <ChangeDrawer
      title="Change many packages"
      onClose={onClose}
      trouble={change.error && <ManyTrouble error={change.error} />}
      summary={
        change.isPending
          ? 'Changing them all. A whole store takes a few seconds.'
          : (missing ?? (shown && sumUp(shown)))
      }
      act={shown && shown.changed > 0 ? `Change ${formatPlural(shown.changed, 'package')}` : 'Change packages'}
      isReady={isReady}
      isPending={change.isPending}
      onApply={apply}
      missing={missing}
      waiting="See here what it affects before anything changes."
      previewError={preview.error?.sentence}
      onRetry={() => preview.refetch()}
      preview={
        shown ? (
          <ShownPreview preview={shown} kind={form.kind} value={Number(form.value)} />
        ) : (
          <Loading words="Counting the packages" height="mt-2 h-16" />
        )
      }
    >
      <ManyPackagesFields
        form={form}
        onChange={handleChange}
        search={searchWith((found) => handleChange(withCounty(form, found)))}
      />
    </ChangeDrawer>
  )
}

interface ShownPreviewProps {
  preview: StockPreview
  kind: ManyPackages['kind']
  value: number
}

function ShownPreview({ preview, kind, value }: ShownPreviewProps) {
  const { packages, counties, changed, unitsBefore, unitsAfter } = preview
  const stays = leadWords(preview)
  if (changed === 0)
    return (
      <p role="status" className="mt-1 text-sm text-muted">
        {stays && `${stays} `}
        {(!stays || preview.fromLeads < packages) &&
          `${packages === 1 ? 'This package is' : `These ${formatPlural(packages - preview.fromLeads, 'package')} are`} already set, so nothing would change.`}
      </p>
    )
  return (
    <div className="mt-2 grid gap-3">
      <FigureStrip
        label="What would change"
        figures={[
          {
            label: 'Chosen',
            value: formatCount(packages),
            note: `in ${formatPlural(counties, 'county').replace(/countys$/, 'counties')}`,
          },
          { label: 'Will change', value: formatCount(changed) },
          {
            label: 'Total units',
            value: (
              <>
                {formatCount(unitsBefore)} <span aria-hidden="true">→</span>
                <span className="sr-only">to</span> {formatCount(unitsAfter)}
              </>
            ),
            note: preview.fromLeads > 0 ? 'without those from leads' : 'unlimited as 1,000',
          },
        ]}
      />
      <p role="status" className="text-sm text-muted">
        {heldWords(preview)}
      </p>
      {stays && <Notice>{stays}</Notice>}
      {kind === 'set' && value === 0 && <Notice tone="attention">All of them will be Out of Stock for buyers.</Notice>}
      {changed >= WIDE_PACKAGES && (
        <Notice tone="attention">
          This sets {formatCount(changed)} packages at once, and their buyers wait a moment while it saves. Is this what
          you want?
        </Notice>
      )}
    </div>
  )
}

/** Why nothing was changed. Typed input stays, and the preview shows the current stock. */
function ManyTrouble({ error }: { error: ApiError }) {
  return error.code === 'stock_changed' ? (
    <Notice tone="attention" title="Someone else changed stock">
      {error.sentence} Nothing was changed, and we kept your choices.
    </Notice>
  ) : (
    <Notice tone="danger" title="No packages were changed">
      {error.sentence}
    </Notice>
  )
}

/** What would happen, for the bottom of the drawer. */
const sumUp = ({ changed, fromLeads, unitsBefore, unitsAfter }: StockPreview): string =>
  changed === 0
    ? 'Nothing would change.'
    : `${formatCount(unitsBefore)} → ${formatCount(unitsAfter)} units${fromLeads > 0 ? ', without packages from leads' : ' in all'}.`

/** What is still missing or wrong before there is a preview. */
function missingOf(form: ManyPackages): string | undefined {
  return choiceMissing(form) ?? (form.value.trim() === '' ? 'Enter the number.' : stepComplaint(form.kind, form.value))
}

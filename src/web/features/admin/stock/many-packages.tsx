import { skipToken, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { changeStock, previewStock, STOCK_REASON_LENGTH_MAX } from '#contract/admin/stock-screen.ts'
import type { BodyInputOf, ReplyOutputOf } from '#contract/endpoint.ts'
import { useAttempt } from '#web/lib/attempts.ts'
import { type ApiError, callApi } from '#web/lib/call-api.ts'
import { ChangeDrawer, ChangeFields } from '#web/lib/change-drawer.tsx'
import { choicesOf } from '#web/lib/choices.ts'
import { formatCount, formatPlural } from '#web/lib/format.ts'
import { PackageChecks } from '#web/lib/package-checks.tsx'
import { useCounties, useStates } from '#web/lib/places.ts'
import { useChange } from '#web/lib/use-change.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { CheckGroup, ChoiceField } from '#web/ui/choice.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { FigureStrip } from '#web/ui/figure-strip.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { type Place, TOUCHED_PATHS } from './stock-data.ts'
import { choiceMissing, type ManyPackages, noManyPackages, previewBodyOf, stepError } from './stock-rules.ts'

const REACHES = choicesOf({ counties: 'Counties', states: 'States', store: 'Whole store' })
const KINDS = choicesOf({ set: 'Set to', add: 'Add', at_least: 'At least' })
const VALUES: Readonly<Record<ManyPackages['kind'], { label: string; note: string }>> = {
  set: { label: 'New count', note: 'above 999: unlimited' },
  add: { label: 'How many', note: 'use minus to take away; stays between 0 and 999' },
  at_least: { label: 'Raise to', note: 'higher counts stay' },
}

interface ManyPackagesFieldsProps {
  form: ManyPackages
  onChange: (part: Partial<ManyPackages>) => void
  /** Adds a county by its name, a city or a ZIP code. */
  search: ReactNode
}

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
        {...VALUES[kind]}
        inputMode={kind === 'add' ? 'text' : 'numeric'}
        lengthMax={12}
        fieldError={stepError(kind, value)}
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
        onChange={(countyState) => onChange({ countyState, counties: [] })}
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

/** Names that are spelled out; more would be a list next to the list. */
const NAMED_MAX = 6

interface ManyChecksProps {
  legend: string
  names: readonly string[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** A long list of checkboxes in its own scroll area, so what follows stays in reach. */
function ManyChecks({ legend, names, chosen, onChange }: ManyChecksProps) {
  // Selected names may be outside the visible part of the list.
  const listed = chosen.length > NAMED_MAX ? '' : `: ${chosen.join(', ')}`
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
        {chosen.length === 0 ? 'None chosen.' : `${chosen.length} of ${names.length} chosen${listed}.`}
      </p>
    </>
  )
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
  // If a reply is lost, sending again finds the same change.
  const attempt = useAttempt()
  const change = useChange({
    affects: TOUCHED_PATHS,
    send: ({ seen, ...wanted }: Omit<BodyInputOf<typeof changeStock>, 'attemptId'>) =>
      callApi(changeStock, {
        // Without what was seen: after a lost reply the preview has changed, and adding twice would be wrong.
        body: { ...wanted, seen, attemptId: attempt.idFor(wanted) },
      }),
    onDone: attempt.end,
    toast: ({ changed }) => ({
      title: `${formatPlural(changed, 'package')} updated`,
      description: 'The new stock is on sale.',
    }),
  })
  const isBare = form.value.trim() === ''
  const missing = choiceMissing(form) ?? (isBare ? 'Enter the number.' : stepError(form.kind, form.value))
  const body = missing ? null : previewBodyOf(form)
  const settled = useDebounced(JSON.stringify(body))
  const asked = isOpen && settled === JSON.stringify(body) ? body : null
  const preview = useQuery<StockPreview>({
    queryKey: [previewStock.path, asked],
    queryFn: asked ? ({ signal }) => callApi(previewStock, { body: asked, signal }) : skipToken,
    staleTime: 0,
    gcTime: 0,
  })
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
  /** All counties are of one state, so one of another state replaces them. */
  const addCounty = ({ state, county }: Place) => {
    const counties = state === form.countyState ? [...new Set([...form.counties, county])] : [county]
    handleChange({ countyState: state, counties })
  }
  const apply = () => {
    if (!isReady || !body) return
    const reason = form.reason.trim()
    const done = () => {
      setIsTouched(false)
      setForm(noManyPackages(place))
      onClose()
    }
    change.mutate({ ...body, seen: shown.seen, ...(reason && { reason }) }, { onSuccess: done })
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
      onRetry={preview.refetch}
      preview={
        shown ? (
          <ShownPreview preview={shown} isZero={form.kind === 'set' && Number(form.value) === 0} />
        ) : (
          <Loading words="Counting the packages" height="mt-2 h-16" />
        )
      }
    >
      <ManyPackagesFields form={form} onChange={handleChange} search={searchWith(addCounty)} />
    </ChangeDrawer>
  )
}

type StockPreview = ReplyOutputOf<typeof previewStock>

function ShownPreview({ preview, isZero }: { preview: StockPreview; isZero: boolean }) {
  const { packages, counties, changed, fromLeads, unitsBefore, unitsAfter } = preview
  const which = fromLeads === packages ? '' : ` of ${formatCount(fromLeads)} of them`
  const stays =
    fromLeads > 0 && `The stock${which} comes from leads and stays as it is. Upload a lead file to change it.`
  if (changed === 0)
    return (
      <p role="status" className="mt-1 text-sm text-muted">
        {stays && `${stays} `}
        {(!stays || fromLeads < packages) &&
          `${packages === 1 ? 'This package is' : `These ${formatPlural(packages - fromLeads, 'package')} are`} already set, so nothing would change.`}
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
            note: `in ${formatCount(counties)} ${counties === 1 ? 'county' : 'counties'}`,
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
            note: fromLeads > 0 ? 'without those from leads' : 'unlimited as 1,000',
          },
        ]}
      />
      <p role="status" className="text-sm text-muted">
        {heldWords(preview)}
      </p>
      {stays && <Notice>{stays}</Notice>}
      {isZero && <Notice tone="attention">All of them will be Out of Stock for buyers.</Notice>}
      {changed >= WIDE_PACKAGES && (
        <Notice tone="attention">
          This sets {formatCount(changed)} packages at once, and their buyers wait a moment while it saves. Is this what
          you want?
        </Notice>
      )}
    </div>
  )
}

function heldWords({ holds, heldPackages }: StockPreview): string {
  if (holds === 0) return 'None of them are held now.'
  const stay = holds === 1 ? 'stays' : 'stay'
  return `${formatPlural(holds, 'hold')} on ${formatCount(heldPackages)} of them ${stay} in place: only units not on hold change.`
}

/** Why nothing was changed. Typed input stays, and the preview shows the current stock. */
const ManyTrouble = ({ error }: { error: ApiError }) =>
  error.code === 'stock_changed' ? (
    <Notice tone="attention" title="Someone else changed stock">
      {error.sentence} Nothing was changed, and we kept your choices.
    </Notice>
  ) : (
    <ErrorNotice title="No packages were changed" error={error} />
  )

const sumUp = ({ changed, fromLeads, unitsBefore, unitsAfter }: StockPreview): string =>
  changed === 0
    ? 'Nothing would change.'
    : `${formatCount(unitsBefore)} → ${formatCount(unitsAfter)} units${fromLeads > 0 ? ', without packages from leads' : ' in all'}.`

import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { cancelPriceChange, changePrices, PRICE_NOTE_LENGTH_MAX } from '#contract/admin/pricing.ts'
import { changeStock, undoStockChange } from '#contract/admin/stock-screen.ts'
import { TOUCHED_PATHS as PRICE_PATHS, undoPrices } from '#web/features/admin/pricing/pricing-data.ts'
import { type Place, TOUCHED_PATHS as STOCK_PATHS } from '#web/features/admin/stock/stock-data.ts'
import { useAttempt } from '#web/lib/attempts.ts'
import { type ApiError, callApi } from '#web/lib/call-api.ts'
import { choicesOf } from '#web/lib/choices.ts'
import { formatPlural } from '#web/lib/format.ts'
import { zoneName } from '#web/lib/format-day.ts'
import { PackageChecks, PlaceChoice } from '#web/lib/package-checks.tsx'
import { useCounties, useStates } from '#web/lib/places.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { formatStoreMoment, instantOfStoreTime, momentError, nextMonday, waitWords } from '#web/lib/store-moment.ts'
import { useStoreZone } from '#web/lib/store-zone.ts'
import { undoable, useChange } from '#web/lib/use-change.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceField } from '#web/ui/choice.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { isPlainKey, usePageKeys } from '#web/ui/page-keys.ts'
import { ErrorNotice, Panel } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { ShownPreview, usePreview } from './many-preview.tsx'
import * as manyRules from './many-rules.ts'

const REACHES = choicesOf({ states: 'States', counties: 'Counties', nation: 'Whole nation' })
const UNITS = choicesOf({ '%': '%', $: '$' })
const ENDINGS = choicesOf({ exact: 'To the cent', $1: '$1', $5: '$5', '.99': '.99' })
const MOMENTS = choicesOf({ now: 'Now', planned: 'At a set time' })
/** In the address while it is open, and the button that opens it. */
export const MANY = 'many-packages'
const PATHS = [...PRICE_PATHS, ...STOCK_PATHS]

type FieldsProps = { form: manyRules.ManyForm; onChange: (part: Partial<manyRules.ManyForm>) => void }

interface PlaceFieldsProps extends FieldsProps {
  searchWith: (onChoose: (place: Place) => void) => ReactNode
}

/** Where: states, or counties of several states, of which one state's are shown at a time and the others stay chosen. */
function PlaceFields({ form: { reach, areas }, onChange, searchWith }: PlaceFieldsProps) {
  const [state, setState] = useState(areas.find(({ county }) => county)?.state ?? '')
  const states = useStates()
  const counties = useCounties(reach === 'counties' ? state : '')
  const add = (place: Place) => {
    setState(place.state)
    const isChosen = areas.some((one) => one.state === place.state && one.county === place.county)
    if (!isChosen) onChange({ areas: [...areas, place] })
  }
  const names = areas.map((one) => (one.county === null ? one.state : `${one.county}, ${one.state}`))
  const ofState = (counties.data ?? []).map((county) => `${county}, ${state}`)
  const handlePlaces = (chosen: readonly string[]) =>
    onChange({
      areas: chosen.map((name) => {
        const [county = '', its] = name.split(', ')
        return its ? { state: its, county } : { state: name, county: null }
      }),
    })
  return (
    <div className="grid gap-3">
      <ChoiceField
        legend="Where"
        options={REACHES}
        value={reach}
        onChange={(next) => onChange({ reach: next, areas: [] })}
      />
      {reach === 'counties' && (
        <>
          {searchWith(add)}
          <SelectField
            label="State of the counties"
            placeholder="Select a state"
            options={states.data ?? []}
            value={state}
            onChange={setState}
          />
        </>
      )}
      {reach !== 'nation' && (
        <PlaceChoice
          label={reach === 'states' ? 'States' : 'Counties'}
          placeholder={
            reach === 'states' ? 'Add a state' : state ? `Add a county of ${state}` : 'Select their state first'
          }
          all={reach === 'states' ? 'All states' : `All counties of ${state}`}
          options={reach === 'states' ? (states.data ?? []) : ofState}
          chosen={names}
          onChange={handlePlaces}
        />
      )}
    </div>
  )
}

/** What happens to the price or the stock: its kind, its number, and how the result is rounded. */
function StepFields({ form, onChange }: FieldsProps) {
  const { what, kind, unit, value, ending } = form
  const [isChecked, setIsChecked] = useState(false)
  const isPriceStep = what === 'price' && (kind === 'raise' || kind === 'lower')
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-3 max-sm:[&_fieldset_label]:px-2">
      <ChoiceField
        legend="Change"
        options={manyRules.kindsOf(form)}
        value={kind}
        onChange={(next) => onChange({ kind: next })}
      />
      {isPriceStep && (
        <ChoiceField legend="By" options={UNITS} value={unit} onChange={(next) => onChange({ unit: next })} />
      )}
      {kind !== 'inherit' && (
        <TextField
          {...manyRules.valueWords(form)}
          className="min-w-32 grow basis-32"
          // Text, because a number field hides what it cannot read.
          inputMode={what === 'price' ? 'decimal' : 'numeric'}
          autoComplete="off"
          maxLength={12}
          value={value}
          error={isChecked && value.trim() !== '' ? manyRules.valueError(form) : undefined}
          onChange={(event) => onChange({ value: event.target.value })}
          onBlur={() => setIsChecked(true)}
        />
      )}
      {isPriceStep && (
        <ChoiceField legend="Round" options={ENDINGS} value={ending} onChange={(next) => onChange({ ending: next })} />
      )}
    </div>
  )
}

/** From when on prices apply; a moment on the store's clock is repeated in words. */
function WhenFields({ form: { isPlanned, startsAt }, onChange }: FieldsProps) {
  const now = serverNow()
  const timeZone = useStoreZone()
  const instant = instantOfStoreTime(startsAt, timeZone)
  const fieldError = momentError(startsAt, now, timeZone)
  return (
    <div>
      <ChoiceField
        legend="When"
        options={MOMENTS}
        value={isPlanned ? 'planned' : 'now'}
        onChange={(when) => onChange({ isPlanned: when === 'planned' })}
      />
      {isPlanned && (
        <TextField
          label="From"
          note={zoneName(timeZone)}
          className="mt-3 max-w-72"
          type="datetime-local"
          value={startsAt}
          error={fieldError}
          onChange={(event) => onChange({ startsAt: event.target.value })}
        />
      )}
      {isPlanned && instant && !fieldError && (
        <p className="mt-1.5 text-sm text-muted">
          {formatStoreMoment(instant, timeZone)}
          {waitWords(instant, now)}.
        </p>
      )}
    </div>
  )
}

interface ManyPackagesProps {
  isOpen: boolean
  what: manyRules.ManyForm['what']
  /** On the page, whose packages it starts with. */
  place: Place
  /** The page that it takes the place of. */
  backTo: string
  /** A search that reports the county it found. */
  searchWith: (onChoose: (place: Place) => void) => ReactNode
  /** `changed`: the one place whose packages were changed. */
  onClose: (changed?: Place) => void
  children: ReactNode
}

/** Changes prices or stock of many packages, as previewed, in place of a page. Its input is kept while it is closed, until another place is shown. */
export function ManyPackages({ isOpen, what, place, backTo, searchWith, onClose, children }: ManyPackagesProps) {
  const timeZone = useStoreZone()
  const empty = () => manyRules.emptyForm(what, nextMonday(serverNow(), timeZone), place)
  const [form, setForm] = useState(empty)
  const [startedIn, setStartedIn] = useState(place)
  if (startedIn.state !== place.state || startedIn.county !== place.county) {
    setStartedIn(place)
    setForm(empty())
  }
  const isPlanned = form.what === 'price' && form.isPlanned
  const startsAt = isPlanned ? instantOfStoreTime(form.startsAt, timeZone) : null
  const momentTrouble = isPlanned ? momentError(form.startsAt, serverNow(), timeZone) : undefined
  const missing = manyRules.missingOf(form)
  const body = missing ? null : manyRules.bodyOf(form)
  const key = JSON.stringify(body)
  const settled = useDebounced(key)
  const [page, setPage] = useState({ key, from: 0 })
  const from = page.key === key ? page.from : 0
  const preview = usePreview(isOpen && settled === key ? body : null, from)
  const shown = body && settled === key ? preview.data : undefined
  const change = useManyChange()
  const isReady = shown && shown.changed > 0 && !preview.isFetching && !momentTrouble && !change.isPending

  const handleChange = (part: Partial<manyRules.ManyForm>) => {
    if (change.error) change.reset()
    const next = { ...form, ...part }
    // Everywhere, there are no own prices to remove.
    setForm(manyRules.kindsOf(next).some(({ value }) => value === next.kind) ? next : { ...next, kind: 'set' })
  }
  const apply = () => {
    if (!isReady || !body) return
    const note = form.note.trim()
    const done = () => {
      setForm(empty())
      const [at, ...others] = form.reach === 'nation' ? [] : form.areas
      onClose(at && others.length === 0 ? { state: at.state, county: at.county ?? '' } : undefined)
    }
    change.mutate({ body, seen: shown.seen, note, startsAt }, { onSuccess: done })
  }

  const back = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isOpen) return
    back.current?.focus()
    return () => document.getElementById(MANY)?.focus()
  }, [isOpen])
  usePageKeys((event) => {
    if (!isOpen || event.key !== 'Escape' || !isPlainKey(event)) return false
    onClose()
    return true
  })

  if (!isOpen) return <div className="grid grid-cols-[minmax(0,1fr)] gap-4">{children}</div>
  const act = isPlanned ? 'Plan' : 'Change'
  return (
    <div className="@container">
      <Button ref={back} look="quiet" icon={ArrowLeft} className="mb-2 -ml-2" onClick={() => onClose()}>
        Back to {backTo}
      </Button>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 @4xl:grid-cols-[minmax(0,9fr)_minmax(0,8fr)]">
        <div className="grid gap-3 rounded-md border-line sm:border sm:bg-surface sm:p-4">
          <PlaceFields form={form} onChange={handleChange} searchWith={searchWith} />
          <PackageChecks chosen={form} onChange={handleChange} />
          <StepFields form={form} onChange={handleChange} />
          <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
            {form.what === 'price' && <WhenFields form={form} onChange={handleChange} />}
            <TextField
              label="Note"
              note="optional, in the history"
              className="grow basis-60"
              autoComplete="off"
              dir="auto"
              maxLength={PRICE_NOTE_LENGTH_MAX}
              value={form.note}
              onChange={(event) => handleChange({ note: event.target.value })}
            />
          </div>
        </div>
        {/* Where there is room, it stays beside the form. */}
        <div className="@4xl:sticky @4xl:top-18 @4xl:max-h-[calc(100dvh-7.5rem)] @4xl:overflow-y-auto">
          <Panel
            title="Preview"
            actions={
              <Button look="primary" disabled={!isReady} onClick={apply}>
                {change.isPending ? 'Saving…' : `${act} ${shown && shown.changed > 0 ? shown.things : 'packages'}`}
              </Button>
            }
          >
            {change.error && <ManyTrouble error={change.error} />}
            {momentTrouble && <p className="text-sm text-muted">{momentTrouble}</p>}
            {missing ? (
              <p className="text-sm text-muted">{missing} Nothing changes before you have seen it here.</p>
            ) : preview.error ? (
              <ErrorNotice error={{ sentence: troubleOf(preview.error) }} onRetry={preview.refetch} />
            ) : shown ? (
              <ShownPreview preview={shown} from={from} onPage={(next) => setPage({ key, from: next })} />
            ) : (
              <Loading words="Working out what changes" height="h-9" count={4} />
            )}
          </Panel>
        </div>
      </div>
    </div>
  )
}

interface ManyChange {
  body: manyRules.ManyBody
  note: string
  /** Null: now. */
  startsAt: string | null
  seen: string
}

/** Makes the change. If its reply is lost, sending it again finds the same one. */
function useManyChange() {
  const attempt = useAttempt()
  const timeZone = useStoreZone()
  return useChange({
    affects: PATHS,
    send: async ({ seen, ...wanted }: ManyChange) => {
      const { body, note, startsAt } = wanted
      // Without what was seen: after a lost reply the preview has changed, and adding twice would be wrong.
      const sent = { attemptId: attempt.idFor(wanted), seen }
      if (body.what === 'stock') {
        const made = await callApi(changeStock, { body: { ...body.asked, ...sent, ...(note && { reason: note }) } })
        const undo = () => callApi(undoStockChange, { params: { changeId: made.changeId } })
        return { title: `${formatPlural(made.changed, 'package')} updated`, description: 'The stock is on sale.', undo }
      }
      const more = { ...(note && { note }), ...(startsAt && { startsAt }) }
      const { id, prices } = await callApi(changePrices, { body: { ...body.asked, ...sent, ...more } })
      const count = formatPlural(prices, 'price')
      if (!startsAt) return { title: `${count} changed`, description: 'They apply now.', undo: () => undoPrices(id) }
      const description = `They take effect ${formatStoreMoment(startsAt, timeZone)}.`
      const undo = () => callApi(cancelPriceChange, { params: { changeId: id } })
      return { title: `${count} planned`, description, undo }
    },
    onDone: attempt.end,
    toast: ({ undo, ...words }) => ({ ...words, ...undoable(undo, PATHS) }),
  })
}

/** Why nothing was changed. Typed input stays, and the preview shows what is the case now. */
const ManyTrouble = ({ error }: { error: ApiError }) =>
  error.code === 'price_changed' || error.code === 'stock_changed' ? (
    <Notice tone="attention" title="Someone else changed these packages">
      Nothing was changed, and we kept your choices. The preview shows the latest.
    </Notice>
  ) : (
    <ErrorNotice title="Nothing was changed" error={{ sentence: troubleOf(error) }} />
  )

/** The sentence of an error, with its price if the server names one. */
const troubleOf = ({ code, sentence, details: { price } }: ApiError): string =>
  code === 'price_invalid' && typeof price === 'string' ? `${price} would get an invalid price. ${sentence}` : sentence

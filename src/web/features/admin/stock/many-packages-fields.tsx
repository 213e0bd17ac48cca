import type { ReactNode } from 'react'
import { STOCK_REASON_LENGTH_MAX } from '#contract/admin/stock-screen.ts'
import { ChangeFields } from '#web/lib/change-drawer.tsx'
import { PackageChecks } from '#web/lib/package-checks.tsx'
import { CheckGroup } from '#web/ui/check-group.tsx'
import { ChoiceField } from '#web/ui/choice.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { useCounties, useStates } from './stock-data.ts'
import { type ManyPackages, type Reach, stepComplaint } from './stock-rules.ts'

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
export function ManyPackagesFields({ form, onChange, search }: ManyPackagesFieldsProps) {
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

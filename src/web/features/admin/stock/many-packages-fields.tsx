import { useState } from 'react'
import { STOCK_REASON_LENGTH_MAX } from '#contract/admin/stock-desk.ts'
import { PackageChecks } from '#web/lib/package-checks.tsx'
import { CheckGroup } from '#web/ui/check-group.tsx'
import { Choice } from '#web/ui/choice.tsx'
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
  set: { label: 'New count', note: 'above 999 unlimited' },
  add: { label: 'How many', note: 'minus takes away; ends at 0 and 999' },
  at_least: { label: 'Raise to', note: 'what has more stays' },
}

/** Names that are said; more would be a list beside the list. */
const NAMED_MAX = 6

interface ManyPackagesFieldsProps {
  form: ManyPackages
  onChange: (part: Partial<ManyPackages>) => void
}

/** Where, which packages, and what becomes of their stock. */
export function ManyPackagesFields({ form, onChange }: ManyPackagesFieldsProps) {
  const [isChecked, setIsChecked] = useState(false)
  const { kind, value } = form
  return (
    <div className="grid gap-5">
      <div>
        <p aria-hidden="true" className="mb-1.5 text-sm font-semibold">
          Where
        </p>
        <Choice legend="Where" options={REACHES} value={form.reach} onChange={(reach) => onChange({ reach })} />
        {form.reach !== 'store' && <PlaceFields form={form} onChange={onChange} />}
      </div>
      <PackageChecks chosen={form} onChange={onChange} />
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div>
          <p aria-hidden="true" className="mb-1.5 text-sm font-semibold">
            Change
          </p>
          <Choice legend="Change" options={KINDS} value={kind} onChange={(next) => onChange({ kind: next })} />
        </div>
        <TextField
          label={VALUES[kind].label}
          note={VALUES[kind].note}
          className="min-w-52 grow basis-52"
          // Text, because a number field hides what it cannot read, and some phones show no minus for it.
          inputMode={kind === 'add' ? 'text' : 'numeric'}
          autoComplete="off"
          maxLength={12}
          value={value}
          error={isChecked && value.trim() !== '' ? stepComplaint(kind, value) : undefined}
          onChange={(event) => onChange({ value: event.target.value })}
          onBlur={() => setIsChecked(true)}
        />
      </div>
      <TextField
        label="Reason"
        note="optional, stands in the history of each package"
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
function PlaceFields({ form, onChange }: ManyPackagesFieldsProps) {
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

/** A long list of boxes in a place of its own, so that what follows stays in reach. */
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

/** What is chosen may lie outside of what the list shows. */
function chosenWords(chosen: readonly string[], all: number): string {
  if (chosen.length === 0) return 'None chosen.'
  return chosen.length > NAMED_MAX
    ? `${chosen.length} of ${all} chosen.`
    : `${chosen.length} of ${all} chosen: ${chosen.join(', ')}.`
}

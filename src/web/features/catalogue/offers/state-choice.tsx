import { X } from 'lucide-react'
import { useRef } from 'react'
import { SelectField } from '#web/ui/field.tsx'
import { useStates } from './offers-data.ts'

interface StateChoiceProps {
  chosen: readonly string[]
  error: string | undefined
  onChange: (chosen: string[]) => void
}

/** Selects states: each one from the list is shown below it until it is removed. None means all. */
export function StateChoice({ chosen, error, onChange }: StateChoiceProps) {
  const { data: states } = useStates()
  const place = useRef<HTMLDivElement>(null)
  const left = (states ?? []).filter((state) => !chosen.includes(state))
  const handleRemove = (state: string) => {
    onChange(chosen.filter((one) => one !== state))
    // The pressed button disappears with its state.
    place.current?.querySelector('select')?.focus({ preventScroll: true })
  }
  return (
    <div ref={place}>
      <SelectField
        label="States"
        placeholder={chosen.length === 0 ? 'All states' : 'Add a state'}
        options={left}
        value=""
        aria-invalid={error ? true : undefined}
        onChange={(event) => {
          if (event.target.value) onChange([...chosen, event.target.value].toSorted())
        }}
      />
      {error && <p className="mt-1.5 text-sm text-danger">{error}</p>}
      {chosen.length > 0 && (
        <ul aria-label="Chosen states" className="mt-2 flex flex-wrap gap-2">
          {chosen.map((state) => (
            <li key={state}>
              <button
                type="button"
                onClick={() => handleRemove(state)}
                className="inline-flex min-h-9 items-center gap-1.5 rounded-md border border-accent bg-accent-quiet px-2.5 text-sm font-semibold compact:min-h-8"
              >
                {state}
                <X size={14} aria-hidden="true" />
                <span className="sr-only">: take out</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

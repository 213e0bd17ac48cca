import { type ReactNode, useId } from 'react'
import { classes } from './classes.ts'

interface ChoiceProps<Value extends string> {
  /** What the choice is, for screen readers. */
  legend: string
  options: readonly { value: Value; label: string }[]
  /** Null if none of them is right. */
  value: NoInfer<Value> | null
  onChange: (value: Value) => void
}

/** Selects one of a few options side by side: native radio buttons, so arrow keys and screen readers work. */
export function Choice<Value extends string>({ legend, options, value, onChange }: ChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset className="inline-flex max-w-full flex-wrap overflow-clip rounded-md border border-control bg-surface text-sm">
      <legend className="sr-only">{legend}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="relative flex min-h-11 cursor-pointer items-center px-3 text-muted not-first-of-type:border-l not-first-of-type:border-control compact:min-h-8 has-checked:bg-accent-quiet has-checked:font-semibold has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}

/** The same under its legend. */
export function ChoiceField<Value extends string>(props: ChoiceProps<Value>) {
  return (
    <div>
      <p aria-hidden="true" className="mb-1.5 text-sm font-semibold">
        {props.legend}
      </p>
      <Choice {...props} />
    </div>
  )
}

interface CheckGroupProps<Value extends string | number> {
  legend: string
  options: readonly { value: Value; label: string }[]
  chosen: readonly Value[]
  onChange: (chosen: Value[]) => void
  /** None of them means all, as the first box says. */
  isNoneAll?: boolean
}

/** Selects any of a few options side by side. */
export function CheckGroup<Value extends string | number>(props: CheckGroupProps<Value>) {
  const { legend, options, chosen, onChange, isNoneAll } = props
  const legendId = useId()
  const all = options.map(({ value }) => value)
  const isAll = all.every((value) => chosen.includes(value))
  const toggle = (value: Value) => {
    // In the order shown, so the same selection is always the same list.
    const next = all.filter((one) => (one === value ? !chosen.includes(one) : chosen.includes(one)))
    onChange(isNoneAll && next.length === all.length ? [] : next)
  }
  const box = (label: string, isChecked: boolean, onToggle: () => void) => (
    <label
      key={label}
      className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-md border border-control bg-surface px-3 text-sm compact:min-h-8 has-checked:border-accent has-checked:bg-accent-quiet has-checked:font-semibold has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
    >
      <input
        type="checkbox"
        checked={isChecked}
        onChange={onToggle}
        className="size-4 shrink-0 accent-accent outline-none"
      />
      {label}
    </label>
  )
  return (
    <fieldset aria-labelledby={legendId}>
      <p id={legendId} className="mb-1.5 text-sm font-semibold">
        {legend}
      </p>
      <div className="flex flex-wrap gap-2">
        {box('All', isNoneAll ? chosen.length === 0 : isAll, () => onChange(isNoneAll || isAll ? [] : all))}
        {options.map(({ value, label }) => box(label, chosen.includes(value), () => toggle(value)))}
      </div>
    </fieldset>
  )
}

interface SwitchProps {
  label: string
  /** What it does, below the label. */
  children?: ReactNode
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** A switch. The word next to the knob says on or off, not only its place and color. */
export function Switch({ label, children, isOn, onChange }: SwitchProps) {
  const id = useId()
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <span id={`${id}-label`} className="text-sm font-semibold">
          {label}
        </span>
        {children && (
          <p id={`${id}-help`} className="text-sm text-muted">
            {children}
          </p>
        )}
      </div>
      <button
        type="button"
        role="switch"
        aria-checked={isOn}
        aria-labelledby={`${id}-label`}
        aria-describedby={children ? `${id}-help` : undefined}
        onClick={() => onChange(!isOn)}
        className="inline-flex min-h-11 shrink-0 items-center gap-2 text-sm compact:min-h-8"
      >
        <span aria-hidden="true">{isOn ? 'On' : 'Off'}</span>
        <span
          aria-hidden="true"
          className={classes(
            'flex h-6 w-10 items-center rounded-full border px-0.5 transition-colors duration-150',
            isOn ? 'justify-end border-accent bg-accent' : 'border-control bg-sunken',
          )}
        >
          <span className={classes('size-4.5 rounded-full', isOn ? 'bg-on-accent' : 'bg-muted')} />
        </span>
      </button>
    </div>
  )
}

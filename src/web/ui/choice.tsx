import { useId } from 'react'
import { classes } from './classes.ts'

interface ChoiceProps<Value extends string> {
  /** What the choice is, for screen readers. */
  legend: string
  options: readonly { value: Value; label: string }[]
  /** Null if none of them is right. */
  value: NoInfer<Value> | null
  onChange: (value: Value) => void
  /** For a dense list: without the dots. */
  isSmall?: boolean
}

/** Selects one of a few options side by side: native radio buttons, so arrow keys and screen readers work. */
export function Choice<Value extends string>({ legend, options, value, onChange, isSmall }: ChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset className="inline-flex overflow-clip rounded-md border border-control bg-surface text-sm">
      <legend className="sr-only">{legend}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={classes(
            'flex cursor-pointer items-center gap-1.5 text-muted not-first-of-type:border-l not-first-of-type:border-control has-checked:bg-accent-quiet has-checked:font-semibold has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent',
            isSmall ? 'relative min-h-8 px-2 text-xs' : 'min-h-10 px-2.5 compact:min-h-8',
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className={isSmall ? 'absolute inset-0 cursor-pointer opacity-0' : 'size-3.5 accent-accent outline-none'}
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

import { useId } from 'react'

interface CheckGroupProps<Value extends string | number> {
  legend: string
  options: readonly { value: Value; label: string }[]
  chosen: readonly Value[]
  onChange: (chosen: Value[]) => void
}

/** Selects any of a few options side by side, with one button for all of them. */
export function CheckGroup<Value extends string | number>({
  legend,
  options,
  chosen,
  onChange,
}: CheckGroupProps<Value>) {
  const legendId = useId()
  const isAll = options.every(({ value }) => chosen.includes(value))
  const toggle = (value: Value) =>
    // In the order shown, so the same selection is always the same list.
    onChange(
      options
        .map((option) => option.value)
        .filter((one) => (one === value ? !chosen.includes(one) : chosen.includes(one))),
    )
  return (
    <fieldset aria-labelledby={legendId}>
      <div className="mb-1.5 flex items-baseline justify-between gap-3">
        <span id={legendId} className="text-sm font-semibold">
          {legend}
        </span>
        <button
          type="button"
          className="min-h-6 text-sm text-accent hover:underline"
          onClick={() => onChange(isAll ? [] : options.map(({ value }) => value))}
        >
          {isAll ? 'None' : 'All'}
          <span className="sr-only"> of {legend}</span>
        </button>
      </div>
      <div className="flex flex-wrap gap-2">
        {options.map(({ value, label }) => (
          <label
            key={value}
            className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-md border border-control bg-surface px-3 text-sm compact:min-h-8 has-checked:border-accent has-checked:bg-accent-quiet has-checked:font-semibold has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={() => toggle(value)}
              className="size-4 shrink-0 accent-accent outline-none"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

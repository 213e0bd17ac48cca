import { type InputHTMLAttributes, type ReactNode, type Ref, type SelectHTMLAttributes, useId } from 'react'
import { useAfterPress } from './after-press.ts'
import { classes } from './classes.ts'

/** The label above a field, with a note at the end of the line. */
export const FieldLabel = ({ htmlFor, label, note }: { htmlFor: string; label: string; note?: string | undefined }) => (
  <label
    htmlFor={htmlFor}
    className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-3 text-sm font-semibold"
  >
    {label}
    {note && <span className="font-normal text-muted">{note}</span>}
  </label>
)

/** A field's error, below it; `aria-describedby` points to it. */
export const FieldError = ({ id, error }: { id: string; error: string }) => (
  <p id={`${id}-error`} className="mt-1.5 text-sm text-danger">
    {error}
  </p>
)

/** The look of a control of one line. */
export const CONTROL =
  'w-full min-h-11 rounded-md border bg-surface px-3 py-2 text-base text-ink placeholder:text-muted disabled:bg-sunken disabled:text-muted disabled:cursor-not-allowed compact:min-h-8 compact:py-1 compact:text-sm'

interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  /** After the label, such as "optional". */
  note?: string | undefined
  /** Below it. */
  hint?: string | null
  error?: string | undefined
  ref?: Ref<HTMLInputElement> | undefined
}

/** A labeled line of text. Its error and its hint are shown below it and announced with it. */
export function TextField({ label, note, hint, error: latestError, className, ...rest }: TextFieldProps) {
  const id = useId()
  const error = useAfterPress(latestError)
  return (
    <div className={className}>
      <FieldLabel htmlFor={id} label={label} note={note} />
      <input
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={classes(error && `${id}-error`, hint && `${id}-hint`) || undefined}
        className={classes(CONTROL, error ? 'border-danger' : 'border-control')}
        {...rest}
      />
      {error && <FieldError id={id} error={error} />}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}

interface SelectBase<Value extends string | number>
  extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'value' | 'onChange'> {
  label: string
  options: readonly Value[]
  /** How an option reads, if not as its value does. */
  nameOf?: ((value: Value) => string) | undefined
  /** Further options under headings, below the others. */
  groups?: readonly { label: string; options: readonly Value[] }[]
  error?: string | undefined
  /** The label next to the list instead of above it, where it ends a sentence. */
  isInline?: boolean
  ref?: Ref<HTMLSelectElement> | undefined
}

/** The first entry stands for nothing selected: the empty text. */
interface OptionalSelectProps<Value extends string | number> extends SelectBase<Value> {
  placeholder: string
  value: NoInfer<Value> | ''
  onChange: (value: Value | '') => void
}

interface RequiredSelectProps<Value extends string | number> extends SelectBase<Value> {
  placeholder?: undefined
  value: NoInfer<Value>
  onChange: (value: Value) => void
}

/** The browser's own select: the device itself handles typing and scrolling in a list of 254 counties best. */
export function SelectField<Value extends string | number>(props: OptionalSelectProps<Value>): ReactNode
export function SelectField<Value extends string | number>(props: RequiredSelectProps<Value>): ReactNode
export function SelectField<Value extends string | number>(
  props: OptionalSelectProps<Value> | RequiredSelectProps<Value>,
) {
  const { label, placeholder, options, nameOf = String, groups = [], error: latestError } = props
  const { isInline, className, value, onChange: _onChange, ...rest } = props
  const id = useId()
  const error = useAfterPress(latestError)
  const all = [...options, ...groups.flatMap((group) => group.options)]
  const handleChange = (text: string) => {
    const chosen = all.find((one) => String(one) === text)
    if (chosen !== undefined) props.onChange(chosen)
    else if (props.placeholder !== undefined) props.onChange('')
  }
  const listed = (values: readonly Value[]) =>
    values.map((one) => (
      <option key={one} value={one}>
        {nameOf(one)}
      </option>
    ))
  return (
    <div className={classes(isInline && 'flex flex-wrap items-center gap-x-3 gap-y-1.5', className)}>
      <label htmlFor={id} className={classes('text-sm font-semibold', !isInline && 'mb-1.5 block')}>
        {label}
      </label>
      <div className={classes('relative', isInline && 'grow')}>
        <select
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className={classes(CONTROL, 'appearance-none pr-10', error ? 'border-danger' : 'border-control')}
          {...rest}
          value={value}
          onChange={({ target }) => handleChange(target.value)}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {value !== '' && !all.includes(value) && listed([value])}
          {listed(options)}
          {groups.map((group) => (
            <optgroup key={group.label} label={group.label}>
              {listed(group.options)}
            </optgroup>
          ))}
        </select>
        <svg
          viewBox="0 0 12 8"
          width="12"
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-3.5 -translate-y-1/2 text-muted"
        >
          <path d="M1 1.5 6 6.5 11 1.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
        </svg>
      </div>
      {error && <FieldError id={id} error={error} />}
    </div>
  )
}

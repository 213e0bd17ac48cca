import { type InputHTMLAttributes, type Ref, type TextareaHTMLAttributes, useId, useState } from 'react'
import { useAfterPress } from './after-press.ts'
import { Button, type ButtonProps } from './button.tsx'
import { classes } from './classes.ts'
import { FieldError, FieldLabel, TextField } from './field.tsx'

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string
  /** After the label, such as "optional". */
  note?: string
  error?: string | undefined
  ref?: Ref<HTMLTextAreaElement> | undefined
}

/** A labeled field for several lines of text. */
export function TextArea({ label, note, error: latestError, className, rows = 4, ...rest }: TextAreaProps) {
  const id = useId()
  const error = useAfterPress(latestError)
  return (
    <div className={className}>
      <FieldLabel htmlFor={id} label={label} note={note} />
      <textarea
        id={id}
        rows={rows}
        dir="auto"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        className={classes(
          'w-full rounded-md border bg-surface px-3 py-2 text-base text-ink placeholder:text-muted compact:text-sm',
          error ? 'border-danger' : 'border-control',
        )}
        {...rest}
      />
      {error && <FieldError id={id} error={error} />}
    </div>
  )
}

interface NumberFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  label: string
  value: string
  onChange: (text: string) => void
  /** What is wrong with a text; undefined if it can be sent. */
  fieldErrorOf: (text: string) => string | undefined
  ref?: Ref<HTMLInputElement>
}

/** A typed number, checked once it first loses focus, or on Enter. */
export function NumberField({ value, onChange, fieldErrorOf, ...rest }: NumberFieldProps) {
  const [isChecked, setIsChecked] = useState(false)
  /** For letters typed into a number field, the browser reports only that it cannot read them. */
  const [isUnreadable, setIsUnreadable] = useState(false)
  return (
    <TextField
      {...rest}
      type="number"
      min="0"
      autoComplete="off"
      value={value}
      error={isChecked && (value !== '' || isUnreadable) ? fieldErrorOf(value) : undefined}
      onChange={({ target }) => {
        setIsUnreadable(target.validity.badInput)
        onChange(target.value)
      }}
      onBlur={({ target }) => {
        setIsUnreadable(target.validity.badInput)
        setIsChecked(true)
      }}
      onKeyDown={({ key }) => key === 'Enter' && setIsChecked(true)}
    />
  )
}

interface SubmitButtonProps extends ButtonProps {
  label: string
  /** The label while the form is being sent. */
  busy: string
}

/** Sends the form around it. */
export const SubmitButton = ({ label, busy, ...rest }: SubmitButtonProps) => (
  <Button type="submit" look="primary" {...rest}>
    {rest.isBusy ? busy : label}
  </Button>
)

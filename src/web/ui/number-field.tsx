import { type InputHTMLAttributes, type Ref, useState } from 'react'
import { TextField } from './field.tsx'

interface NumberFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  label: string
  value: string
  onChange: (text: string) => void
  /** What is wrong with a text; undefined if it can be sent. */
  complaintOf: (text: string) => string | undefined
  ref?: Ref<HTMLInputElement>
}

/** A typed number, checked once it first loses focus, or on Enter. */
export function NumberField({ value, onChange, complaintOf, ...rest }: NumberFieldProps) {
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
      error={isChecked && (value !== '' || isUnreadable) ? complaintOf(value) : undefined}
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

import { type InputHTMLAttributes, type Ref, useState } from 'react'
import { TextField } from './field.tsx'

interface NumberFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  label: string
  value: string
  onChange: (text: string) => void
  /** What is wrong with a text; undefined when it can be sent. */
  complaintOf: (text: string) => string | undefined
  ref?: Ref<HTMLInputElement>
}

/** A number as it is typed, checked from when it is first left, or sent by Enter. */
export function NumberField({ value, onChange, complaintOf, ...rest }: NumberFieldProps) {
  const [isChecked, setIsChecked] = useState(false)
  /** The browser tells nothing of letters typed into a number field but that it cannot read them. */
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

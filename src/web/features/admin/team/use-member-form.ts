import { type ChangeEvent, type FocusEvent, useRef, useState } from 'react'
import type { ApiError } from '#web/lib/api-error.ts'
import { complaintOf, fieldOfRefusal, MEMBER_LENGTHS_MAX, type MemberField } from './member-fields.ts'

type Values<Field extends MemberField> = Readonly<Record<Field, string>>

/**
 * The state of a form about a member. A field is checked when it is left, and what the server refused stands at the field
 * it is about until that field changes.
 */
export function useMemberForm<Field extends MemberField>(start: Values<Field>, change: { error: ApiError | null }) {
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(start)
  const [checked, setChecked] = useState<readonly MemberField[]>([])
  /** The refusal that was answered by typing. */
  const [settled, setSettled] = useState<ApiError | null>(null)
  const error = change.error === settled ? null : change.error
  const refusedField = fieldOfRefusal(error?.code)
  const names = Object.keys(values) as Field[]

  const focus = (field: MemberField) => form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus()
  return {
    form,
    values,
    isChanged: names.some((name) => values[name] !== start[name]),
    /** What the server refused, where it is about no single field. */
    error: refusedField && names.some((name) => name === refusedField) ? null : error,
    field: (name: Field) => ({
      name,
      value: values[name],
      maxLength: MEMBER_LENGTHS_MAX[name],
      error:
        refusedField === name ? error?.sentence : checked.includes(name) ? complaintOf(name, values[name]) : undefined,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        if (refusedField === name) setSettled(change.error)
        setValues({ ...values, [name]: event.target.value })
      },
      onBlur: (event: FocusEvent<HTMLInputElement>) => {
        // A field that nothing was typed into is not wrong yet.
        if (event.target.value !== '') setChecked((before) => [...before, name])
      },
    }),
    /** Checks the fields that will be sent. Goes to the first that is wrong. @returns whether all are well */
    check: (fields: readonly Field[]): boolean => {
      setChecked(fields)
      setSettled(change.error)
      const wrong = fields.find((name) => complaintOf(name, values[name]))
      if (wrong) focus(wrong)
      return wrong === undefined
    },
    /** Goes to the field that the server refused. */
    focusRefused: ({ code }: ApiError) => {
      const field = fieldOfRefusal(code)
      if (field) focus(field)
    },
    reset: () => {
      setValues(start)
      setChecked([])
    },
    focus,
  }
}

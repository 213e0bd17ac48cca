import { useRef } from 'react'
import { type DefaultValues, type Path, type PathValue, useForm as useHookForm } from 'react-hook-form'
import type { ApiError, ApiErrorCode } from './call-api.ts'

type Texts = Record<string, string>

/** The form's call: the part of a mutation that it needs. */
export interface FormCall<Body, Reply> {
  error: ApiError | null
  isPending: boolean
  mutate: (
    body: Body,
    options: { onSuccess: (reply: Reply) => void; onError: (error: ApiError) => void; onSettled: () => void },
  ) => void
}

interface FormOptions<Values extends Texts, Body, Reply> {
  start: Values
  /** What is wrong with a field, in a sentence; undefined if it can be sent. */
  rules?: { readonly [Name in keyof Values]?: (text: string, values: Values) => string | undefined }
  lengthsMax?: { readonly [Name in keyof Values]?: number }
  send: FormCall<Body, Reply>
  /** The fields that refusals are about, by code; others are about the whole form. */
  refusedFields?: { readonly [Code in ApiErrorCode]?: string }
}

/**
 * A form of text fields that makes one call. A field with input is checked when it loses focus, all are checked on
 * submit, and the first wrong one gets the focus. A refusal about one field shows at that field until it is edited. A
 * second submit during a call does nothing.
 *
 * Rules are functions, not the contract's schemas: the pages load without zod, and each rule has its own sentence.
 */
export function useForm<Values extends Texts, Body, Reply>(options: FormOptions<Values, Body, Reply>) {
  const { start, rules, lengthsMax, send } = options
  const form = useHookForm<Values>({ defaultValues: start as DefaultValues<Values> })
  const isSending = useRef(false)
  const { errors } = form.formState
  const values = form.watch()
  const refusedField = (error: ApiError | null): Path<Values> | null => {
    const name = error && options.refusedFields?.[error.code]
    return name && name in start ? (name as Path<Values>) : null
  }

  return {
    values,
    isTyped: Object.keys(start).some((name) => values[name] !== start[name]),
    isFilled: (...names: (keyof Values)[]): boolean => names.every((name) => values[name]?.trim() !== ''),
    /** The server's refusal, unless it is shown at a field. */
    error: refusedField(send.error) ? null : send.error,
    field: (name: Path<Values>) => ({
      ...form.register(name, {
        validate: (text: PathValue<Values, Path<Values>>, all: Values) => rules?.[name]?.(text, all) ?? true,
        // A field without input is not wrong yet.
        onBlur: ({ target }: { target: HTMLInputElement }) => target.value !== '' && form.trigger(name),
        onChange: () => errors[name] && form.trigger(name),
      }),
      ...(lengthsMax?.[name] !== undefined && { maxLength: lengthsMax[name] }),
      error: errors[name]?.message as string | undefined,
    }),
    /** @returns the form's submit handler: it sends what `bodyOf` makes of the values */
    submit: (
      bodyOf: (values: Values) => Body,
      then: { onSuccess?: (reply: Reply) => void; onError?: (error: ApiError) => void; onWrong?: () => void } = {},
    ) =>
      form.handleSubmit((sent) => {
        if (isSending.current || send.isPending) return
        isSending.current = true
        send.mutate(bodyOf(sent), {
          onSuccess: (reply) => then.onSuccess?.(reply),
          onError: (error) => {
            const name = refusedField(error)
            if (name) form.setError(name, { message: error.sentence }, { shouldFocus: true })
            then.onError?.(error)
          },
          onSettled: () => {
            isSending.current = false
          },
        })
      }, then.onWrong),
    focus: (name: Path<Values>, isSelected = false) => form.setFocus(name, { shouldSelect: isSelected }),
    reset: (to: Values = start) => form.reset(to),
  }
}

import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import {
  CITY_LENGTH_MAX,
  type optOut,
  RECEIPT_EMAIL_LENGTH_MAX,
  STATE_LENGTH_MAX,
  STREET_LENGTH_MAX,
  ZIP_PATTERN,
} from '#contract/delivery/opt-out.ts'
import type { BodyInputOf, ReplyOutputOf } from '#contract/endpoint.ts'
import { isOneAddress } from '#contract/one-address.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { callApi } from '#web/lib/call-api.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'

const EMPTY = { street: '', city: '', state: '', zip: '', email: '' }
type Fields = typeof EMPTY

/** Said where a field has to be filled. */
const needed = (what: string) => (value: string) => value.trim() !== '' || what

/** Takes the address of a property. What it says afterwards is the same whether or not the store knows it. */
export function OptOutForm() {
  const ask = useMutation<ReplyOutputOf<typeof optOut>, ApiError, BodyInputOf<typeof optOut>>({
    mutationFn: (body) => callApi<typeof optOut>('POST', '/api/opt-out', { body }),
  })
  const form = useForm<Fields>({ defaultValues: EMPTY, mode: 'onBlur' })
  const { errors } = form.formState
  const done = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The button that was pressed is gone: whoever works by keyboard or screen reader goes on here.
    if (ask.isSuccess) done.current?.focus()
  }, [ask.isSuccess])

  const handleSubmit = form.handleSubmit(({ email, ...address }) => {
    if (ask.isPending) return
    ask.mutate(
      { ...address, ...(email.trim() === '' ? {} : { email: email.trim() }) },
      {
        onError: ({ code, sentence }) => {
          if (code === 'address_unreadable') form.setError('street', { message: sentence }, { shouldFocus: true })
        },
      },
    )
  })
  const handleAnother = () => {
    form.reset({ ...EMPTY, email: form.getValues('email') })
    ask.reset()
  }

  if (ask.data?.needsConfirmation)
    return (
      <div ref={done} tabIndex={-1}>
        <Notice tone="attention" title="One step is left: look into your mail">
          {ask.data.message}
        </Notice>
      </div>
    )
  if (ask.isSuccess)
    return (
      <div ref={done} tabIndex={-1}>
        <Notice
          tone="good"
          title="Done: we leave this property alone"
          action={<Button onClick={handleAnother}>Name another property</Button>}
        >
          {ask.data.message}
          {ask.variables.email && (
            <p className="mt-2">
              A receipt is on its way to {ask.variables.email}; five at most go to one address within an hour.
            </p>
          )}
        </Notice>
      </div>
    )
  return (
    <form onSubmit={handleSubmit} noValidate className="grid gap-4 sm:grid-cols-6">
      {ask.error && ask.error.code !== 'address_unreadable' && (
        <Notice tone="danger" title="Nothing was sent" className="sm:col-span-6">
          {ask.error.sentence}
        </Notice>
      )}
      <TextField
        label="Street address of the property"
        note="with apartment or unit, if there is one"
        className="sm:col-span-6"
        autoComplete="street-address"
        maxLength={STREET_LENGTH_MAX}
        required
        error={errors.street?.message}
        {...form.register('street', { validate: needed('Enter the house number and street, e.g. 12 Oak Street.') })}
      />
      <TextField
        label="City"
        className="sm:col-span-3"
        autoComplete="address-level2"
        maxLength={CITY_LENGTH_MAX}
        required
        error={errors.city?.message}
        {...form.register('city', { validate: needed('Enter the city.') })}
      />
      <TextField
        label="State"
        className="sm:col-span-1"
        autoComplete="address-level1"
        maxLength={STATE_LENGTH_MAX}
        required
        error={errors.state?.message}
        {...form.register('state', { validate: needed('Enter the state.') })}
      />
      <TextField
        label="ZIP"
        className="sm:col-span-2"
        autoComplete="postal-code"
        inputMode="numeric"
        maxLength={10}
        required
        error={errors.zip?.message}
        {...form.register('zip', {
          validate: (value) => ZIP_PATTERN.test(value.trim()) || 'Enter the five digits of the ZIP.',
        })}
      />
      <TextField
        label="Email for a receipt"
        note="optional"
        className="sm:col-span-6"
        type="email"
        autoComplete="email"
        inputMode="email"
        maxLength={RECEIPT_EMAIL_LENGTH_MAX}
        error={errors.email?.message}
        {...form.register('email', {
          validate: (value) =>
            value.trim() === '' || isOneAddress(value.trim()) || 'Enter one email address, or leave this empty.',
        })}
      />
      <div className="sm:col-span-6">
        <Button type="submit" look="primary" size="large" aria-disabled={ask.isPending || undefined}>
          {ask.isPending ? 'Sending…' : 'Leave this property alone'}
        </Button>
      </div>
    </form>
  )
}

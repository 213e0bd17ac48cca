import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import * as contract from '#contract/delivery/opt-out.ts'
import { EMAIL_LENGTH_MAX, readEmail } from '#contract/email-address.ts'
import type { BodyInputOf } from '#contract/endpoint.ts'
import { callApi } from '#web/lib/call-api.ts'
import { useForm } from '#web/lib/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { SubmitButton } from '#web/ui/more-fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ErrorNotice } from '#web/ui/panel.tsx'

/** The page of an email that asks to confirm a request: only the button confirms, because mail scanners open links. */
export function ConfirmOptOut({ token }: { token: string }) {
  const confirm = useMutation({ mutationFn: () => callApi(contract.confirmOptOut, { body: { token } }) })
  if (confirm.isSuccess)
    return (
      <Notice tone="good" title="Done: we removed this property">
        {confirm.data.message}
      </Notice>
    )
  return (
    <div className="grid gap-4">
      <p>Please confirm that you asked us to remove a property.</p>
      <ErrorNotice error={confirm.error} title="Nothing was confirmed" />
      <div>
        <Button look="primary" size="large" isBusy={confirm.isPending} onClick={() => confirm.mutate()}>
          {confirm.isPending ? 'Sending…' : 'Remove my property'}
        </Button>
      </div>
    </div>
  )
}

const EMPTY = { street: '', city: '', state: '', zip: '', email: '' }

const needed = (what: string) => (text: string) => (text.trim() === '' ? what : undefined)
const RULES = {
  street: needed('Enter the house number and street, e.g. 12 Oak Street.'),
  city: needed('Enter the city.'),
  state: needed('Enter the state.'),
  zip: (text: string) => (contract.ZIP_PATTERN.test(text.trim()) ? undefined : 'Enter the five-digit ZIP code.'),
  email: (text: string) =>
    text.trim() === '' || readEmail(text) !== null ? undefined : 'Enter one email address, or leave this empty.',
}

const LENGTHS_MAX = {
  street: contract.STREET_LENGTH_MAX,
  city: contract.CITY_LENGTH_MAX,
  state: contract.STATE_LENGTH_MAX,
  zip: 10,
  email: EMAIL_LENGTH_MAX,
}

/** Takes the address of a property. The reply is the same whether or not the store knows it. */
export function OptOutForm() {
  const ask = useMutation({
    mutationFn: (body: BodyInputOf<typeof contract.optOut>) => callApi(contract.optOut, { body }),
  })
  const form = useForm({
    start: EMPTY,
    rules: RULES,
    lengthsMax: LENGTHS_MAX,
    send: ask,
    refusedFields: { address_unreadable: 'street', zip_not_in_state: 'zip' },
  })
  const done = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The pressed button is gone, so the focus moves here for keyboards and screen readers.
    if (ask.isSuccess) done.current?.focus()
  }, [ask.isSuccess])
  const handleSubmit = form.submit(({ email, ...address }) => ({
    ...address,
    ...(email.trim() === '' ? {} : { email: email.trim() }),
  }))
  const handleAnother = () => {
    form.reset({ ...EMPTY, email: form.values.email })
    ask.reset()
  }
  if (ask.isSuccess)
    return (
      <div ref={done} tabIndex={-1}>
        {ask.data.needsConfirmation ? (
          <Notice tone="attention" title="One more step: check your email">
            {ask.data.message}
          </Notice>
        ) : (
          <Notice
            tone="good"
            title="Done: we removed this property"
            action={<Button onClick={handleAnother}>Remove another property</Button>}
          >
            {ask.data.message}
            {ask.variables.email && (
              <p className="mt-2">
                A receipt is on its way to {ask.variables.email}. We send five an hour to an address at most.
              </p>
            )}
          </Notice>
        )}
      </div>
    )
  return (
    <form onSubmit={handleSubmit} noValidate className="grid gap-4 sm:grid-cols-6">
      <ErrorNotice error={form.error} title="Nothing was sent" className="sm:col-span-6" />
      <TextField
        label="Street address of the property"
        note="with apartment or unit, if there is one"
        className="sm:col-span-6"
        autoComplete="street-address"
        required
        {...form.field('street')}
      />
      <TextField
        label="City"
        className="sm:col-span-3"
        autoComplete="address-level2"
        required
        {...form.field('city')}
      />
      <TextField
        label="State"
        className="sm:col-span-1"
        autoComplete="address-level1"
        required
        {...form.field('state')}
      />
      <TextField
        label="ZIP"
        className="sm:col-span-2"
        autoComplete="postal-code"
        inputMode="numeric"
        required
        {...form.field('zip')}
      />
      <TextField
        label="Email for a receipt"
        note="optional"
        className="sm:col-span-6"
        type="email"
        autoComplete="email"
        inputMode="email"
        {...form.field('email')}
      />
      <div className="sm:col-span-6">
        <SubmitButton label="Remove my property" busy="Sending…" isBusy={ask.isPending} size="large" />
      </div>
    </form>
  )
}

import { useId } from 'react'
import { EMAIL_LENGTH_MAX } from '#contract/email-address.ts'
import { type Customer, createCustomer, updateCustomer } from '#contract/links/customers.ts'
import { type ApiError, callApi } from '#web/lib/call-api.ts'
import { useChange } from '#web/lib/use-change.ts'
import { useForm } from '#web/lib/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { TextArea } from '#web/ui/more-fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ErrorNotice } from '#web/ui/panel.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useDiscardQuestion } from '#web/ui/use-discard-question.tsx'
import { emailError } from '../invoicing/invoice-draft.ts'
import { CUSTOMER_CHANGE } from './customer-data.ts'

/** The contract's limits, so the browser stops where the server would. */
export const LENGTHS_MAX = {
  name: 200,
  email: EMAIL_LENGTH_MAX,
  businessName: 200,
  phone: 40,
  address: 500,
  notes: 4000,
}

type CustomerFields = Record<keyof typeof LENGTHS_MAX, string>

const RULES = { name: (text: string) => (text.trim() === '' ? 'Name is required.' : undefined), email: emailError }

/** Adds or changes a customer, whose notes then have a separate call. The form, not a toast, handles a known address. */
function useSaveCustomer(customer: Customer | null) {
  return useChange({
    ...CUSTOMER_CHANGE,
    send: ({ name, email, businessName, phone, address, notes }: CustomerFields): Promise<Customer> => {
      const optional = (text: string) => text.trim() || null
      const about = { businessName: optional(businessName), phone: optional(phone), address: optional(address) }
      const body = { name: name.trim(), email: email.trim(), ...about }
      if (!customer) return callApi(createCustomer, { body: { ...body, notes: optional(notes) } })
      return callApi(updateCustomer, { params: { customerId: customer.id }, body })
    },
    toast: () =>
      customer
        ? { title: 'Customer Updated', description: 'The customer’s details have been saved.' }
        : { title: 'Customer Created', description: 'New customer has been added to your database.' },
    onFailed: ({ code }) => {
      const description = customer ? 'Failed to update customer' : 'Failed to create customer'
      if (code !== 'customer_exists') showToast({ title: 'Error', description, tone: 'danger' })
    },
  })
}

type CustomerDialogProps = { customer: Customer | null; onClose: () => void; onOpen: (customerId: string) => void }

/** Adds a customer or changes one's data. */
export function CustomerDialog({ customer, onClose, onOpen }: CustomerDialogProps) {
  const formId = useId()
  const save = useSaveCustomer(customer)
  const names = Object.keys(LENGTHS_MAX) as (keyof CustomerFields)[]
  const start = Object.fromEntries(names.map((name) => [name, customer?.[name] ?? ''])) as CustomerFields
  const form = useForm({ start, rules: RULES, lengthsMax: LENGTHS_MAX, send: save })
  const discard = useDiscardQuestion({ isTyped: form.isTyped, onClose })
  const handleOpen = (customerId: string) => {
    discard.stopAsking()
    onOpen(customerId)
  }
  const field = (name: keyof CustomerFields) => ({ ...form.field(name), autoComplete: 'off' })
  return (
    <Dialog
      title={customer ? 'Edit customer' : 'New Customer'}
      onClose={discard.close}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={discard.close}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" isBusy={save.isPending}>
            {save.isPending ? 'Saving…' : customer ? 'Save customer' : 'Create Customer'}
          </Button>
        </div>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={form.submit((fields) => fields, { onSuccess: discard.leave })}
        className="grid gap-4"
      >
        {save.error && <SaveTrouble error={save.error} onOpen={handleOpen} />}
        <TextField label="Name" dir="auto" aria-required {...field('name')} />
        <TextField label="Email" type="email" inputMode="email" aria-required {...field('email')} />
        <TextField label="Business Name" note="optional" dir="auto" {...field('businessName')} />
        <TextField label="Phone" note="optional" type="tel" inputMode="tel" {...field('phone')} />
        <TextField label="Address" note="optional" dir="auto" {...field('address')} />
        {!customer && <TextArea label="Notes" note="optional, only you see this" {...field('notes')} />}
      </form>
      {discard.question}
    </Dialog>
  )
}

function SaveTrouble({ error, onOpen }: { error: ApiError; onOpen: (customerId: string) => void }) {
  const { customerId } = error.details
  if (error.code !== 'customer_exists' || typeof customerId !== 'string') return <ErrorNotice error={error} />
  const action = <Button onClick={() => onOpen(customerId)}>Open customer</Button>
  return (
    <Notice tone="attention" title="You already have this customer" action={action}>
      {error.sentence}
    </Notice>
  )
}

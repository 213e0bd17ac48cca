import type { UseMutationResult } from '@tanstack/react-query'
import { useId } from 'react'
import type { Customer } from '#contract/links/customers.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { useForm } from '#web/lib/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { useDiscardQuestion } from '#web/ui/use-discard-question.tsx'
import { CUSTOMER_LENGTHS_MAX, CUSTOMER_RULES, type CustomerFields, fieldsOf } from './customer-fields.ts'
import { useCreateCustomer, useUpdateCustomer } from './use-save-customer.ts'

interface NewCustomerDialogProps {
  onClose: () => void
  /** Called to show a customer: the new one, or the existing one with that address. */
  onOpen: (customerId: string) => void
}

/** Adds a customer. A known address leads to its customer. */
export function NewCustomerDialog({ onClose, onOpen }: NewCustomerDialogProps) {
  return (
    <CustomerFormDialog
      title="New Customer"
      submitLabel="Create Customer"
      customer={null}
      save={useCreateCustomer()}
      onClose={onClose}
      onOpen={onOpen}
    />
  )
}

/** Changes a customer's data. */
export function EditCustomerDialog({ customer, ...rest }: NewCustomerDialogProps & { customer: Customer }) {
  const save = useUpdateCustomer(customer.id)
  return (
    <CustomerFormDialog title="Edit customer" submitLabel="Save customer" customer={customer} save={save} {...rest} />
  )
}

interface CustomerFormDialogProps extends NewCustomerDialogProps {
  title: string
  submitLabel: string
  customer: Customer | null
  save: UseMutationResult<Customer, ApiError, CustomerFields>
}

function CustomerFormDialog({ title, submitLabel, customer, save, onClose, onOpen }: CustomerFormDialogProps) {
  const formId = useId()
  const form = useForm({
    start: fieldsOf(customer),
    rules: CUSTOMER_RULES,
    lengthsMax: CUSTOMER_LENGTHS_MAX,
    send: save,
  })
  const discard = useDiscardQuestion({ isTyped: form.isTyped, onClose })

  const handleSubmit = form.submit((fields) => fields, { onSuccess: discard.leave })
  const handleOpen = (customerId: string) => {
    discard.letGo()
    onOpen(customerId)
  }
  const field = (name: keyof CustomerFields) => ({ ...form.field(name), autoComplete: 'off' })
  return (
    <Dialog
      title={title}
      onClose={discard.close}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={discard.close}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" aria-disabled={save.isPending || undefined}>
            {save.isPending ? 'Saving…' : submitLabel}
          </Button>
        </div>
      }
    >
      <form id={formId} noValidate onSubmit={handleSubmit} className="grid gap-4">
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

/** Why a customer was not saved; a known address leads to its customer. */
function SaveTrouble({ error, onOpen }: { error: ApiError; onOpen: (customerId: string) => void }) {
  const { customerId } = error.details
  if (error.code !== 'customer_exists' || typeof customerId !== 'string') {
    return <Notice tone="danger">{error.sentence}</Notice>
  }
  return (
    <Notice
      tone="attention"
      title="You already have this customer"
      action={<Button onClick={() => onOpen(customerId)}>Open customer</Button>}
    >
      {error.sentence}
    </Notice>
  )
}

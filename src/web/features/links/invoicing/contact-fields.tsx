import { type Ref, useId, useState } from 'react'
import { readEmail } from '#contract/email-address.ts'
import { phoneHint } from '#web/lib/text-number.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { useAfterPress } from '#web/ui/after-press.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { emailComplaint, FIELD_LENGTHS_MAX, type InvoiceFields } from './invoice-draft.ts'
import { customerOfAddress, fieldsOfCustomer, type KnownCustomer, useKnownCustomers } from './known-customers.ts'

interface KnownAddressProps {
  fields: InvoiceFields
  onPick: (customer: KnownCustomer) => void
}

/** Says that a typed address already belongs to a customer, and offers their details. Otherwise renders nothing. */
function KnownAddress({ fields, onPick }: KnownAddressProps) {
  const email = useDebounced(readEmail(fields.email), 400)
  const { data } = useKnownCustomers(email ?? '', email !== null)
  const customer = email === null ? undefined : customerOfAddress(data ?? [], fields.email)
  if (!customer) return null
  const known = fieldsOfCustomer(customer)
  const isSame =
    known.fullName === fields.fullName.trim() &&
    (known.businessName === fields.businessName.trim() || known.businessName === '') &&
    (known.cellPhone === fields.cellPhone.trim() || known.cellPhone === '') &&
    (known.address === fields.address.trim() || known.address === '')
  if (isSame) return null
  return (
    <Notice
      title="You already have a customer with this address"
      className="@lg:col-span-2"
      action={
        <Button size="small" onClick={() => onPick(customer)}>
          <span className="line-clamp-1 wrap-anywhere">Use the details of {customer.name}</span>
        </Button>
      }
    >
      The invoice goes to their history either way.
    </Notice>
  )
}

interface ContactFieldsProps {
  fields: InvoiceFields
  /** Leads in the cart will come by SMS. */
  isTexted: boolean
  onChange: (change: Partial<InvoiceFields>) => void
  onPick: (customer: KnownCustomer) => void
  nameField?: Ref<HTMLInputElement>
}

/** Who the invoice is for. A field is checked when it loses focus; an error disappears once the input is right. */
export function ContactFields({ fields, isTexted, onChange, onPick, nameField }: ContactFieldsProps) {
  const [left, setLeft] = useState<{ fullName?: boolean; email?: boolean }>({})
  const [isTypingPhone, setTypingPhone] = useState(false)
  const hintId = useId()
  const hint = useAfterPress(phoneHint({ typed: fields.cellPhone, isTexted, isDone: !isTypingPhone }))
  const field = (name: keyof InvoiceFields) => ({
    value: fields[name],
    maxLength: FIELD_LENGTHS_MAX[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  })
  // Leaving a field empty on the way to another is not a mistake yet: what is missing is listed next to the button.
  const nameError =
    left.fullName && fields.fullName !== '' && !fields.fullName.trim() ? 'Full Name is required.' : undefined
  const emailError = left.email && fields.email !== '' ? emailComplaint(fields.email) : undefined
  return (
    <div className="@container">
      <div className="grid gap-4 @lg:grid-cols-2">
        <TextField
          ref={nameField}
          label="Full Name"
          autoComplete="off"
          dir="auto"
          aria-required
          error={nameError}
          onBlur={() => setLeft({ ...left, fullName: true })}
          {...field('fullName')}
        />
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="off"
          aria-required
          error={emailError}
          onBlur={() => setLeft({ ...left, email: true })}
          {...field('email')}
        />
        <KnownAddress fields={fields} onPick={onPick} />
        <TextField label="Business Name" note="optional" autoComplete="off" dir="auto" {...field('businessName')} />
        <div>
          <TextField
            label="Cell Phone"
            note="optional"
            type="tel"
            inputMode="tel"
            autoComplete="off"
            aria-describedby={hint ? hintId : undefined}
            onFocus={() => setTypingPhone(true)}
            onBlur={() => setTypingPhone(false)}
            {...field('cellPhone')}
          />
          {hint && (
            <p id={hintId} className="mt-1.5 text-sm text-muted">
              {hint}
            </p>
          )}
        </div>
        <TextField
          label="Address"
          note="optional"
          autoComplete="off"
          dir="auto"
          className="@lg:col-span-2"
          {...field('address')}
        />
        <TextArea
          label="Special Offers / Notes"
          note="optional, the customer sees this"
          className="@lg:col-span-2"
          {...field('specialOffers')}
        />
      </div>
    </div>
  )
}

import { type Ref, useState } from 'react'
import { readEmail } from '#contract/email-address.ts'
import { phoneHint } from '#web/lib/phone-numbers.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { useAfterPress } from '#web/ui/after-press.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { TextArea } from '#web/ui/more-fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { emailError, FIELD_LENGTHS_MAX, type InvoiceFields } from './invoice-draft.ts'
import { customerOfAddress, fieldsOfCustomer, type KnownCustomer, useKnownCustomers } from './known-customers.ts'

/** Says that a typed address already belongs to a customer, and offers their details. Otherwise renders nothing. */
function KnownAddress({ fields, onPick }: { fields: InvoiceFields; onPick: (customer: KnownCustomer) => void }) {
  const email = useDebounced(readEmail(fields.email), 400)
  const { data } = useKnownCustomers(email ?? '', email !== null)
  const customer = email === null ? undefined : customerOfAddress(data ?? [], fields.email)
  if (!customer) return null
  const known = fieldsOfCustomer(customer)
  const isSame = (name: 'businessName' | 'cellPhone' | 'address') => ['', fields[name].trim()].includes(known[name])
  if (known.fullName === fields.fullName.trim() && isSame('businessName') && isSame('cellPhone') && isSame('address'))
    return null
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
  isTexted: boolean
  onChange: (change: Partial<InvoiceFields>) => void
  onPick: (customer: KnownCustomer) => void
  nameField?: Ref<HTMLInputElement>
}

/** Who the invoice is for. A field is checked when it loses focus; an error disappears once the input is right. */
export function ContactFields({ fields, isTexted, onChange, onPick, nameField }: ContactFieldsProps) {
  const [left, setLeft] = useState<Partial<Record<keyof InvoiceFields, boolean>>>({})
  const [isTypingPhone, setTypingPhone] = useState(false)
  const hint = useAfterPress(phoneHint({ typed: fields.cellPhone, isTexted, isDone: !isTypingPhone }))
  const errorOf = (name: keyof InvoiceFields) => {
    // Leaving a field empty on the way to another is not a mistake yet: what is missing is listed next to the button.
    if (!left[name] || fields[name] === '') return undefined
    if (name === 'fullName' && fields.fullName.trim() === '') return 'Full Name is required.'
    return name === 'email' ? emailError(fields.email) : undefined
  }
  const field = (name: keyof InvoiceFields) => ({
    autoComplete: 'off',
    value: fields[name],
    maxLength: FIELD_LENGTHS_MAX[name],
    error: errorOf(name),
    onBlur: () => setLeft({ ...left, [name]: true }),
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  })
  return (
    <div className="@container">
      <div className="grid gap-4 @lg:grid-cols-2">
        <TextField ref={nameField} label="Full Name" dir="auto" aria-required {...field('fullName')} />
        <TextField label="Email" type="email" inputMode="email" aria-required {...field('email')} />
        <KnownAddress fields={fields} onPick={onPick} />
        <TextField label="Business Name" note="optional" dir="auto" {...field('businessName')} />
        <TextField
          label="Cell Phone"
          note="optional"
          type="tel"
          inputMode="tel"
          hint={hint}
          {...field('cellPhone')}
          onFocus={() => setTypingPhone(true)}
          onBlur={() => setTypingPhone(false)}
        />
        <TextField label="Address" note="optional" dir="auto" className="@lg:col-span-2" {...field('address')} />
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

import { type Ref, useState } from 'react'
import { DidYouMean, likelyEmail } from '#web/lib/mistyped-email.tsx'
import { phoneHint } from '#web/lib/phone-numbers.ts'
import { useAfterPress } from '#web/ui/after-press.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { TextArea } from '#web/ui/more-fields.tsx'
import { emailError, FIELD_LENGTHS_MAX, type InvoiceFields } from './invoice-draft.ts'

interface ContactFieldsProps {
  fields: InvoiceFields
  isTexted: boolean
  /** Sending was refused: what is missing is wrong, too. */
  isChecked: boolean
  onChange: (change: Partial<InvoiceFields>) => void
  nameField?: Ref<HTMLInputElement>
  /** What is rarely asked for is behind a button. */
  isShort?: boolean
}

/** Who the invoice is for. A field is checked when it loses focus; an error disappears once the input is right. */
export function ContactFields({ fields, isTexted, isChecked, onChange, nameField, isShort }: ContactFieldsProps) {
  const [isMore, setMore] = useState(!isShort)
  const [left, setLeft] = useState<Partial<Record<keyof InvoiceFields, boolean>>>({})
  const [isTypingPhone, setTypingPhone] = useState(false)
  const hint = useAfterPress(phoneHint({ typed: fields.cellPhone, isTexted, isDone: !isTypingPhone }))
  const meant = left.email || isChecked ? likelyEmail(fields.email) : null
  const errorOf = (name: keyof InvoiceFields) => {
    // Leaving a field empty on the way to another is not a mistake yet: what is missing is listed next to the button.
    if (!isChecked && (!left[name] || fields[name] === '')) return undefined
    if (name === 'fullName' && fields.fullName.trim() === '') return 'Full Name is required.'
    if (name !== 'email') return undefined
    return isChecked && meant ? 'Check this address. If it is right, send again.' : emailError(fields.email)
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
        <div>
          <TextField label="Email" type="email" inputMode="email" aria-required {...field('email')} />
          <DidYouMean email={meant} onUse={(email) => onChange({ email })} />
        </div>
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
        {isShort && (
          <Button size="small" className="justify-self-start" aria-expanded={isMore} onClick={() => setMore(!isMore)}>
            More
          </Button>
        )}
        {isMore && (
          <>
            <TextField label="Business Name" note="optional" dir="auto" {...field('businessName')} />
            <TextField label="Address" note="optional" dir="auto" className="@lg:col-span-2" {...field('address')} />
            <TextArea
              label="Special Offers / Notes"
              note="optional, the customer sees this"
              className="@lg:col-span-2"
              {...field('specialOffers')}
            />
          </>
        )}
      </div>
    </div>
  )
}

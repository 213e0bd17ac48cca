import { useId } from 'react'
import { type UseFormReturn, useFormState, useWatch } from 'react-hook-form'
import { phoneHint } from '#web/lib/text-number.ts'
import { TextField } from '#web/ui/field.tsx'
import { CONTACT_LENGTHS_MAX, CONTACT_RULES, type ContactDraft } from './contact-draft.ts'

interface ContactFieldsProps {
  form: UseFormReturn<ContactDraft>
  /** False if this browser's storage failed, so the buyer does not rely on it. */
  isKept: boolean
  /** Leads will come by SMS, so a phone number is worth typing. */
  isTexted: boolean
  /** One column, for example in the dialog. */
  isNarrow?: boolean
}

/** Who buys. A field is checked when it loses focus, and an error disappears once the input is right. */
export function ContactFields({ form, isKept, isTexted, isNarrow }: ContactFieldsProps) {
  const { control } = form
  const { errors, touchedFields, dirtyFields } = useFormState({ control })
  const hintId = useId()
  const typed = useWatch({ control, name: 'cellPhone' })
  const hint = phoneHint({ typed, isTexted, isDone: Boolean(touchedFields.cellPhone) || !dirtyFields.cellPhone })
  const field = (name: keyof ContactDraft) => ({
    ...form.register(name, {
      ...(name in CONTACT_RULES ? { validate: CONTACT_RULES[name as keyof typeof CONTACT_RULES] } : {}),
      // The library rechecks on every change only after a submit; a corrected field should not have to wait for that.
      onChange: () => errors[name] && form.trigger(name),
    }),
    maxLength: CONTACT_LENGTHS_MAX[name],
    error: errors[name]?.message,
  })
  return (
    <div>
      <p className="text-sm text-muted">
        Your leads and the receipt go here.
        {!isKept && ' Your browser does not let us remember what you type, so please keep this page open.'}
      </p>
      <div className={isNarrow ? 'mt-5 grid gap-5' : 'mt-5 grid gap-5 sm:grid-cols-2'}>
        <TextField
          label="Full Name"
          autoComplete="name"
          required
          className={isNarrow ? '' : 'sm:col-span-2'}
          {...field('fullName')}
        />
        <TextField label="Email" type="email" inputMode="email" autoComplete="email" required {...field('email')} />
        <div>
          <TextField
            label="Cell Phone"
            note="optional"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            aria-describedby={hint ? hintId : undefined}
            {...field('cellPhone')}
          />
          {hint && (
            <p id={hintId} className="mt-1.5 text-sm text-muted">
              {hint}
            </p>
          )}
        </div>
        <TextField label="Business Name" note="optional" autoComplete="organization" {...field('businessName')} />
        <TextField label="Address" note="optional" autoComplete="street-address" {...field('address')} />
      </div>
    </div>
  )
}

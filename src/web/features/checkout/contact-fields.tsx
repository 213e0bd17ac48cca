import { type UseFormReturn, useFormState } from 'react-hook-form'
import { TextField } from '#web/ui/field.tsx'
import { CONTACT_LENGTHS_MAX, CONTACT_RULES, type ContactDraft } from './contact-draft.ts'

/** Who buys. Checked when a field is left, and an error goes as soon as the entry is right. */
export function ContactFields({ form }: { form: UseFormReturn<ContactDraft> }) {
  const { errors } = useFormState({ control: form.control })
  const field = (name: keyof ContactDraft) => ({
    ...form.register(name, {
      ...(name in CONTACT_RULES ? { validate: CONTACT_RULES[name as keyof typeof CONTACT_RULES] } : {}),
      // The library looks again on every change only after a submit; a corrected field should not have to wait for that.
      onChange: () => errors[name] && form.trigger(name),
    }),
    maxLength: CONTACT_LENGTHS_MAX[name],
    error: errors[name]?.message,
  })
  return (
    <section aria-labelledby="contact-title">
      <h2 id="contact-title" className="display text-xl">
        Contact Information
      </h2>
      <p className="mt-1 text-sm text-muted">Your leads and the receipt go here.</p>
      <div className="mt-5 grid gap-5 sm:grid-cols-2">
        <TextField label="Full Name" autoComplete="name" required className="sm:col-span-2" {...field('fullName')} />
        <TextField label="Email" type="email" inputMode="email" autoComplete="email" required {...field('email')} />
        <TextField
          label="Cell Phone"
          note="optional"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          {...field('cellPhone')}
        />
        <TextField label="Business Name" note="optional" autoComplete="organization" {...field('businessName')} />
        <TextField label="Address" note="optional" autoComplete="street-address" {...field('address')} />
      </div>
    </section>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useForm, useFormState, useWatch } from 'react-hook-form'
import { getDesk } from '#contract/buyers/desk.ts'
import { query } from '#web/lib/call-api.ts'
import { DidYouMean, likelyEmail } from '#web/lib/mistyped-email.tsx'
import { mayTakeTexts, phoneHint } from '#web/lib/phone-numbers.ts'
import { CONTACT_LENGTHS_MAX } from '#web/lib/stated-order.ts'
import { useAfterPress } from '#web/ui/after-press.ts'
import { classes } from '#web/ui/classes.ts'
import { TextField } from '#web/ui/field.tsx'
import { dismissOldNews } from '#web/ui/toast.ts'
import { CONTACT_RULES, type ContactDraft, storeContact, storedContact } from './contact-draft.ts'

/** Input is stored at every keystroke; a buyer whose orders are open in this browser finds their address filled in. */
export function useContactForm(isTexted: boolean) {
  const form = useForm<ContactDraft>({ defaultValues: storedContact(), mode: 'onBlur', reValidateMode: 'onChange' })
  const [isKept, setIsKept] = useState(true)
  // Not kept: whoever comes after a log-out must not find the address before.
  const { data } = useQuery({ ...query(getDesk), staleTime: 0, gcTime: 0, enabled: form.getValues('email') === '' })
  const known = data?.desk?.email
  useEffect(() => {
    if (known && form.getValues('email') === '') form.setValue('email', known)
  }, [known, form])
  useEffect(() => {
    const subscription = form.watch((values) => {
      // What was wrong is being corrected.
      dismissOldNews()
      setIsKept(storeContact({ ...storedContact(), ...values }))
    })
    return () => subscription.unsubscribe()
  }, [form])
  const insistedOn = useRef(new Set<string>())
  /** Stops once at an address that looks mistyped, or if texts were chosen without a number: the leads would go astray. */
  const unlessDoubtful = (onValid: (draft: ContactDraft) => unknown) => (draft: ContactDraft) => {
    const doubts = {
      email: likelyEmail(draft.email) !== null && 'Check this address. If it is right, press the button again.',
      cellPhone:
        isTexted && !mayTakeTexts(draft.cellPhone) && 'Add a US or Canadian number, or press again for leads by email.',
    }
    const name = (['email', 'cellPhone'] as const).find((one) => doubts[one] && !insistedOn.current.has(draft[one]))
    if (!name) return onValid(draft)
    insistedOn.current.add(draft[name])
    form.setError(name, { message: doubts[name] || '' }, { shouldFocus: true })
  }
  /** Marks all wrong fields and focuses the first. `onWrong`: what else is to be said or marked. */
  const submit = (onValid: (draft: ContactDraft) => unknown, onWrong?: (focusFirst: () => void) => unknown) =>
    form.handleSubmit(unlessDoubtful(onValid), (errors) => {
      const [first] = Object.keys(errors) as (keyof ContactDraft)[]
      onWrong?.(() => first && form.setFocus(first))
    })
  return { form, submit, isKept }
}

type ContactFieldsProps = { form: UseFormReturn<ContactDraft>; isKept: boolean; isTexted: boolean; isNarrow?: boolean }
const OPTIONAL = ['cellPhone', 'businessName', 'address'] as const

/** Who buys. A field is checked when it loses focus, and an error disappears once the input is right. */
export function ContactFields({ form, isKept, isTexted, isNarrow }: ContactFieldsProps) {
  const [startsOpen] = useState(() => OPTIONAL.some((name) => form.getValues(name) !== ''))
  const { control } = form
  const { errors, touchedFields, dirtyFields } = useFormState({ control })
  const typed = useWatch({ control, name: 'cellPhone' })
  const email = useWatch({ control, name: 'email' })
  const meant = touchedFields.email ? likelyEmail(email) : null
  const isDone = Boolean(touchedFields.cellPhone) || !dirtyFields.cellPhone
  const hint = useAfterPress(phoneHint({ typed, isTexted, isDone }))
  const field = (name: keyof ContactDraft) => ({
    ...form.register(name, {
      ...(name in CONTACT_RULES ? { validate: CONTACT_RULES[name as keyof typeof CONTACT_RULES] } : {}),
      // The library rechecks on every change only after a submit; a corrected field should not have to wait for that.
      onChange: () => errors[name] && form.trigger(name),
    }),
    maxLength: CONTACT_LENGTHS_MAX[name],
    error: errors[name]?.message,
  })
  const phone = (
    <TextField
      label="Cell Phone"
      note={isTexted ? 'for your leads' : 'optional'}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      hint={errors.cellPhone ? null : hint}
      {...field('cellPhone')}
    />
  )
  const columns = isNarrow ? 'grid gap-5' : 'grid gap-4 sm:grid-cols-2 sm:gap-5'
  return (
    <div>
      <p className="text-sm text-muted">
        Your leads and receipt go here.
        {!isKept && ' Your browser won’t let us save what you type, so please keep this page open.'}
      </p>
      <div className={classes('mt-4', columns)}>
        <TextField label="Full Name" autoComplete="name" required {...field('fullName')} />
        <div>
          <TextField label="Email" type="email" inputMode="email" autoComplete="email" required {...field('email')} />
          <DidYouMean
            email={meant}
            onUse={(email) => form.setValue('email', email, { shouldDirty: true, shouldValidate: true })}
          />
        </div>
        {isTexted && phone}
      </div>
      <details open={startsOpen} className="mt-2">
        <summary className="w-fit cursor-pointer py-2 text-sm font-semibold text-accent hover:underline">
          {isTexted ? 'Add business details' : 'Add phone or business details'}
        </summary>
        <div className={classes('mt-2', columns)}>
          {!isTexted && phone}
          <TextField label="Business Name" note="optional" autoComplete="organization" {...field('businessName')} />
          <TextField label="Address" note="optional" autoComplete="street-address" {...field('address')} />
        </div>
      </details>
    </div>
  )
}

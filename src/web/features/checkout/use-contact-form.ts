import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { showToast } from '#web/ui/toast.ts'
import { type ContactDraft, contactComplaint, storeContact, storedContact } from './contact-draft.ts'

/** The contact form with its memory: input is stored at every keystroke. A field is checked when it loses focus. */
export function useContactForm() {
  const form = useForm<ContactDraft>({ defaultValues: storedContact(), mode: 'onBlur', reValidateMode: 'onChange' })
  const [isKept, setIsKept] = useState(true)
  useEffect(() => {
    const subscription = form.watch((values) => setIsKept(storeContact({ ...storedContact(), ...values })))
    return () => subscription.unsubscribe()
  }, [form])

  /** Passes on a valid contact; otherwise shows what is missing and focuses it. */
  const submit = (onValid: (draft: ContactDraft) => unknown) =>
    form.handleSubmit(
      async (draft) => {
        await onValid(draft)
      },
      () =>
        showToast({
          title: 'Validation Error',
          description: contactComplaint(form.getValues()) ?? 'Please check your contact information.',
          tone: 'danger',
        }),
    )
  return { form, submit, isKept }
}

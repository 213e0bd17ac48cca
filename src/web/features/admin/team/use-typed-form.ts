import { useEffect } from 'react'

/** The forms about a member that may have unsaved input. */
export type TypedForm = 'profile' | 'rate'

/** Called when a form starts or stops having input that closing the dialog would lose. */
export type TypedListener = (form: TypedForm, isTyped: boolean) => void

/** Reports to the dialog whether a form has unsaved input; an unmounted form has none. */
export function useTypedForm(form: TypedForm, isTyped: boolean, onTyped: TypedListener): void {
  useEffect(() => {
    onTyped(form, isTyped)
    return () => onTyped(form, false)
  }, [form, isTyped, onTyped])
}

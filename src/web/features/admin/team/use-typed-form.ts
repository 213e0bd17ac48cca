import { useEffect } from 'react'

/** The forms about a member in which something may be typed that is not saved. */
export type TypedForm = 'profile' | 'rate'

/** Told whenever a form begins or ceases to hold something that closing the dialog would lose. */
export type TypedListener = (form: TypedForm, isTyped: boolean) => void

/** Tells the dialog around a form whether it holds something unsaved; a form that leaves holds nothing. */
export function useTypedForm(form: TypedForm, isTyped: boolean, onTyped: TypedListener): void {
  useEffect(() => {
    onTyped(form, isTyped)
    return () => onTyped(form, false)
  }, [form, isTyped, onTyped])
}

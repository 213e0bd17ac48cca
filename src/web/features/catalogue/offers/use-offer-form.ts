import { type ChangeEvent, useRef, useState } from 'react'
import type { Offer } from '#contract/catalogue/offers.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { useStoreZone } from '#web/lib/store-zone.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import {
  bodyOf,
  type Complaints,
  complaintsOf,
  fieldOfRefusal,
  firstWrong,
  type OfferDraft,
  type OfferField,
} from './offer-draft.ts'

/** The fields in which one types. */
type TextField = 'name' | 'value' | 'startsAt' | 'endsAt' | 'usesMax' | 'usesPerCustomerMax'

export type OfferForm = ReturnType<typeof useOfferForm>

/**
 * The state of an offer's form. A field is checked when it loses focus. What the server refused is shown at its field
 * until the form changes.
 *
 * @param base the edited offer; absent for a new one
 */
export function useOfferForm(start: OfferDraft, change: { error: ApiError | null; reset: () => void }, base?: Offer) {
  const timeZone = useStoreZone()
  const place = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState(start)
  const [checked, setChecked] = useState<readonly OfferField[]>([])
  const complaints = complaintsOf(draft, timeZone, serverNow(), base)
  const refused = fieldOfRefusal(change.error)
  const shown = Object.entries(complaints).filter(([field]) => checked.some((one) => one === field))
  const errors: Complaints = {
    ...Object.fromEntries(shown),
    ...(refused && change.error ? { [refused]: change.error.sentence } : {}),
  }
  const { name: _name, ...aboutTerms } = complaints
  const settled = useDebounced(draft)
  const focus = (field: OfferField) => place.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus()

  const edit = (part: Partial<OfferDraft>) => {
    if (change.error) change.reset()
    setDraft({ ...draft, ...part })
  }
  return {
    place,
    draft,
    edit,
    errors,
    /** The offer for a preview; null while it is incomplete or invalid. A preview needs no name. */
    previewed:
      settled === draft && firstWrong(aboutTerms) === undefined
        ? bodyOf({ ...draft, name: draft.name.trim() || 'Preview' }, timeZone, base)
        : null,
    /** The server's refusal, if it is not about a single field. */
    error: refused ? null : change.error,
    field: (name: TextField) => ({
      name,
      value: draft[name],
      error: errors[name],
      onChange: (event: ChangeEvent<HTMLInputElement>) => edit({ [name]: event.target.value }),
      onBlur: () => {
        // A field without any input is not wrong yet.
        if (draft[name] !== '') setChecked((before) => [...before, name])
      },
    }),
    /** @returns what to send; null if something is wrong, which is then shown and focused */
    submit: () => {
      setChecked(Object.keys(draft) as OfferField[])
      const wrong = firstWrong(complaints)
      if (wrong) focus(wrong)
      return wrong ? null : bodyOf(draft, timeZone, base)
    },
    /** Moves the focus to the field that the server refused. */
    focusRefused: (error: ApiError) => {
      const field = fieldOfRefusal(error)
      if (field) focus(field)
    },
    reset: (to: OfferDraft) => {
      setDraft(to)
      setChecked([])
    },
  }
}

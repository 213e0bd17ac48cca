import { type ChangeEvent, useRef, useState } from 'react'
import { OFFER_KINDS, OFFER_NAME_LENGTH_MAX, type Offer } from '#contract/catalogue/offers.ts'
import type { ApiError } from '#web/lib/call-api.ts'
import { zoneName } from '#web/lib/format-day.ts'
import { PackageChecks, PlaceChoice } from '#web/lib/package-checks.tsx'
import { useStates } from '#web/lib/places.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { useStoreZone } from '#web/lib/store-zone.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { Switch } from '#web/ui/choice.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import {
  bodyOf,
  type FieldErrors,
  fieldErrorsOf,
  fieldOfRefusal,
  firstWrong,
  type OfferDraft,
  type OfferField,
} from './offer-draft.ts'
import { isDiscount, KIND_NAMES } from './offer-words.ts'

type TypedField = 'name' | 'value' | 'startsAt' | 'endsAt' | 'usesMax' | 'usesPerCustomerMax'

type OfferForm = ReturnType<typeof useOfferForm>

/** What the server refused is shown at its field until the form changes. `base`: the edited offer, if any. */
export function useOfferForm(start: OfferDraft, change: { error: ApiError | null; reset: () => void }, base?: Offer) {
  const timeZone = useStoreZone()
  const place = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState(start)
  const [checked, setChecked] = useState<readonly OfferField[]>([])
  const fieldErrors = fieldErrorsOf(draft, timeZone, serverNow(), base)
  const refused = fieldOfRefusal(change.error)
  const shown = Object.entries(fieldErrors).filter(([field]) => checked.some((one) => one === field))
  const errors: FieldErrors = {
    ...Object.fromEntries(shown),
    ...(refused && change.error ? { [refused]: change.error.sentence } : {}),
  }
  const { name: _name, ...aboutTerms } = fieldErrors
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
    error: refused ? null : change.error,
    field: (name: TypedField) => ({
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
      const wrong = firstWrong(fieldErrors)
      if (wrong) focus(wrong)
      return wrong ? null : bodyOf(draft, timeZone, base)
    },
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

const VALUE_LABELS = {
  percentage: 'Percent off',
  fixed: 'Dollars off',
  extra_leads: 'Extra leads per package',
  bogo: 'Value',
} as const

export function OfferFields({ form }: { form: OfferForm }) {
  const { draft, edit } = form
  return (
    <div className="grid items-start gap-3 sm:grid-cols-[2fr_1fr_1fr]">
      <TextField
        label="Offer Name"
        note="buyers see it"
        dir="auto"
        autoComplete="off"
        maxLength={OFFER_NAME_LENGTH_MAX}
        {...form.field('name')}
      />
      <SelectField
        label="Offer Type"
        options={OFFER_KINDS}
        nameOf={(kind) => KIND_NAMES[kind]}
        value={draft.kind}
        onChange={(kind) => edit({ kind })}
      />
      {draft.kind === 'bogo' ? (
        <p className="text-sm text-muted sm:pt-7">Of each two packages in its scope, the cheaper one is free.</p>
      ) : (
        <TextField
          label={VALUE_LABELS[draft.kind]}
          // Text, because a number field hides what it cannot read.
          inputMode={draft.kind === 'extra_leads' ? 'numeric' : 'decimal'}
          autoComplete="off"
          maxLength={20}
          {...form.field('value')}
        />
      )}
    </div>
  )
}

const USES = { note: 'Orders. Leave empty for no limit.', inputMode: 'numeric', maxLength: 9 } as const

/** For which packages, when and how often. Nothing selected means all, always, any number of times. */
export function OfferTerms({ form }: { form: OfferForm }) {
  const { draft, edit, errors } = form
  const zone = zoneName(useStoreZone())
  const momentOr = (none: string) => ({ note: `${zone}. Leave empty ${none}.`, type: 'datetime-local' })
  return (
    <div className="grid gap-5">
      <PackageChecks chosen={draft} onChange={edit} />
      <PlaceChoice
        label="States"
        placeholder={draft.states.length === 0 ? 'All states' : 'Add a state'}
        options={useStates().data ?? []}
        chosen={draft.states}
        error={errors.states}
        onChange={(states) => edit({ states })}
      />
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <TextField label="Starts" {...momentOr('to start now')} {...form.field('startsAt')} />
        <TextField label="Ends" {...momentOr('for no end date')} {...form.field('endsAt')} />
        <TextField label="Uses in all" {...USES} {...form.field('usesMax')} />
        <TextField label="Uses per customer" {...USES} {...form.field('usesPerCustomerMax')} />
      </div>
      <Switch
        label={isDiscount(draft.kind) ? 'Combines with other discounts' : 'Combines with other extra leads'}
        isOn={draft.isCombinable}
        onChange={(isCombinable) => edit({ isCombinable })}
      >
        {isDiscount(draft.kind)
          ? 'Off: where several discounts fit, the buyer gets the better one. Extra leads always come on top.'
          : 'Off: where several offers add leads, the buyer gets the better one. Discounts always come on top.'}
      </Switch>
    </div>
  )
}

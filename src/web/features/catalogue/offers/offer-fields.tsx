import { OFFER_KINDS, OFFER_NAME_LENGTH_MAX } from '#contract/catalogue/offers.ts'
import { PackageChecks } from '#web/lib/package-checks.tsx'
import { useStoreZone, zoneWords } from '#web/lib/store-zone.ts'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { isDiscount, KIND_NAMES } from './offer-words.ts'
import { StateChoice } from './state-choice.tsx'
import type { OfferForm } from './use-offer-form.ts'

const VALUE_LABELS = {
  percentage: 'Percent off',
  fixed: 'Dollars off',
  extra_leads: 'Extra leads per package',
  bogo: 'Value',
} as const

/** Name, type and value: what an offer is. */
export function OfferFields({ form }: { form: OfferForm }) {
  const { draft, edit } = form
  return (
    <div className="grid items-start gap-3 sm:grid-cols-[2fr_1fr_1fr]">
      <TextField
        label="Offer Name"
        note="buyers read it"
        dir="auto"
        autoComplete="off"
        maxLength={OFFER_NAME_LENGTH_MAX}
        {...form.field('name')}
      />
      <SelectField
        label="Offer Type"
        options={OFFER_KINDS.map((kind) => KIND_NAMES[kind])}
        value={KIND_NAMES[draft.kind]}
        onChange={(event) => edit({ kind: OFFER_KINDS[event.target.selectedIndex] ?? draft.kind })}
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

/** For which packages, when and how often. Nothing selected means all, always, any number of times. */
export function OfferTerms({ form }: { form: OfferForm }) {
  const { draft, edit, errors } = form
  const timeZone = useStoreZone()
  const zone = zoneWords(timeZone)
  return (
    <div className="grid gap-5">
      <p className="text-sm text-muted">Nothing chosen means every package, at any time, any number of times.</p>
      <PackageChecks chosen={draft} onChange={edit} />
      <StateChoice chosen={draft.states} error={errors.states} onChange={(states) => edit({ states })} />
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <TextField label="Starts" note={`${zone}; empty: now`} type="datetime-local" {...form.field('startsAt')} />
        <TextField label="Ends" note={`${zone}; empty: never`} type="datetime-local" {...form.field('endsAt')} />
        <TextField
          label="Uses in all"
          note="orders; empty: no limit"
          inputMode="numeric"
          autoComplete="off"
          maxLength={9}
          {...form.field('usesMax')}
        />
        <TextField
          label="Uses per customer"
          note="orders; empty: no limit"
          inputMode="numeric"
          autoComplete="off"
          maxLength={9}
          {...form.field('usesPerCustomerMax')}
        />
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

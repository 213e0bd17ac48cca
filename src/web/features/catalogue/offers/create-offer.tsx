import { type SubmitEvent, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { CreateQuestion } from './create-question.tsx'
import { EMPTY_OFFER, type OfferBody } from './offer-draft.ts'
import { OfferFields, OfferTerms } from './offer-fields.tsx'
import { OfferReach } from './offer-reach.tsx'
import { useCreateOffer } from './use-offer-changes.ts'
import { useOfferForm } from './use-offer-form.ts'

/** Creates an offer. What it will affect is shown below the fields and confirmed once. */
export function CreateOffer() {
  const create = useCreateOffer()
  const [asked, setAsked] = useState<OfferBody | null>(null)
  const form = useOfferForm(EMPTY_OFFER, create)
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const body = form.submit()
    if (body && !create.isPending) setAsked(body)
  }
  const handleConfirm = (body: OfferBody) => {
    create.mutate(body, {
      onSuccess: () => form.reset(EMPTY_OFFER),
      onError: form.focusRefused,
      onSettled: () => setAsked(null),
    })
  }
  return (
    <Panel
      title="Create Custom Offer"
      intro="It counts at once, or from its start. Without further terms it is for every package, for everybody, until you switch it off."
    >
      <form ref={form.place} noValidate onSubmit={handleSubmit} aria-label="Create Custom Offer" className="grid gap-4">
        <OfferFields form={form} />
        <details className="rounded-md border border-line px-3 open:pb-4">
          <summary className="py-2 text-sm font-semibold text-accent hover:underline">
            For which packages, when, and how often
          </summary>
          <div className="mt-2">
            <OfferTerms form={form} />
          </div>
        </details>
        <OfferReach body={form.previewed} waiting="What it touches appears here before you create it." />
        {form.error && (
          <Notice tone="danger" title="The offer was not created">
            {form.error.sentence}
          </Notice>
        )}
        <Button
          type="submit"
          look="primary"
          className="justify-self-start"
          aria-disabled={create.isPending || undefined}
        >
          Create Offer
        </Button>
      </form>
      {asked && (
        <CreateQuestion
          offer={asked}
          isPending={create.isPending}
          onConfirm={() => handleConfirm(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </Panel>
  )
}

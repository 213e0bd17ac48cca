import { type SubmitEvent, useId, useState } from 'react'
import type { Offer } from '#contract/catalogue/offers.ts'
import { useStoreZone } from '#web/lib/store-zone.ts'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/dialog.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useDiscardQuestion } from '#web/ui/use-discard-question.tsx'
import { draftOf } from './offer-draft.ts'
import { OfferFields, OfferTerms, useOfferForm } from './offer-fields.tsx'
import { OfferReach, useCreateOffer, useReadOffers, useUpdateOffer } from './offer-reach.tsx'
import { changesBetween } from './offer-words.ts'

/** An offer is saved only over the revision that was read. If a colleague changed or removed it, no input is lost. */
export function OfferDrawer({ offer, isRemoved, onClose }: { offer: Offer; isRemoved: boolean; onClose: () => void }) {
  const timeZone = useStoreZone()
  const formId = useId()
  const [base, setBase] = useState(offer)
  const [theirs, setTheirs] = useState<readonly string[] | null>(null)
  const update = useUpdateOffer(offer.id)
  const create = useCreateOffer()
  const reading = useReadOffers()
  const isGone = isRemoved || update.error?.code === 'offer_unknown'
  const form = useOfferForm(draftOf(offer, timeZone), isGone ? create : update, isGone ? undefined : base)
  const isTyped = JSON.stringify(form.draft) !== JSON.stringify(draftOf(base, timeZone))
  const discard = useDiscardQuestion({ isTyped, onClose })
  const isBusy = update.isPending || create.isPending

  const followColleague = () =>
    reading.mutate(undefined, {
      onSuccess: (offers) => {
        const current = offers.find(({ id }) => id === offer.id)
        if (!current) return
        setTheirs(changesBetween(base, current, timeZone))
        setBase(current)
      },
    })
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const body = form.submit()
    if (!body || isBusy) return
    if (isGone) return create.mutate(body, { onSuccess: discard.leave, onError: form.focusRefused })
    update.mutate(
      { ...body, revision: base.revision },
      {
        onSuccess: discard.leave,
        onError: (error) => (error.code === 'offer_changed' ? followColleague() : form.focusRefused(error)),
      },
    )
  }
  const handleTakeTheirs = () => {
    update.reset()
    reading.reset()
    setTheirs(null)
    form.reset(draftOf(base, timeZone))
  }
  const isRead = !reading.isPending && !reading.error
  return (
    <Drawer
      title={`Edit ${offer.name}`}
      onClose={discard.close}
      footer={
        <div className="flex flex-wrap items-center justify-end gap-2">
          <Button onClick={discard.close}>Close</Button>
          <Button type="submit" form={formId} look="primary" isBusy={isBusy}>
            {isBusy ? 'Saving…' : isGone ? 'Save as New Offer' : theirs ? 'Save mine over it' : 'Save Changes'}
          </Button>
        </div>
      }
    >
      <form id={formId} ref={form.place} noValidate onSubmit={handleSubmit} className="grid gap-5">
        {isGone ? (
          <Notice tone="attention" title="This offer was removed">
            A colleague removed it while you had it open. What you typed is kept: save it as a new offer, or close this.
            What the removed one gave stays in orders and figures.
          </Notice>
        ) : (
          (theirs || !isRead) && (
            <Notice
              tone={reading.error ? 'danger' : 'attention'}
              title="Somebody changed this offer meanwhile"
              action={
                reading.error ? (
                  <Button onClick={followColleague}>Try again</Button>
                ) : (
                  isRead && <Button onClick={handleTakeTheirs}>Take theirs instead</Button>
                )
              }
            >
              Nothing of yours was saved, and all you typed is kept. {reading.isPending && 'Reading what they changed…'}
              {reading.error && `What they changed could not be read: ${reading.error.sentence}`}
              {isRead && theirs && theirs.length > 0 && (
                <ul aria-label="What they changed" className="mt-2 list-disc pl-5">
                  {theirs.map((words) => (
                    <li key={words}>{words}</li>
                  ))}
                </ul>
              )}
            </Notice>
          )
        )}
        {form.error?.code !== 'offer_changed' && (
          <ErrorNotice error={form.error} title={isGone ? 'The offer was not created' : 'The offer was not changed'} />
        )}
        <p className="text-sm text-muted">Placed orders and sent links keep what they were given.</p>
        <OfferFields form={form} />
        <OfferTerms form={form} />
        <section aria-label="What it touches" className="border-t border-line pt-4">
          <OfferReach body={form.previewed} waiting="You’ll see the affected packages here." />
        </section>
      </form>
      {discard.question}
    </Drawer>
  )
}

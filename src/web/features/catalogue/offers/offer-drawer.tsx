import { type SubmitEvent, useId, useState } from 'react'
import type { Offer } from '#contract/catalogue/offers.ts'
import { useStoreZone } from '#web/lib/store-zone.ts'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useDiscardQuestion } from '#web/ui/use-discard-question.tsx'
import { CreateQuestion } from './create-question.tsx'
import { draftOf, type OfferBody } from './offer-draft.ts'
import { OfferFields, OfferTerms } from './offer-fields.tsx'
import { OfferReach } from './offer-reach.tsx'
import { changesBetween } from './offer-words.ts'
import { useCreateOffer, useReadOffers, useUpdateOffer } from './offers-data.ts'
import { useOfferForm } from './use-offer-form.ts'

/** A colleague's change to the offer in the form: loading, not readable right now, or in words. */
type ColleagueChange =
  | { state: 'reading' }
  | { state: 'unread'; sentence: string; onRetry: () => void }
  | { state: 'read'; words: readonly string[]; onTake: () => void }

/** Says that nothing was saved because a colleague changed the offer first, and how. */
function ColleagueNotice({ change }: { change: ColleagueChange }) {
  const kept = 'Nothing of yours was saved, and all you typed is kept.'
  if (change.state === 'unread')
    return (
      <Notice
        tone="danger"
        title="Somebody changed this offer meanwhile"
        action={<Button onClick={change.onRetry}>Try again</Button>}
      >
        {kept} What they changed could not be read: {change.sentence}
      </Notice>
    )
  return (
    <Notice
      tone="attention"
      title="Somebody changed this offer meanwhile"
      action={change.state === 'read' && <Button onClick={change.onTake}>Take theirs instead</Button>}
    >
      {kept} {change.state === 'reading' && 'Reading what they changed…'}
      {change.state === 'read' && change.words.length > 0 && (
        <ul aria-label="What they changed" className="mt-2 list-disc pl-5">
          {change.words.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
    </Notice>
  )
}

/** Says that a colleague removed the offer, and what can be done with the input. */
function RemovedNotice() {
  return (
    <Notice tone="attention" title="This offer was removed">
      A colleague removed it while you had it open. What you typed is kept: save it as a new offer, or close this. What
      the removed one gave stays in orders and figures.
    </Notice>
  )
}

interface OfferDrawerProps {
  /** The offer as the list had it when it was opened. */
  offer: Offer
  /** Whether it has left the list because a colleague removed it. */
  isRemoved: boolean
  onClose: () => void
}

/**
 * Changes an offer. It is saved only over the revision that was read. A colleague's change is shown, and no input is
 * lost. If a colleague removed it, it can be saved as a new offer.
 */
export function OfferDrawer({ offer, isRemoved, onClose }: OfferDrawerProps) {
  const timeZone = useStoreZone()
  const formId = useId()
  const [base, setBase] = useState(offer)
  /** What a colleague changed in the meantime. */
  const [theirs, setTheirs] = useState<readonly string[] | null>(null)
  /** A new offer to create, once confirmed. */
  const [asked, setAsked] = useState<OfferBody | null>(null)
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
        // If it is no longer among them, it was removed.
        if (!current) return
        setTheirs(changesBetween(base, current, timeZone))
        setBase(current)
      },
    })
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const body = form.submit()
    if (!body || isBusy) return
    if (isGone) return setAsked(body)
    update.mutate(
      { ...body, revision: base.revision },
      {
        onSuccess: discard.leave,
        onError: (error) => (error.code === 'offer_changed' ? followColleague() : form.focusRefused(error)),
      },
    )
  }
  const handleCreate = (body: OfferBody) =>
    create.mutate(body, {
      onSuccess: discard.leave,
      onError: form.focusRefused,
      onSettled: () => setAsked(null),
    })
  const handleTakeTheirs = () => {
    update.reset()
    reading.reset()
    setTheirs(null)
    form.reset(draftOf(base, timeZone))
  }
  const colleague: ColleagueChange | null = reading.isPending
    ? { state: 'reading' }
    : reading.error
      ? { state: 'unread', sentence: reading.error.sentence, onRetry: followColleague }
      : theirs && { state: 'read', words: theirs, onTake: handleTakeTheirs }
  return (
    <Drawer
      title={`Edit ${offer.name}`}
      onClose={discard.close}
      footer={
        <div className="flex flex-wrap items-center justify-end gap-2">
          <Button onClick={discard.close}>Close</Button>
          <Button type="submit" form={formId} look="primary" aria-disabled={isBusy || undefined}>
            {isBusy ? 'Saving…' : isGone ? 'Save as New Offer' : theirs ? 'Save mine over it' : 'Save Changes'}
          </Button>
        </div>
      }
    >
      <form id={formId} ref={form.place} noValidate onSubmit={handleSubmit} className="grid gap-5">
        {isGone ? <RemovedNotice /> : colleague && <ColleagueNotice change={colleague} />}
        {form.error && form.error.code !== 'offer_changed' && (
          <Notice tone="danger" title={isGone ? 'The offer was not created' : 'The offer was not changed'}>
            {form.error.sentence}
          </Notice>
        )}
        <p className="text-sm text-muted">Placed orders and sent links keep what they were given.</p>
        <OfferFields form={form} />
        <OfferTerms form={form} />
        <section aria-label="What it touches" className="border-t border-line pt-4">
          <OfferReach body={form.previewed} waiting="What it touches appears here once the form is complete." />
        </section>
      </form>
      {asked && (
        <CreateQuestion
          offer={asked}
          isPending={create.isPending}
          onConfirm={() => handleCreate(asked)}
          onClose={() => setAsked(null)}
        />
      )}
      {discard.question}
    </Drawer>
  )
}

import { type SubmitEvent, useId, useState } from 'react'
import type { Offer } from '#contract/offers.ts'
import { useStoreZone } from '#web/lib/store-zone.ts'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { draftOf } from './offer-draft.ts'
import { OfferFields, OfferTerms } from './offer-fields.tsx'
import { OfferReach } from './offer-reach.tsx'
import { changesBetween } from './offer-words.ts'
import { readOffers } from './offers-data.ts'
import { useUpdateOffer } from './use-offer-changes.ts'
import { useOfferForm } from './use-offer-form.ts'

interface OfferDrawerProps {
  /** As it stood in the list when it was opened. */
  offer: Offer
  onClose: () => void
}

/**
 * Changes an offer. It is saved only over the state it was read in: what a colleague changed meanwhile is told, and
 * nothing typed is lost.
 */
export function OfferDrawer({ offer, onClose }: OfferDrawerProps) {
  const timeZone = useStoreZone()
  const formId = useId()
  const [base, setBase] = useState(offer)
  /** What a colleague changed under the form. */
  const [theirs, setTheirs] = useState<readonly string[] | null>(null)
  const update = useUpdateOffer(offer.id)
  const form = useOfferForm(draftOf(offer, timeZone), update, base)
  const isGone = update.error?.code === 'offer_unknown'

  const followColleague = async () => {
    const current = (await readOffers().catch(() => [])).find(({ id }) => id === offer.id)
    if (!current) return
    setTheirs(changesBetween(base, current, timeZone))
    setBase(current)
  }
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const body = form.submit()
    if (!body || update.isPending) return
    update.mutate(
      { ...body, revision: base.revision },
      {
        onSuccess: onClose,
        onError: (error) => (error.code === 'offer_changed' ? void followColleague() : form.focusRefused(error)),
      },
    )
  }
  const handleTakeTheirs = () => {
    update.reset()
    setTheirs(null)
    form.reset(draftOf(base, timeZone))
  }
  return (
    <Drawer
      title={`Edit ${offer.name}`}
      onClose={onClose}
      footer={
        <div className="flex flex-wrap items-center justify-end gap-2">
          <Button onClick={onClose}>Close</Button>
          <Button
            type="submit"
            form={formId}
            look="primary"
            disabled={isGone}
            aria-disabled={update.isPending || undefined}
          >
            {update.isPending ? 'Saving…' : theirs ? 'Save mine over it' : 'Save Changes'}
          </Button>
        </div>
      }
    >
      <form id={formId} ref={form.place} noValidate onSubmit={handleSubmit} className="grid gap-5">
        {theirs && (
          <Notice
            tone="attention"
            title="Somebody changed this offer meanwhile"
            action={<Button onClick={handleTakeTheirs}>Take theirs instead</Button>}
          >
            Nothing of yours was saved, and all you typed is kept.
            {theirs.length > 0 && (
              <ul aria-label="What they changed" className="mt-2 list-disc pl-5">
                {theirs.map((words) => (
                  <li key={words}>{words}</li>
                ))}
              </ul>
            )}
          </Notice>
        )}
        {form.error && form.error.code !== 'offer_changed' && (
          <Notice tone="danger" title={isGone ? 'This offer was removed' : 'The offer was not changed'}>
            {form.error.sentence}
          </Notice>
        )}
        <p className="text-sm text-muted">Placed orders and sent links keep what they were given.</p>
        <OfferFields form={form} />
        <OfferTerms form={form} />
        <section aria-label="What it touches" className="border-t border-line pt-4">
          <OfferReach body={form.previewed} waiting="What it touches stands here once the form is complete." />
        </section>
      </form>
    </Drawer>
  )
}

import { type SubmitEvent, useId, useRef, useState } from 'react'
import type { Offer } from '#contract/catalogue/offers.ts'
import { useStoreZone } from '#web/lib/store-zone.ts'
import { useTeamSearch } from '#web/lib/use-team-search.ts'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/choice.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { actsColumn, type Column, DataTable } from '#web/ui/data-table.tsx'
import { Drawer } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ErrorNotice, Fold, ListTrouble, Panel, StatusPill } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { useDiscardQuestion } from '#web/ui/use-discard-question.tsx'
import { draftOf, EMPTY_OFFER, type OfferBody, termsOf } from './offer-draft.ts'
import { OfferFields, OfferTerms, useOfferForm } from './offer-fields.tsx'
import {
  OfferReach,
  useCreateOffer,
  useOffers,
  useReadOffers,
  useRemoveOffer,
  useSwitchOffer,
  useUpdateOffer,
} from './offer-reach.tsx'
import {
  changesBetween,
  isDiscount,
  limitWords,
  periodWords,
  STATE_PILLS,
  scopeWords,
  usedWords,
  valueWords,
} from './offer-words.ts'

/** An offer is saved only over the revision that was read. If a colleague changed or removed it, no input is lost. */
function OfferDrawer({ offer, isRemoved, onClose }: { offer: Offer; isRemoved: boolean; onClose: () => void }) {
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

type OfferActs = { onEdit: (offer: Offer) => void; onSwitch: (offer: Offer) => void; onRemove: (offer: Offer) => void }

const GROUP = {
  keyOf: ({ standard }: Offer) => String(standard !== null),
  head: ([first]: readonly Offer[]) => (
    <span className="font-semibold">{first?.standard ? 'Standard Promotions' : 'Custom offers'}</span>
  ),
}

const columnsOf = (timeZone: string, { onEdit, onSwitch, onRemove }: OfferActs): readonly Column<Offer>[] => [
  {
    header: 'Offer',
    isTitle: true,
    cell: (offer) => (
      <Switch label={offer.name} isOn={offer.isActive} onChange={() => onSwitch(offer)}>
        {valueWords(offer)}
      </Switch>
    ),
  },
  {
    header: 'Status',
    isUnbroken: true,
    cell: ({ state }) => <StatusPill tone={STATE_PILLS[state].tone}>{STATE_PILLS[state].word}</StatusPill>,
  },
  { header: 'For', cell: scopeWords },
  {
    header: 'When and limits',
    cell: (offer) => <Lines words={[...periodWords(offer, timeZone), ...limitWords(offer)]} />,
  },
  { header: 'So far', cell: (offer) => <Lines words={usedWords(offer)} /> },
  actsColumn((offer) => (
    <>
      <Button size="small" look="quiet" about={` ${offer.name}`} onClick={() => onEdit(offer)}>
        Edit
      </Button>
      {offer.standard === null && (
        <Button size="small" look="danger" about={` ${offer.name}`} onClick={() => onRemove(offer)}>
          Remove
        </Button>
      )}
    </>
  )),
]

const Lines = ({ words }: { words: readonly string[] }) =>
  words.map((line) => (
    <span key={line} className="block">
      {line}
    </span>
  ))

function CreateOffer() {
  const create = useCreateOffer()
  const [asked, setAsked] = useState<OfferBody | null>(null)
  const [made, setMade] = useState(0)
  const form = useOfferForm(EMPTY_OFFER, create)
  const handleConfirm = (body: OfferBody) => {
    const onSuccess = () => {
      form.reset(EMPTY_OFFER)
      setMade(made + 1)
    }
    create.mutate(body, { onSuccess, onError: form.focusRefused, onSettled: () => setAsked(null) })
  }
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const body = form.submit()
    if (body && !create.isPending) (isDiscount(body.kind) ? setAsked : handleConfirm)(body)
  }
  return (
    <Panel
      title="Create Custom Offer"
      intro="Starts right away unless you set a date. Applies to all packages until you turn it off."
    >
      <form ref={form.place} noValidate onSubmit={handleSubmit} aria-label="Create Custom Offer" className="grid gap-4">
        <OfferFields form={form} />
        <Fold key={made} title="For which packages, when, and how often">
          <OfferTerms form={form} />
        </Fold>
        <OfferReach body={form.previewed} waiting="You’ll see the affected packages here." />
        <ErrorNotice error={form.error} title="The offer was not created" />
        <Button type="submit" look="primary" className="justify-self-start" isBusy={create.isPending}>
          Create Offer
        </Button>
      </form>
      {asked && (
        <ConfirmDialog
          title={`Create ${asked.name}?`}
          confirmLabel={`Create ${asked.name}`}
          pendingLabel="Creating…"
          cancelLabel="Not yet"
          isPending={create.isPending}
          onConfirm={() => handleConfirm(asked)}
          onClose={() => setAsked(null)}
        >
          <OfferReach body={asked} waiting="" />
        </ConfirmDialog>
      )}
    </Panel>
  )
}

/** Off, a discount costs nothing and is on again with one click, so that is not asked. */
function SwitchOnDialog({ offer, onClose }: { offer: Offer; onClose: () => void }) {
  const change = useSwitchOffer()
  return (
    <ConfirmDialog
      title={`Switch ${offer.name} on?`}
      confirmLabel={`Switch ${offer.name} on`}
      pendingLabel="Switching…"
      cancelLabel="Leave it as it is"
      isPending={change.isPending}
      onConfirm={() => change.mutate({ offerId: offer.id, isActive: true }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <ErrorNotice error={change.error} title="It is still off" />
      <p>
        {offer.state === 'inactive'
          ? 'Prices change right away for everyone. Buyers with a cart see it before they pay; sent links and placed orders keep their prices.'
          : 'Its time or its uses are not now, so prices stay as they are for the moment.'}
      </p>
      <OfferReach body={termsOf(offer)} waiting="" />
    </ConfirmDialog>
  )
}

function RemoveDialog({ offer, onClose }: { offer: Offer; onClose: (isRemoved: boolean) => void }) {
  const remove = useRemoveOffer()
  const isGone = remove.error?.code === 'offer_unknown'
  return (
    <ConfirmDialog
      title={`Remove ${offer.name}?`}
      confirmLabel={`Remove ${offer.name}`}
      pendingLabel="Removing…"
      confirmLook="danger"
      cancelLabel={isGone ? 'Close' : 'Keep it'}
      isPending={remove.isPending}
      onConfirm={isGone ? undefined : () => remove.mutate(offer, { onSuccess: () => onClose(true) })}
      onClose={() => onClose(false)}
    >
      <p>
        It ends at once and leaves this list. {usedWords(offer).join(', ')}: what it gave stays in orders and figures.
        To keep it for later, switch it off instead.
      </p>
      <ErrorNotice error={remove.error} />
    </ConfirmDialog>
  )
}

/** Special Offers of the admin dashboard. The edited offer is in the URL, so it can be linked. */
export default function OffersTab() {
  const { search, change } = useTeamSearch()
  const openId = search.open
  const query = useOffers()
  const { data: offers } = query
  const [asked, setAsked] = useState<{ act: 'switch' | 'remove'; offer: Offer } | null>(null)
  const { mutate, isPending } = useSwitchOffer()
  const list = useRef<HTMLDivElement>(null)
  const timeZone = useStoreZone()
  const acts: OfferActs = {
    onEdit: ({ id }) => change({ open: id }),
    onSwitch: (offer) => {
      if (isDiscount(offer.kind) && !offer.isActive) setAsked({ act: 'switch', offer })
      else if (!isPending) mutate({ offerId: offer.id, isActive: !offer.isActive })
    },
    onRemove: (offer) => setAsked({ act: 'remove', offer }),
  }

  const found = offers?.find(({ id }) => id === openId)
  /** Kept while its drawer is open, even if a colleague removes it, so its input is not lost. */
  const [opened, setOpened] = useState(found)
  if (openId !== opened?.id && (opened || found)) setOpened(found)
  const close = () => setAsked(null)
  return (
    <div className="grid gap-4">
      <ListTrouble list={query} title="The offers could not be loaded" />
      {query.isPending && <Loading words="Loading offers" height="h-60" count={2} />}
      {offers && (
        <Panel title="Active Special Offers">
          <div ref={list} tabIndex={-1}>
            <DataTable
              label="Special offers"
              columns={columnsOf(timeZone, acts)}
              rows={offers}
              rowKey={({ id }) => id}
              group={GROUP}
            />
          </div>
        </Panel>
      )}
      <CreateOffer />
      {opened && <OfferDrawer key={opened.id} offer={opened} isRemoved={!found} onClose={() => change({ open: '' })} />}
      {asked?.act === 'switch' && <SwitchOnDialog offer={asked.offer} onClose={close} />}
      {asked?.act === 'remove' && (
        <RemoveDialog
          offer={asked.offer}
          onClose={(isRemoved) => {
            close()
            // The pressed button disappears with its row.
            if (isRemoved) list.current?.focus()
          }}
        />
      )}
    </div>
  )
}

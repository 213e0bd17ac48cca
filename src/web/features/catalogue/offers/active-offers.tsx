import { Pencil, Trash2 } from 'lucide-react'
import { type RefObject, useMemo } from 'react'
import type { Offer } from '#contract/catalogue/offers.ts'
import { useStoreZone } from '#web/lib/store-zone.ts'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { ListTrouble } from '#web/ui/list-trouble.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { limitWords, periodWords, STATE_PILLS, scopeWords, usedWords, valueWords } from './offer-words.ts'
import { useOffers } from './offers-data.ts'

/** What can be done with an offer of the list. */
export interface OfferActs {
  onEdit: (offer: Offer) => void
  onSwitch: (offer: Offer) => void
  onRemove: (offer: Offer) => void
}

/** Every offer: whether it is active, for what, how long, how often, and its cost so far. */
export function ActiveOffers({ place, acts }: { place: RefObject<HTMLDivElement | null>; acts: OfferActs }) {
  const query = useOffers()
  const { data: offers, error, isPending } = query
  const timeZone = useStoreZone()
  const columns = useMemo(() => columnsOf(timeZone, acts), [timeZone, acts])
  const hasOwn = offers?.some(({ standard }) => standard === null)
  return (
    <Panel
      title="Active Special Offers"
      intro="The standard promotions and your own, with what each has cost after refunds."
    >
      {error && (
        <div className="mb-3">
          <ListTrouble list={query} title="The offers could not be loaded" />
        </div>
      )}
      {isPending && <Loading words="Loading offers" height="h-40" />}
      {offers && (
        <div ref={place} tabIndex={-1}>
          <DataTable label="Special offers" columns={columns} rows={offers} rowKey={({ id }) => id} />
        </div>
      )}
      {hasOwn === false && (
        <p className="mt-3 text-sm text-muted">
          No custom offer yet. Make one above, e.g. 20 percent off VIP packages in one state; it then appears here with
          its use and its cost.
        </p>
      )}
    </Panel>
  )
}

function columnsOf(timeZone: string, { onEdit, onSwitch, onRemove }: OfferActs): readonly Column<Offer>[] {
  return [
    {
      key: 'offer',
      header: 'Offer',
      isTitle: true,
      cell: (offer) => (
        <>
          <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
            <span className="font-semibold">{offer.name}</span>
            <StatusPill tone={STATE_PILLS[offer.state].tone}>{STATE_PILLS[offer.state].word}</StatusPill>
          </p>
          <p className="text-muted">{valueWords(offer)}</p>
          {offer.standard !== null && <p className="text-xs text-muted">Standard promotion</p>}
        </>
      ),
    },
    { key: 'scope', header: 'For', cell: scopeWords },
    { key: 'period', header: 'When', cell: (offer) => <Lines words={periodWords(offer, timeZone)} /> },
    { key: 'limits', header: 'Limits', cell: (offer) => <Lines words={limitWords(offer)} /> },
    { key: 'used', header: 'Until now', cell: (offer) => <Lines words={usedWords(offer)} /> },
    {
      key: 'acts',
      header: 'Actions',
      isHeaderHidden: true,
      cell: (offer) => (
        <div className="flex flex-wrap gap-1.5 @3xl:justify-end">
          <Button size="small" onClick={() => onEdit(offer)}>
            <Pencil size={14} aria-hidden="true" />
            Edit<span className="sr-only"> {offer.name}</span>
          </Button>
          <Button size="small" onClick={() => onSwitch(offer)}>
            Switch {offer.isActive ? 'off' : 'on'}
            <span className="sr-only"> {offer.name}</span>
          </Button>
          {offer.standard === null && (
            <Button size="small" look="danger" onClick={() => onRemove(offer)}>
              <Trash2 size={14} aria-hidden="true" />
              Remove<span className="sr-only"> {offer.name}</span>
            </Button>
          )}
        </div>
      ),
    },
  ]
}

function Lines({ words }: { words: readonly string[] }) {
  return words.map((line) => (
    <span key={line} className="block">
      {line}
    </span>
  ))
}

import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import * as contract from '#contract/admin/lead-screen.ts'
import { LEAD_TYPE_NAMES } from '#contract/catalogue/catalogue.ts'
import { type ApiError, callApi } from '#web/lib/call-api.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { formatStoreDay } from '#web/lib/format-day.ts'
import { phoneWords } from '#web/lib/phone-numbers.ts'
import { useStoreZone } from '#web/lib/store-zone.ts'
import { TextDialog } from '#web/lib/text-dialog.tsx'
import { reload, useChange } from '#web/lib/use-change.ts'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/dialog.tsx'
import { FactList } from '#web/ui/fact-list.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { LeadStatus, placesInWords } from './lead-data.tsx'

interface LeadDrawerProps {
  lead: contract.ListedLead
  /** Its property was opted out; other lists may be outdated. */
  onLeftAlone?: (() => void) | undefined
  onClose: () => void
}

/** A job takes leads out of stock, starting within half a second; counts are reloaded when it has probably finished. */
const LEFT_STOCK_MS = [1_500, 6_000]

/** Asks for a reason, then shows everything known about a lead and its buyers. Stores nothing once closed. */
export function LeadDrawer({ lead, onLeftAlone, onClose }: LeadDrawerProps) {
  const look = useMutation<contract.OpenedLead, ApiError, string>({
    mutationFn: (reason) => callApi(contract.lookAtLead, { params: { leadId: lead.id }, body: { reason } }),
    gcTime: 0,
  })
  const place = `${LEAD_TYPE_NAMES[lead.leadType]}, ${lead.county}, ${lead.state}`
  if (look.data) return <OpenedDrawer lead={look.data} place={place} onLeftAlone={onLeftAlone} onClose={onClose} />
  return (
    <TextDialog
      title={`Open lead ${lead.id}?`}
      confirmLabel="Open the lead"
      pendingLabel="Opening…"
      change={look}
      errorTitle="The lead was not opened"
      // It then shows the lead.
      onDone={() => undefined}
      onClose={onClose}
    >
      <p>{place}. You will see its owner, address, phones and buyers. We log that you looked, with your reason.</p>
    </TextDialog>
  )
}

function OpenedDrawer({
  lead,
  place,
  onLeftAlone,
  onClose,
}: LeadDrawerProps & { lead: contract.OpenedLead; place: string }) {
  const suppress = useChange({
    affects: [contract.listLeads.path, contract.countLeads.path],
    send: (reason: string) => {
      const input = { params: { leadId: lead.id }, body: { reason } }
      return callApi(contract.suppressLead, input).finally(() => {
        for (const ms of LEFT_STOCK_MS)
          setTimeout(() => void reload([contract.listLeads.path, contract.countLeads.path]), ms)
      })
    },
    toast: () => ({
      title: 'Property opted out',
      description: 'Its leads leave stock, its data is deleted, and past buyers are told if we know the address.',
    }),
  })
  const timeZone = useStoreZone()
  const [isAsking, setIsAsking] = useState(false)
  const isLeftAlone = lead.leadState === 'left_alone' || suppress.isSuccess
  const isDone = suppress.isSuccess && !isAsking
  const status = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The pressed button is gone.
    if (isDone) status.current?.focus()
  }, [isDone])
  const handleLeftAlone = () => {
    setIsAsking(false)
    onLeftAlone?.()
  }
  return (
    <Drawer
      title={`Lead ${lead.id}`}
      onClose={onClose}
      footer={
        !isLeftAlone && (
          <Button look="danger" onClick={() => setIsAsking(true)}>
            Opt this property out…
          </Button>
        )
      }
    >
      <div className="grid gap-6 text-sm">
        <div ref={status} tabIndex={-1} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <LeadStatus state={isLeftAlone ? 'left_alone' : lead.leadState} />
          <span>{place}</span>
          <span className="text-muted">
            acquired {formatStoreDay(lead.acquiredAt, timeZone)};{' '}
            {placesInWords(isLeftAlone ? { ...lead, placesLeft: 0 } : lead)}
          </span>
        </div>
        {lead.details && !suppress.isSuccess ? (
          <Details details={lead.details} />
        ) : (
          <Notice title="The owner’s data was deleted">
            It got too old, or the owner opted out. Counts and buyers stay.
          </Notice>
        )}
        <Buyers buyers={lead.buyers} />
      </div>
      {isAsking && (
        <TextDialog
          title="Opt this property out?"
          confirmLabel="Opt it out"
          pendingLabel="Opting out…"
          confirmLook="danger"
          change={suppress}
          onDone={handleLeftAlone}
          onClose={() => setIsAsking(false)}
        >
          <p>
            It is as if the owner had asked: all its leads leave stock at once, its data is deleted, we email past
            buyers to remove it, and no import brings it back. This cannot be undone.
          </p>
          {!lead.details && lead.buyers.length > 0 && (
            <p>
              The store no longer has its address, so it can’t tell past buyers which property to remove. Enter the
              property on the opt-out page too, and we will ask them.
            </p>
          )}
        </TextDialog>
      )}
    </Drawer>
  )
}

function Details({ details }: { details: contract.LeadDetails }) {
  const facts: [name: string, value: string][] = [
    ['Property', `${details.address}, ${details.city}, ${details.zip}`],
    ['Owner', details.ownerNames.join('; ') || '–'],
    ['Mailing address', details.mailingAddress ?? '–'],
    ...details.phones.map((phone, index): [string, string] => [
      `Phone ${index + 1}`,
      phoneWords({ ...phone, isDoNotCall: phone.isDoNotCall || details.isDoNotCall }),
    ]),
    ...details.emails.map((email, index): [string, string] => [`Email ${index + 1}`, email]),
    ...details.facts.map(({ name, value }): [string, string] => [name, value]),
    ['Consent', details.consent ?? 'none on record'],
    ['Source', details.source],
  ]
  return (
    <section aria-label="What we know">
      <h3 className="font-semibold">What we know</h3>
      <FactList
        className="mt-2 grid gap-1.5"
        factLook="grid grid-cols-[8rem_minmax(0,1fr)] gap-x-3"
        termLook="text-muted"
        facts={facts}
      />
    </section>
  )
}

const Buyers = ({ buyers }: { buyers: readonly contract.LeadBuyer[] }) => (
  <section aria-label="Who bought it">
    <h3 className="font-semibold">Who bought it</h3>
    {buyers.length === 0 ? (
      <p className="mt-1 text-muted">Nobody yet.</p>
    ) : (
      <ul className="mt-2 grid gap-2">
        {buyers.map(({ orderId, reference, name, email, soldAt, deliveredAt, returnedAt }) => (
          <li key={orderId} className="rounded-md border border-line p-3">
            <span className="font-semibold">{reference}</span>
            <span className="block wrap-anywhere">{[name, email].filter(Boolean).join(', ') || 'No contact'}</span>
            <span className="block text-muted">
              Sold {formatDateTime(soldAt)};{' '}
              {returnedAt
                ? `returned ${formatDateTime(returnedAt)}, before it was delivered`
                : deliveredAt
                  ? `delivered ${formatDateTime(deliveredAt)}`
                  : 'not delivered yet'}
            </span>
          </li>
        ))}
      </ul>
    )}
  </section>
)

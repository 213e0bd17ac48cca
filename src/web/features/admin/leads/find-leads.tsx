import { Link } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import * as contract from '#contract/admin/lead-screen.ts'
import { STREET_LENGTH_MAX, ZIP_PATTERN } from '#contract/delivery/opt-out.ts'
import { callApi } from '#web/lib/call-api.ts'
import { formatPlural } from '#web/lib/format.ts'
import { useStoreZone } from '#web/lib/store-zone.ts'
import { TextDialog } from '#web/lib/text-dialog.tsx'
import { useChange } from '#web/lib/use-change.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { TextField } from '#web/ui/field.tsx'
import { SubmitButton } from '#web/ui/more-fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { EmptyState, ErrorNotice, Panel } from '#web/ui/panel.tsx'
import { leadColumns, useFoundLeads } from './lead-data.tsx'
import { LeadDrawer } from './lead-drawer.tsx'

type Property = { street: string; zip: string }

function UndoOptOut({ property, onUndone }: { property: Property; onUndone: () => void }) {
  const [isAsked, setIsAsked] = useState(false)
  const undo = useChange({
    affects: [contract.listLeads.path, contract.countLeads.path],
    send: (reason: string) => callApi(contract.undoOptOut, { body: { ...property, reason } }),
    onDone: onUndone,
    toast: ({ isInStock }) => ({
      title: 'Opt-out undone',
      description: isInStock
        ? 'Its leads that were for sale are for sale again.'
        : 'Its leads had already left stock. The next lead file may add it again.',
    }),
  })
  return (
    <div className="mt-3">
      <Button onClick={() => setIsAsked(true)}>Undo the opt-out</Button>
      {isAsked && (
        <TextDialog
          title="Undo this opt-out?"
          confirmLabel="Undo it"
          lengthMax={contract.LEAD_REASON_LENGTH_MAX}
          change={undo}
          onClose={() => setIsAsked(false)}
        />
      )}
    </div>
  )
}

const EMPTY = { street: '', zip: '', reference: '' }

/** Finds the leads of a property whose owner is on the phone, or of an order. */
export default function FindLeads() {
  const found = useFoundLeads()
  const [opened, setOpened] = useState<contract.ListedLead | null>(null)
  const timeZone = useStoreZone()
  const [typed, setTyped] = useState(EMPTY)
  const [isChecked, setIsChecked] = useState(false)
  /** The property of the last search; the fields may have changed since. */
  const [searched, setSearched] = useState<Property | null>(null)
  const street = typed.street.trim()
  const zip = typed.zip.trim()
  const reference = typed.reference.trim()
  const isOrder = reference !== ''
  const streetError = !isOrder && street === '' ? 'Enter the house number and street.' : undefined
  const zipError = !isOrder && !ZIP_PATTERN.test(zip) ? 'Enter the five digits of the ZIP.' : undefined

  const edit = (part: Partial<typeof EMPTY>) => {
    setTyped({ ...typed, ...part })
    setIsChecked(false)
  }
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setIsChecked(true)
    if (found.isPending || streetError || zipError) return
    if (isOrder) return found.find({ reference })
    setSearched({ street, zip })
    found.find({ street, zip })
  }

  return (
    <Panel intro="Search by property when an owner contacts you, or by order. What you type is not logged or put in the page’s address.">
      <div className="grid gap-4">
        <form noValidate onSubmit={handleSubmit} className="flex flex-wrap items-start gap-3">
          <TextField
            label="Street address"
            className="min-w-44 grow-[2] basis-44"
            autoComplete="off"
            maxLength={STREET_LENGTH_MAX}
            value={typed.street}
            disabled={isOrder}
            error={isChecked ? streetError : undefined}
            onChange={({ target }) => edit({ street: target.value })}
          />
          <TextField
            label="ZIP"
            className="w-28"
            autoComplete="off"
            inputMode="numeric"
            maxLength={10}
            value={typed.zip}
            disabled={isOrder}
            error={isChecked ? zipError : undefined}
            onChange={({ target }) => edit({ zip: target.value })}
          />
          <TextField
            label="Or an order"
            className="min-w-36 grow basis-36"
            placeholder="LY-…"
            autoComplete="off"
            spellCheck={false}
            maxLength={40}
            value={typed.reference}
            onChange={({ target }) => edit({ reference: target.value })}
          />
          <div className="self-end max-sm:grow">
            <SubmitButton label="Find" busy="Searching…" isBusy={found.isPending} className="max-sm:w-full" />
          </div>
        </form>
        <ErrorNotice title="Nothing was found" error={found.error} />
        {found.data?.isLeftAlone && (
          <Notice tone="good" title="This property is opted out">
            Nobody can buy its leads. Within a day of the request, they leave stock and their data is deleted. If the
            owner never asked, undo the opt-out.
            {searched && <UndoOptOut property={searched} onUndone={() => found.find(searched)} />}
          </Notice>
        )}
        {found.data && found.data.leads.length > 0 && (
          <>
            <p role="status" className="text-sm text-muted">
              {formatPlural(found.data.leads.length, 'lead')} found.
            </p>
            <DataTable
              label="Leads found"
              columns={leadColumns(timeZone, setOpened)}
              onOpen={setOpened}
              rows={found.data.leads}
              rowKey={({ id }) => String(id)}
            />
          </>
        )}
        {found.data?.leads.length === 0 && <NoLead isLeftAlone={found.data.isLeftAlone} />}
        {opened && (
          <LeadDrawer key={opened.id} lead={opened} onLeftAlone={found.findAgain} onClose={() => setOpened(null)} />
        )}
      </div>
    </Panel>
  )
}

/** Why nothing was found, and how to help an owner on the phone anyway; null was a search for an order. */
const NoLead = ({ isLeftAlone }: { isLeftAlone: boolean | null }) => (
  <EmptyState
    title="No leads found"
    action={
      isLeftAlone === false && (
        <Link to={paths.optOut} className="font-semibold text-accent underline underline-offset-2">
          Enter it on the opt-out page
        </Link>
      )
    }
  >
    {isLeftAlone === null
      ? 'This order has no leads of ours: its packages are counted and delivered by hand.'
      : isLeftAlone
        ? 'The store has no lead for this property, and no import will add one.'
        : 'The store has no lead for this address as you typed it. You can still opt the property out, so that no import adds one.'}
  </EmptyState>
)

import { Link } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import type { ListedLead } from '#contract/admin/lead-screen.ts'
import { STREET_LENGTH_MAX, ZIP_PATTERN } from '#contract/delivery/opt-out.ts'
import { formatPlural } from '#web/lib/format.ts'
import { useStoreZone } from '#web/lib/store-zone.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { leadColumns } from './lead-columns.tsx'
import type { FoundLeads } from './lead-data.ts'
import { UndoOptOut } from './undo-opt-out.tsx'

const EMPTY = { street: '', zip: '', reference: '' }

/** Finds the leads of a property whose owner is on the phone, or of an order. */
export function FindLeads({ found, onOpen }: { found: FoundLeads; onOpen: (lead: ListedLead) => void }) {
  const timeZone = useStoreZone()
  const [typed, setTyped] = useState(EMPTY)
  const [isChecked, setIsChecked] = useState(false)
  /** The property of the last search; the fields may have changed since. */
  const [searched, setSearched] = useState<{ street: string; zip: string } | null>(null)
  const isOrder = typed.reference.trim() !== ''
  const streetError =
    isChecked && !isOrder && typed.street.trim() === '' ? 'Enter the house number and street.' : undefined
  const zipError =
    isChecked && !isOrder && !ZIP_PATTERN.test(typed.zip.trim()) ? 'Enter the five digits of the ZIP.' : undefined

  const edit = (part: Partial<typeof EMPTY>) => {
    setTyped({ ...typed, ...part })
    setIsChecked(false)
  }
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setIsChecked(true)
    if (found.isPending) return
    if (isOrder) return found.find({ reference: typed.reference.trim() })
    if (typed.street.trim() === '' || !ZIP_PATTERN.test(typed.zip.trim())) return
    const property = { street: typed.street.trim(), zip: typed.zip.trim() }
    setSearched(property)
    found.find(property)
  }

  return (
    <Panel
      title="Find leads"
      intro="Search by property when an owner contacts you, or by order. What you type is not logged or put in the page’s address."
    >
      <div className="grid gap-4">
        <form noValidate onSubmit={handleSubmit} className="flex flex-wrap items-start gap-3">
          <TextField
            label="Street address"
            className="min-w-44 grow-[2] basis-44"
            autoComplete="off"
            maxLength={STREET_LENGTH_MAX}
            value={typed.street}
            disabled={isOrder}
            error={streetError}
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
            error={zipError}
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
            <Button type="submit" look="primary" aria-disabled={found.isPending || undefined} className="max-sm:w-full">
              {found.isPending ? 'Searching…' : 'Find'}
            </Button>
          </div>
        </form>
        {found.error && (
          <Notice tone="danger" title="Nothing was found">
            {found.error.sentence}
          </Notice>
        )}
        {found.data?.isLeftAlone && (
          <Notice tone="good" title="This property is opted out">
            Nobody can buy its leads. Within a day of the request, they leave stock and their data is deleted. If the
            owner never asked, undo the opt-out.
            {searched && <UndoOptOut property={searched} onUndone={() => found.find(searched)} />}
          </Notice>
        )}
        {found.data &&
          (found.data.leads.length > 0 ? (
            <>
              <p role="status" className="text-sm text-muted">
                {formatPlural(found.data.leads.length, 'lead')} found.
              </p>
              <DataTable
                label="Leads found"
                columns={leadColumns(timeZone, onOpen)}
                rows={found.data.leads}
                rowKey={({ id }) => String(id)}
              />
            </>
          ) : (
            <NoLead isOrder={found.data.isLeftAlone === null} isLeftAlone={found.data.isLeftAlone === true} />
          ))}
      </div>
    </Panel>
  )
}

/** Why nothing was found, and how to help an owner on the phone anyway. */
function NoLead({ isOrder, isLeftAlone }: { isOrder: boolean; isLeftAlone: boolean }) {
  if (isOrder)
    return (
      <EmptyState title="No leads found">
        This order has no leads of ours: its packages are counted and delivered by hand.
      </EmptyState>
    )
  if (isLeftAlone)
    return (
      <EmptyState title="No leads found">
        The store has no lead for this property, and no import will add one.
      </EmptyState>
    )
  return (
    <EmptyState
      title="No leads found"
      action={
        <Link to={paths.optOut} className="font-semibold text-accent underline underline-offset-2">
          Enter it on the opt-out page
        </Link>
      }
    >
      The store has no lead for this address as you typed it. You can still opt the property out, so that no import adds
      one.
    </EmptyState>
  )
}

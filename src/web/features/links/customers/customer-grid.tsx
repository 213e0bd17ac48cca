import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { Customer } from '#contract/links/customers.ts'
import { SavedViews } from '#web/lib/saved-views.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListTrouble, MoreButton } from '#web/ui/list-trouble.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx'
import { CustomerCard } from './customer-card.tsx'
import { useCustomers } from './customer-data.ts'
import { EditCustomerDialog, NewCustomerDialog } from './customer-dialog.tsx'
import { CustomerDrawer } from './customer-drawer.tsx'
import { NotesDialog } from './notes-dialog.tsx'

interface CustomerGridProps {
  search: string
  onSearch: (text: string) => void
  /** The customer whose history is open, from the URL. */
  openId: string | undefined
  onOpen: (customerId: string | undefined) => void
  onInvoice: (customer: Customer) => void
}

type Asked = { kind: 'new' } | { kind: 'edit' | 'notes'; customer: Customer } | null
const GRID = 'grid gap-3 sm:grid-cols-2 xl:grid-cols-3'

/** The customer database: search, cards, and what can be done with each. */
export function CustomerGrid({ search, onSearch, openId, onOpen, onInvoice }: CustomerGridProps) {
  const list = useCustomers(search)
  const [asked, setAsked] = useState<Asked>(null)
  const customers = list.data ?? []
  const close = () => setAsked(null)
  const openOther = (customerId: string) => {
    close()
    onOpen(customerId)
  }
  const newCustomerButton = (
    <Button look="primary" onClick={() => setAsked({ kind: 'new' })}>
      <UserPlus size={16} aria-hidden="true" />
      New Customer
    </Button>
  )
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-52 grow basis-72">
          <SearchField label="Search customers by name, phone, email or reference" value={search} onSearch={onSearch} />
        </div>
        {newCustomerButton}
      </div>
      <SavedViews list="customers" words={{ search }} onOpen={(words) => onSearch(words.search ?? '')} />
      {list.isPending ? (
        <div className={GRID}>
          <LoadingWords>Loading customers</LoadingWords>
          {['a', 'b', 'c', 'd', 'e', 'f'].map((place) => (
            <Skeleton key={place} className="h-52" />
          ))}
        </div>
      ) : (
        <>
          <ListTrouble list={list} title="Your customers could not be loaded" />
          {customers.length > 0 ? (
            <ul className={GRID}>
              {customers.map((customer) => (
                <li key={customer.id} className="grid min-w-0">
                  <CustomerCard
                    customer={customer}
                    onOpen={() => onOpen(customer.id)}
                    onNotes={() => setAsked({ kind: 'notes', customer })}
                    onInvoice={() => onInvoice(customer)}
                  />
                </li>
              ))}
            </ul>
          ) : (
            !list.error && <NoCustomers search={search} onClear={() => onSearch('')} />
          )}
        </>
      )}
      <MoreButton list={list} />
      {openId && (
        <CustomerDrawer
          customerId={openId}
          onClose={() => onOpen(undefined)}
          onEdit={(customer) => setAsked({ kind: 'edit', customer })}
          onNotes={(customer) => setAsked({ kind: 'notes', customer })}
          onInvoice={onInvoice}
        />
      )}
      {asked?.kind === 'new' && <NewCustomerDialog onClose={close} onOpen={openOther} />}
      {asked?.kind === 'edit' && <EditCustomerDialog customer={asked.customer} onClose={close} onOpen={openOther} />}
      {asked?.kind === 'notes' && <NotesDialog customer={asked.customer} onClose={close} />}
    </div>
  )
}

function NoCustomers({ search, onClear }: { search: string; onClear: () => void }) {
  return search ? (
    <EmptyState title="No customers found" action={<Button onClick={onClear}>Show all customers</Button>}>
      Search by the start of a name, email address or business.
    </EmptyState>
  ) : (
    <EmptyState title="No customers yet">
      Everyone you send an invoice to is added here. To add someone yourself, use New Customer.
    </EmptyState>
  )
}

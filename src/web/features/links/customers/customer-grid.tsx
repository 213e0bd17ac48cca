import { NotebookPen, UserPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type Customer, updateCustomerNotes } from '#contract/links/customers.ts'
import { callApi } from '#web/lib/call-api.ts'
import { formatDate, formatPlural } from '#web/lib/format.ts'
import { timeZoneWord } from '#web/lib/format-late.ts'
import { SavedViews } from '#web/lib/saved-views.tsx'
import { serverNow } from '#web/lib/server-clock.ts'
import { useChange } from '#web/lib/use-change.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, Drawer } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorNotice, ListTrouble, MoreButton } from '#web/ui/error-notice.tsx'
import { TextArea } from '#web/ui/more-fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Part } from '#web/ui/panel.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useDiscardQuestion } from '#web/ui/use-discard-question.tsx'
import { CUSTOMER_CHANGE, useCustomer, useCustomers } from './customer-data.ts'
import { CustomerDialog, LENGTHS_MAX } from './customer-dialog.tsx'
import { CustomerHistory, CustomerTimeline } from './customer-history.tsx'

function CustomerCard(props: { customer: Customer; onOpen: () => void; onNotes: () => void; onInvoice: () => void }) {
  const { customer, onOpen, onNotes, onInvoice } = props
  const { name, email, businessName, phone, createdAt, orderCount, notes } = customer
  return (
    <article className="flex min-w-0 flex-col rounded-md border border-line bg-surface p-4 text-sm">
      <h2 className="text-base font-semibold">
        <button
          type="button"
          onClick={onOpen}
          dir="auto"
          className="line-clamp-2 text-left wrap-anywhere underline-offset-2 hover:underline"
        >
          {name}
        </button>
      </h2>
      <p className="mt-0.5 line-clamp-2 text-muted wrap-anywhere">{email}</p>
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        <Fact term="Business" value={businessName} />
        <Fact term="Phone" value={phone} />
        <Fact term="Added" value={formatDate(createdAt)} />
        <Fact term="Orders" value={formatPlural(orderCount, 'order')} />
      </dl>
      <div className="mt-auto flex flex-wrap gap-1.5 pt-4">
        <Button size="small" onClick={onInvoice}>
          New invoice
          <span className="sr-only"> for {name}</span>
        </Button>
        <Button icon={NotebookPen} size="small" look="quiet" onClick={onNotes}>
          <span>
            {notes ? 'Notes' : 'Add notes'}
            <span className="sr-only"> on {name}</span>
          </span>
        </Button>
      </div>
    </article>
  )
}

const Fact = ({ term, value }: { term: string; value: string | null }) => (
  <>
    <dt className="text-muted">{term}</dt>
    <dd className="line-clamp-3 min-w-0 text-left wrap-anywhere" dir="auto">
      {value || (
        <span className="text-muted">
          <span aria-hidden="true">–</span>
          <span className="sr-only">not known</span>
        </span>
      )}
    </dd>
  </>
)

interface CustomerDrawerProps {
  customerId: string
  onClose: () => void
  onAsk: (kind: 'edit' | 'notes', customer: Customer) => void
  onInvoice: (customer: Customer) => void
}

function CustomerDrawer({ customerId, onClose, onAsk, onInvoice }: CustomerDrawerProps) {
  const { data: customer, error, isPending, refetch } = useCustomer(customerId)
  const isUnknown = error?.code === 'customer_not_found' || error?.status === 400
  const title = customer?.name ?? (isUnknown ? 'Customer not found' : 'Customer')
  return (
    <Drawer
      title={<CustomerName>{title}</CustomerName>}
      onClose={onClose}
      footer={
        customer && (
          <div className="flex flex-wrap gap-2">
            <Button look="primary" className="max-xs:w-full" onClick={() => onInvoice(customer)}>
              New invoice for this customer
            </Button>
            <Button className="max-xs:grow" onClick={() => onAsk('edit', customer)}>
              Edit
            </Button>
            <Button className="max-xs:grow" onClick={() => onAsk('notes', customer)}>
              Notes
            </Button>
          </div>
        )
      }
    >
      {isPending ? (
        <div className="grid gap-4">
          <LoadingWords>Loading the customer</LoadingWords>
          <Skeleton className="h-28" />
          <Skeleton className="h-40" />
          <Skeleton className="h-40" />
        </div>
      ) : customer ? (
        <div className="grid gap-6 text-sm">
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
            <Fact term="Email" value={customer.email} />
            <Fact term="Business" value={customer.businessName} />
            <Fact term="Phone" value={customer.phone} />
            <Fact term="Address" value={customer.address} />
            <Fact term="Added" value={`${formatDate(customer.createdAt)} by ${customer.repName}`} />
          </dl>
          {customer.notes && (
            <Part title="Notes">
              <p className="rounded-md bg-sunken p-3 whitespace-pre-wrap wrap-anywhere" dir="auto">
                {customer.notes}
              </p>
            </Part>
          )}
          <Part title="Payment requests">
            <CustomerHistory sales={customer.salesHistory} />
          </Part>
          <Part title="What happened" note={`Newest first; times in ${timeZoneWord(serverNow())}.`}>
            <CustomerTimeline entries={customer.timeline} />
          </Part>
        </div>
      ) : isUnknown ? (
        <Notice tone="danger" title="Customer not found">
          This customer does not exist or belongs to someone else.
        </Notice>
      ) : (
        <ListTrouble list={{ data: customer, error, refetch }} title="The customer could not be loaded" />
      )}
    </Drawer>
  )
}

const CustomerName = ({ children }: { children: ReactNode }) => (
  <span className="line-clamp-2 wrap-anywhere" dir="auto">
    {children}
  </span>
)

function NotesDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const [notes, setNotes] = useState(customer.notes)
  const save = useChange({
    ...CUSTOMER_CHANGE,
    send: () => callApi(updateCustomerNotes, { params: { customerId: customer.id }, body: { notes } }),
    toast: () => ({ title: 'Notes Saved', description: 'Customer notes have been saved.' }),
    onFailed: () => showToast({ title: 'Error', description: 'Failed to update notes', tone: 'danger' }),
  })
  const discard = useDiscardQuestion({ isTyped: notes !== customer.notes, onClose })
  return (
    <Dialog
      title={<span className="line-clamp-2 wrap-anywhere">Notes on {customer.name}</span>}
      onClose={discard.close}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={discard.close}>Cancel</Button>
          <Button
            look="primary"
            isBusy={save.isPending}
            onClick={() => save.mutate(undefined, { onSuccess: discard.leave })}
          >
            {save.isPending ? 'Saving…' : 'Save Notes'}
          </Button>
        </div>
      }
    >
      <div className="grid gap-4">
        <ErrorNotice error={save.error} />
        <TextArea
          label="Notes"
          note="only the sales team sees them"
          rows={12}
          maxLength={LENGTHS_MAX.notes}
          value={notes}
          onChange={(event) => setNotes(event.target.value)}
        />
      </div>
      {discard.question}
    </Dialog>
  )
}

interface CustomerGridProps {
  search: string
  onSearch: (text: string) => void
  openId: string | undefined
  onOpen: (customerId: string | undefined) => void
  onInvoice: (customer: Customer) => void
}

type Asked = { kind: 'new'; customer: null } | { kind: 'edit' | 'notes'; customer: Customer } | null
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
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-52 grow basis-72">
          <SearchField label="Search customers by name, phone, email or reference" value={search} onSearch={onSearch} />
        </div>
        <Button icon={UserPlus} look="primary" onClick={() => setAsked({ kind: 'new', customer: null })}>
          New Customer
        </Button>
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
          onAsk={(kind, customer) => setAsked({ kind, customer })}
          onInvoice={onInvoice}
        />
      )}
      {asked?.kind === 'notes' && <NotesDialog customer={asked.customer} onClose={close} />}
      {asked && asked.kind !== 'notes' && (
        <CustomerDialog key={asked.kind} customer={asked.customer} onClose={close} onOpen={openOther} />
      )}
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

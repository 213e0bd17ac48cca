import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { type Customer, exportCustomers, updateCustomerNotes } from '#contract/links/customers.ts'
import type { PaymentRequest } from '#contract/links/payment-request-values.ts'
import { addressOf, callApi } from '#web/lib/call-api.ts'
import { ExportButton } from '#web/lib/export-button.tsx'
import { FILTER_LOOK, ListHead } from '#web/lib/filter-fields.tsx'
import { formatCount, formatDate, formatDollars } from '#web/lib/format.ts'
import { timeZoneWord } from '#web/lib/format-late.ts'
import { SavedViews } from '#web/lib/saved-views.tsx'
import { TextDialog } from '#web/lib/text-dialog.tsx'
import { useChange } from '#web/lib/use-change.ts'
import { useTeamSearch } from '#web/lib/use-team-search.ts'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { Drawer } from '#web/ui/dialog.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { PagedTable } from '#web/ui/paged-table.tsx'
import { EmptyState, ListTrouble, Part } from '#web/ui/panel.tsx'
import { PhoneLink } from '#web/ui/phone-link.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useSalesStatistics } from '../requests/request-data.ts'
import { CUSTOMER_CHANGE, filtersOf, QUIET_DAYS, useCustomer, useCustomers } from './customer-data.ts'
import { CustomerDialog, LENGTHS_MAX } from './customer-dialog.tsx'
import { ContactFacts, CustomerHistory, CustomerTimeline } from './customer-history.tsx'

type CustomerActs = { onInvoice: (customer: Customer) => void; onRepeat: (request: PaymentRequest) => void }

const columnsOf = (onOpen: (customerId: string) => void): Column<Customer>[] => [
  {
    header: 'Customer',
    sortKey: 'name',
    isTitle: true,
    narrow: 'cell',
    cell: ({ id, name }) => (
      <button
        type="button"
        onClick={() => onOpen(id)}
        dir="auto"
        className="line-clamp-2 text-left font-semibold wrap-anywhere underline-offset-2 hover:underline"
      >
        {name}
      </button>
    ),
  },
  { header: 'Email', narrow: 'below', cell: ({ email }) => email },
  { header: 'Business', isOptional: true, narrow: 'hidden', cell: ({ businessName }) => businessName },
  {
    header: 'Phone',
    isOptional: true,
    isUnbroken: true,
    narrow: 'cell',
    cell: ({ phone }) =>
      phone && (
        <span className="@3xl:*:font-normal @3xl:*:text-ink @3xl:*:no-underline @3xl:*:hover:underline">
          <PhoneLink phone={phone} />
        </span>
      ),
  },
  {
    header: 'Orders',
    isOptional: true,
    isNumber: true,
    narrow: 'cell',
    cell: ({ orderCount }) => (
      <>
        {orderCount}
        <span className="@3xl:hidden"> {orderCount === 1 ? 'order' : 'orders'}</span>
      </>
    ),
  },
  {
    header: 'Spent',
    sortKey: 'spent',
    isOptional: true,
    isNumber: true,
    narrow: 'cell',
    cell: ({ spentTotal }) => formatDollars(spentTotal),
  },
  {
    header: 'Added',
    isOptional: true,
    isUnbroken: true,
    narrow: 'hidden',
    cell: ({ createdAt }) => <span className="text-muted">{formatDate(createdAt)}</span>,
  },
  {
    header: 'Last sale',
    sortKey: 'sale',
    isOptional: true,
    isUnbroken: true,
    narrow: 'cell',
    cell: ({ lastSaleAt }) => <span className="text-muted">{lastSaleAt ? formatDate(lastSaleAt) : '–'}</span>,
  },
]

interface CustomerDrawerProps extends CustomerActs {
  customerId: string
  onClose: () => void
  onAsk: (kind: 'edit' | 'notes', customer: Customer) => void
}

function CustomerDrawer({ customerId, onClose, onAsk, onInvoice, onRepeat }: CustomerDrawerProps) {
  const { data: customer, error, isPending, refetch } = useCustomer(customerId)
  const isUnknown = error?.code === 'customer_not_found' || error?.status === 400
  const title = customer?.name ?? (isUnknown ? 'Customer not found' : 'Customer')
  return (
    <Drawer
      title={
        <span className="line-clamp-2 wrap-anywhere" dir="auto">
          {title}
        </span>
      }
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
        <Loading words="Loading the customer" height="h-32" count={3} />
      ) : customer ? (
        <div className="grid gap-6 text-sm">
          <ContactFacts {...customer} name="" added={`${formatDate(customer.createdAt)} by ${customer.repName}`} />
          {customer.notes && (
            <Part title="Notes">
              <p className="rounded-md bg-sunken p-3 whitespace-pre-wrap wrap-anywhere" dir="auto">
                {customer.notes}
              </p>
            </Part>
          )}
          <Part title="Payment requests">
            <CustomerHistory sales={customer.requests} onRepeat={onRepeat} />
          </Part>
          <Part
            title="What happened"
            note={`Newest first; times in ${timeZoneWord(Date.parse(customer.timeline[0]?.at ?? customer.createdAt))}.`}
          >
            <CustomerTimeline entries={customer.timeline} />
          </Part>
        </div>
      ) : isUnknown ? (
        <p>This customer does not exist or belongs to someone else.</p>
      ) : (
        <ListTrouble list={{ data: customer, error, refetch }} title="The customer could not be loaded" />
      )}
    </Drawer>
  )
}

function NotesDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const save = useChange({
    ...CUSTOMER_CHANGE,
    send: (notes: string) => callApi(updateCustomerNotes, { params: { customerId: customer.id }, body: { notes } }),
    toast: () => ({ title: 'Notes Saved', description: 'Customer notes have been saved.' }),
    onFailed: () => showToast({ title: 'Error', description: 'Failed to update notes', tone: 'danger' }),
  })
  return (
    <TextDialog
      title={`Notes on ${customer.name}`}
      label="Notes"
      note="only the sales team sees them"
      rows={12}
      lengthMax={LENGTHS_MAX.notes}
      initial={customer.notes}
      fieldError={null}
      confirmLabel="Save Notes"
      change={save}
      onClose={onClose}
    />
  )
}

type Asked = { kind: 'new'; customer: null } | { kind: 'edit' | 'notes'; customer: Customer } | null

/** The customer database: search, the customers, and the record of the open one; the URL has both. */
export function CustomerTable({ onInvoice, onRepeat }: CustomerActs) {
  const { search: words, change } = useTeamSearch()
  const { search = '', customer: openId } = words
  const period = QUIET_DAYS.find((days) => days === words.period) ?? ''
  const filters = filtersOf(words)
  const onOpen = (customer: string | undefined) => change({ customer })
  const list = useCustomers(filters)
  const { data: statistics } = useSalesStatistics()
  const [asked, setAsked] = useState<Asked>(null)
  const close = () => setAsked(null)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ListHead
        label="Search customers"
        placeholder="Name, phone, email or reference"
        value={search}
        onSearch={(search) => change({ search }, true)}
        count={period ? 1 : 0}
        more={
          <>
            <ExportButton address={addressOf(exportCustomers.path, { query: filters })} what="customers" />
            <Button
              icon={UserPlus}
              look="primary"
              className="max-sm:min-w-11 max-sm:px-0!"
              onClick={() => setAsked({ kind: 'new', customer: null })}
            >
              <span className="max-sm:sr-only">New Customer</span>
            </Button>
          </>
        }
      >
        <SelectField
          label="Last sale"
          placeholder="Any last sale"
          options={QUIET_DAYS}
          nameOf={(days) => `No sale in ${days} days`}
          value={period}
          onChange={(period) => change({ period })}
          className={FILTER_LOOK}
        />
        <SavedViews
          list="customers"
          words={{ search, period, sort: words.sort }}
          onOpen={({ search, period, sort }) => change({ search, period, sort })}
        />
      </ListHead>
      <PagedTable
        list={list}
        label="Customers"
        total={search || period || !statistics ? undefined : formatCount(statistics.totalCustomers)}
        columns={columnsOf(onOpen)}
        rowKey={({ id }) => id}
        onOpen={({ id }) => onOpen(id)}
        sort={{ key: filters.sort ?? 'sale', direction: filters.sort === 'name' ? 'asc' : 'desc' }}
        onSort={(sort) => change({ sort })}
        errorTitle="Your customers could not be loaded"
        empty={
          search || period ? (
            <EmptyState
              title="No customers found"
              action={<Button onClick={() => change({ search: '', period: '' })}>Show all customers</Button>}
            >
              Search by the start of a name, email address or business, or change the filter.
            </EmptyState>
          ) : (
            <EmptyState title="No customers yet">
              Everyone you send an invoice to appears here. To add someone yourself, use New Customer.
            </EmptyState>
          )
        }
      />
      {openId && (
        <CustomerDrawer
          customerId={openId}
          onClose={() => onOpen(undefined)}
          onAsk={(kind, customer) => setAsked({ kind, customer })}
          onInvoice={onInvoice}
          onRepeat={onRepeat}
        />
      )}
      {asked?.kind === 'notes' && <NotesDialog customer={asked.customer} onClose={close} />}
      {asked && asked.kind !== 'notes' && (
        <CustomerDialog
          key={asked.kind}
          customer={asked.customer}
          onClose={close}
          onOpen={(customerId) => {
            close()
            onOpen(customerId)
          }}
        />
      )}
    </div>
  )
}

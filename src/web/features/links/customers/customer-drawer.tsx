import type { ReactNode } from 'react'
import type { Customer } from '#contract/links/customers.ts'
import { formatDate, timeZoneWord } from '#web/lib/format.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Drawer } from '#web/ui/drawer.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx'
import { Fact } from './customer-card.tsx'
import { useCustomer } from './customer-data.ts'
import { CustomerHistory } from './customer-history.tsx'
import { CustomerTimeline } from './customer-timeline.tsx'

interface CustomerDrawerProps {
  customerId: string
  onClose: () => void
  onEdit: (customer: Customer) => void
  onNotes: (customer: Customer) => void
  onInvoice: (customer: Customer) => void
}

/** One customer: their data, what they were sent, what happened. */
export function CustomerDrawer({ customerId, onClose, onEdit, onNotes, onInvoice }: CustomerDrawerProps) {
  const { data: customer, error, isPending, refetch } = useCustomer(customerId)
  const isUnknown = error?.code === 'customer_not_found' || error?.status === 400
  return (
    <Drawer
      title={
        <span className="line-clamp-2 wrap-anywhere" dir="auto">
          {customer?.name ?? (isUnknown ? 'Customer not found' : 'Customer')}
        </span>
      }
      onClose={onClose}
      footer={
        customer && (
          <div className="flex flex-wrap gap-2">
            <Button look="primary" className="max-xs:w-full" onClick={() => onInvoice(customer)}>
              New invoice for this customer
            </Button>
            <Button className="max-xs:grow" onClick={() => onEdit(customer)}>
              Edit
            </Button>
            <Button className="max-xs:grow" onClick={() => onNotes(customer)}>
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
      ) : (
        <Notice
          tone="danger"
          title={isUnknown ? 'Customer not found' : 'The customer could not be loaded'}
          action={!isUnknown && <Button onClick={() => refetch()}>Try again</Button>}
        >
          {isUnknown ? 'This customer does not exist or belongs to someone else.' : error.sentence}
        </Notice>
      )}
    </Drawer>
  )
}

function Part({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section>
      <h3 className={classes('text-base font-semibold', !note && 'mb-2')}>{title}</h3>
      {note && <p className="mb-2 text-xs text-muted">{note}</p>}
      {children}
    </section>
  )
}

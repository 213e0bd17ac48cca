import { Link } from '@tanstack/react-router'
import { Repeat2 } from 'lucide-react'
import { CUSTOMER_SALES_MAX, type Customer } from '#contract/links/customers.ts'
import type { PaymentRequest, TimelineEntry } from '#contract/links/payment-request-values.ts'
import { formatDollars } from '#web/lib/format.ts'
import { statusOf } from '#web/lib/order-statuses.ts'
import { timelineWords } from '#web/lib/payment-request-words.ts'
import { packagesWords } from '#web/lib/places.ts'
import { Timeline } from '#web/lib/timeline.tsx'
import { When } from '#web/lib/when.tsx'
import { Button } from '#web/ui/button.tsx'
import { StatusPill } from '#web/ui/panel.tsx'
import { MailLink, PhoneLink } from '#web/ui/phone-link.tsx'
import { CustomerFacts } from '../payment-link/customer-information.tsx'

type ContactFactsProps = Pick<Customer, 'name' | 'email' | 'businessName' | 'phone' | 'address'> & { added?: string }

/** A customer's details, to write and to call from. */
export const ContactFacts = ({ name, email, businessName, phone, address, added }: ContactFactsProps) => (
  <CustomerFacts
    facts={[
      ['Name', name],
      ['Email', <MailLink key="email" email={email} />],
      ['Business', businessName],
      ['Phone', phone && <PhoneLink phone={phone} />],
      ['Address', address],
      ['Added', added],
    ]}
  />
)

interface CustomerHistoryProps {
  sales: readonly PaymentRequest[]
  onRepeat: (sale: PaymentRequest) => void
}

export function CustomerHistory({ sales, onRepeat }: CustomerHistoryProps) {
  if (sales.length === 0) return <p className="text-muted">Nothing sent yet.</p>
  return (
    <>
      <ul className="divide-y divide-line border-y border-line">
        {sales.slice(0, CUSTOMER_SALES_MAX).map((sale) => (
          <li key={sale.id} className="flex flex-wrap items-center justify-between gap-x-4 py-2">
            <Link
              to="."
              search={(now) => ({ ...now, open: sale.token })}
              resetScroll={false}
              className="inline-flex min-h-11 items-center font-semibold underline underline-offset-2 compact:min-h-8"
            >
              <span className="sr-only">Request of </span>
              <When at={sale.createdAt} />
            </Link>
            <span className="flex flex-wrap items-center gap-x-2">
              <StatusPill {...statusOf(sale)}>{statusOf(sale).name}</StatusPill>
              <span className="figures">{formatDollars(sale.total)}</span>
            </span>
            <span className="min-w-0 grow basis-40 text-muted">
              {packagesWords({ firstLine: sale.cartData[0] ?? null, packages: sale.cartData.length })}
            </span>
            <Button look="quiet" size="small" icon={Repeat2} className="-mx-3" onClick={() => onRepeat(sale)}>
              Repeat
            </Button>
          </li>
        ))}
      </ul>
      {sales.length >= CUSTOMER_SALES_MAX && (
        <p className="mt-2 text-muted">
          The latest {CUSTOMER_SALES_MAX} are shown; search Payment Requests for others.
        </p>
      )}
    </>
  )
}

export const CustomerTimeline = ({ entries }: { entries: readonly TimelineEntry[] }) => (
  <Timeline
    isLatestMarked
    entries={entries.map((entry) => ({
      key: `${entry.at} ${entry.kind} ${entry.requestToken}`,
      at: entry.at,
      words: timelineWords(entry),
      by: entry.by,
    }))}
  />
)

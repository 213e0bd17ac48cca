import { Link } from '@tanstack/react-router'
import { formatDateTime, formatPlural } from '#web/lib/format.ts'
import { paths } from '#web/paths.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useShortfalls } from './lead-data.ts'

/** Paid orders that get fewer leads than they paid for; usually there are none, and it shows nothing. */
export function Shortfalls() {
  const { data = [], error } = useShortfalls()
  if (error)
    return (
      <Notice tone="danger" title="We couldn’t check for orders short of leads">
        {error.sentence}
      </Notice>
    )
  if (data.length === 0) return null
  return (
    <Notice tone="attention" title={`${formatPlural(data.length, 'order')} short of leads`}>
      <p>
        Owners opted out after these sold but before delivery, and no other leads were left. We told the buyers. Refund
        part of the money or give store credit, then settle it in Fulfillment.
      </p>
      <ul className="mt-2 grid gap-1">
        {data.map(({ orderId, reference, missing, notedAt }) => (
          <li key={orderId}>
            <Link
              to={paths.adminSection}
              params={{ section: 'orders' }}
              search={{ open: orderId }}
              className="inline-flex min-h-9 items-center font-semibold text-accent underline underline-offset-2 compact:min-h-6"
            >
              {reference}
            </Link>
            : {formatPlural(missing, 'lead')}, {formatDateTime(notedAt)}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

import { useQuery } from '@tanstack/react-query'
import { ProfileCards } from '#web/features/members/profile/profile-cards.tsx'
import { useCurrentUser } from '#web/features/members/use-current-user.ts'
import { salesStatisticsQuery } from '#web/features/sales/sales-statistics.ts'
import { formatCount } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { FigureStrip } from '#web/ui/figure-strip.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { OwnKeysPart } from '../account/own-keys-part.tsx'
import { SalesLink } from './sales-link.tsx'

/** The member's data, sales, usual next steps, and account. */
export function ProfileTab() {
  const user = useCurrentUser()
  const { data, error, refetch } = useQuery(salesStatisticsQuery)
  const count = (amount: number | undefined) => (amount === undefined ? undefined : formatCount(amount))
  if (!user) return null
  const note = user.role === 'admin' ? 'of all reps' : undefined
  return (
    <div className="grid gap-4">
      {error && !data ? (
        <Notice
          tone="danger"
          title="Your statistics could not be loaded"
          action={<Button onClick={() => refetch()}>Try again</Button>}
        >
          {error.sentence}
        </Notice>
      ) : (
        <FigureStrip
          label="Statistics"
          figures={[
            { label: 'Total Customers', value: count(data?.totalCustomers), note },
            { label: 'Payment Requests', value: count(data?.paymentRequests), note },
            { label: 'Paid', value: count(data?.paid), note },
            { label: 'Pending', value: count(data?.pending), note },
          ]}
        />
      )}
      <section aria-labelledby="actions-title" className="flex flex-wrap items-center gap-2">
        <h2 id="actions-title" className="mr-2 text-base font-semibold">
          Quick Actions
        </h2>
        <SalesLink tab="market">Start a sale</SalesLink>
        <SalesLink tab="invoice">Generate Invoice</SalesLink>
        <SalesLink tab="requests">Payment Requests</SalesLink>
        <SalesLink tab="customers">Customer Database</SalesLink>
      </section>
      <ProfileCards user={user} keys={<OwnKeysPart />} />
    </div>
  )
}

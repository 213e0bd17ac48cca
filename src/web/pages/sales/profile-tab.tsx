import { useQuery } from '@tanstack/react-query'
import { ProfileCards } from '#web/features/members/profile/profile-cards.tsx'
import { salesStatisticsQuery } from '#web/features/sales/sales-data.ts'
import { useCurrentUser } from '#web/lib/current-user.ts'
import { formatCount } from '#web/lib/format.ts'
import { FigureStrip } from '#web/ui/figure-strip.tsx'
import { ListTrouble } from '#web/ui/panel.tsx'
import { LogOutButton, OwnKeysPart } from '../account/dashboard-frame.tsx'
import { SalesLink } from './sales-navigation.tsx'

export default function ProfileTab() {
  const user = useCurrentUser()
  const statistics = useQuery(salesStatisticsQuery)
  const { data, error } = statistics
  const count = (amount: number | undefined) => (amount === undefined ? undefined : formatCount(amount))
  if (!user) return null
  const note = user.role === 'admin' ? 'of all reps' : undefined
  return (
    <div className="grid gap-4">
      {error && !data ? (
        <ListTrouble list={statistics} title="Your statistics could not be loaded" />
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
      <section aria-labelledby="actions-title" className="flex flex-wrap items-center gap-2 max-lg:hidden">
        <h2 id="actions-title" className="mr-2 text-base font-semibold">
          Quick Actions
        </h2>
        <SalesLink tab="market">Start a sale</SalesLink>
        <SalesLink tab="invoice">Generate Invoice</SalesLink>
        <SalesLink tab="requests">Payment Requests</SalesLink>
        <SalesLink tab="customers">Customer Database</SalesLink>
      </section>
      <ProfileCards user={user} keys={<OwnKeysPart />} />
      <p>
        <LogOutButton label="Log out" />
      </p>
    </div>
  )
}

import { AttentionView } from '#web/features/admin/attention/attention-view.tsx'
import { LatestOrders } from '#web/features/admin/orders/order-table.tsx'
import { SetupPanel } from '#web/features/admin/setup/setup-panel.tsx'
import { TodayFigures } from '#web/features/sales/analytics/today-figures.tsx'

/** What administrators open on: what is not set up yet, how the day goes, what needs them, and what was just sold. */
export default function TodayPage() {
  return (
    <div className="grid gap-6">
      <SetupPanel />
      <TodayFigures />
      <AttentionView />
      <LatestOrders />
    </div>
  )
}

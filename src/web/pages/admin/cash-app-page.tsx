import { CashAppView } from '#web/features/admin/orders/cash-app-view.tsx'

/** The queue of the cash app. */
export function CashAppPage() {
  return <CashAppView />
}

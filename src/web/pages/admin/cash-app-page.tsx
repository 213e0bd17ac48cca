import { CashAppView } from '#web/features/order-desk/cash-app-view.tsx'

/** The queue of the cash app. */
export function CashAppPage() {
  return <CashAppView />
}

import { STORE_CALLS } from './store-calls.ts'
import { WebhooksPanel } from './webhooks-panel.tsx'

/** The store's own webhooks, for administrators. */
export function StoreWebhooks() {
  return (
    <WebhooksPanel
      calls={STORE_CALLS}
      title="Webhooks of the store"
      intro="The store calls a program of yours when something happens, signed by the Standard Webhooks specification. Events have ids, amounts and times, and no data about people."
      empty="Add one to hear of paid orders, payment links and low stock."
    />
  )
}

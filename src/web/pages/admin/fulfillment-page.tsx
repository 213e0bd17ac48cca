import { FulfillmentView } from '#web/features/delivery/fulfillment/fulfillment-view.tsx'

/** Packages that wait to be delivered by a person. */
export function FulfillmentPage() {
  return <FulfillmentView />
}

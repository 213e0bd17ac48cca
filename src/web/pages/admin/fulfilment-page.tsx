import { FulfilmentView } from '#web/features/delivery/fulfilment/fulfilment-view.tsx'

/** Packages that wait to be delivered by a person. */
export function FulfilmentPage() {
  return <FulfilmentView />
}

import { useState } from 'react'
import { AttentionView, type Overlay } from '#web/features/admin/attention/attention-view.tsx'
import { SetupPanel } from '#web/features/admin/setup/setup-panel.tsx'
import { TodayFigures } from '#web/features/sales/analytics/today-figures.tsx'
import { LatePart } from '#web/ui/late-part.tsx'
import { partMissing } from '../store/late-parts.tsx'

const loadOrder = () => import('./orders-page.tsx').then((file) => ({ default: file.OpenedOrder }))
const loadDispute = () =>
  import('#web/features/admin/orders/disputes-view.tsx').then((file) => ({ default: file.DisputeDrawer }))

const loadClaim = () => import('#web/features/claims/claims-view.tsx').then((file) => ({ default: file.OpenedClaim }))
const loadTransfer = () => import('./cash-app-page.tsx').then((file) => ({ default: file.OpenedTransfer }))

type Open = { kind: Overlay; id: string }

/** What administrators open on: what is not set up yet, how the day goes, and what needs them. */
export default function TodayPage() {
  const [open, setOpen] = useState<Open | null>(null)
  const onClose = () => setOpen(null)
  return (
    <div className="grid gap-6">
      <SetupPanel />
      <TodayFigures />
      <AttentionView onOpen={(kind, id) => setOpen({ kind, id })} />
      {open?.kind === 'order' && (
        <LatePart load={loadOrder} props={{ orderId: open.id, onClose }} failed={partMissing('The order')} />
      )}
      {open?.kind === 'claim' && (
        <LatePart load={loadClaim} props={{ claimId: open.id, onClose }} failed={partMissing('The claim')} />
      )}
      {open?.kind === 'transfer' && (
        <LatePart load={loadTransfer} props={{ requestId: open.id, onClose }} failed={partMissing('The payment')} />
      )}
      {open?.kind === 'dispute' && (
        <LatePart load={loadDispute} props={{ disputeId: open.id, onClose }} failed={partMissing('The dispute')} />
      )}
    </div>
  )
}

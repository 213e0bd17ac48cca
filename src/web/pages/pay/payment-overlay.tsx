import { useState } from 'react'
import type { PaymentId } from '#contract/values.ts'
import type { OverlayProps } from '#web/features/links/payment-link/overlay-host.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { showToast } from '#web/ui/toast.ts'
import { RequestScreen } from './request-screen.tsx'

export default function PaymentOverlay({ token, onClose }: OverlayProps) {
  const [isBusy, setIsBusy] = useState(false)
  const [returned, setReturned] = useState<PaymentId | null>(null)
  const handleClose = () => {
    if (!isBusy) return onClose()
    showToast({ title: 'Your payment is in progress', description: 'Please keep this open until it finishes.' })
  }
  return (
    <Dialog title="Payment Request" isFullScreen onClose={handleClose}>
      <div className="page-width px-0!">
        <RequestScreen
          token={token}
          titleTag="h2"
          paidTitle="Payment Successful!"
          returned={returned}
          onReturnedChange={setReturned}
          onBusyChange={setIsBusy}
        />
      </div>
    </Dialog>
  )
}

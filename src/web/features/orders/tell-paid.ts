import { showToast } from '#web/ui/toast.ts'
import { isRefundedWhole, REFUND_SENTENCE, REFUNDED_TITLE } from './refunded-whole.ts'

/** Shows a toast that a payment arrived, or that all of it goes back. */
export function tellPaid(paid: { total: string | null; refundedTotal: string }): void {
  showToast(
    isRefundedWhole(paid)
      ? { title: REFUNDED_TITLE, description: REFUND_SENTENCE, tone: 'danger' }
      : {
          title: 'Payment Successful!',
          description: 'Your order has been processed successfully. You will receive an email confirmation shortly.',
        },
  )
}

import type { PendingOrder } from '#contract/orders/cart.ts'
import { formatDollars, formatMoment, formatTimeLeft } from '#web/lib/format.ts'
import { useServerSeconds } from '#web/lib/use-server-seconds.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useCartSteps } from './use-cart-steps.ts'

/** An order that waits for its transfer: what to send and until when, with a link to the instructions. */
export function PendingOrderNotice({ order, className = '' }: { order: PendingOrder; className?: string }) {
  const nowMs = useServerSeconds() * 1000
  const { goTo } = useCartSteps()
  return (
    <Notice
      tone="attention"
      title={`Order ${order.reference} is waiting for your Cash App payment`}
      className={className}
      action={
        <Button look="primary" onClick={() => goTo('payment')}>
          See how to send {formatDollars(order.amount)}
        </Button>
      }
    >
      We reserve its packages for you until {formatMoment(order.expiresAt)} ({formatTimeLeft(order.expiresAt, nowMs)}).
    </Notice>
  )
}

import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { PendingOrder } from '#contract/orders/cart.ts'
import { formatMoment } from '#web/lib/format.ts'
import { useServerSeconds } from '#web/lib/use-server-seconds.ts'
import { Button } from '#web/ui/button.tsx'
import { SupportAddress } from './pay-failure-notice.tsx'

interface LeaveCashAppProps {
  order: PendingOrder
  /** How long a cart holds packages; null while unknown. */
  holdMinutes: number | null
  supportEmail: string
  isBusy: boolean
  isLeaving: boolean
  onLeave: () => void
}

/**
 * Goes back to the card. That withdraws the order, which matters most to a buyer who has just paid, so it asks first
 * and says what ends.
 */
export function LeaveCashApp(props: LeaveCashAppProps) {
  const { order, holdMinutes, supportEmail, isBusy, isLeaving, onLeave } = props
  // Once it has expired there is nothing left to withdraw, so it does not ask.
  const isOver = Date.parse(order.expiresAt) <= useServerSeconds() * 1000
  const [isAsking, setIsAsking] = useState(false)
  const question = useRef<HTMLParagraphElement>(null)
  const back = useRef<HTMLButtonElement>(null)
  const wasAsking = useRef(false)
  // The pressed button is gone in both directions; the focus moves to where it was.
  useEffect(() => {
    if (isAsking) {
      question.current?.focus()
      // With its two buttons, which the heading alone would leave below the fold.
      question.current?.closest('section')?.scrollIntoView({ block: 'nearest' })
    } else if (wasAsking.current) back.current?.focus()
    wasAsking.current = isAsking
  }, [isAsking])

  if (!isAsking) {
    return (
      <Button
        ref={back}
        look="quiet"
        className="w-full"
        disabled={isBusy}
        aria-busy={isLeaving}
        onClick={() => (isOver ? onLeave() : setIsAsking(true))}
      >
        <ArrowLeft size={16} aria-hidden="true" />
        Back to Payment Options
      </Button>
    )
  }
  return (
    <section
      aria-labelledby="leave-title"
      className="grid gap-3 rounded-md border border-attention/40 bg-attention-quiet p-4 text-sm"
    >
      <p id="leave-title" ref={question} tabIndex={-1} className="font-semibold">
        Cancel order {order.reference}?
      </p>
      <p>
        <span className="font-semibold">Have you sent the money already?</span> Then stay here and contact sales. Give
        them {order.reference}.
        <SupportAddress address={supportEmail} />
      </p>
      <ul className="grid list-disc gap-1 pl-5">
        <li>
          We stop looking for a Cash App payment with the note {order.reference}. Please don’t send one after this.
        </li>
        <li>
          Your packages go back to your cart{holdMinutes !== null && `, reserved for up to ${holdMinutes} minutes`}.
          Their reservation until {formatMoment(order.expiresAt)} ends.
        </li>
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button look="primary" disabled={isBusy} onClick={() => setIsAsking(false)}>
          Keep the Order
        </Button>
        <Button disabled={isBusy} aria-busy={isLeaving} onClick={onLeave}>
          {isLeaving ? 'Canceling…' : 'Cancel It'}
        </Button>
      </div>
    </section>
  )
}

import type { ReactNode } from 'react'
import { formatTimeLeft } from '#web/lib/format.ts'
import { useServerSeconds } from '#web/lib/use-server-seconds.ts'
import { formatFullMoment, type ReceiptOrder } from './order-words.ts'

/** What happens next and by when; part of the receipt, so it is printed with it. */
export function OrderNext({ order }: { order: ReceiptOrder }) {
  const steps = stepsOf(order)
  if (steps.length === 0) return null
  return (
    <section aria-labelledby="next-title">
      <h3 id="next-title" className="display text-lg">
        What happens next
      </h3>
      <ol className="mt-2 grid gap-1.5 pl-5 text-sm [list-style:decimal]">
        {steps.map(({ key, words }) => (
          <li key={key}>{words}</li>
        ))}
      </ol>
    </section>
  )
}

interface Step {
  key: string
  words: ReactNode
}

function stepsOf(order: ReceiptOrder): readonly Step[] {
  const delivery: Step = {
    key: 'delivery',
    words: 'Your leads arrive by email or SMS, as chosen for each package.',
  }
  switch (order.status) {
    case 'completed':
      return [
        { key: 'mail', words: 'You get an email with this receipt. New customers also get a verification email.' },
        {
          key: 'process',
          words: (
            <>
              We process your order within 24 hours
              {order.deliverBy && (
                <>
                  , by <Deadline instant={order.deliverBy} />
                </>
              )}
              .
            </>
          ),
        },
        delivery,
      ]
    case 'awaiting_payment':
      if (order.paymentMethod !== 'cash_app') return []
      return [
        {
          key: 'send',
          words: (
            <>
              Send the payment in Cash App with the reference {order.reference}
              {order.payUntil && (
                <>
                  {' '}
                  by <Deadline instant={order.payUntil} />. We reserve your packages until then
                </>
              )}
              .
            </>
          ),
        },
        {
          key: 'sales',
          words: 'Contact sales after paying. We process the order only after we verify the payment.',
        },
        delivery,
      ]
    default:
      return []
  }
}

/** The exact time in the reader's zone, and how long that is from now. */
function Deadline({ instant }: { instant: string }) {
  const nowSeconds = useServerSeconds()
  return (
    <>
      <strong className="whitespace-nowrap">{formatFullMoment(instant)}</strong>{' '}
      <span className="whitespace-nowrap text-muted">({formatTimeLeft(instant, nowSeconds * 1000)})</span>
    </>
  )
}

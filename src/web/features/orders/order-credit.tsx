import { useQuery } from '@tanstack/react-query'
import { getOrderCredit } from '#contract/credit/credits.ts'
import type { OrderToken } from '#contract/values.ts'
import { formatDollars } from '#web/lib/format.ts'
import { query } from '#web/lib/query.ts'
import { Notice } from '#web/ui/notice.tsx'

/** The store credit that an order earned its buyer. Renders nothing if there is none, or the store does not answer. */
export function OrderCredit({ token }: { token: OrderToken }) {
  const { data } = useQuery({ ...query(getOrderCredit, { token }), staleTime: 0 })
  if (!data) return null
  const { earned, returning, granted, takenBack, refunded } = data
  const given = [earned, returning, granted].reduce((sum, dollars) => sum + Math.round(dollars * 100), 0) / 100
  if (given === 0 && refunded === 0) return null
  return (
    <Notice
      tone="good"
      title={given > 0 ? `You earned ${formatDollars(given)} in store credit on this order` : 'Store credit'}
      className="mb-6"
    >
      {earned > 0 && <p>{formatDollars(earned)} because leads were not sent within 24 hours of your payment.</p>}
      {returning > 0 && <p>{formatDollars(returning)} for coming back.</p>}
      {granted > 0 && <p>{formatDollars(granted)} from our team.</p>}
      {takenBack > 0 && <p>{formatDollars(takenBack)} of it was taken back when money was refunded.</p>}
      {refunded > 0 && <p>{formatDollars(refunded)} you paid with store credit is back in your store credit.</p>}
      <p className="mt-1">To use it, press “Use store credit” at checkout; we email you a code.</p>
    </Notice>
  )
}

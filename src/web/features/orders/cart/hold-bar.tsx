import { useMutation } from '@tanstack/react-query'
import type { Cart, CartLine, renewCart } from '#contract/orders/cart.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { callApi } from '#web/lib/call-api.ts'
import { formatMoment } from '#web/lib/format.ts'
import { queryClient } from '#web/lib/query.ts'
import { recordServerTime } from '#web/lib/server-clock.ts'
import { useServerSeconds } from '#web/lib/use-server-seconds.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { showToast } from '#web/ui/toast.ts'
import { cartQuery, followServer } from './cart-data.ts'
import { HoldCountdown } from './hold-countdown.tsx'
import { firstEndOf, HOLD_URGENT_SECONDS, isAtHoldLimit } from './hold-time.ts'
import { withoutRemoved } from './unreleased.ts'

/** Renews the hold time of all lines. The server grants it up to two hours after each was placed. */
function useRenewCart() {
  return useMutation<Cart, ApiError, void>({
    mutationFn: async () =>
      withoutRemoved(await callApi<typeof renewCart>('POST', '/api/cart/renew', {}), followServer),
    onSuccess: async (cart) => {
      recordServerTime(cart.now)
      await queryClient.cancelQueries({ queryKey: cartQuery.queryKey })
      queryClient.setQueryData(cartQuery.queryKey, cart)
      showToast(
        cart.lines.some((line) => !isAtHoldLimit(line))
          ? { title: 'Time extended' }
          : {
              title: 'Time not extended',
              description: 'We reserve a package for two hours at most. Please check out in time.',
            },
      )
    },
    onError: (error) => {
      showToast({ title: 'Time not extended', description: error.sentence, tone: 'danger' })
      void followServer()
    },
  })
}

interface HoldBarProps {
  lines: readonly CartLine[]
  /** What to do before a hold that cannot be renewed ends. */
  advice?: string
  className?: string
}

/** How long the first line is still held, in a ring and in words, with a button to keep it longer. */
export function HoldBar({ lines, advice = 'Please pay', className }: HoldBarProps) {
  const renewCart = useRenewCart()
  const now = useServerSeconds()
  const endsAtMs = firstEndOf(lines)
  if (endsAtMs === null) return null
  const first = lines.find((line) => Date.parse(line.expiresAt) === endsAtMs)
  const isAtLimit = first !== undefined && isAtHoldLimit(first)
  const isRenewable = lines.some((line) => !isAtHoldLimit(line))
  const isUrgent = endsAtMs / 1000 - now < HOLD_URGENT_SECONDS
  return (
    <div
      className={classes(
        'rounded-md border py-1.5 pr-1 pl-4',
        isUrgent ? 'border-attention/40 bg-attention-quiet' : 'border-transparent bg-sunken',
        className,
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <HoldCountdown endsAtMs={endsAtMs} lead="Reserved for" size={18} className="min-h-9" />
        {isRenewable && (
          <Button
            look="quiet"
            size="small"
            className="-ml-3"
            onClick={() => renewCart.mutate()}
            aria-disabled={renewCart.isPending || undefined}
          >
            {renewCart.isPending ? 'Extending…' : isAtLimit ? 'Extend the others' : 'Extend'}
          </Button>
        )}
      </div>
      {isAtLimit ? (
        <p className="pr-3 pb-1.5 text-xs text-muted">
          Two hours is the longest we reserve a package, and that time is up. {advice} by{' '}
          {formatMoment(new Date(endsAtMs).toISOString())}; after that it goes back on sale.
        </p>
      ) : (
        isUrgent && (
          <p className="pr-3 pb-1.5 text-xs text-ink">
            Less than five minutes left. Extend the time, or your {lines.length === 1 ? 'package goes' : 'packages go'}{' '}
            back on sale.
          </p>
        )
      )}
    </div>
  )
}

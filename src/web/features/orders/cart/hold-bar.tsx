import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type CartLine, renewCart } from '#contract/orders/cart.ts'
import { callApi, queryClient } from '#web/lib/call-api.ts'
import { formatMoment } from '#web/lib/format.ts'
import { recordServerTime } from '#web/lib/server-clock.ts'
import { useServerSeconds } from '#web/lib/use-server-seconds.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { showFailure, showToast } from '#web/ui/toast.ts'
import { cartQuery, followServer, withoutRemoved } from './cart-data.ts'
import { firstEndOf, HOLD_URGENT_SECONDS, HoldCountdown, isAtHoldLimit } from './hold-countdown.tsx'

type HoldBarProps = { lines: readonly CartLine[]; advice?: string; title?: ReactNode; className?: string }
export function HoldBar({ lines, advice = 'Please pay', title, className }: HoldBarProps) {
  const renew = useMutation({
    mutationFn: async () => withoutRemoved(await callApi(renewCart), followServer),
    onSuccess: async (cart) => {
      recordServerTime(cart.now)
      await queryClient.cancelQueries({ queryKey: cartQuery.queryKey })
      queryClient.setQueryData(cartQuery.queryKey, cart)
      if (cart.lines.some((line) => !isAtHoldLimit(line))) return showToast({ title: 'Time extended' })
      const description = 'We reserve a package for two hours at most. Please check out in time.'
      showToast({ title: 'Time not extended', description })
    },
    onError: (error) => {
      showFailure('Time not extended', error.sentence)
      void followServer()
    },
  })
  const now = useServerSeconds()
  const endsAtMs = firstEndOf(lines)
  if (endsAtMs === null) return title
  const first = lines.find((line) => Date.parse(line.expiresAt) === endsAtMs)
  const isAtLimit = first !== undefined && isAtHoldLimit(first)
  const isRenewable = lines.some((line) => !isAtHoldLimit(line))
  const isUrgent = endsAtMs / 1000 - now < HOLD_URGENT_SECONDS
  return (
    <div
      className={classes(
        !title && 'rounded-md border py-1.5 pr-1 pl-4',
        !title && (isUrgent ? 'border-attention/40 bg-attention-quiet' : 'border-transparent bg-sunken'),
        className,
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        {title}
        <HoldCountdown
          endsAtMs={endsAtMs}
          lead={title ? '' : 'Reserved for'}
          size={18}
          className={title ? 'ml-auto' : 'min-h-9'}
        />
        {isRenewable && (
          <Button
            look="quiet"
            size="small"
            className={title ? '-my-1.5 -mr-3' : '-ml-3'}
            onClick={() => renew.mutate()}
            isBusy={renew.isPending}
          >
            {renew.isPending ? 'Extending…' : isAtLimit ? 'Extend the others' : 'Extend'}
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

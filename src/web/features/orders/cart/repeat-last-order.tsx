import { useMutation } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { formatPlural } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.ts'
import { followServer } from './cart-data.ts'
import { holdAgain } from './hold-unit.ts'
import { lastOrder } from './last-order.ts'
import { lostLines } from './lost-lines.ts'
import { MissingLines } from './lost-lines-notice.tsx'
import { failureSentence } from './use-add-to-cart.ts'

/** Adds what this browser bought last to the cart, as far as it is in stock. Nothing without an earlier order. */
export function RepeatLastOrder({ onAdded }: { onAdded?: () => void }) {
  const repeat = useMutation({
    mutationFn: holdAgain,
    onSuccess: ({ added, missing }) => {
      const missed = missing.length > 0 ? ` ${formatPlural(missing.length, 'package')} not available.` : ''
      showToast({
        title: added.length > 0 ? 'Added to Cart' : 'Not Available',
        description: `${formatPlural(added.length, 'package')} from your last order added to cart.${missed}`,
        ...(added.length === 0 ? { tone: 'danger' } : {}),
      })
    },
    onError: (error) => showToast({ title: 'Error', description: failureSentence(error), tone: 'danger' }),
    onSettled: followServer,
  })
  const lines = lastOrder()
  if (lines.length === 0) return null
  const handleClick = () => {
    if (repeat.isPending) return
    repeat.mutate(lines, {
      onSuccess: ({ added, missing }) => {
        if (added.length === 0) return
        // This button disappears with the empty cart; missing lines stay visible in the cart.
        lostLines.set({ ...lostLines.get(), missing })
        onAdded?.()
      },
    })
  }
  return (
    <div className="grid gap-3 text-left">
      <Button icon={RotateCcw} onClick={handleClick} isBusy={repeat.isPending} className="justify-self-center">
        {repeat.isPending ? 'Adding…' : `Repeat last order (${formatPlural(lines.length, 'package')})`}
      </Button>
      {repeat.data?.added.length === 0 && <MissingLines lines={repeat.data.missing} hasSome={false} />}
    </div>
  )
}

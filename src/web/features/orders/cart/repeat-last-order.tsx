import { RotateCcw } from 'lucide-react'
import { formatPlural } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { lastOrder } from './last-order.ts'
import { lostLines } from './lost-lines.ts'
import { MissingLines } from './missing-lines.tsx'
import { useRepeatLastOrder } from './use-repeat-last-order.ts'

interface RepeatLastOrderProps {
  /** Told once something is in the cart. */
  onAdded?: () => void
}

/** Puts what this browser bought last into the cart again, as far as it is in stock. Nothing without an order before. */
export function RepeatLastOrder({ onAdded }: RepeatLastOrderProps) {
  const repeat = useRepeatLastOrder()
  const lines = lastOrder()
  if (lines.length === 0) return null
  const { data } = repeat
  const handleClick = () => {
    if (repeat.isPending) return
    repeat.mutate(lines, {
      onSuccess: ({ added, missing }) => {
        if (added.length === 0) return
        // This button goes with the empty cart; what is missing stays in sight where the cart is.
        lostLines.set({ ...lostLines.get(), missing })
        onAdded?.()
      },
    })
  }
  return (
    <div className="grid gap-3 text-left">
      <Button onClick={handleClick} aria-disabled={repeat.isPending || undefined} className="justify-self-center">
        <RotateCcw size={16} aria-hidden="true" />
        {repeat.isPending ? 'Adding…' : `Repeat last order (${formatPlural(lines.length, 'package')})`}
      </Button>
      {data?.added.length === 0 && <MissingLines lines={data.missing} hasSome={false} />}
    </div>
  )
}

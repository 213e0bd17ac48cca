import { LoaderCircle, Lock } from 'lucide-react'
import { formatDollars } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import type { PayState } from './use-pay.ts'

interface PayButtonProps {
  state: PayState
  /** Dollars. */
  total: number
  /** A total of 0 needs no card. */
  isFree: boolean
  isDisabled: boolean
  onPress: () => void
}

const BUSY_LABELS: Readonly<Record<PayState, string | null>> = {
  ready: null,
  paying: 'Paying…',
  recording: 'Paid. Confirming your order…',
  unrecorded: 'Paid. Still confirming your order…',
}

/** Below the button, with a fixed height, so nothing jumps while the money moves. */
const NOTES: Readonly<Record<PayState, string>> = {
  ready: 'You pay exactly this amount, once. The receipt comes by email.',
  paying: 'Please keep this page open. Your bank may ask you to confirm.',
  recording: 'Your bank approved the payment. Please keep this page open for a moment.',
  unrecorded: 'Your bank approved the payment. Please do not pay again; we keep trying.',
}

/** The one button that moves money; it shows exactly the amount that it moves. */
export function PayButton({ state, total, isFree, isDisabled, onPress }: PayButtonProps) {
  const label = isFree ? `Place order, ${formatDollars(0)}` : `Pay ${formatDollars(total)}`
  return (
    <div className="grid gap-2">
      <Button
        look="primary"
        size="large"
        className="figures w-full"
        disabled={isDisabled || state !== 'ready'}
        aria-busy={state !== 'ready'}
        onClick={onPress}
      >
        {state === 'ready' ? (
          <Lock size={16} aria-hidden="true" />
        ) : (
          <LoaderCircle size={16} aria-hidden="true" className="motion-safe:animate-spin" />
        )}
        {BUSY_LABELS[state] ?? label}
      </Button>
      <p role="status" className="text-center text-xs text-balance text-muted">
        {NOTES[state]}
      </p>
    </div>
  )
}

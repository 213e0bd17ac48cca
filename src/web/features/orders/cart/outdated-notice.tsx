import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { followServer } from './cart-data.ts'

/** Above a cart that could not be read again: what happened, what was kept, what to do. */
export function OutdatedNotice({ className = '' }: { className?: string }) {
  return (
    <Notice
      tone="attention"
      title="The store cannot be reached"
      className={className}
      action={
        <Button size="small" onClick={followServer}>
          Try again
        </Button>
      }
    >
      You see your cart as it was last. Your packages stay held until the time shown, and what you typed is kept.
    </Notice>
  )
}

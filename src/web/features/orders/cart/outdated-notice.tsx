import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { followServer } from './cart-data.ts'

/** Above a cart that could not be read again: what happened, what was kept, what to do. */
export function OutdatedNotice({ className = '' }: { className?: string }) {
  return (
    <Notice
      tone="attention"
      title="We can’t reach the store right now"
      className={className}
      action={
        <Button size="small" onClick={followServer}>
          Try again
        </Button>
      }
    >
      This is your cart as of the last update. Your packages stay reserved until the time shown, and we kept what you
      typed.
    </Notice>
  )
}

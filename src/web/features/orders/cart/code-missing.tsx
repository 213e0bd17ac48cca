import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Part of the cart could not be loaded: what happened, what was kept, what to do. */
export function CodeMissing({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice
      tone="attention"
      title="We can’t reach the store right now"
      action={<Button onClick={onRetry}>Try again</Button>}
    >
      We could not load this part. Your packages stay reserved, and we kept what you typed.
    </Notice>
  )
}

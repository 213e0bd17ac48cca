import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Part of the cart could not be loaded: what happened, what was kept, what to do. */
export function CodeMissing({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice tone="attention" title="The store cannot be reached" action={<Button onClick={onRetry}>Try again</Button>}>
      This part could not be loaded. Your packages stay held, and what you typed is kept.
    </Notice>
  )
}

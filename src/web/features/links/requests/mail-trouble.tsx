import { Send } from 'lucide-react'
import type { PaymentRequest } from '#contract/links/payment-request-values.ts'
import { paymentLink } from '#web/lib/payment-links.ts'
import { useServerSeconds } from '#web/lib/use-server-seconds.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { hasMailTrouble, isLive } from './request-story.ts'
import { useMailAgain } from './use-request-actions.ts'

/** What to do about an undelivered email, in its row. Otherwise renders nothing. */
export function MailTrouble({ request }: { request: PaymentRequest }) {
  const mailAgain = useMailAgain()
  const live = isLive(request, useServerSeconds() * 1000)
  if (!live || !hasMailTrouble(request)) return null
  const about = `of ${request.customerName}`
  return (
    <div className="mt-1.5 flex flex-wrap gap-1.5">
      <CopyButton size="small" text={paymentLink(request.token)} label="Copy link" about={about} />
      <Button
        size="small"
        aria-disabled={mailAgain.isPending || undefined}
        onClick={() => !mailAgain.isPending && mailAgain.mutate(request)}
      >
        <Send size={16} aria-hidden="true" />
        <span>
          {mailAgain.isPending ? 'Sending…' : 'Email again'}
          <span className="sr-only"> {about}</span>
        </span>
      </Button>
    </div>
  )
}

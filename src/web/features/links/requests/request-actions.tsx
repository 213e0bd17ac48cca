import { Ban, Bell, BellOff, Copy, ExternalLink, Repeat2, RotateCcw, Send } from 'lucide-react'
import { useState } from 'react'
import type { PaymentRequest } from '#contract/links/payment-request-values.ts'
import { invoicePath, paymentLink } from '#web/lib/payment-links.ts'
import { useServerSeconds } from '#web/lib/use-server-seconds.ts'
import { ActionMenu, type MenuAction } from '#web/ui/action-menu.tsx'
import { buttonClasses } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.ts'
import { actionsOf, hasMailTrouble } from './request-story.ts'
import { ResendDialog } from './resend-dialog.tsx'
import { useMailAgain, useSetReminder } from './use-request-actions.ts'
import { VoidDialog } from './void-dialog.tsx'

interface RequestActionsProps {
  request: PaymentRequest
  /** Makes a new cart from the request's lines. */
  onRepeat: (request: PaymentRequest) => void
}

/** What a rep can do with a request: see its invoice, and what its state allows. */
export function RequestActions({ request, onRepeat }: RequestActionsProps) {
  const [asked, setAsked] = useState<'resend' | 'void' | null>(null)
  const mailAgain = useMailAgain()
  const setReminder = useSetReminder()
  const allowed = actionsOf(request, useServerSeconds() * 1000)
  const isReminderOn = request.remindAt !== null

  const actions: MenuAction[] = [
    ...(allowed.has('copy') ? [{ label: 'Copy link', icon: Copy, onChoose: () => copyLink(request.token) }] : []),
    ...(allowed.has('resend') ? [{ label: 'Resend', icon: RotateCcw, onChoose: () => setAsked('resend') }] : []),
    ...(allowed.has('mail') && hasMailTrouble(request)
      ? [{ label: 'Email again', icon: Send, onChoose: () => mailAgain.mutate(request) }]
      : []),
    ...(allowed.has('remind')
      ? [
          {
            label: isReminderOn ? 'Turn reminder off' : 'Turn reminder on',
            icon: isReminderOn ? BellOff : Bell,
            onChoose: () => setReminder.mutate({ request, isReminderOn: !isReminderOn }),
          },
        ]
      : []),
    { label: 'Repeat', icon: Repeat2, onChoose: () => onRepeat(request) },
    ...(allowed.has('void') ? [{ label: 'Void', icon: Ban, isDanger: true, onChoose: () => setAsked('void') }] : []),
  ]

  return (
    <div className="flex items-center gap-1 @3xl:-my-1.5 @3xl:justify-end">
      <a href={invoicePath(request.token)} target="_blank" rel="noopener" className={buttonClasses('quiet', 'small')}>
        <ExternalLink size={16} aria-hidden="true" />
        Invoice
        <span className="sr-only"> of {request.customerName} (opens in a new tab)</span>
      </a>
      <ActionMenu label={`More for ${request.customerName}, ${request.reference}`} actions={actions} />
      {asked === 'resend' && (
        <ResendDialog request={request} onClose={() => setAsked(null)} onRepeat={() => onRepeat(request)} />
      )}
      {asked === 'void' && <VoidDialog request={request} onClose={() => setAsked(null)} />}
    </div>
  )
}

/** Copies a request's link; if the clipboard is blocked, says where to copy it by hand. */
function copyLink(token: string): void {
  const copying = navigator.clipboard
    ? navigator.clipboard.writeText(paymentLink(token))
    : Promise.reject(new Error('no clipboard'))
  copying.then(
    () => showToast({ title: 'Copied to clipboard' }),
    () =>
      showToast({
        title: 'Not copied',
        description: 'Your browser won’t let us copy. Open the invoice and select the link there.',
        tone: 'danger',
      }),
  )
}

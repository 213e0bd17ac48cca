import { Ban, Bell, BellOff, Copy, ExternalLink, Repeat2, RotateCcw, Send } from 'lucide-react'
import { useState } from 'react'
import type { PaymentRequest } from '#contract/links/payment-request-values.ts'
import { formatDollars } from '#web/lib/format.ts'
import { invoicePath, paymentLink, sharesOf } from '#web/lib/payment-request-words.ts'
import { useServerSeconds } from '#web/lib/use-server-seconds.ts'
import { When } from '#web/lib/when.tsx'
import { ActionMenu, type MenuAction } from '#web/ui/action-menu.tsx'
import { buttonClasses } from '#web/ui/button.tsx'
import { CopyButton, useCopy } from '#web/ui/copy-button.tsx'
import { actsColumn, type Column } from '#web/ui/data-table.tsx'
import { showToast } from '#web/ui/toast.ts'
import { MailAgainButton, ResendDialog, useMailAgain, useSetReminder, VoidDialog } from './request-dialogs.tsx'
import { RequestStatus } from './request-status.tsx'
import { actionsOf, endHint, hasMailTrouble, isLive, type RequestAction } from './request-story.ts'

type OnRepeat = (request: PaymentRequest) => void

type RequestActionsProps = { request: PaymentRequest; onRepeat: OnRepeat; hasResendIcon: boolean }

function RequestActions({ request, onRepeat, hasResendIcon }: RequestActionsProps) {
  const [asked, setAsked] = useState<'resend' | 'void' | null>(null)
  const mailAgain = useMailAgain()
  const setReminder = useSetReminder()
  const allowed = actionsOf(request, useServerSeconds() * 1000)
  const isReminderOn = request.remindAt !== null
  const { handleCopy } = useCopy(paymentLink(request.token), () => {
    const description = 'Your browser won’t let us copy. Open the invoice and select the link there.'
    showToast({ title: 'Not copied', description, tone: 'danger' })
  })

  const ifAllowed = (action: RequestAction, entry: MenuAction) => (allowed.has(action) ? [entry] : [])
  const actions: MenuAction[] = [
    ...ifAllowed('copy', { label: 'Copy link', icon: Copy, onChoose: handleCopy }),
    ...(allowed.has('copy') ? sharesOf(request) : []),
    ...ifAllowed('resend', { label: 'Resend', icon: RotateCcw, onChoose: () => setAsked('resend') }),
    ...(hasMailTrouble(request)
      ? ifAllowed('mail', { label: 'Email again', icon: Send, onChoose: () => mailAgain.mutate(request) })
      : []),
    ...ifAllowed('remind', {
      label: isReminderOn ? 'Turn reminder off' : 'Turn reminder on',
      icon: isReminderOn ? BellOff : Bell,
      onChoose: () => setReminder.mutate({ request, isReminderOn: !isReminderOn }),
    }),
    { label: 'Repeat', icon: Repeat2, onChoose: () => onRepeat(request) },
    ...ifAllowed('void', { label: 'Cancel link', icon: Ban, isDanger: true, onChoose: () => setAsked('void') }),
  ]
  return (
    <>
      {hasResendIcon && request.status === 'expired' && allowed.has('resend') && (
        <button
          type="button"
          aria-label={`Resend to ${request.customerName}`}
          title="Resend"
          onClick={() => setAsked('resend')}
          className="grid size-11 place-items-center rounded-md text-danger hover:bg-surface compact:size-8"
        >
          <RotateCcw size={16} aria-hidden="true" />
        </button>
      )}
      <a
        href={invoicePath(request.token)}
        target="_blank"
        rel="noopener"
        title="Invoice"
        className={`${buttonClasses('quiet', 'small')} @max-3xl:hidden`}
      >
        <ExternalLink size={16} aria-hidden="true" />
        <span className="sr-only">Invoice of {request.customerName} (opens in a new tab)</span>
      </a>
      <ActionMenu label={`More for ${request.customerName}, ${request.reference}`} actions={actions} />
      {asked === 'resend' && (
        <ResendDialog request={request} onClose={() => setAsked(null)} onRepeat={() => onRepeat(request)} />
      )}
      {asked === 'void' && <VoidDialog request={request} onClose={() => setAsked(null)} />}
    </>
  )
}

function MailTrouble({ request }: { request: PaymentRequest }) {
  const live = isLive(request, useServerSeconds() * 1000)
  if (!live || !hasMailTrouble(request)) return null
  const about = `of ${request.customerName}`
  return (
    <div className="mt-1.5 flex flex-wrap gap-1.5">
      <CopyButton size="small" text={paymentLink(request.token)} label="Copy link" about={about} />
      <MailAgainButton request={request} about={about} />
    </div>
  )
}

type RequestColumn = Column<PaymentRequest>

/** Sales History also says when a link ended unpaid, and can send another one. */
const columnsOf =
  ({ sent, end, isHistory }: { sent: string; end: string; isHistory: boolean }) =>
  (onRepeat: OnRepeat): readonly RequestColumn[] => [
    {
      header: 'Customer',
      sortKey: 'customer',
      isTitle: true,
      narrow: 'cell',
      cell: ({ customerName, customerEmail }) => (
        <div
          className="relative truncate @3xl:max-w-60 @3xl:text-wrap @6xl:max-w-96 @6xl:text-nowrap"
          title={`${customerName}, ${customerEmail}`}
        >
          <span className="font-semibold @3xl:mr-2" dir="auto">
            {customerName}
          </span>
          <span className="text-muted @max-3xl:sr-only">{customerEmail}</span>
        </div>
      ),
    },
    {
      header: sent,
      sortKey: 'date',
      isUnbroken: true,
      narrow: 'hidden',
      cell: ({ createdAt }) => <When at={createdAt} />,
    },
    {
      header: 'Reference',
      isOptional: 'hidden',
      isUnbroken: true,
      narrow: 'hidden',
      cell: ({ reference }) => <span className="figures text-muted">{reference}</span>,
    },
    { header: 'Amount', sortKey: 'total', isNumber: true, narrow: 'cell', cell: ({ total }) => formatDollars(total) },
    {
      header: 'Status',
      sortKey: 'status',
      narrow: 'cell',
      cell: (request) => (
        <>
          <RequestStatus request={request} />
          <MailTrouble request={request} />
        </>
      ),
    },
    {
      header: end,
      isUnbroken: true,
      narrow: 'cell',
      cell: (request) => (isHistory || request.status !== 'expired') && <EndDate request={request} />,
    },
    actsColumn((request) => <RequestActions request={request} onRepeat={onRepeat} hasResendIcon={isHistory} />),
  ]

export const requestColumns = columnsOf({ sent: 'Date/Time Sent', end: 'Payment Date', isHistory: false })
export const historyColumns = columnsOf({ sent: 'Invoice Date', end: 'Expires/Paid', isHistory: true })

/** Expired rows are shaded red and sent rows yellow; the badge in the row says it in a word. */
export function rowShade({ status, reason }: PaymentRequest): string | undefined {
  if (reason === 'time' || reason === 'declined') return 'bg-danger-quiet'
  return status === 'sent' ? 'bg-attention-quiet' : undefined
}

/** When it was paid or closed, or how long the link still works. */
function EndDate({ request }: { request: PaymentRequest }) {
  const nowMs = useServerSeconds() * 1000
  if (isLive(request, nowMs)) {
    const { text, tone } = endHint(request, nowMs)
    const look = tone === 'attention' ? 'font-semibold text-attention' : 'text-muted'
    return <span className={`@max-3xl:text-xs ${look}`}>{text}</span>
  }
  return (
    <span className="@max-3xl:text-xs">
      <When at={request.paidAt ?? request.closedAt ?? request.expiresAt} />
    </span>
  )
}

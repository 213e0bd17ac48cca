import { Ban, Copy, ExternalLink, Phone, Repeat2, RotateCcw, Send } from 'lucide-react'
import { useState } from 'react'
import type { PaymentRequest } from '#contract/links/payment-request-values.ts'
import * as contract from '#contract/links/payment-requests.ts'
import { type ApiError, callApi } from '#web/lib/call-api.ts'
import { formatDollars } from '#web/lib/format.ts'
import { statusOf } from '#web/lib/order-statuses.ts'
import { invoicePath, paymentLink, sharesOf, useArrivalQuestion } from '#web/lib/payment-request-words.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { TextDialog } from '#web/lib/text-dialog.tsx'
import { useChange } from '#web/lib/use-change.ts'
import { useServerSeconds } from '#web/lib/use-server-seconds.ts'
import { ActionMenu, type MenuAction } from '#web/ui/action-menu.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useCopy } from '#web/ui/copy-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ErrorNotice, StatusPill } from '#web/ui/panel.tsx'
import { callHref } from '#web/ui/phone-link.tsx'
import { showToast } from '#web/ui/toast.ts'
import { AmountChange } from '../invoicing/send-area.tsx'
import { REQUEST_CHANGE } from './request-data.ts'
import { actionsOf, hasMailTrouble, isLive, type RequestAction, storyOf } from './request-story.ts'

export type OnRepeat = (request: PaymentRequest) => void
type RequestActsProps = { request: PaymentRequest; onRepeat: OnRepeat }

/** What can be done about a request in its state, most urgent first, and the question that one of them asks. */
function useRequestActs({ request, onRepeat }: RequestActsProps) {
  const [asked, setAsked] = useState<'resend' | 'void' | null>(null)
  const mailAgain = useMailAgain()
  const nowMs = useServerSeconds() * 1000
  const allowed = actionsOf(request, nowMs)
  const { handleCopy } = useCopy(paymentLink(request.token), () => {
    const description = 'Your browser won’t let us copy. Open the request and select its link there.'
    showToast({ title: 'Not copied', description, tone: 'danger' })
  })
  const { declinedReason, customerPhone } = request
  const call = () => location.assign(callHref(customerPhone ?? ''))
  const onResend = () => setAsked('resend')
  const ifAllowed = (action: RequestAction, entry: MenuAction) => (allowed.has(action) ? [entry] : [])
  const acts: MenuAction[] = [
    ...(declinedReason && customerPhone && isLive(request, nowMs)
      ? [{ label: 'Call customer', icon: Phone, onChoose: call }]
      : []),
    ...ifAllowed('copy', { label: 'Copy link', icon: Copy, onChoose: handleCopy }),
    ...(allowed.has('copy') ? sharesOf(request) : []),
    ...(hasMailTrouble(request)
      ? ifAllowed('mail', { label: 'Email again', icon: Send, onChoose: () => mailAgain.mutate(request) })
      : []),
    ...ifAllowed('resend', { label: 'Resend', icon: RotateCcw, onChoose: onResend }),
    ...ifAllowed('void', { label: 'Cancel link', icon: Ban, isDanger: true, onChoose: () => setAsked('void') }),
  ]
  const Question = { resend: ResendDialog, void: VoidDialog }[asked ?? 'void']
  const close = () => setAsked(null)
  const question = asked && <Question request={request} onClose={close} onRepeat={() => onRepeat(request)} />
  return { acts, allowed, onResend, question }
}

/** The actions as buttons, the first as the next step. */
export function RequestButtons(about: RequestActsProps) {
  const { acts, question } = useRequestActs(about)
  return (
    <div className="flex flex-wrap gap-2">
      {acts.map(({ label, icon, isDanger, onChoose }, index) => (
        <Button
          key={label}
          icon={icon}
          look={isDanger ? 'danger' : index === 0 ? 'primary' : 'plain'}
          onClick={onChoose}
        >
          {label}
        </Button>
      ))}
      {question}
    </div>
  )
}

/** The actions as a menu, with what is rarely done; beside it, unless there is no room, Resend of an expired link. */
export function RequestMenu({ isShort, ...about }: RequestActsProps & { isShort?: boolean }) {
  const { request, onRepeat } = about
  const { acts, allowed, onResend, question } = useRequestActs(about)
  const all: readonly MenuAction[] = [
    ...acts,
    { label: 'Repeat', icon: Repeat2, onChoose: () => onRepeat(request) },
    {
      label: 'Open invoice',
      icon: ExternalLink,
      onChoose: () => window.open(invoicePath(request.token), '_blank', 'noopener'),
    },
  ]
  return (
    <>
      {!isShort && request.status === 'expired' && allowed.has('resend') && (
        <Button size="row" about={` to ${request.customerName}`} onClick={onResend} className="max-sm:hidden">
          Resend
        </Button>
      )}
      <ActionMenu
        label={`More for ${request.customerName}, ${request.reference}`}
        actions={all.toSorted((a, b) => Number(a.isDanger ?? 0) - Number(b.isDanger ?? 0))}
      />
      {question}
    </>
  )
}

const isGone = (error: ApiError | null) => error?.code === 'payment_request_paid' || error?.code === 'invoice_not_found'

type QuestionProps = { request: PaymentRequest; onClose: () => void; onRepeat: () => void }

/** Asks before a customer gets another email and a new link; and again if the amount has changed. */
function ResendDialog(props: QuestionProps) {
  const { request, onClose, onRepeat } = props
  const resend = useChange({
    ...REQUEST_CHANGE,
    send: (body: { total?: string }) =>
      callApi(contract.resendPaymentRequest, { params: { paymentRequestId: request.id }, body }),
    toast: ({ customerEmail }) => ({
      title: 'Payment Request Sent',
      description: `A new link goes to ${customerEmail}.`,
    }),
    onFailed: ({ code }) => {
      if (code !== 'amount_changed')
        showToast({ title: 'Error', description: 'Failed to send payment request.', tone: 'danger' })
    },
  })
  const cancel = useCancelLink(request)
  const error = resend.error ?? cancel.error
  const changedTotal = error?.code === 'amount_changed' ? String(error.details.total ?? '') : ''
  const isSoldOut = error?.code === 'payment_request_out_of_stock'
  const isOver = isSoldOut || isGone(error)
  const handleNewCart = () => {
    onClose()
    onRepeat()
  }
  const isWorking = isLive(request, serverNow())
  const handleCorrect = () => (isWorking ? cancel.mutate(undefined, { onSuccess: handleNewCart }) : handleNewCart())
  return (
    <ConfirmDialog
      title={`Send ${request.customerName} a new link?`}
      confirmLabel={`${changedTotal ? 'Agree and send' : 'Send a new link'}, ${formatDollars(changedTotal || request.total)}`}
      pendingLabel="Sending…"
      isPending={resend.isPending}
      onConfirm={
        isOver ? undefined : () => resend.mutate(changedTotal ? { total: changedTotal } : {}, { onSuccess: onClose })
      }
      cancelLabel={isOver ? 'Close' : 'Cancel'}
      onClose={onClose}
    >
      {/* Has the focus, so that Enter neither sends nor cancels anything. */}
      <p tabIndex={-1} ref={(text) => text?.setAttribute('autofocus', '')} className="outline-none">
        A new secure link goes to <strong>{request.customerEmail}</strong> and expires in 24 hours. The old link will
        just say that it was replaced.
      </p>
      {!isOver && (
        <p>
          Is the address wrong?{' '}
          <Button look="quiet" size="small" className="-mx-3" isBusy={cancel.isPending} onClick={handleCorrect}>
            Correct and send again
          </Button>{' '}
          opens a new invoice with the same packages{isWorking && ' and cancels this link at once'}.
        </p>
      )}
      {changedTotal ? (
        <Notice tone="attention" title="The amount changed">
          <AmountChange was={request.total} now={changedTotal} />
          <p>Prices changed since the link expired. Nothing has been sent yet.</p>
        </Notice>
      ) : isSoldOut ? (
        <Notice tone="danger" title="Sold out" action={<Button onClick={handleNewCart}>Make a new cart</Button>}>
          {error.sentence}
        </Notice>
      ) : (
        error && <ErrorNotice error={error} />
      )}
    </ConfirmDialog>
  )
}

const useCancelLink = ({ id }: PaymentRequest) =>
  useChange({
    ...REQUEST_CHANGE,
    send: () => callApi(contract.voidPaymentRequest, { params: { paymentRequestId: id } }),
    toast: ({ reference }) => ({
      title: 'Payment link canceled',
      description: `The packages of ${reference} are available again.`,
    }),
  })

/** Asks before a link is canceled: the customer may have it open. The units it held go back on sale. */
export function VoidDialog({ request, onClose }: Omit<QuestionProps, 'onRepeat'>) {
  const { error, isPending, mutate } = useCancelLink(request)
  const isOver = isGone(error)
  return (
    <ConfirmDialog
      title={`Cancel the payment link to ${request.customerName}?`}
      confirmLabel={`Cancel the link, ${formatDollars(request.total)}`}
      pendingLabel="Canceling…"
      confirmLook="danger"
      cancelLabel={isOver ? 'Close' : 'Keep it'}
      isPending={isPending}
      onConfirm={isOver ? undefined : () => mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>The link stops working at once and its packages go back on sale. The customer gets no email.</p>
      <ErrorNotice error={error} />
    </ConfirmDialog>
  )
}

/** Asks an administrator before the store relies on money that no card provider has seen. */
export function MarkPaidDialog({ invoice, onClose }: { invoice: PaymentRequest; onClose: () => void }) {
  const question = useArrivalQuestion(formatDollars(invoice.total), invoice.reference)
  const [amount, isAnnounced] = [formatDollars(invoice.total), invoice.cashAppChosenAt !== null]
  const mark = useChange({
    ...REQUEST_CHANGE,
    send: (reference: string) => {
      const body = { reference: reference.trim() || null }
      return callApi(contract.markPaymentRequestPaid, { params: { token: invoice.token }, body })
    },
    toast: () => ({ title: 'Invoice marked as paid successfully' }),
    failed: 'Failed to mark invoice as paid',
  })
  return (
    <TextDialog
      title={isAnnounced ? question : `Mark ${invoice.reference} as paid?`}
      label={isAnnounced ? 'Cash App transfer ID' : 'Reference'}
      note="optional"
      fieldError={null}
      confirmLabel={isAnnounced ? `Yes, ${amount} arrived` : `Mark as paid, ${amount}`}
      cancelLabel={isAnnounced ? 'Not yet' : undefined}
      pendingLabel="Marking…"
      change={mark}
      isOver={mark.error?.code === 'payment_request_paid' || mark.error?.code === 'payment_request_not_found'}
      onClose={onClose}
    >
      <p>
        {!isAnnounced && `Do this when ${invoice.customerName} paid another way. `}The link stops taking cards, the
        order is processed, and the customer gets the receipt. You can’t undo it here.
      </p>
      {invoice.status === 'expired' && (
        <p>This request has expired, so we take its packages from stock again if any are left.</p>
      )}
      <p className="text-muted">
        Enter something that helps you find the money later, e.g. the transfer number. We keep it with your name.
      </p>
    </TextDialog>
  )
}

/** Emails a live link again. */
const useMailAgain = () =>
  useChange({
    ...REQUEST_CHANGE,
    send: ({ id }: PaymentRequest) => callApi(contract.mailPaymentRequest, { params: { paymentRequestId: id } }),
    toast: ({ customerEmail }) => ({
      title: 'Email on its way',
      description: `The link goes to ${customerEmail} again.`,
    }),
    failed: 'Error',
  })

/** Turns the reminder before a link expires on or off. */
export const useSetReminder = () =>
  useChange({
    ...REQUEST_CHANGE,
    send: ({ request, isReminderOn }: { request: PaymentRequest; isReminderOn: boolean }) =>
      callApi(contract.setReminder, { params: { paymentRequestId: request.id }, body: { isReminderOn } }),
    toast: ({ customerEmail }, { isReminderOn }) =>
      isReminderOn
        ? { title: 'Reminder on', description: `${customerEmail} gets a reminder before the link expires.` }
        : { title: 'Reminder off', description: 'We will not send a reminder for this link.' },
    failed: 'Error',
  })

const HINT_LOOKS = { plain: 'text-muted', attention: 'font-semibold text-attention', danger: 'text-danger' } as const
const URGENCY = { plain: 0, attention: 1, danger: 2 } as const

/** The status of a request as a badge, and what happened so far: in a list only what needs someone most. */
export function RequestStatus({ request, isWhole = false }: { request: PaymentRequest; isWhole?: boolean }) {
  const nowMs = useServerSeconds() * 1000
  const hints = storyOf(request, nowMs).toSorted((a, b) => URGENCY[b.tone] - URGENCY[a.tone])
  return (
    <div
      className={`flex flex-wrap items-center gap-x-2 gap-y-1 ${isWhole ? '' : '@6xl:flex-nowrap'}`}
      title={hints.map(({ text }) => text).join(' · ')}
    >
      <StatusPill {...statusOf(request)}>{statusOf(request).name}</StatusPill>
      {request.isDisputed && <StatusPill tone="over">Disputed</StatusPill>}
      <ul className="contents">
        {hints.map(({ text, tone }, index) => (
          <li
            key={text}
            className={classes(
              'text-xs',
              tone !== 'danger' && 'whitespace-nowrap',
              HINT_LOOKS[tone],
              // The pill says it; the drawer has the sum.
              !isWhole &&
                (index > 0 || text.startsWith('Refunded') ? 'sr-only' : tone === 'plain' && '@max-3xl:sr-only'),
            )}
          >
            {text}
          </li>
        ))}
      </ul>
    </div>
  )
}

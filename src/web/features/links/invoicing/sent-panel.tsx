import { CircleCheck, Phone, PhoneCall, TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { PaymentRequest } from '#contract/links/payment-request-values.ts'
import { formatDollars, formatMoment } from '#web/lib/format.ts'
import { paymentLink } from '#web/lib/payment-request-words.ts'
import { useServerSeconds } from '#web/lib/use-server-seconds.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { callHref } from '#web/ui/phone-link.tsx'
import { useInvoice } from '../payment-link/invoice-facts.tsx'
import { type OnRepeat, RequestMenu, RequestStatus } from '../requests/request-acts.tsx'
import { isLive } from '../requests/request-story.ts'
import { SENT } from './use-invoice.ts'

interface SentPanelProps {
  request: PaymentRequest
  /** It went out on an earlier press, whose reply was lost, and the form has changed since. */
  isEarlier: boolean
  onRepeat: OnRepeat
  onClose: () => void
}

/** What becomes of the invoice that was just sent, and what to do next: its link works right away, email or not. */
export function SentPanel({ request: made, isEarlier, onRepeat, onClose }: SentPanelProps) {
  const next = useRef<HTMLButtonElement>(null)
  const { data: request = made } = useInvoice(made.token)
  const { mail } = request
  const canBePaid = isLive(request, useServerSeconds() * 1000)
  const isDeclined = canBePaid && request.declinedReason !== null
  const Icon = isDeclined ? TriangleAlert : CircleCheck
  // The pressed button is disabled with the emptied form, so the focus moves to what comes next.
  useEffect(() => next.current?.focus(), [])
  return (
    <section
      aria-labelledby="sent-title"
      className={classes(
        'arrive grid gap-3 rounded-md border p-4 text-sm sm:p-5',
        isDeclined ? 'border-attention/40 bg-attention-quiet' : 'border-accent/40 bg-accent-quiet',
      )}
    >
      <h2 id="sent-title" className="flex items-start gap-2 text-base font-semibold wrap-anywhere">
        <Icon
          size={20}
          aria-hidden="true"
          className={classes('mt-0.5 shrink-0', isDeclined ? 'text-attention' : 'text-accent')}
        />
        <span>
          {isEarlier && `This invoice was already sent at ${formatMoment(request.createdAt)}: `}
          Invoice {request.reference} for {request.customerName}, {formatDollars(request.total)}
        </span>
      </h2>
      <div role="status" className="grid gap-2 wrap-anywhere">
        {!isEarlier && <p className="sr-only">{`${SENT.title}. ${SENT.description}`}</p>}
        <RequestStatus request={request} isWhole />
        {canBePaid && (
          <p>
            {mail.state === 'sent'
              ? 'Emailed to'
              : mail.error
                ? 'Send the link another way, or wait: it goes to'
                : 'It goes to'}{' '}
            {request.customerEmail}. The link expires {formatMoment(request.expiresAt)}.
          </p>
        )}
      </div>
      {isEarlier && (
        <p className="max-w-[68ch]">
          It went out the first time, but the confirmation got lost. Your changes since then were not sent: we kept them
          below as a new invoice. You can cancel the first one here.
        </p>
      )}
      {canBePaid && <p className="figures truncate text-muted select-all">{paymentLink(request.token)}</p>}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          ref={next}
          look="primary"
          icon={PhoneCall}
          aria-describedby="sent-title"
          className="w-full"
          onClick={onClose}
        >
          New sale
        </Button>
        {isDeclined && request.customerPhone && (
          <a href={callHref(request.customerPhone)} className={buttonClasses()}>
            <Phone size={16} aria-hidden="true" />
            Call customer
          </a>
        )}
        {canBePaid && <CopyButton text={paymentLink(request.token)} label="Copy link" />}
        <RequestMenu request={request} onRepeat={onRepeat} />
      </div>
    </section>
  )
}

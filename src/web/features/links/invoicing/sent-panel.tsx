import { Link } from '@tanstack/react-router'
import { CircleCheck, PhoneCall } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { PaymentRequest } from '#contract/links/payment-request-values.ts'
import { formatDollars, formatMoment } from '#web/lib/format.ts'
import { paymentLink } from '#web/lib/payment-request-words.ts'
import { useServerSeconds } from '#web/lib/use-server-seconds.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { useInvoice } from '../payment-link/invoice-facts.tsx'
import { type OnRepeat, RequestButtons, RequestStatus } from '../requests/request-acts.tsx'
import { isLive } from '../requests/request-story.ts'

interface SentPanelProps {
  request: PaymentRequest
  /** It went out on an earlier press, whose reply was lost, and the form has changed since. */
  isEarlier: boolean
  onRepeat: OnRepeat
  onClose: () => void
}

/** What becomes of the invoice that was just sent, and what to do next: its link works right away, email or not. */
export function SentPanel({ request: made, isEarlier, onRepeat, onClose }: SentPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { data: request = made } = useInvoice(made.token)
  const { mail } = request
  const canBePaid = isLive(request, useServerSeconds() * 1000)
  // The pressed button is disabled with the emptied form, so the focus moves to the result.
  useEffect(() => heading.current?.focus(), [])
  return (
    <section
      aria-labelledby="sent-title"
      className="arrive grid gap-3 rounded-md border border-accent/40 bg-accent-quiet p-4 text-sm sm:p-5"
    >
      <h2
        ref={heading}
        id="sent-title"
        tabIndex={-1}
        className="flex items-start gap-2 text-base font-semibold wrap-anywhere"
      >
        <CircleCheck size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-accent" />
        <span>
          {isEarlier && `This invoice was already sent at ${formatMoment(request.createdAt)}: `}
          Invoice {request.reference} for {request.customerName}, {formatDollars(request.total)}
        </span>
      </h2>
      <div role="status" className="grid gap-2 wrap-anywhere">
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
      {canBePaid && (
        <p className="figures rounded-md border border-line bg-surface px-3 py-2 select-all wrap-anywhere">
          {paymentLink(request.token)}
        </p>
      )}
      <RequestButtons request={request} onRepeat={onRepeat}>
        <Link
          to="."
          search={(now) => ({ ...now, open: request.token })}
          resetScroll={false}
          className={buttonClasses()}
        >
          Open
        </Link>
      </RequestButtons>
      <Button look="primary" icon={PhoneCall} className="w-full" onClick={onClose}>
        New sale
      </Button>
    </section>
  )
}

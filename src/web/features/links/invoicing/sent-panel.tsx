import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, Share2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { PaymentRequest } from '#contract/links/payment-request-values.ts'
import type { getInvoice } from '#contract/links/payment-requests.ts'
import { formatDollars, formatMoment } from '#web/lib/format.ts'
import { invoicePath, paymentLink } from '#web/lib/payment-links.ts'
import { mailErrorWords } from '#web/lib/payment-request-words.ts'
import { query } from '#web/lib/query.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Notice } from '#web/ui/notice.tsx'

const INVOICE_FRESH_MS = 5 * 60 * 1000
const INVOICE_KEPT_MS = 10 * 60 * 1000
/** How often to ask whether the mail server took the email, until it is known. */
const MAIL_WATCH_MS = 3_000

interface SentPanelProps {
  request: PaymentRequest
  /** It went out on an earlier press, whose reply was lost, and the form has changed since. */
  isEarlier: boolean
  onClose: () => void
}

/** The link of the invoice that was just sent: it works right away, whatever becomes of the email. */
export function SentPanel({ request, isEarlier, onClose }: SentPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { data } = useQuery({
    ...query<typeof getInvoice>('/api/invoices/:token', { token: request.token }),
    staleTime: INVOICE_FRESH_MS,
    gcTime: INVOICE_KEPT_MS,
    refetchInterval: ({ state }) => ((state.data ?? request).mail.state === 'waiting' ? MAIL_WATCH_MS : false),
  })
  const { mail } = data ?? request
  const link = paymentLink(request.token)
  // The pressed button is disabled with the emptied form, so the focus moves to the result.
  useEffect(() => heading.current?.focus(), [])

  return (
    <section
      aria-labelledby="sent-title"
      className="arrive rounded-md border border-accent/40 bg-accent-quiet p-4 text-sm sm:p-5"
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
      {isEarlier && (
        <p className="mt-2 max-w-[68ch]">
          It went out the first time, but the confirmation got lost. Your changes since then were not sent: we kept them
          below as a new invoice. To cancel the first one, void it under{' '}
          <Link to={paths.sales} search={{ tab: 'requests' }} className="font-semibold underline underline-offset-2">
            Payment Requests
          </Link>
          .
        </p>
      )}
      {mail.error && mail.state !== 'sent' ? (
        <Notice
          tone="danger"
          title={
            mail.state === 'failed' ? 'The email was not delivered' : 'The email has not gone out yet. We keep trying.'
          }
          className="mt-3 bg-surface"
        >
          <p className="wrap-anywhere">{mailErrorWords(mail.error)}</p>
          <p>
            The link works anyway: copy it and send it another way, or track the email under{' '}
            <Link to={paths.sales} search={{ tab: 'requests' }} className="font-semibold underline underline-offset-2">
              Payment Requests
            </Link>
            .
          </p>
        </Notice>
      ) : (
        <p role="status" className="mt-2 wrap-anywhere">
          {mail.state === 'sent' ? 'Emailed to' : 'The email is on its way to'} {request.customerEmail}. The link
          expires {formatMoment(request.expiresAt)}.
        </p>
      )}
      <p className="figures mt-3 rounded-md border border-line bg-surface px-3 py-2 wrap-anywhere">{link}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <CopyButton text={link} label="Copy link" />
        {'share' in navigator && (
          // Its promise fails if the share sheet is closed, which is no error.
          <Button onClick={() => navigator.share({ title: `Invoice ${request.reference}`, url: link }).catch(() => {})}>
            <Share2 size={16} aria-hidden="true" />
            Share link
          </Button>
        )}
        <a href={invoicePath(request.token)} target="_blank" rel="noopener" className={buttonClasses()}>
          Open invoice
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
        <Button look="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
    </section>
  )
}

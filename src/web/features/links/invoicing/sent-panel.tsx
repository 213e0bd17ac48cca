import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { PaymentRequest } from '#contract/links/payment-request-values.ts'
import { getInvoice } from '#contract/links/payment-requests.ts'
import type { CartLine } from '#contract/orders/cart.ts'
import { query } from '#web/lib/call-api.ts'
import { formatDollars, formatMoment } from '#web/lib/format.ts'
import { invoicePath, mailErrorWords, paymentLink, sharesOf } from '#web/lib/payment-request-words.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Notice } from '#web/ui/notice.tsx'

const FIELDS = ['fullName', 'email', 'businessName', 'cellPhone', 'address', 'specialOffers'] as const

/** What a press of Send requested, part by part as text, to compare with what the store made of it. */
export type SentContent = Readonly<Record<string, string>>
type Form = Readonly<Record<(typeof FIELDS)[number], string>> & { isReminderOn: boolean }
type Line = Pick<CartLine, 'tier' | 'leadType' | 'size' | 'state' | 'county' | 'deliveryMethod'>

type Made = Pick<
  PaymentRequest,
  | 'customerName'
  | 'customerEmail'
  | 'customerBusinessName'
  | 'customerPhone'
  | 'customerAddress'
  | 'specialOffers'
  | 'remindAt'
> & { cartData: readonly Line[] }

/** The form and the cart as they are now. */
export function contentOf(form: Form, lines: readonly Line[]): SentContent {
  const packages = lines.map((line) =>
    [line.state, line.county, line.leadType, line.tier, line.size, line.deliveryMethod].join(' '),
  )
  return {
    ...Object.fromEntries(FIELDS.map((name) => [name, plain(form[name])])),
    packages: packages.sort().join(', '),
    reminder: String(form.isReminderOn),
  }
}

/**
 * Whether the store returned an invoice of an earlier press, whose reply was lost, though the form has changed since;
 * packages that went into that invoice do not count as a change.
 */
export function isEarlierSend(unanswered: readonly SentContent[], now: SentContent, request: Made): boolean {
  const form = {
    fullName: request.customerName,
    email: request.customerEmail,
    businessName: request.customerBusinessName ?? '',
    cellPhone: request.customerPhone ?? '',
    address: request.customerAddress ?? '',
    specialOffers: request.specialOffers,
    isReminderOn: request.remindAt !== null,
  }
  const made = contentOf(form, request.cartData)
  const compared = Object.keys(now).filter((name) => name !== 'packages' || now.packages !== '')
  return unanswered.some((earlier) =>
    compared.some((name) => earlier[name] !== now[name] && earlier[name] === made[name]),
  )
}

/** The store normalizes input: spaces and the case of an address make no difference. */
const plain = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase()

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
    ...query(getInvoice, { token: request.token }),
    staleTime: 5 * 60 * 1000,
    gcTime: 10 * 60 * 1000,
    refetchInterval: ({ state }) => ((state.data ?? request).mail.state === 'waiting' ? 3_000 : false),
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
          below as a new invoice. You can cancel the first one under <RequestsLink />.
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
            The link works anyway: copy it and send it another way, or track the email under <RequestsLink />.
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
        <ShareButtons request={request} />
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

export const ShareButtons = ({ request }: { request: PaymentRequest }) =>
  sharesOf(request).map(({ label, icon, onChoose }) => (
    <Button key={label} icon={icon} onClick={onChoose}>
      {label}
    </Button>
  ))

const RequestsLink = () => (
  <Link to={paths.sales} search={{ tab: 'requests' }} className="font-semibold underline underline-offset-2">
    Payment Requests
  </Link>
)

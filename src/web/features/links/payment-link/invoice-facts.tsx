import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Invoice } from '#contract/links/payment-request-values.ts'
import { getInvoice } from '#contract/links/payment-requests.ts'
import type { PaymentRequestToken } from '#contract/values.ts'
import { callApi, fillPath, query } from '#web/lib/call-api.ts'
import { formatDateTime, formatDollars } from '#web/lib/format.ts'
import { timeZoneWord } from '#web/lib/format-late.ts'
import { refundWords } from '#web/lib/order-statuses.ts'
import { EXPIRED_REASONS } from '#web/lib/payment-request-words.ts'
import { recordServerTime } from '#web/lib/server-clock.ts'
import { useServerSeconds } from '#web/lib/use-server-seconds.ts'
import { paths } from '#web/paths.ts'
import { Panel } from '#web/ui/panel.tsx'
import { endHint } from '../requests/request-story.ts'

export function InvoiceFacts({ invoice, paidBy }: { invoice: Invoice; paidBy: string }) {
  const refund = refundWords(invoice)
  const nowMs = useServerSeconds() * 1000
  const isCanceled = invoice.reason === 'voided'
  const { status, reason, markedPaidBy, markReference, replacesToken, replacedByToken } = invoice
  return (
    <Panel title="Invoice details">
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <Fact name="Total">
          <span className="display figures text-2xl">{formatDollars(invoice.total)}</span>
          {refund && <Beside>{refund}</Beside>}
        </Fact>
        <Fact name="Reference">
          <span className="figures">{invoice.reference}</span>
          <Beside>sent by {invoice.repName}</Beside>
        </Fact>
        <Fact name="Created">{moment(invoice.createdAt)}</Fact>
        <Fact name={isCanceled ? 'Canceled' : 'Expires'}>
          {moment((isCanceled && invoice.closedAt) || invoice.expiresAt)}
          {status === 'expired' && !isCanceled && <Beside>{EXPIRED_REASONS[reason ?? 'time']}</Beside>}
          {status === 'sent' && <Beside>{endHint(invoice, nowMs).text}</Beside>}
        </Fact>
        <Fact name="Paid date">
          {invoice.paidAt ? moment(invoice.paidAt) : 'Not paid'}
          {invoice.paidAt && <Beside>{paidBy}</Beside>}
          {markedPaidBy && (
            <Beside>
              marked by {markedPaidBy}
              {markReference && `, reference ${markReference}`}
            </Beside>
          )}
        </Fact>
        {invoice.paymentId && <Fact name="Payment ID">{invoice.paymentId}</Fact>}
        {(replacesToken || replacedByToken) && (
          <Fact name="Other links">
            {replacedByToken && <OtherLink token={replacedByToken}>Replaced by a newer invoice</OtherLink>}
            {replacesToken && <OtherLink token={replacesToken}>Replaces an older invoice</OtherLink>}
          </Fact>
        )}
      </dl>
    </Panel>
  )
}

const moment = (instant: string): string => `${formatDateTime(instant)} ${timeZoneWord(Date.parse(instant))}`

const OtherLink = ({ token, children }: { token: string; children: string }) => (
  <Link to={paths.invoice} params={{ token }} className="block font-semibold text-accent underline underline-offset-2">
    {children}
  </Link>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-xs text-muted">{name}</dt>
    <dd className="font-semibold wrap-anywhere">{children}</dd>
  </div>
)

const Beside = ({ children }: { children: ReactNode }) => (
  <span className="block text-xs font-normal text-muted wrap-anywhere">{children}</span>
)

/** One request with its history, polled while it waits for payment. */
export function useInvoice(token: string) {
  const params = { token: token as PaymentRequestToken }
  return useQuery({
    ...query(getInvoice, params),
    queryFn: async ({ signal }) => {
      const invoice = await callApi(getInvoice, { params, signal })
      recordServerTime(invoice.now)
      return invoice
    },
    staleTime: 5 * 60 * 1000,
    gcTime: 10 * 60 * 1000,
    refetchInterval: ({ state }) =>
      state.data?.mail.state === 'waiting' ? 3_000 : state.data?.status === 'sent' ? 15_000 : false,
    refetchOnWindowFocus: 'always',
  })
}

/** The URLs of a request's PDFs. */
export const invoiceFile = (token: string, name: 'invoice.pdf' | 'receipt.pdf'): string =>
  `${fillPath(getInvoice.path, { token })}/${name}`

import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft, BadgeCheck, Ban, FileText, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { Invoice } from '#contract/links/payment-request-values.ts'
import type { CurrentUser } from '#contract/members/auth.ts'
import { OrderLines } from '#web/features/checkout/order-summary.tsx'
import { OrderDeliveries } from '#web/features/delivery/fulfillment/order-deliveries.tsx'
import { ContactFacts, CustomerTimeline } from '#web/features/links/customers/customer-history.tsx'
import { ShareButtons } from '#web/features/links/invoicing/sent-panel.tsx'
import { RequestNews } from '#web/features/links/live/request-news.tsx'
import { InvoiceFacts, invoiceFile, useInvoice } from '#web/features/links/payment-link/invoice-facts.tsx'
import { SenderNote } from '#web/features/links/payment-link/sender-note.tsx'
import {
  MailAgainButton,
  MarkPaidDialog,
  ResendDialog,
  useSetReminder,
  VoidDialog,
} from '#web/features/links/requests/request-dialogs.tsx'
import { RequestStatus } from '#web/features/links/requests/request-status.tsx'
import { actionsOf, hasMailTrouble, type RequestAction } from '#web/features/links/requests/request-story.ts'
import { PAYMENT_METHODS } from '#web/features/orders/order-words.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { timeZoneWord } from '#web/lib/format-late.ts'
import { paymentLink } from '#web/lib/payment-request-words.ts'
import { useServerSeconds } from '#web/lib/use-server-seconds.ts'
import { DashboardFrame, MemberGate } from '#web/pages/account/dashboard-frame.tsx'
import { LoginPage } from '#web/pages/account/login-page.tsx'
import { paths } from '#web/paths.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/choice.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { ListTrouble } from '#web/ui/error-notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { payerOf } from './use-repeat-request.ts'

type Asked = 'resend' | 'void' | 'mark-paid'

function InvoiceView({ invoice, user }: { invoice: Invoice; user: CurrentUser }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const navigate = useNavigate()
  const close = () => setAsked(null)
  const allowed = actionsOf(invoice, useServerSeconds() * 1000)
  const openRequests = () =>
    void navigate({ to: paths.sales, search: { tab: 'requests', search: invoice.customerEmail } })
  const isPaid = invoice.status === 'paid' || invoice.status === 'processed'
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_auto_1fr]">
      <div className="flex flex-wrap items-start justify-between gap-4 lg:col-span-2">
        <div className="min-w-0 grow basis-44">
          <RequestStatus request={invoice} />
        </div>
        <p className="flex flex-wrap gap-2">
          <PdfLink href={invoiceFile(invoice.token, 'invoice.pdf')}>Invoice PDF</PdfLink>
          {isPaid && <PdfLink href={invoiceFile(invoice.token, 'receipt.pdf')}>Receipt PDF</PdfLink>}
        </p>
      </div>
      {/* What can be done comes first on a phone. */}
      <div className="grid gap-5 lg:col-start-2">
        {isPaid ? (
          <Panel title="Delivery" intro="We promise the leads within 24 hours of payment.">
            <OrderDeliveries reference={invoice.reference} lines={invoice.cartData} />
          </Panel>
        ) : (
          <LinkPanel invoice={invoice} allowed={allowed} onAsk={setAsked} />
        )}
        {allowed.has('mark-paid') && user.role === 'admin' && (
          <Panel title="Paid another way?" intro="When the customer paid outside the link, e.g. by bank transfer.">
            <Button icon={BadgeCheck} onClick={() => setAsked('mark-paid')}>
              Mark as paid
            </Button>
          </Panel>
        )}
      </div>
      <div className="grid gap-5 lg:col-start-1 lg:row-span-2 lg:row-start-2">
        <InvoiceFacts invoice={invoice} paidBy={PAYMENT_METHODS[invoice.paymentMethod]} />
        <Panel title="Order items">
          <OrderLines lines={invoice.cartData} total={Number(invoice.total)} />
        </Panel>
        <SenderNote text={invoice.specialOffers} title="Special offers" />
        <Panel title="Customer information">
          <ContactFacts {...payerOf(invoice)} />
        </Panel>
      </div>
      <Panel title="What happened" intro={`Newest first; times in ${timeZoneWord(Date.parse(invoice.createdAt))}.`}>
        <CustomerTimeline entries={[...invoice.timeline].reverse()} />
      </Panel>
      {asked === 'resend' && <ResendDialog request={invoice} onClose={close} onRepeat={openRequests} />}
      {asked === 'void' && <VoidDialog request={invoice} onClose={close} />}
      {asked === 'mark-paid' && <MarkPaidDialog invoice={invoice} onClose={close} />}
    </div>
  )
}

const PdfLink = ({ href, children }: { href: string; children: string }) => (
  <a href={href} target="_blank" rel="noopener" className={buttonClasses('plain')}>
    <FileText size={16} aria-hidden="true" />
    {children}
    <span className="sr-only"> (opens in a new tab)</span>
  </a>
)

function LinkPanel(props: { invoice: Invoice; allowed: ReadonlySet<RequestAction>; onAsk: (asked: Asked) => void }) {
  const { invoice, allowed, onAsk } = props
  const setReminder = useSetReminder()
  const link = paymentLink(invoice.token)
  return (
    <Panel title="Payment link">
      <div className="grid gap-4">
        <p className="rounded-md bg-sunken px-3 py-2 break-all select-all">{link}</p>
        {!allowed.has('copy') && (
          <p className="text-muted">This link no longer works. Anyone who opens it is told so and can’t pay.</p>
        )}
        <div className="flex flex-wrap gap-2">
          {allowed.has('copy') && (
            <>
              <CopyButton text={link} label="Copy link" />
              <ShareButtons request={invoice} />
            </>
          )}
          {allowed.has('mail') && hasMailTrouble(invoice) && <MailAgainButton request={invoice} />}
          {allowed.has('resend') && (
            <Button icon={RotateCcw} onClick={() => onAsk('resend')}>
              Resend
            </Button>
          )}
          {allowed.has('void') && (
            <Button icon={Ban} look="danger" onClick={() => onAsk('void')}>
              Cancel link
            </Button>
          )}
        </div>
        {allowed.has('remind') && (
          <Switch
            label="Reminder"
            isOn={invoice.remindAt !== null}
            onChange={(isReminderOn) =>
              !setReminder.isPending && setReminder.mutate({ request: invoice, isReminderOn })
            }
          >
            {invoice.remindAt
              ? `The customer gets a reminder ${formatDateTime(invoice.remindAt)}.`
              : 'We will not send a reminder before this link expires.'}
          </Switch>
        )}
      </div>
    </Panel>
  )
}

const route = getRouteApi(paths.invoice)
const LISTS = {
  admin: { to: paths.adminSection, params: { section: 'links' } },
  sales: { to: paths.sales, search: { tab: 'requests' } },
} as const

/** One request for the member who sent it, and for administrators (docs/product.md#invoice-page). */
export const InvoicePage = () => (
  <MemberGate title="Invoice" visitor={<LoginPage />}>
    {(user) => <InvoiceOf user={user} />}
  </MemberGate>
)

function InvoiceOf({ user }: { user: CurrentUser }) {
  const { token } = route.useParams()
  const found = useInvoice(token)
  const { data: invoice, error } = found
  const isMissing = error?.code === 'invoice_not_found' || error?.status === 400
  const title = isMissing ? 'Invoice Not Found' : 'Invoice'
  return (
    <DashboardFrame
      title={title}
      tabTitle={invoice ? `Invoice ${invoice.reference}` : title}
      user={user}
      strip={
        <div className="mb-5">
          <RequestNews memberId={user.id} />
        </div>
      }
      actions={
        <Link {...LISTS[user.role]} className={`${buttonClasses('quiet')} -ml-4 sm:ml-0`}>
          <ArrowLeft size={16} aria-hidden="true" />
          <span>
            Back
            <span className="max-sm:sr-only"> to {user.role === 'admin' ? 'Payment Links' : 'Sales Dashboard'}</span>
          </span>
        </Link>
      }
    >
      {invoice && !isMissing ? (
        <InvoiceView key={token} invoice={invoice} user={user} />
      ) : isMissing ? (
        <div className="max-w-[60ch] py-6">
          <p className="text-base text-muted">
            {user.role === 'admin'
              ? 'There is no invoice at this address. The link may be incomplete: open it from Payment Requests.'
              : 'There is no invoice at this address, or another representative sent it. Open it from your Payment Requests.'}
          </p>
          <Link to={paths.sales} search={{ tab: 'requests' }} className={`${buttonClasses('primary')} mt-5`}>
            Open Payment Requests
          </Link>
        </div>
      ) : error ? (
        <ListTrouble list={found} title="The invoice could not be loaded" />
      ) : (
        <Loading words="Loading the invoice" height="h-96" />
      )}
    </DashboardFrame>
  )
}

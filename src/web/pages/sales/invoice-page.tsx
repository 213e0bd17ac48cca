import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft, BadgeCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Invoice } from '#contract/links/payment-request-values.ts'
import type { CurrentUser } from '#contract/members/auth.ts'
import { OrderLines } from '#web/features/checkout/order-summary.tsx'
import { OrderDeliveries } from '#web/features/delivery/fulfillment/order-deliveries.tsx'
import { ContactFacts, CustomerTimeline } from '#web/features/links/customers/customer-history.tsx'
import { RequestNews } from '#web/features/links/live/request-news.tsx'
import { InvoiceFacts, invoiceFile, useInvoice } from '#web/features/links/payment-link/invoice-facts.tsx'
import { SenderNote } from '#web/features/links/payment-link/sender-note.tsx'
import * as requestActs from '#web/features/links/requests/request-acts.tsx'
import { actionsOf, type RequestAction } from '#web/features/links/requests/request-story.ts'
import { PAYMENT_METHODS } from '#web/features/orders/order-words.ts'
import { useCurrentUser } from '#web/lib/current-user.ts'
import { formatDateTime, formatDollars, formatPlural } from '#web/lib/format.ts'
import { timeZoneWord } from '#web/lib/format-late.ts'
import { invoicePath, paymentLink } from '#web/lib/payment-request-words.ts'
import { useServerSeconds } from '#web/lib/use-server-seconds.ts'
import { DashboardFrame, MemberGate } from '#web/pages/account/dashboard-frame.tsx'
import { LoginPage } from '#web/pages/account/login-page.tsx'
import { paths } from '#web/paths.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/choice.tsx'
import { Drawer } from '#web/ui/dialog.tsx'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { ListTrouble, Panel } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { payerOf, useRepeatRequest } from './use-repeat-request.ts'

function InvoiceView({ invoice, beside }: { invoice: Invoice; beside: ReactNode }) {
  const user = useCurrentUser()
  const [isMarking, setIsMarking] = useState(false)
  const { mutate: repeat } = useRepeatRequest()
  const allowed = actionsOf(invoice, useServerSeconds() * 1000)
  return (
    <div className="@container">
      <div className="grid items-start gap-5 @4xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex flex-wrap items-start justify-between gap-4 @4xl:col-span-2">
          <div className="min-w-0 grow basis-44">
            <requestActs.RequestStatus request={invoice} isWhole />
          </div>
          {beside}
        </div>
        {/* In one column, what can be done comes first. */}
        <div className="grid gap-5 @4xl:col-start-2">
          {isPaid(invoice) ? (
            <Panel title="Delivery" intro="Due within 24 hours of payment.">
              <OrderDeliveries reference={invoice.reference} lines={invoice.cartData} />
            </Panel>
          ) : (
            <LinkPanel invoice={invoice} allowed={allowed} onRepeat={repeat} />
          )}
          {allowed.has('mark-paid') && user?.role === 'admin' && (
            <Panel title="Paid another way?" intro="When the customer paid outside the link, e.g. by bank transfer.">
              <Button icon={BadgeCheck} onClick={() => setIsMarking(true)}>
                Mark as paid
              </Button>
            </Panel>
          )}
          <Panel title="What happened" intro={`Newest first; times in ${timeZoneWord(Date.parse(invoice.createdAt))}.`}>
            <CustomerTimeline entries={[...invoice.timeline].reverse()} />
          </Panel>
        </div>
        <div className="grid gap-5 @4xl:col-start-1 @4xl:row-start-2">
          <InvoiceFacts invoice={invoice} paidBy={PAYMENT_METHODS[invoice.paymentMethod]} />
          <Panel title="Order items">
            <OrderLines lines={invoice.cartData} total={Number(invoice.total)} />
          </Panel>
          <SenderNote text={invoice.specialOffers} title="Special offers" />
          <Panel title="Customer information">
            <ContactFacts {...payerOf(invoice)} />
          </Panel>
        </div>
        {isMarking && <requestActs.MarkPaidDialog invoice={invoice} onClose={() => setIsMarking(false)} />}
      </div>
    </div>
  )
}

const isPaid = ({ status }: Invoice) => status === 'paid' || status === 'processed'

/** What can be read and done whatever became of a request. */
function Documents({ invoice, children }: { invoice: Invoice; children?: ReactNode }) {
  const { mutate, isPending } = useRepeatRequest()
  return (
    <div className="flex flex-wrap gap-2">
      {children}
      <ExternalLink className={buttonClasses('plain')} href={invoiceFile(invoice.token, 'invoice.pdf')}>
        Invoice PDF
      </ExternalLink>
      {isPaid(invoice) && (
        <ExternalLink className={buttonClasses('plain')} href={invoiceFile(invoice.token, 'receipt.pdf')}>
          Receipt PDF
        </ExternalLink>
      )}
      <Button isBusy={isPending} onClick={() => mutate(invoice)}>
        Repeat
      </Button>
    </div>
  )
}

type LinkPanelProps = { invoice: Invoice; allowed: ReadonlySet<RequestAction>; onRepeat: requestActs.OnRepeat }

function LinkPanel({ invoice, allowed, onRepeat }: LinkPanelProps) {
  const setReminder = requestActs.useSetReminder()
  return (
    <Panel title="Payment link">
      <div className="grid gap-4">
        <p className="rounded-md bg-sunken px-3 py-2 break-all select-all">{paymentLink(invoice.token)}</p>
        {!allowed.has('copy') && (
          <p className="text-muted">This link no longer works. Anyone who opens it is told so and can’t pay.</p>
        )}
        <requestActs.RequestButtons request={invoice} onRepeat={onRepeat} />
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
  const { data: invoice } = found
  const title = isMissing(found) ? 'Invoice Not Found' : 'Invoice'
  return (
    <DashboardFrame
      title={title}
      tabTitle={invoice ? `Invoice ${invoice.reference}` : title}
      user={user}
      strip={<RequestNews memberId={user.id} className="mb-5" />}
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
      <FoundInvoice found={found}>
        {invoice && <InvoiceView key={token} invoice={invoice} beside={<Documents invoice={invoice} />} />}
      </FoundInvoice>
    </DashboardFrame>
  )
}

/** One request over a list or a sale, by the token of its link. */
export function RequestDrawer({ token, onClose }: { token: string; onClose: () => void }) {
  const found = useInvoice(token)
  const { data: invoice } = found
  return (
    <Drawer
      title={
        <span className="line-clamp-2 wrap-anywhere" dir="auto">
          {invoice?.customerName ?? (isMissing(found) ? 'Invoice Not Found' : 'Payment link')}
        </span>
      }
      onClose={onClose}
      footer={
        invoice && (
          <Documents invoice={invoice}>
            <ExternalLink className={buttonClasses('plain')} href={invoicePath(token)}>
              Open invoice
            </ExternalLink>
          </Documents>
        )
      }
    >
      <FoundInvoice found={found}>
        {invoice && (
          <InvoiceView
            invoice={invoice}
            beside={
              <p className="figures font-semibold">
                {formatDollars(invoice.total)}
                <span className="font-normal text-muted">, {formatPlural(invoice.cartData.length, 'package')}</span>
              </p>
            }
          />
        )}
      </FoundInvoice>
    </Drawer>
  )
}

type Found = ReturnType<typeof useInvoice>
const isMissing = ({ error }: Found) => error?.code === 'invoice_not_found' || error?.status === 400

/** The invoice, or why it is not there. */
function FoundInvoice({ found, children }: { found: Found; children: ReactNode }) {
  if (isMissing(found))
    return (
      <div className="max-w-[60ch] py-6">
        <p className="text-base text-muted">
          There is no invoice at this address, or another representative sent it. Find yours in Payment Requests.
        </p>
        <Link to={paths.sales} search={{ tab: 'requests' }} className={`${buttonClasses('primary')} mt-5`}>
          Open Payment Requests
        </Link>
      </div>
    )
  if (children) return children
  if (found.error) return <ListTrouble list={found} title="The invoice could not be loaded" />
  return <Loading words="Loading the invoice" height="h-96" />
}

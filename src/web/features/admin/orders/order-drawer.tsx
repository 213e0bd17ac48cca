import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { FileText, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type AdminOrder, getAdminOrder } from '#contract/admin/order-screen.ts'
import { leadsWords } from '#contract/catalogue/catalogue.ts'
import { REFUND_STATE_NAMES, refundReason } from '#contract/payments/refund-states.ts'
import { DELIVERY_METHOD_NAMES } from '#contract/plain-values.ts'
import { CHANNEL_NAMES } from '#contract/sales/analytics.ts'
import type { OrderId } from '#contract/values.ts'
import { SectionLink } from '#web/features/admin/section-link.tsx'
import { FRESH, query } from '#web/lib/call-api.ts'
import { formatDateTime, formatDollars, formatPlural } from '#web/lib/format.ts'
import { formatRecent, timeZoneWord } from '#web/lib/format-late.ts'
import { offerEffects } from '#web/lib/line-offers.tsx'
import { priceAfterOffers } from '#web/lib/line-sums.ts'
import { isPartlyRefunded, ORDER_STATUSES, REFUND_STATUSES, statusOf } from '#web/lib/order-statuses.ts'
import { mailErrorWords } from '#web/lib/payment-request-words.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { Timeline } from '#web/lib/timeline.tsx'
import { paths } from '#web/paths.ts'
import { ActionMenu, type MenuAction } from '#web/ui/action-menu.tsx'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/dialog.tsx'
import { FactList } from '#web/ui/fact-list.tsx'
import { FigureStrip } from '#web/ui/figure-strip.tsx'
import { LatePart } from '#web/ui/late-part.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ErrorNotice, Part, StatusPill } from '#web/ui/panel.tsx'
import { MailLink, PhoneLink } from '#web/ui/phone-link.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { RejectDialog, VerifyDialog } from './cash-app-view.tsx'
import { DueWords } from './order-table.tsx'
import { messageKindName, OBSTACLE_WORDS, paidWords, storyWords } from './order-words.ts'
import { RefundDialog } from './refund-dialog.tsx'
import { areLeadsDelivered } from './refund-rules.ts'

const loadBuyerCredit = () => import('./buyer-credit.tsx')

/** Whether a due refund or a waiting email will be done within seconds. */
const isUnderWay = ({ refunds, messages }: AdminOrder): boolean =>
  refunds.some(({ state }) => state === 'pending') || messages.some(({ state }) => state === 'waiting')

type Line = AdminOrder['lines'][number]
type PartsOf = (line: Line) => { what: string; price: ReactNode; more: ReactNode; actions: readonly MenuAction[] }
/** The packages of a paid order with how each is delivered, from another feature. */
export type PackagesOf = (order: AdminOrder, partsOf: PartsOf) => ReactNode

/** What another feature shows of an order: the buttons that deliver all of it. */
export type OrderOf = (order: AdminOrder) => ReactNode

type OrderDrawerProps = { orderId: string; packagesOf: PackagesOf; deliverAll: OrderOf; onClose: () => void }

/** One order: buyer, lines, payment, messages, and refunds. */
export function OrderDrawer({ orderId, packagesOf, deliverAll, onClose }: OrderDrawerProps) {
  const found = useQuery({
    ...query(getAdminOrder, { orderId: orderId as OrderId }),
    ...FRESH,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? 5_000 : false),
  })
  const { data: order, error, isPending, refetch } = found
  const [refunding, setRefunding] = useState<{ lineNumber?: number } | null>(null)
  const isUnknown = error?.code === 'order_not_found' || error?.status === 400
  const title = order && (
    <>
      Order <span className="whitespace-nowrap">{order.reference}</span>
    </>
  )
  return (
    <Drawer
      title={title ?? (isUnknown ? 'Order not found' : 'Order')}
      onClose={onClose}
      footer={order && <Acts order={order} deliverAll={deliverAll} onRefund={() => setRefunding({})} />}
    >
      {isPending && <Loading words="Loading the order" height="h-40" count={3} />}
      {order && (
        <OrderFile order={order} packagesOf={packagesOf} onRefund={(lineNumber) => setRefunding({ lineNumber })} />
      )}
      {!order && isUnknown && (
        <Notice tone="danger" title="Order not found">
          There is no order at this address. Close this and search for it.
        </Notice>
      )}
      {!order && !isUnknown && <ErrorNotice title="The order could not be loaded" error={error} onRetry={refetch} />}
      {order && refunding && (
        <RefundDialog order={order} lineNumber={refunding.lineNumber} onClose={() => setRefunding(null)} />
      )}
    </Drawer>
  )
}

type ActsProps = { order: AdminOrder; deliverAll: OrderOf; onRefund: () => void }

function Acts({ order, deliverAll, onRefund }: ActsProps) {
  const { refundObstacle, request } = order
  const [asked, setAsked] = useState<'verify' | 'reject' | null>(null)
  const isPromised = order.status === 'awaiting_payment' && order.paymentMethod === 'cash_app'
  const Decide = asked === 'verify' ? VerifyDialog : RejectDialog
  const navigate = useNavigate()
  const invoice = request && ({ to: paths.invoice, params: { token: request.token } } as const)
  const more: MenuAction[] = []
  if (!refundObstacle) more.push({ label: 'Refund', icon: Undo2, onChoose: onRefund })
  if (invoice) more.push({ label: 'Invoice', icon: FileText, onChoose: () => void navigate(invoice) })
  return (
    <div className="grid gap-2">
      {refundObstacle && !isPromised && <p className="text-sm text-muted">{OBSTACLE_WORDS[refundObstacle]}</p>}
      <div className="flex flex-wrap gap-2">
        {isPromised && (
          <>
            <Button look="primary" onClick={() => setAsked('verify')}>
              Verify
            </Button>
            <Button onClick={() => setAsked('reject')}>Reject</Button>
          </>
        )}
        {order.paidAt && deliverAll(order)}
        {order.status === 'completed' ? (
          // Beside what delivers it, in one row of a phone.
          more.length > 0 && <ActionMenu label={`More for ${order.reference}`} actions={more} />
        ) : (
          <>
            {!refundObstacle && <Button onClick={onRefund}>Refund</Button>}
            {invoice && (
              <Link {...invoice} className={buttonClasses('plain')}>
                Invoice
              </Link>
            )}
          </>
        )}
      </div>
      {asked && <Decide entry={{ ...order, amount: Number(order.total) }} onClose={() => setAsked(null)} />}
    </div>
  )
}

type OrderFileProps = { order: AdminOrder; packagesOf: PackagesOf; onRefund: (lineNumber: number) => void }

function OrderFile({ order, packagesOf, onRefund }: OrderFileProps) {
  const { refundState, isDisputed, dispute, commission, channel, repName, decision, paidAt, createdAt } = order
  const figures = [
    { label: 'Total', value: formatDollars(order.total) },
    {
      label: 'Refunded',
      value: formatDollars(order.refundedTotal),
      note: refundState && refundState !== 'refunded' && REFUND_STATE_NAMES[refundState],
    },
    commission && {
      label: 'Commission',
      value: formatDollars(commission.amount),
      note: `${commission.rate}% after refunds`,
    },
  ]
  /** What is not refunded is still delivered. */
  const goesOn = ORDER_STATUSES[order.status]
  const canRefund = !order.refundObstacle && order.lines.length > 1
  const partsOf: PartsOf = (line) => ({
    what: `${leadsWords(line)} · ${line.leadTypeName} · ${DELIVERY_METHOD_NAMES[line.deliveryMethod]}`,
    price: <span className="figures font-semibold">{formatDollars(priceAfterOffers(line))}</span>,
    more: <LineMoney line={line} />,
    actions:
      canRefund && line.outcome === 'sold' && line.left > 0
        ? [{ label: 'Refund this package', icon: Undo2, onChoose: () => onRefund(line.lineNumber) }]
        : [],
  })
  return (
    <div className="grid gap-6 text-sm">
      <div className="grid gap-3">
        <p className="flex flex-wrap items-center gap-2">
          <StatusPill {...statusOf(order)}>{statusOf(order).name}</StatusPill>
          {isPartlyRefunded(order) && <StatusPill {...goesOn}>{goesOn.name}</StatusPill>}
          {isDisputed && <StatusPill tone="over">Disputed</StatusPill>}
          <DueWords order={order} />
          <span className="text-muted">
            {paidAt ? 'Paid' : 'Placed'} {formatRecent(paidAt ?? createdAt, serverNow())} · {paidWords(order)} ·{' '}
            {CHANNEL_NAMES[channel]}
            {repName && `, sold by ${repName}`}
          </span>
        </p>
        <FigureStrip label="Order totals" figures={figures.filter((figure) => figure !== null)} />
        {dispute && (
          <Notice
            tone="attention"
            action={
              <SectionLink section="disputes" search={{ open: dispute.id }} className={buttonClasses('plain')}>
                Open the dispute
              </SectionLink>
            }
          >
            The buyer’s bank is disputing this payment.
            {order.refundObstacle === 'disputed' && order.status === 'completed' && ' Hold delivery.'}
          </Notice>
        )}
      </div>
      <Part title="Packages">{packagesOf(order, partsOf)}</Part>
      <Part title="Buyer">
        <Buyer order={order} />
      </Part>
      <Part title="Payment and refunds">
        {decision && (
          <p className="mb-2">
            Decided by {decision.by ?? 'someone'}
            {decision.note && <>: “{decision.note}”</>}
          </p>
        )}
        <OrderMoney order={order} />
      </Part>
      {order.email && (
        <Part title="Store credit">
          <LatePart
            load={loadBuyerCredit}
            props={{ orderId: order.id }}
            waiting={<Skeleton className="h-11" />}
            failed={(retry) => <Button onClick={retry}>Show the buyer’s store credit</Button>}
          />
        </Part>
      )}
      <Part title="Emails and texts">
        <Mails order={order} />
      </Part>
      <Part title="What happened" note={`Newest first; times in ${timeZoneWord(serverNow())}.`}>
        <Story order={order} />
      </Part>
    </div>
  )
}

function Buyer({ order: { fullName, email, contact } }: { order: AdminOrder }) {
  const all = [
    ['Name', fullName],
    ['Email', email && <MailLink email={email} />],
    ['Business', contact.businessName],
    ['Phone', contact.cellPhone && <PhoneLink phone={contact.cellPhone} />],
    ['Address', contact.address],
  ] as const
  const facts = all.filter(([, value]) => value)
  if (contact.isForgotten)
    return (
      <p className="text-muted">Removed: nobody paid for this order, so the store does not keep the buyer’s details.</p>
    )
  if (facts.length === 0) return <p className="text-muted">No name or address yet.</p>
  return (
    <FactList
      className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-4 gap-y-1"
      factLook="contents"
      termLook="text-muted"
      facts={facts}
    />
  )
}

const MAIL_STATES = {
  waiting: { tone: 'waiting', name: 'Waiting' },
  sent: { tone: 'done', name: 'Sent' },
  failed: { tone: 'over', name: 'Failed' },
  stopped: { tone: 'plain', name: 'Stopped' },
} as const

function Mails({ order: { messages, reference } }: { order: AdminOrder }) {
  if (messages.length === 0) return <p className="text-muted">No emails or texts about this order yet.</p>
  return (
    <>
      <ul className="grid gap-2">
        {messages.map(({ id, kind, channel, state, sentAt, createdAt, lastError }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <span>
              {messageKindName(kind)}
              {channel === 'sms' && ', by text'}
              <span className="block text-xs text-muted">
                {formatDateTime(sentAt ?? createdAt)}
                {state !== 'sent' && lastError && `: ${mailErrorWords(lastError)}`}
              </span>
            </span>
            <StatusPill tone={MAIL_STATES[state].tone}>{MAIL_STATES[state].name}</StatusPill>
          </li>
        ))}
      </ul>
      <p className="mt-2">
        <SectionLink section="messages" search={{ search: reference }}>
          Resend one from Messages
        </SectionLink>
      </p>
    </>
  )
}

const Story = ({ order: { timeline } }: { order: AdminOrder }) => (
  <Timeline
    entries={timeline.toReversed().map((entry) => ({
      key: `${entry.at} ${entry.kind} ${entry.detail}`,
      at: entry.at,
      words: storyWords(entry),
    }))}
  />
)

const PAYMENT_STATES = {
  open: 'Waiting for the buyer’s card',
  promised: 'Waiting for Cash App',
  succeeded: 'Received',
  cancelled: 'Canceled',
} as const

const OrderMoney = ({ order: { payment, refunds } }: { order: AdminOrder }) => (
  <div className="grid gap-3">
    {payment && !payment.id.startsWith('none_') ? (
      <p>
        {PAYMENT_STATES[payment.state]}: <span className="figures">{formatDollars(payment.amount)}</span>
        {payment.succeededAt && <span className="text-muted">, {formatDateTime(payment.succeededAt)}</span>}
        <span className="block font-mono text-xs text-muted wrap-anywhere">{payment.id}</span>
      </p>
    ) : (
      <p className="text-muted">No payment was started.</p>
    )}
    {refunds.length > 0 && (
      <ul className="grid gap-2">
        {refunds.map((refund) => (
          <li key={refund.id} className="rounded-md border border-line bg-surface p-3">
            <RefundFacts refund={refund} />
          </li>
        ))}
      </ul>
    )}
  </div>
)

function RefundFacts({ refund }: { refund: AdminOrder['refunds'][number] }) {
  const { state, amount, credit, createdAt, decidedBy, isByHand, providerRefundId, attempts, lastError, tryAt } = refund
  return (
    <>
      <p className="flex flex-wrap items-center justify-between gap-2">
        <strong className="figures font-semibold">{formatDollars(Number(amount) + Number(credit))}</strong>
        <StatusPill tone={REFUND_STATUSES[state].tone}>{REFUND_STATUSES[state].name}</StatusPill>
      </p>
      <p className="wrap-anywhere" dir="auto">
        {refundReason(refund)}
      </p>
      <p className="text-xs text-muted">
        {formatDateTime(createdAt)}
        {decidedBy && `, ${decidedBy}`}
        {Number(credit) > 0 && `, ${formatDollars(credit)} of it as store credit`}
        {isByHand && ': sent back outside the store'}
        {providerRefundId && <span className="block font-mono wrap-anywhere">{providerRefundId}</span>}
      </p>
      {(state === 'failed' || (state === 'pending' && attempts > 0)) && (
        <p className="mt-1 text-danger">
          {formatPlural(attempts, 'attempt')}
          {lastError && `: ${lastError.replaceAll('_', ' ')}`}
          {tryAt && `. Next ${formatDateTime(tryAt)}`}.{' '}
          <Link to={paths.admin} className="font-semibold underline">
            See what to do
          </Link>
        </p>
      )}
    </>
  )
}

/** What offers, store credit and refunds did to the price of a package. */
const LineMoney = ({ line }: { line: Line }) => (
  <>
    {line.discount > 0 && <p className="figures text-muted">Price {formatDollars(line.price)}</p>}
    {line.credit > 0 && <p className="figures text-muted">{formatDollars(line.credit)} of it paid with store credit</p>}
    {offerEffects(line.offers).map(({ key, name, value }) => (
      <p key={key} className="figures text-accent">
        {name}: {value}
      </p>
    ))}
    {line.lostDiscount > 0 && (
      <p className="figures text-muted">
        Costs {formatDollars(line.lostDiscount)} more: it lost a discount it had only with the returned packages
      </p>
    )}
    <LineOutcome line={line} />
  </>
)

function LineOutcome({ line }: { line: Line }) {
  const { outcome, refunded, left } = line
  // Older refunds say that even delivered leads were returned.
  const isReturned = line.isReturned && !areLeadsDelivered(line)
  if (outcome === 'open' || (outcome === 'sold' && refunded === 0 && !isReturned)) return null
  return (
    <p className="mt-1.5 flex flex-wrap items-center gap-2">
      {outcome === 'refunded' && <StatusPill tone="over">Sold out when paid</StatusPill>}
      {isReturned && <StatusPill tone="plain">Back on sale</StatusPill>}
      {refunded > 0 && (
        <span className="figures">
          {formatDollars(refunded)} refunded{left > 0 && `, ${formatDollars(left)} kept`}
        </span>
      )}
    </p>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { AdminOrder, getAdminOrder } from '#contract/admin/order-screen.ts'
import { REFUND_STATE_NAMES } from '#contract/payments/refund-states.ts'
import type { OrderId } from '#contract/values.ts'
import { SectionLink } from '#web/features/admin/section-link.tsx'
import { formatDateTime, formatDollars, timeZoneWord } from '#web/lib/format.ts'
import { mailErrorWords } from '#web/lib/payment-request-words.ts'
import { query } from '#web/lib/query.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Drawer } from '#web/ui/drawer.tsx'
import { FigureStrip } from '#web/ui/figure-strip.tsx'
import { LatePart } from '#web/ui/late-part.tsx'
import { ErrorNotice, Notice } from '#web/ui/notice.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { ORDER_PATH } from './order-data.ts'
import { OrderLines, OrderMoney } from './order-lines.tsx'
import { CHANNEL_NAMES, messageKindName, OBSTACLE_WORDS, orderPill, paidWords, storyWords } from './order-words.ts'
import { RefundDialog } from './refund-dialog.tsx'

const loadBuyerCredit = () => import('./buyer-credit.tsx')

/** Whether a due refund or a waiting email will be done within seconds. */
const isUnderWay = ({ refunds, messages }: AdminOrder): boolean =>
  refunds.some(({ state }) => state === 'pending') || messages.some(({ state }) => state === 'waiting')

interface OrderDrawerProps {
  orderId: string
  deliveryOf: (order: AdminOrder) => ReactNode
  onClose: () => void
}

/** One order: buyer, lines, payment, messages, and refunds. */
export function OrderDrawer({ orderId, deliveryOf, onClose }: OrderDrawerProps) {
  const found = useQuery({
    ...query<typeof getAdminOrder>(ORDER_PATH, { orderId: orderId as OrderId }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? 5_000 : false),
  })
  const { data: order, error, isPending, refetch } = found
  const [isRefunding, setIsRefunding] = useState(false)
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
      footer={order && <Acts order={order} onRefund={() => setIsRefunding(true)} />}
    >
      {isPending && <Loading words="Loading the order" height="h-40" count={3} />}
      {order && <OrderFile order={order} delivery={order.paidAt ? deliveryOf(order) : null} />}
      {!order && isUnknown && (
        <Notice tone="danger" title="Order not found">
          There is no order at this address. Close this and search for it.
        </Notice>
      )}
      {!order && !isUnknown && <ErrorNotice title="The order could not be loaded" error={error} onRetry={refetch} />}
      {order && isRefunding && <RefundDialog order={order} onClose={() => setIsRefunding(false)} />}
    </Drawer>
  )
}

const Acts = ({ order: { refundObstacle, request }, onRefund }: { order: AdminOrder; onRefund: () => void }) => (
  <div className="grid gap-2">
    {refundObstacle && <p className="text-sm text-muted">{OBSTACLE_WORDS[refundObstacle]}</p>}
    <div className="flex flex-wrap gap-2">
      {!refundObstacle && (
        <Button className="max-xs:w-full" onClick={onRefund}>
          Refund
        </Button>
      )}
      {request && (
        <Link to={paths.invoice} params={{ token: request.token }} className={buttonClasses('plain')}>
          Invoice
        </Link>
      )}
    </div>
  </div>
)

function OrderFile({ order, delivery }: { order: AdminOrder; delivery: ReactNode }) {
  const { refundState, isDisputed, dispute, commission, channel, repName, decision } = order
  const figures = [
    { label: 'Total', value: formatDollars(order.total), note: paidWords(order) },
    {
      label: 'Refunded',
      value: formatDollars(order.refundedTotal),
      note: refundState && REFUND_STATE_NAMES[refundState],
    },
    commission && {
      label: 'Commission',
      value: formatDollars(commission.amount),
      note: `${commission.rate}% of what is left`,
    },
  ]
  return (
    <div className="grid gap-6 text-sm">
      <div className="grid gap-3">
        <p className="flex flex-wrap items-center gap-2">
          <StatusPill tone={orderPill(order).tone}>{orderPill(order).name}</StatusPill>
          {isDisputed && <StatusPill tone="over">Disputed</StatusPill>}
          <span className="text-muted">
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
          </Notice>
        )}
      </div>
      <Part title="Buyer">
        <Buyer order={order} />
      </Part>
      <Part title="Packages">
        <OrderLines lines={order.lines} />
      </Part>
      {delivery && <Part title="Delivery">{delivery}</Part>}
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
  const facts = [
    ['Name', fullName],
    ['Email', email],
    ['Business', contact.businessName],
    ['Phone', contact.cellPhone],
    ['Address', contact.address],
  ].filter(([, value]) => value)
  if (contact.isForgotten)
    return (
      <p className="text-muted">Removed: nobody paid for this order, so the store does not keep the buyer’s details.</p>
    )
  if (facts.length === 0) return <p className="text-muted">No name or address yet.</p>
  return (
    <dl className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-4 gap-y-1">
      {facts.map(([term, value]) => (
        <div key={term} className="contents">
          <dt className="text-muted">{term}</dt>
          <dd className="wrap-anywhere" dir="auto">
            {value}
          </dd>
        </div>
      ))}
    </dl>
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
              {channel === 'sms' && ', by SMS'}
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
          Resend one from the message log
        </SectionLink>
      </p>
    </>
  )
}

const Story = ({ order: { timeline } }: { order: AdminOrder }) => (
  <ol aria-label="What happened, newest first" className="grid gap-3 border-l border-line pl-4">
    {timeline.toReversed().map((entry, index) => (
      <li key={`${entry.at} ${entry.kind} ${entry.detail}`} className="relative">
        <span
          aria-hidden="true"
          className={classes(
            'absolute top-1.5 -left-[1.3rem] size-2 rounded-full border border-accent',
            index === 0 ? 'bg-accent' : 'bg-surface',
          )}
        />
        <p className="wrap-anywhere">{storyWords(entry)}</p>
        <p className="text-xs text-muted">
          <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
        </p>
      </li>
    ))}
  </ol>
)

const Part = ({ title, note, children }: { title: string; note?: string; children: ReactNode }) => (
  <section>
    <h3 className={classes('text-base font-semibold', !note && 'mb-2')}>{title}</h3>
    {note && <p className="mb-2 text-xs text-muted">{note}</p>}
    {children}
  </section>
)

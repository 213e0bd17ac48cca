import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { AdminOrder } from '#contract/admin/order-screen.ts'
import { REFUND_STATE_NAMES } from '#contract/payments/refund-states.ts'
import { formatDateTime, formatDollars, timeZoneWord } from '#web/lib/format.ts'
import { mailErrorWords } from '#web/lib/payment-request-words.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Drawer } from '#web/ui/drawer.tsx'
import { FigureStrip } from '#web/ui/figure-strip.tsx'
import { LatePart } from '#web/ui/late-part.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { useAdminOrder } from './order-data.ts'
import { OrderLines, OrderMoney } from './order-lines.tsx'
import { CHANNEL_NAMES, messageKindName, OBSTACLE_WORDS, orderPill, paidWords, storyWords } from './order-words.ts'
import { RefundDialog } from './refund-dialog.tsx'

const loadBuyerCredit = () => import('./buyer-credit.tsx')

interface OrderDrawerProps {
  orderId: string
  deliveryOf: (order: AdminOrder) => ReactNode
  onClose: () => void
}

/** One order: buyer, lines, payment, messages, and refunds. */
export function OrderDrawer({ orderId, deliveryOf, onClose }: OrderDrawerProps) {
  const { data: order, error, isPending, refetch } = useAdminOrder(orderId)
  const [isRefunding, setIsRefunding] = useState(false)
  const isUnknown = error?.code === 'order_not_found' || error?.status === 400
  return (
    <Drawer
      title={
        order ? (
          <>
            Order <span className="whitespace-nowrap">{order.reference}</span>
          </>
        ) : isUnknown ? (
          'Order not found'
        ) : (
          'Order'
        )
      }
      onClose={onClose}
      footer={order && <Acts order={order} onRefund={() => setIsRefunding(true)} />}
    >
      {isPending ? (
        <div className="grid gap-4">
          <LoadingWords>Loading the order</LoadingWords>
          <Skeleton className="h-20" />
          <Skeleton className="h-40" />
          <Skeleton className="h-40" />
        </div>
      ) : order ? (
        <OrderFile order={order} delivery={order.paidAt ? deliveryOf(order) : null} />
      ) : (
        <Notice
          tone="danger"
          title={isUnknown ? 'Order not found' : 'The order could not be loaded'}
          action={!isUnknown && <Button onClick={() => refetch()}>Try again</Button>}
        >
          {isUnknown ? 'There is no order at this address. Close this and search for it.' : error.sentence}
        </Notice>
      )}
      {order && isRefunding && <RefundDialog order={order} onClose={() => setIsRefunding(false)} />}
    </Drawer>
  )
}

function Acts({ order, onRefund }: { order: AdminOrder; onRefund: () => void }) {
  const { refundObstacle: obstacle, request } = order
  return (
    <div className="grid gap-2">
      {obstacle && <p className="text-sm text-muted">{OBSTACLE_WORDS[obstacle]}</p>}
      <div className="flex flex-wrap gap-2">
        {!obstacle && (
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
}

function OrderFile({ order, delivery }: { order: AdminOrder; delivery: ReactNode }) {
  const { refundState, isDisputed, dispute, commission, channel, repName, decision } = order
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
        <FigureStrip
          label="Order totals"
          figures={[
            { label: 'Total', value: formatDollars(order.total), note: paidWords(order) },
            {
              label: 'Refunded',
              value: formatDollars(order.refundedTotal),
              ...(refundState ? { note: REFUND_STATE_NAMES[refundState] } : {}),
            },
            ...(commission
              ? [
                  {
                    label: 'Commission',
                    value: formatDollars(commission.amount),
                    note: `${commission.rate}% of what is left`,
                  },
                ]
              : []),
          ]}
        />
        {dispute && (
          <Notice
            tone="attention"
            action={
              <Link
                to={paths.adminSection}
                params={{ section: 'disputes' }}
                search={{ open: dispute.id }}
                className={buttonClasses('plain')}
              >
                Open the dispute
              </Link>
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
  if (contact.isForgotten)
    return (
      <p className="text-muted">Removed: nobody paid for this order, so the store does not keep the buyer’s details.</p>
    )
  const facts = [
    ['Name', fullName],
    ['Email', email],
    ['Business', contact.businessName],
    ['Phone', contact.cellPhone],
    ['Address', contact.address],
  ].filter(([, value]) => value)
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
        <Link
          to={paths.adminSection}
          params={{ section: 'messages' }}
          search={{ search: reference }}
          className="font-semibold text-accent hover:underline"
        >
          Resend one from the message log
        </Link>
      </p>
    </>
  )
}

function Story({ order: { timeline } }: { order: AdminOrder }) {
  return (
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
}

function Part({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section>
      <h3 className={classes('text-base font-semibold', !note && 'mb-2')}>{title}</h3>
      {note && <p className="mb-2 text-xs text-muted">{note}</p>}
      {children}
    </section>
  )
}

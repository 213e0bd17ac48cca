import { Link } from '@tanstack/react-router'
import { type CSSProperties, useEffect } from 'react'
import { packageName } from '#contract/catalogue/catalogue.ts'
import type { LineDelivery } from '#contract/delivery/delivery.ts'
import type { OrderLine } from '#contract/orders/orders.ts'
import type { OrderToken } from '#contract/values.ts'
import { formatMoment, formatTimeLeft } from '#web/lib/format.ts'
import { useServerSeconds } from '#web/lib/use-server-seconds.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { StatusPill, type StatusTone } from '#web/ui/status-pill.tsx'
import { isWaiting, useOrderDelivery, useRenewLink } from './delivery-data.ts'

const STATES = {
  waiting: { tone: 'waiting', name: 'Being prepared' },
  sent: { tone: 'done', name: 'Delivered' },
  delivered: { tone: 'done', name: 'Delivered' },
  // Administrators see why; for the buyer it is still being prepared.
  failed: { tone: 'waiting', name: 'Being prepared' },
  cancelled: { tone: 'plain', name: 'Refunded' },
} as const satisfies Record<LineDelivery['state'], { tone: StatusTone; name: string }>

type OrderDeliveryProps = { token: OrderToken; lines: readonly OrderLine[]; onDelivered?: (() => void) | undefined }
/** The 24-hour clock while a package is waiting, and links to those that are ready. Nothing without deliveries. */
export function OrderDelivery({ token, lines, onDelivered }: OrderDeliveryProps) {
  const { data: deliveries } = useOrderDelivery(token)
  const waiting = deliveries?.filter(isWaiting).length
  useEffect(() => {
    if (waiting === 0) onDelivered?.()
  }, [waiting, onDelivered])
  if (!deliveries)
    return (
      <div style={{ '--lines': lines.length } as CSSProperties}>
        <Skeleton className="mb-6 h-[calc(6.9rem+var(--lines)*6.65rem)] sm:h-[calc(6.1rem+var(--lines)*3.9rem)]" />
      </div>
    )
  if (deliveries.length === 0) return null
  const [next] = deliveries.filter(isWaiting).toSorted((a, b) => Date.parse(a.dueAt) - Date.parse(b.dueAt))
  return (
    <section
      aria-labelledby="delivery-title"
      className="no-print mb-6 grid gap-4 rounded-md border border-line bg-surface p-4 sm:p-5"
    >
      <div>
        <h2 id="delivery-title" className="display text-lg">
          Delivery
        </h2>
        {next ? (
          <DueBy line={next} isRest={!deliveries.every(isWaiting)} />
        ) : (
          <p className="text-sm text-muted">{deliveredWords(deliveries)}</p>
        )}
      </div>
      <ul className="divide-y divide-line">
        {deliveries.map((delivery) => (
          <DeliveryLine key={delivery.lineNumber} delivery={delivery} line={lines[delivery.lineNumber - 1]} />
        ))}
      </ul>
      {deliveries.some(({ canRenew }) => canRenew) && <RenewLink token={token} />}
    </section>
  )
}

/** For a buyer whose desk is open here. */
function RenewLink({ token }: { token: OrderToken }) {
  const renew = useRenewLink(token)
  return (
    <Notice
      tone={renew.error ? 'danger' : 'attention'}
      title={renew.error ? 'There is no new link' : 'Your link has expired'}
      action={
        <Button look="primary" isBusy={renew.isPending} onClick={() => renew.mutate()}>
          {renew.isPending ? 'Making a new link…' : 'Get a new link'}
        </Button>
      }
    >
      {renew.error ? renew.error.sentence : 'Your leads are still yours. A new link opens them again.'}
    </Notice>
  )
}

/** Where the leads are: a page that others may have (a payment link's, an old one) opens none. */
function deliveredWords(deliveries: readonly LineDelivery[]): string {
  if (deliveries.every(({ state }) => state === 'cancelled'))
    return 'This package was refunded, so its link no longer opens the leads.'
  if (deliveries.some(({ canRenew }) => canRenew)) return 'Everything is delivered.'
  return deliveries.some(({ deliveryToken }) => deliveryToken)
    ? 'Anyone with this page can open your leads. Don’t share it.'
    : 'Everything is delivered. Email us if you need a new link to your leads.'
}

function DueBy({ line: { dueAt, sentAt, isLate, deliveryToken }, isRest }: { line: LineDelivery; isRest: boolean }) {
  const nowMs = useServerSeconds() * 1000
  if (deliveryToken || (sentAt && !isLate)) return <p className="text-sm">A link to your leads is on its way to you.</p>
  if (Date.parse(dueAt) <= nowMs)
    return (
      <p className="text-sm">
        <strong className="text-attention">This is late.</strong> We promised your leads by {formatMoment(dueAt)}. We
        are working on it and will email them as soon as they are ready.
      </p>
    )
  return (
    <p className="text-sm">
      {isRest ? 'The rest is due by' : 'Due by'} <strong className="whitespace-nowrap">{formatMoment(dueAt)}</strong>{' '}
      <span className="figures whitespace-nowrap text-muted">({formatTimeLeft(dueAt, nowMs)})</span>
    </p>
  )
}

function DeliveryLine({ delivery, line }: { delivery: LineDelivery; line: OrderLine | undefined }) {
  const { state, deliveryToken, canRenew } = delivery
  // Its link opens before the email has left.
  const { tone, name } = STATES[deliveryToken && state === 'waiting' ? 'sent' : state]
  const title = line ? packageName(line) : 'Package'
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 last:pb-0">
      <div className="min-w-0">
        <p className="font-semibold">{title}</p>
        {line && <p className="text-sm text-muted">{line.place}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <StatusPill tone={tone}>{name}</StatusPill>
        {!deliveryToken && !canRenew && (state === 'sent' || state === 'delivered') && (
          <span className="text-sm text-muted">The link is in the message we sent you.</span>
        )}
        {deliveryToken && (
          <Link
            to={paths.delivery}
            params={{ token: deliveryToken }}
            hash={`package-${delivery.lineNumber}`}
            className={buttonClasses('primary', 'small')}
          >
            View leads
            <span className="sr-only">: {title}</span>
          </Link>
        )}
      </div>
    </li>
  )
}

import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { type CSSProperties, useEffect } from 'react'
import { leadsWords, packageName } from '#contract/catalogue/catalogue.ts'
import type { LineDelivery } from '#contract/delivery/delivery.ts'
import type { OrderLine } from '#contract/orders/orders.ts'
import type { OrderToken } from '#contract/values.ts'
import { formatMoment, formatTimeLeft } from '#web/lib/format.ts'
import { useServerSeconds } from '#web/lib/use-server-seconds.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Notice } from '#web/ui/notice.tsx'
import { StatusPill, type StatusTone } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { isWaiting, useOrderDelivery, useRenewLink } from './delivery-data.ts'

// If it could not be delivered, administrators see why; for the buyer it is still being prepared.
function pillOf({ state, deliveryToken }: LineDelivery): [StatusTone, string] {
  if (state === 'cancelled') return ['plain', 'Refunded']
  // Its link opens before the email has left.
  return deliveryToken || state === 'sent' || state === 'delivered'
    ? ['done', 'Delivered']
    : ['waiting', 'Being prepared']
}

type OrderDeliveryProps = { token: OrderToken; lines: readonly OrderLine[]; onDelivered?: (() => void) | undefined }
/** The 24-hour clock while a package is waiting, and the way to those that are ready. Nothing without deliveries. */
export function OrderDelivery({ token, lines, onDelivered }: OrderDeliveryProps) {
  const { data: deliveries } = useOrderDelivery(token)
  const waiting = deliveries?.filter(isWaiting).length
  useEffect(() => {
    if (waiting === 0) onDelivered?.()
  }, [waiting, onDelivered])
  if (!deliveries)
    return (
      <div style={{ '--lines': lines.length } as CSSProperties}>
        <Skeleton className="mb-6 h-[calc(9.3rem+var(--lines)*6.8rem)] sm:h-[calc(11.5rem+var(--lines)*3.8rem)]" />
      </div>
    )
  if (deliveries.length === 0) return null
  const [next] = deliveries.filter(isWaiting).toSorted((a, b) => Date.parse(a.dueAt) - Date.parse(b.dueAt))
  const tokens = [...new Set(deliveries.flatMap(({ deliveryToken }) => deliveryToken ?? []))]
  const isReady = tokens.length > 0 && deliveries.every((one) => one.deliveryToken !== null || !isWaiting(one))
  // What was delivered together is on one page.
  const namesOf = (token: string) =>
    lines.filter((_, index) => deliveries.some((one) => one.deliveryToken === token && one.lineNumber === index + 1))
  return (
    <section
      aria-label="Delivery"
      className={classes(
        'no-print mb-6 grid gap-4 rounded-md border p-4 sm:p-5',
        isReady ? 'border-accent/40 bg-accent-quiet' : 'border-line bg-surface',
      )}
    >
      <div>
        <h2 className="display flex items-center gap-2.5 text-xl">
          {isReady && <CircleCheck size={26} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-accent" />}
          {headlineOf(deliveries, lines)}
        </h2>
        {next && <DueBy line={next} isRest={!deliveries.every(isWaiting)} />}
      </div>
      <ul className="divide-y divide-line border-t border-line">
        {deliveries.map((delivery) => (
          <DeliveryLine key={delivery.lineNumber} delivery={delivery} line={lines[delivery.lineNumber - 1]} />
        ))}
      </ul>
      {tokens.map((one) => (
        <Link key={one} to={paths.delivery} params={{ token: one }} className={buttonClasses('primary', 'large')}>
          View leads{tokens.length > 1 && `: ${namesOf(one).map(packageName).join(', ')}`}
        </Link>
      ))}
      {!next && <p className="text-sm text-muted empty:hidden">{deliveredWords(deliveries)}</p>}
      {deliveries.some(({ canRenew }) => canRenew) && <RenewLink token={token} />}
      {deliveries.some(isReadElsewhere) && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Link to={paths.desk} className={`${buttonClasses('primary')} max-sm:w-full`}>
            Open my leads
          </Link>
          <p className="text-sm text-muted">We email you a code.</p>
        </div>
      )}
    </section>
  )
}

/** Counts what was bought: the page of the leads says if some were withdrawn. */
function headlineOf(deliveries: readonly LineDelivery[], lines: readonly OrderLine[]): string {
  const leadsOf = ({ lineNumber }: LineDelivery) =>
    (lines[lineNumber - 1]?.size ?? 0) + (lines[lineNumber - 1]?.bonusLeads ?? 0)
  const countOf = (some: readonly LineDelivery[]) => some.reduce((sum, one) => sum + leadsOf(one), 0)
  const bought = deliveries.filter(({ state }) => state !== 'cancelled')
  const all = countOf(bought)
  const ready = countOf(bought.filter((one) => one.deliveryToken !== null || !isWaiting(one)))
  if (all === 0) return 'Delivery'
  if (ready === 0) return `We’re preparing your ${all} leads`
  if (ready < all) return `${ready} of your ${all} leads are ready`
  return `Your ${all} leads ${bought.some(({ deliveryToken }) => deliveryToken) ? 'are ready' : 'were delivered'}`
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

/** Sent to the buyer, in a browser that did not buy it. */
const isReadElsewhere = ({ state, deliveryToken, canRenew }: LineDelivery): boolean =>
  !deliveryToken && !canRenew && (state === 'sent' || state === 'delivered')

/** Where the leads are: a page that others may have (a payment link's, an old one) opens none. */
function deliveredWords(deliveries: readonly LineDelivery[]): string {
  if (deliveries.every(({ state }) => state === 'cancelled'))
    return 'This package was refunded, so its link no longer opens the leads.'
  if (deliveries.some(({ canRenew }) => canRenew)) return ''
  return deliveries.some(({ deliveryToken }) => deliveryToken)
    ? 'Anyone with this page can open your leads. Don’t share it.'
    : 'Everything is delivered. The link to your leads is in the message we sent you.'
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
  const [tone, name] = pillOf(delivery)
  return (
    <li className="group flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pt-3 not-last:pb-3">
      <div className="min-w-0">
        <p className="font-semibold">{line ? packageName(line) : 'Package'}</p>
        {line && (
          <p className="text-sm text-muted">
            {leadsWords(line)} · {line.place}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {/* Of one package, the headline says it. */}
        <span className="group-only:hidden">
          <StatusPill tone={tone}>{name}</StatusPill>
        </span>
      </div>
    </li>
  )
}

import { packageName } from '#contract/catalogue/catalogue.ts'
import type { DeliveryFormat, TeamDelivery } from '#contract/delivery/delivery.ts'
import type { OrderLine } from '#contract/orders/orders.ts'
import type { OrderId } from '#contract/values.ts'
import { formatDateTime, formatPlural, formatTimeLeft } from '#web/lib/format.ts'
import { useServerSeconds } from '#web/lib/use-server-seconds.ts'
import { ListTrouble } from '#web/ui/list-trouble.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { StatusPill, type StatusTone } from '#web/ui/status-pill.tsx'
import { hasContent, hasFile } from './delivery-rules.ts'
import { useOrderDeliveries } from './fulfillment-data.ts'
import { LineActs } from './line-acts.tsx'

const STATES = {
  waiting: { tone: 'waiting', name: 'Waiting' },
  sent: { tone: 'done', name: 'Sent' },
  delivered: { tone: 'done', name: 'Delivered' },
  failed: { tone: 'over', name: 'Not reached' },
  cancelled: { tone: 'plain', name: 'Canceled' },
} as const satisfies Record<TeamDelivery['state'], { tone: StatusTone; name: string }>

const FORMAT_NAMES: Readonly<Record<DeliveryFormat, string>> = { csv: 'CSV', xlsx: 'Excel', attached: 'the file' }

interface OrderDeliveriesProps {
  reference: string
  lines: readonly Pick<OrderLine, 'tier' | 'size' | 'county' | 'state'>[]
  /** Enables the actions; for administrators. */
  orderId?: OrderId
}

/** How the packages of an order are delivered, for the team: state, clock, files and each download. */
export function OrderDeliveries({ reference, lines, orderId }: OrderDeliveriesProps) {
  const query = useOrderDeliveries(reference)
  const { data: deliveries, isPending } = query
  if (isPending) return <Loading words="Loading the deliveries" height="h-16" />
  if (!deliveries) return <ListTrouble list={query} title="The deliveries could not be loaded" />
  if (deliveries.length === 0)
    return <p className="text-sm text-muted">We have no record of how this order was delivered.</p>
  return (
    <ul className="grid gap-4 text-sm">
      {deliveries.map((delivery) => {
        const line = lines[delivery.lineNumber - 1]
        const title = line ? `${packageName(line)}, ${line.county}, ${line.state}` : 'Package'
        return (
          <li key={delivery.lineNumber} className="grid gap-1.5">
            <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <span className="font-semibold">{title}</span>
              <span className="flex flex-wrap gap-1.5">
                {delivery.isLate && <StatusPill tone="over">Late</StatusPill>}
                <StatusPill tone={STATES[delivery.state].tone}>{STATES[delivery.state].name}</StatusPill>
              </span>
            </div>
            <Facts delivery={delivery} />
            {delivery.problem && <Notice tone="danger">{delivery.problem}</Notice>}
            <Downloads delivery={delivery} />
            {orderId && (
              <LineActs
                line={{ orderId, reference, lineNumber: delivery.lineNumber, title }}
                kind={delivery.kind}
                state={delivery.state}
                isOver={delivery.cancelledAt !== null}
                hasContent={hasContent(delivery)}
                hasFile={hasFile(delivery)}
                className="flex flex-wrap gap-1.5 pt-1"
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}

function Facts({ delivery }: { delivery: TeamDelivery }) {
  const { state, dueAt, sentAt, deliveredAt, leads, missing, kind, files, linkUntil, cancelledAt, note, handledBy } =
    delivery
  const nowMs = useServerSeconds() * 1000
  const isOpen = state === 'waiting' || state === 'failed'
  const how = kind === 'leads' ? 'from the store’s leads' : 'by hand'
  return (
    <div className="grid gap-0.5 text-muted">
      <p>
        {formatPlural(leads, 'lead')}, {how}
        {handledBy && `, by ${handledBy}`}
      </p>
      {missing > 0 && (
        <p className="text-attention">{formatPlural(missing, 'lead')} of them are missing: the owners opted out</p>
      )}
      {isOpen && (
        <p>
          Due {formatDateTime(dueAt)}
          {Date.parse(dueAt) > nowMs && ` (${formatTimeLeft(dueAt, nowMs)})`}
        </p>
      )}
      {sentAt && <p>Sent {formatDateTime(sentAt)}</p>}
      {deliveredAt && !note && <p>First downloaded {formatDateTime(deliveredAt)}</p>}
      {note && <p className="wrap-anywhere">Note to the buyer: “{note}”</p>}
      {files.length > 0 && <p className="wrap-anywhere">{files.map(({ name }) => name).join(', ')}</p>}
      {linkUntil && !cancelledAt && <p>The link works until {formatDateTime(linkUntil)}</p>}
      {linkUntil && cancelledAt && <p>The link ended {formatDateTime(cancelledAt)}: the order was refunded</p>}
    </div>
  )
}

function Downloads({ delivery: { downloads, downloadCount } }: { delivery: TeamDelivery }) {
  if (downloads.length === 0) return null
  return (
    <details>
      <summary className="cursor-pointer font-semibold text-accent">{formatPlural(downloadCount, 'download')}</summary>
      <ul className="mt-1 grid gap-0.5 text-muted">
        {downloads.map(({ at, format, network }) => (
          <li key={`${at} ${format}`}>
            <time dateTime={at}>{formatDateTime(at)}</time>: {FORMAT_NAMES[format]}
            {network && (
              <>
                , network <span className="figures">{network}</span>
              </>
            )}
          </li>
        ))}
      </ul>
      {downloads.length < downloadCount && <p className="text-muted">The newest {downloads.length} are shown.</p>}
    </details>
  )
}

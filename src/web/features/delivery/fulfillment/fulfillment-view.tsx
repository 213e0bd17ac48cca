import { Link } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import { packageName } from '#contract/catalogue/catalogue.ts'
import type { FulfillmentEntry } from '#contract/delivery/fulfillment.ts'
import { DELIVERY_METHOD_NAMES } from '#contract/plain-values.ts'
import type { ShortLine } from '#contract/stock/shortfalls.ts'
import { formatDateTime, formatPlural, formatTimeLeft } from '#web/lib/format.ts'
import { TextDialog } from '#web/lib/text-dialog.tsx'
import { useServerSeconds } from '#web/lib/use-server-seconds.ts'
import { timesNote } from '#web/lib/when.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PagedTable } from '#web/ui/paged-table.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { useFulfillment, useSettleShortfall, useShortLines } from './fulfillment-data.ts'
import { LineActs } from './order-deliveries.tsx'

const NOTE_MAX = 1_000

function ShortLines() {
  const { data: lines = [], error } = useShortLines()
  if (error) return <ErrorNotice error={error} title="We couldn’t check for packages short of leads" />
  if (lines.length === 0) return null
  return (
    <Notice tone="attention" title={`${formatPlural(lines.length, 'package')} short of leads`}>
      <p>
        Owners opted out after these sold but before delivery, and no other leads were left. We told the buyers. Refund
        part of the money or give store credit, then settle it here.
      </p>
      <ul aria-label="Packages short of leads" className="mt-2 divide-y divide-line">
        {lines.map((line) => (
          <Short key={keyOf(line)} line={line} />
        ))}
      </ul>
    </Notice>
  )
}

function Short({ line }: { line: ShortLine }) {
  const [isAsked, setIsAsked] = useState(false)
  const { orderId, reference, leads, missing, buyerName, buyerEmail, notedAt } = line
  const title = titleOf(line)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2 last:pb-0">
      <div className="min-w-0">
        <Link
          to={paths.adminSection}
          params={{ section: 'orders' }}
          search={{ search: reference, open: orderId }}
          className="figures inline-flex min-h-9 items-center font-semibold text-accent underline underline-offset-2 compact:min-h-6"
        >
          {reference}
        </Link>
        <p>{title}</p>
        <p className="wrap-anywhere">
          {missing} of {formatPlural(leads, 'lead')} missing since {formatDateTime(notedAt)}
          {buyerName && (
            <>
              {' '}
              · <bdi>{buyerName}</bdi>
            </>
          )}
          {buyerEmail && `, ${buyerEmail}`}
        </p>
      </div>
      <Button size="small" onClick={() => setIsAsked(true)}>
        <span>
          Settle
          <span className="sr-only">
            : {reference}, {title}
          </span>
        </span>
      </Button>
      {isAsked && <SettleDialog line={line} title={title} onClose={() => setIsAsked(false)} />}
    </li>
  )
}

function SettleDialog({ line, title, onClose }: { line: ShortLine; title: string; onClose: () => void }) {
  const settle = useSettleShortfall(line)
  return (
    <TextDialog
      title={`Is ${line.reference} settled?`}
      label="How you made it up to the buyer"
      note="for the audit log"
      rows={3}
      fieldError="Please say how, e.g. “Gave $10 back”."
      lengthMax={NOTE_MAX}
      confirmLabel="Yes, it is settled"
      cancelLabel="Not yet"
      change={settle}
      onClose={onClose}
    >
      <p>
        {title}: {formatPlural(line.missing, 'lead')} missing. This does not refund anything. It only records that you
        did.
      </p>
    </TextDialog>
  )
}

const URGENT_MS = 4 * 60 * 60 * 1000

const titleOf = (line: ShortLine | FulfillmentEntry): string => `${packageName(line)}, ${line.county}, ${line.state}`
const keyOf = ({ orderId, lineNumber }: ShortLine | FulfillmentEntry): string => `line-${orderId}-${lineNumber}`

export function FulfillmentView() {
  const list = useFulfillment()
  const place = useRef<HTMLElement>(null)
  const columns = useMemo(() => columnsOf((entry) => focusAfter(place.current, entry)), [])
  return (
    <section ref={place} tabIndex={-1} aria-label="Packages to deliver by hand" className="grid gap-5 outline-none">
      <ShortLines />
      <Panel intro="Paid packages the store can’t deliver by itself, and links that reached nobody. We promise buyers their leads within 24 hours of payment. The most urgent are at the top.">
        <PagedTable
          list={list}
          label="Packages to deliver"
          columns={columns}
          rowKey={keyOf}
          errorTitle="The queue could not be loaded"
          footnote={timesNote()}
          empty={
            <EmptyState title="Everything is delivered">
              A paid package with stock set by hand waits here for its file. The store delivers packages of imported
              leads within seconds.
            </EmptyState>
          }
        />
      </Panel>
    </section>
  )
}

/** Focuses the package after one that is done, whose row disappears with its buttons; after the last, the whole queue. */
function focusAfter(place: HTMLElement | null, entry: FulfillmentEntry): void {
  const next = document.getElementById(keyOf(entry))?.closest('tr')?.nextElementSibling?.querySelector('a')
  ;(next ?? place)?.focus()
}

const columnsOf = (onDone: (entry: FulfillmentEntry) => void): Column<FulfillmentEntry>[] => [
  {
    header: 'Package',
    isTitle: true,
    cell: (entry) => (
      <>
        <Link
          to={paths.adminSection}
          params={{ section: 'orders' }}
          search={{ search: entry.reference, open: entry.orderId }}
          id={keyOf(entry)}
          className="figures font-semibold whitespace-nowrap text-accent hover:underline"
        >
          {entry.reference}
        </Link>
        <span className="block">{titleOf(entry)}</span>
        <span className="block text-muted">
          {formatPlural(entry.leads, 'lead')} · {entry.leadTypeName}
        </span>
      </>
    ),
  },
  {
    header: 'Buyer',
    cell: ({ buyerName, buyerEmail, buyerPhone, method }) => (
      <>
        <span dir="auto">{buyerName}</span>
        <span className="block text-muted wrap-anywhere">{buyerEmail}</span>
        {buyerPhone && <span className="figures block text-muted wrap-anywhere">{buyerPhone}</span>}
        <span className="block text-xs text-muted">
          asked for {DELIVERY_METHOD_NAMES[method]}
          {method === 'sms' && !buyerPhone && ', but gave no number'}
        </span>
      </>
    ),
  },
  { header: 'Due', cell: (entry) => <TimeLeft entry={entry} /> },
  {
    header: 'What to do',
    cell: ({ deliveryState, problem }) =>
      deliveryState === 'failed' ? (
        <>
          <StatusPill tone="over">Not reached</StatusPill>
          <span className="mt-0.5 block text-muted wrap-anywhere @3xl:max-w-60">{problem}</span>
        </>
      ) : (
        (problem ?? 'Attach its file, or say how you delivered it.')
      ),
  },
  {
    header: 'Actions',
    isHeaderHidden: true,
    isUnbroken: true,
    cell: (entry) => (
      <LineActs
        line={{ ...entry, title: titleOf(entry) }}
        kind={entry.kind}
        state={entry.deliveryState}
        hasContent={entry.hasContent}
        isQueue
        onDone={() => onDone(entry)}
        className="flex flex-wrap gap-1.5 @3xl:flex-col @3xl:items-end"
      />
    ),
  },
]

function TimeLeft({ entry: { dueAt, sentAt, isLate } }: { entry: FulfillmentEntry }) {
  const nowMs = useServerSeconds() * 1000
  const leftMs = Date.parse(dueAt) - nowMs
  // It reached its buyer before and is waiting again: its clock has stopped.
  if (sentAt && !isLate)
    return (
      <>
        Sent on time
        <span className="block text-xs text-muted">{formatDateTime(sentAt)}</span>
      </>
    )
  return (
    <>
      {isLate || leftMs <= 0 ? (
        <StatusPill tone="over">Late</StatusPill>
      ) : (
        <span className={classes('figures', leftMs < URGENT_MS && 'font-semibold text-attention')}>
          {formatTimeLeft(dueAt, nowMs)}
        </span>
      )}
      <span className="block text-xs text-muted">{formatDateTime(dueAt)}</span>
    </>
  )
}

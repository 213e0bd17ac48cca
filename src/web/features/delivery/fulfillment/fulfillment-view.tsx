import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { DELIVERY_NOTE_MAX } from '#contract/delivery/delivery.ts'
import type { FulfillmentEntry } from '#contract/delivery/fulfillment.ts'
import type { ShortLine } from '#contract/stock/shortfalls.ts'
import { useBulk } from '#web/lib/bulk-dialog.tsx'
import { formatDateTime, formatPlural, formatTimeLeft } from '#web/lib/format.ts'
import { TextDialog } from '#web/lib/text-dialog.tsx'
import { useServerSeconds } from '#web/lib/use-server-seconds.ts'
import { timesNote } from '#web/lib/when.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { actsColumn, type Column } from '#web/ui/data-table.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PagedTable } from '#web/ui/paged-table.tsx'
import { EmptyState, ErrorNotice, Panel, StatusPill } from '#web/ui/panel.tsx'
import { keyOf, titleOf, useFulfillment, useSettleShortfall, useShortLines } from './fulfillment-data.ts'
import { FILE_TYPES, type LineAct, LineActs, LineDialog, nameOf } from './order-deliveries.tsx'

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
  const settle = useSettleShortfall(line)
  const { orderId, reference, leads, missing, buyerName, buyerEmail, notedAt } = line
  const title = titleOf(line)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2 last:pb-0">
      <div className="min-w-0">
        <OrderLink orderId={orderId} reference={reference} />
        <p>{title}</p>
        <p className="wrap-anywhere">
          {missing} of {formatPlural(leads, 'lead')} missing since {formatDateTime(notedAt)}
          {' · '}
          <bdi>{[buyerName, buyerEmail].filter(Boolean).join(', ')}</bdi>
        </p>
      </div>
      <Button size="small" about={`: ${reference}, ${title}`} onClick={() => setIsAsked(true)}>
        Settle
      </Button>
      {isAsked && (
        <TextDialog
          title={`Is ${reference} settled?`}
          label="How you made it up to the buyer"
          note="for the audit log"
          rows={3}
          fieldError="Please say how, e.g. “Gave $10 back”."
          lengthMax={DELIVERY_NOTE_MAX}
          confirmLabel="Yes, it is settled"
          cancelLabel="Not yet"
          change={settle}
          onClose={() => setIsAsked(false)}
        >
          <p>
            {title}: {formatPlural(missing, 'lead')} missing. This does not refund anything. It only records that you
            did.
          </p>
        </TextDialog>
      )}
    </li>
  )
}

const OrderLink = ({ orderId, reference }: Pick<FulfillmentEntry, 'orderId' | 'reference'>) => (
  <Link
    to={paths.adminSection}
    params={{ section: 'orders' }}
    search={{ search: reference, open: orderId }}
    className="figures font-semibold whitespace-nowrap text-accent underline underline-offset-2"
  >
    {reference}
  </Link>
)

const URGENT_MS = 4 * 60 * 60 * 1000

type Entries = readonly FulfillmentEntry[]

export default function FulfillmentView() {
  const list = useFulfillment()
  const place = useRef<HTMLElement>(null)
  const { asked, ask } = useBulk<LineAct, FulfillmentEntry>()
  const [files, setFiles] = useState<readonly File[]>()
  const [done, setDone] = useState<Entries>([])
  // After a dialog has returned the focus to its button, which disappears with what is done.
  useEffect(() => focusAfter(place.current, done), [done])
  const handleAsk = (act: LineAct, entries: Entries, onDone?: (left: Entries) => void) => {
    setFiles(undefined)
    ask(act, entries, (left) => {
      onDone?.(left)
      if (left.length === 0) setDone(entries)
    })
  }
  const handleFiles = async (chosen: readonly File[]) => {
    // Files are compared with the whole queue, not only with what is shown of it.
    let all: Pick<typeof list, 'data' | 'hasNextPage' | 'isError'> = list
    while (all.hasNextPage && !all.isError) all = await list.fetchNextPage()
    handleAsk('files', (all.data ?? []).filter(isByHand))
    setFiles(chosen)
  }
  const example = list.data?.find(isByHand)
  const table = (
    <PagedTable
      list={list}
      label="Packages to deliver"
      columns={columnsOf(handleAsk)}
      rowKey={keyOf}
      group={{ keyOf: ({ orderId }) => orderId, head: (entries) => <OrderHead entries={entries} /> }}
      bulk={{
        nameOf,
        actions: (entries, onDone) => <LineActs lines={entries} onAsk={(act, some) => handleAsk(act, some, onDone)} />,
      }}
      errorTitle="The queue could not be loaded"
      footnote={timesNote()}
      empty={
        <EmptyState title="Everything is delivered">
          A paid package with stock set by hand waits here for its file.
        </EmptyState>
      }
    />
  )
  return (
    <section ref={place} tabIndex={-1} aria-label="Packages to deliver by hand" className="grid gap-5 outline-none">
      <ShortLines />
      <Panel intro="Paid packages that need a person, due within 24 hours of payment. Most urgent first.">
        {example ? (
          <FileDrop
            label="Drop area for files"
            inputLabel="Files to deliver"
            buttonLabel="Choose files"
            buttonLook="primary"
            help={`or drop them here, named like ${example.reference}-${example.lineNumber}.csv. You check the matches first.`}
            accept={FILE_TYPES}
            isMultiple
            onFile={(file, others) => void handleFiles([file, ...others])}
          >
            {table}
          </FileDrop>
        ) : (
          table
        )}
      </Panel>
      {asked && <LineDialog asked={asked} files={files} />}
    </section>
  )
}

const isByHand = ({ kind }: FulfillmentEntry): boolean => kind === 'by_hand'

/** Focuses what comes after a package that is done, whose row disappears; after several, or the last, the whole queue. */
function focusAfter(place: HTMLElement | null, [entry, ...others]: Entries): void {
  if (!entry) return
  const next = document.getElementById(keyOf(entry))?.closest('tr')?.nextElementSibling
  const control = others.length === 0 ? next?.querySelector<HTMLElement>('a, button') : null
  ;(control ?? place)?.focus()
}

/** An order above its packages: who asked for what, and until when. */
function OrderHead({ entries }: { entries: Entries }) {
  const [first] = entries
  if (!first) return null
  const { reference, orderId, buyerName, buyerEmail, buyerPhone } = first
  const methods = [...new Set(entries.map(({ method }) => method))]
  return (
    <div className="flex flex-wrap items-baseline gap-x-3">
      <OrderLink orderId={orderId} reference={reference} />
      <span dir="auto">{buyerName}</span>
      <span className="text-muted wrap-anywhere">{buyerEmail}</span>
      {buyerPhone && <span className="figures text-muted">{buyerPhone}</span>}
      <span className="text-muted">
        by {methods.map((method) => (method === 'sms' ? 'text' : 'email')).join(' and ')}
        {methods.includes('sms') && !buyerPhone && ', but no number'}
      </span>
      {first.isDisputed ? (
        <span className="@3xl:ml-auto">
          <StatusPill tone="over">Disputed: hold delivery</StatusPill>
        </span>
      ) : (
        <TimeLeft entry={entries.find(({ isLate }) => isLate) ?? entries.find(({ sentAt }) => !sentAt) ?? first} />
      )}
    </div>
  )
}

const columnsOf = (onAsk: (act: LineAct, entries: Entries) => void): Column<FulfillmentEntry>[] => [
  {
    header: 'Package',
    isTitle: true,
    cell: (entry) => (
      <span id={keyOf(entry)}>
        {entry.lineNumber}. {titleOf(entry)}{' '}
        <span className="text-muted">
          · {formatPlural(entry.leads, 'lead')} · {entry.leadTypeName} {entry.problem && '· '}
          {entry.deliveryState === 'failed' && <StatusPill tone="over">Not reached</StatusPill>} {entry.problem}
        </span>
      </span>
    ),
  },
  actsColumn((entry) => <LineActs lines={[entry]} onAsk={onAsk} />),
]

function TimeLeft({ entry: { dueAt, sentAt, isLate } }: { entry: FulfillmentEntry }) {
  const nowMs = useServerSeconds() * 1000
  const leftMs = Date.parse(dueAt) - nowMs
  // It reached its buyer before and is waiting again: its clock has stopped.
  const onTimeAt = isLate ? null : sentAt
  const isUrgent = !onTimeAt && leftMs < URGENT_MS
  return (
    <span className="@3xl:ml-auto">
      {!onTimeAt && (isLate || leftMs <= 0) ? (
        <StatusPill tone="over">Late</StatusPill>
      ) : (
        <span className={classes('figures', isUrgent && 'font-semibold text-attention')}>
          {onTimeAt ? 'Sent on time' : formatTimeLeft(dueAt, nowMs)}
        </span>
      )}
      <span className="text-muted"> · {formatDateTime(onTimeAt ?? dueAt)}</span>
    </span>
  )
}

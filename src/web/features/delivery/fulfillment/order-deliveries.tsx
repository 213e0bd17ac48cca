import { CircleCheck, Eye, type LucideIcon, Paperclip, Send } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { ATTACHED_BYTES_MAX, type TAKEN_AS, type TeamDelivery } from '#contract/delivery/delivery.ts'
import { FILE_PRESET_LIST, FILE_PRESET_NAMES, type FilePreset } from '#contract/delivery/file-presets.ts'
import type { OrderLine } from '#contract/orders/orders.ts'
import type { OrderId } from '#contract/values.ts'
import { useAttempt } from '#web/lib/attempts.ts'
import { type BulkAsked, BulkDialog, DeliveredDialog, useBulk } from '#web/lib/bulk-dialog.tsx'
import { formatDateTime, formatPlural, formatTimeLeft } from '#web/lib/format.ts'
import { TextDialog, useTypedText } from '#web/lib/text-dialog.tsx'
import { useServerSeconds } from '#web/lib/use-server-seconds.ts'
import { ActionMenu, type MenuAction } from '#web/ui/action-menu.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ListTrouble, StatusPill, type StatusTone } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import {
  deliverFile,
  deliverLine,
  hasContent,
  hasFile,
  isUnderWay,
  keyOf,
  type LineToDeliver,
  needsPerson,
  reloadDeliveries,
  sendLine,
  titleOf,
  useLookAtDelivery,
  useOrderDeliveries,
} from './fulfillment-data.ts'
import { countLeads, packagesFor } from './match-files.ts'

export const FILE_TYPES = '.csv,.xlsx,.pdf,text/csv,application/pdf'

export const nameOf = (line: LineToDeliver): string => `${line.reference}-${line.lineNumber}, ${titleOf(line)}`
const namesOf = (lines: readonly LineToDeliver[]): string =>
  lines.length === 1 ? lines.map(nameOf).join() : formatPlural(lines.length, 'package')
const SHARED = { rowKey: keyOf, nameOf, onSettled: reloadDeliveries } as const

interface LineDialogProps<Line> {
  asked: BulkAsked<LineAct, Line>
  /** Chosen for any of the lines. Without them, files are chosen in the dialog: one for one line needs no name. */
  files?: readonly File[] | undefined
}

/** Shows which package each file is for before any is delivered; a person can choose another. */
function DeliverFiles<Line extends LineToDeliver>({ asked: { rows: lines, onClose }, files }: LineDialogProps<Line>) {
  const names = new Map(lines.map((line) => [keyOf(line), nameOf(line)]))
  const read = (chosen: readonly File[]) => {
    const isSure = !files && chosen.length === 1 && lines.length === 1
    const unsorted = chosen.map((file, at) => {
      const found = (isSure ? lines : packagesFor(file.name, lines)).map(keyOf)
      return { id: `${at} ${file.name}`, file, found, key: found.length === 1 ? found.join() : '' }
    })
    // Those to decide about come first.
    return unsorted.toSorted((one, other) => Number(one.key !== '') - Number(other.key !== ''))
  }
  const [entries, setEntries] = useState(() => read(files ?? []))
  const [counts, setCounts] = useState<ReadonlyMap<File, number>>(new Map())
  useEffect(() => {
    for (const { file } of entries)
      if (/\.csv$/i.test(file.name) && file.size <= ATTACHED_BYTES_MAX && !counts.has(file))
        void file.text().then((text) => setCounts((known) => new Map(known).set(file, countLeads(text))))
  }, [entries, counts])
  const errorOf = ({ id, file, key }: (typeof entries)[number]): string | undefined => {
    if (file.size > ATTACHED_BYTES_MAX) return 'This file is larger than 10 MB. Choose a smaller one.'
    if (file.size === 0) return 'This file is empty.'
    const isTwice = key !== '' && entries.some((one) => one.id !== id && one.key === key)
    return isTwice ? 'Two files are for this package. Change one.' : undefined
  }
  const ready = entries.flatMap((entry) => {
    const line = lines.find((one) => keyOf(one) === entry.key)
    return line && !errorOf(entry) ? { ...entry, line } : []
  })
  const leftOut = entries.length - ready.length
  const unlike = ready.filter(({ file, line }) => (counts.get(file) ?? line.leads) !== line.leads)
  return (
    <BulkDialog
      title={`Deliver files${lines.length === 1 ? ` to ${lines[0]?.reference}` : ''}`}
      isWide
      rows={ready}
      rowKey={({ id, key }) => id + key}
      nameOf={({ file, line }) => `${file.name}, ${nameOf(line)}`}
      act={({ file, line }) => deliverFile(line, file)}
      doneWord="delivered"
      confirmLabel={`Deliver ${formatPlural(ready.length, 'file')}${unlike.length > 0 ? ' anyway' : ''}`}
      onSettled={reloadDeliveries}
      onClose={(left) => onClose(left && lines.filter((line) => left.some((one) => one.line === line)))}
    >
      <p>Each buyer is emailed a link right away. A new file replaces an earlier one.</p>
      <FileDrop
        label="Drop area for files"
        inputLabel="Files to deliver"
        buttonLabel={entries.length > 0 ? 'Choose others' : 'Choose files'}
        help="CSV, XLSX or PDF, up to 10 MB."
        accept={FILE_TYPES}
        isMultiple={lines.length > 1}
        onFile={(file, others) => setEntries(read([file, ...others]))}
      >
        {entries.length > 0 && (
          <div className="grid max-h-[50dvh] gap-2 overflow-y-auto p-0.5">
            {entries.map((entry) => (
              <SelectField
                key={entry.id}
                isInline
                label={entry.file.name}
                options={[...new Set([...entry.found, ...names.keys()])]}
                nameOf={(key) => names.get(key) ?? ''}
                placeholder={PLACEHOLDERS[entry.found.length] ?? `${entry.found.length} packages match: choose one`}
                value={entry.key}
                error={errorOf(entry)}
                onChange={(key) => setEntries(entries.map((one) => (one === entry ? { ...one, key } : one)))}
                className="[&>div]:min-w-56 [&>div]:basis-0 [&>label]:w-64 [&>label]:wrap-anywhere"
              />
            ))}
          </div>
        )}
      </FileDrop>
      {unlike.length > 0 && (
        <Notice tone="attention" title="Check the number of leads">
          <ul>
            {unlike.map(({ id, file, line }) => (
              <li
                key={id}
              >{`${file.name}: ${formatPlural(counts.get(file) ?? 0, 'lead')} in the file, ${line.leads} due`}</li>
            ))}
          </ul>
        </Notice>
      )}
      {leftOut > 0 && <p>{formatPlural(leftOut, 'file')} will not be delivered.</p>}
    </BulkDialog>
  )
}

const isToDeliver = ({ deliveryState }: Pick<LineToDeliver, 'deliveryState'>): boolean =>
  deliveryState === 'waiting' || deliveryState === 'failed'

/** For files that no package matches, and for those that one does. */
const PLACEHOLDERS = ['No package matches', 'Do not deliver']

function SendLinks<Line extends LineToDeliver>({ asked: { rows: lines, onClose } }: LineDialogProps<Line>) {
  const attempt = useAttempt()
  const what = lines.length === 1 ? 'a new link' : `${lines.length} new links`
  const { text, field } = useTypedText({
    label: 'Another email address',
    note: 'only if the order’s address does not work',
    type: 'email',
    fieldError: null,
    lengthMax: 254,
  })
  return (
    <BulkDialog
      {...SHARED}
      title={`Send ${what}?`}
      rows={lines}
      act={(line) => sendLine(line, attempt.idFor(text), text)}
      doneWord="sent"
      confirmLabel={`Send ${what}`}
      onClose={onClose}
    >
      <p>{namesOf(lines)}. Earlier links stop working at once.</p>
      {lines.length === 1 && field}
    </BulkDialog>
  )
}

function LookDialog({ line, onClose }: { line: LineToDeliver; onClose: () => void }) {
  const [preset, setPreset] = useState<FilePreset | null>(null)
  const look = useLookAtDelivery(line, preset)
  return (
    <TextDialog
      title={`View the file for ${line.reference}?`}
      confirmLabel="Save the file"
      pendingLabel="Downloading…"
      change={look}
      errorTitle="The file was not opened"
      onClose={() => onClose()}
    >
      <p>{titleOf(line)}. The file has owners, addresses and phones. We log that you looked, with your reason.</p>
      {line.kind === 'leads' && (
        <SelectField
          label="File"
          placeholder="As the buyer got it"
          options={FILE_PRESET_LIST}
          nameOf={(one) => FILE_PRESET_NAMES[one]}
          value={preset ?? ''}
          onChange={(chosen) => setPreset(chosen || null)}
        />
      )}
    </TextDialog>
  )
}

export type LineAct = 'files' | 'send' | 'mark' | 'look'

/** What can be done about a line, if it fits. */
const ACTS: readonly [act: LineAct, words: string, icon: LucideIcon, fits: (line: LineToDeliver) => boolean][] = [
  ['files', 'Attach file', Paperclip, ({ kind, isOver }) => kind === 'by_hand' && !isOver],
  ['send', 'Resend', Send, ({ hasContent, isOver }) => hasContent && !isOver],
  ['mark', 'Mark delivered', CircleCheck, isToDeliver],
  ['look', 'View the file', Eye, ({ hasFile }) => hasFile === true],
]

type LineActsProps<Line> = { lines: readonly Line[]; onAsk: (act: LineAct, fitting: readonly Line[]) => void }

/** What can be done about one line or several; each act asks for those that it fits. */
const actsOf = <Line extends LineToDeliver>({ lines, onAsk }: LineActsProps<Line>) =>
  ACTS.flatMap(([act, words, icon, fits]) => {
    const fitting = lines.filter(fits)
    const [line, ...others] = fitting
    if (!line) return []
    const many =
      act === 'files' ? `Attach ${fitting.length} files` : act === 'mark' && `Mark ${fitting.length} delivered`
    const name = others.length > 0 ? many : act === 'files' && line.hasContent && 'Replace file'
    const about = others.length === 0 ? `: ${nameOf(line)}` : undefined
    return [{ act, label: name || words, icon, about, onChoose: () => onAsk(act, fitting) }]
  })

/** Its buttons. `isNext`: whether the first is the next step, below an order; absent in a row. */
export const LineActs = <Line extends LineToDeliver>({
  isNext,
  ...props
}: LineActsProps<Line> & { isNext?: boolean }) =>
  actsOf(props).map(({ label, about, onChoose }, at) => (
    <Button
      key={label}
      look={isNext && at === 0 ? 'primary' : 'plain'}
      size={isNext === undefined ? 'row' : 'normal'}
      about={about}
      onClick={onChoose}
    >
      {label}
    </Button>
  ))

/** What is asked for with one of these buttons. */
export function LineDialog<Line extends LineToDeliver>(props: LineDialogProps<Line>) {
  const { kind, rows: lines, onClose } = props.asked
  if (kind === 'files') return <DeliverFiles {...props} />
  if (kind === 'send') return <SendLinks {...props} />
  if (kind === 'look') return lines.map((line) => <LookDialog key={keyOf(line)} line={line} onClose={onClose} />)
  const buyers = new Set(lines.map(({ orderId }) => orderId))
  return (
    <DeliveredDialog
      {...SHARED}
      title={`Mark ${formatPlural(lines.length, 'package')} delivered`}
      rows={lines}
      deliver={deliverLine}
      onClose={onClose}
    >
      <p>
        {lines.length === 1 && `${namesOf(lines)}. `}
        We email {buyers.size === 1 ? (lines[0]?.buyerName ?? 'the buyer') : 'each buyer'} your note and stop the
        countdown.
      </p>
    </DeliveredDialog>
  )
}

const STATES = {
  waiting: { tone: 'waiting', name: 'Waiting' },
  sending: { tone: 'waiting', name: 'Sending…' },
  sent: { tone: 'done', name: 'Sent' },
  delivered: { tone: 'done', name: 'Delivered' },
  failed: { tone: 'over', name: 'Not reached' },
  cancelled: { tone: 'plain', name: 'Canceled' },
} as const satisfies Record<TeamDelivery['state'] | 'sending', { tone: StatusTone; name: string }>

const FORMAT_NAMES: Readonly<Record<(typeof TAKEN_AS)[number], string>> = {
  csv: 'CSV',
  xlsx: 'Excel',
  attached: 'the file',
  page: 'read on the page',
}

interface OrderDeliveriesProps<Line> {
  reference: string
  lines: readonly Line[]
  orderId?: OrderId
  /** What another feature knows of each package (its leads in words), and does about it. All are listed then. */
  partsOf?: (line: Line) => { what: string; price: ReactNode; more: ReactNode; actions: readonly MenuAction[] }
}

type Packaged = Pick<OrderLine, 'tier' | 'leadType' | 'size' | 'county' | 'state'>

const toDeliver = <Line extends Packaged>(line: Line, delivery: TeamDelivery, order: PaidOrder) => ({
  ...{ ...line, reference: order.reference, orderId: order.id, lineNumber: delivery.lineNumber },
  ...{ kind: delivery.kind, leads: delivery.leads, isOver: delivery.cancelledAt !== null },
  ...{ hasContent: hasContent(delivery), hasFile: hasFile(delivery) },
  deliveryState: isUnderWay(delivery) ? ('sent' as const) : delivery.state,
})

type PaidOrder = { id: OrderId; reference: string }
type DeliverAllProps = { order: PaidOrder & { lines: readonly Packaged[]; refundObstacle: string | null } }

/** What is to be done about all packages of an order that wait for a person; nothing stands out while it is disputed. */
export function DeliverAll({ order }: DeliverAllProps) {
  const { data = [] } = useOrderDeliveries(order.reference)
  const { asked, ask } = useBulk<LineAct, LineToDeliver>()
  const waiting = data.flatMap((delivery) => {
    const line = order.lines[delivery.lineNumber - 1]
    return line && needsPerson(delivery) ? [toDeliver(line, delivery, order)] : []
  })
  return (
    <>
      <LineActs
        lines={waiting}
        isNext={order.refundObstacle !== 'disputed'}
        onAsk={(act, lines) => ask(act, lines, () => undefined)}
      />
      {asked && <LineDialog asked={asked} />}
    </>
  )
}

/** The packages of an order: how each is delivered, and what can be done about it. */
export function OrderDeliveries<Line extends Packaged>(props: OrderDeliveriesProps<Line>) {
  const { reference, lines, orderId, partsOf } = props
  const query = useOrderDeliveries(reference)
  const { asked, ask } = useBulk<LineAct, LineToDeliver>()
  const { data: deliveries, isPending } = query
  if (isPending) return <Loading words="Loading the deliveries" height="h-16" />
  return (
    <>
      <ListTrouble list={query} title="The deliveries could not be loaded" />
      <ul className="divide-y divide-line text-sm">
        {lines.map((line, at) => {
          const lineNumber = at + 1
          const delivery = deliveries?.find((one) => one.lineNumber === lineNumber)
          const parts = partsOf?.(line)
          const state = delivery && (isUnderWay(delivery) ? 'sending' : delivery.state)
          if (!delivery && !parts) return null
          const about = delivery && orderId && toDeliver(line, delivery, { id: orderId, reference })
          const acts = about ? actsOf({ lines: [about], onAsk: (act) => ask(act, [about], () => undefined) }) : []
          const name = about ? nameOf(about) : titleOf(line)
          // The next step of a package that waits for its file; of others, what else is done about them.
          const first = acts.find(({ act }) => act === 'files' && !about?.hasContent) ?? parts?.actions[0]
          const actions = [...acts, ...(parts?.actions ?? [])].filter((one) => one !== first)
          return (
            <li key={lineNumber} className="grid gap-1 py-3 first:pt-0 last:pb-0">
              <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
                <span className="font-semibold">{titleOf(line)}</span>
                <span className="flex grow items-center justify-end gap-2">
                  {delivery?.isLate && <StatusPill tone="over">Late</StatusPill>}
                  {state && <StatusPill tone={STATES[state].tone}>{STATES[state].name}</StatusPill>}
                  {parts?.price}
                  {first && (
                    <Button size="row" about={`: ${name}`} onClick={first.onChoose}>
                      {first.label}
                    </Button>
                  )}
                  {actions.length > 0 && <ActionMenu label={`More for ${name}`} actions={actions} />}
                </span>
              </div>
              {delivery ? (
                <Facts delivery={delivery} what={parts?.what} />
              ) : (
                <p className="text-muted">{parts?.what}</p>
              )}
              {delivery?.problem && <Notice tone="danger">{delivery.problem}</Notice>}
              {parts?.more}
              {delivery && <Downloads delivery={delivery} />}
            </li>
          )
        })}
      </ul>
      {asked && <LineDialog asked={asked} />}
    </>
  )
}

function Facts({ delivery, what }: { delivery: TeamDelivery; what: string | undefined }) {
  const { state, dueAt, sentAt, deliveredAt, leads, missing, kind, files, linkUntil, cancelledAt, note, handledBy } =
    delivery
  const nowMs = useServerSeconds() * 1000
  const isOpen = state === 'waiting' || state === 'failed'
  const facts = [
    isOpen && `Due ${formatDateTime(dueAt)}${Date.parse(dueAt) > nowMs ? ` (${formatTimeLeft(dueAt, nowMs)})` : ''}`,
    sentAt && `Sent ${formatDateTime(sentAt)}`,
    deliveredAt && !note && `First downloaded ${formatDateTime(deliveredAt)}`,
    note && `Note to the buyer: “${note}”`,
    files.map(({ name }) => name).join(', '),
    linkUntil && !cancelledAt && `The link works until ${formatDateTime(linkUntil)}`,
    linkUntil && cancelledAt && `The link ended ${formatDateTime(cancelledAt)}: the order was refunded`,
  ]
  return (
    <div className="grid gap-0.5 text-muted wrap-anywhere">
      <p>
        {what ?? formatPlural(leads, 'lead')} · {kind === 'leads' ? 'from the store’s leads' : 'by hand'}
        {handledBy && ` (${handledBy})`}
      </p>
      {missing > 0 && (
        <p className="text-attention">{formatPlural(missing, 'lead')} of them are missing: the owners opted out</p>
      )}
      <p className="empty:hidden">{facts.filter(Boolean).join(' · ')}</p>
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

import { FileUp } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { packageName } from '#contract/catalogue/catalogue.ts'
import type { DeliveryKind, DeliveryState, TAKEN_AS, TeamDelivery } from '#contract/delivery/delivery.ts'
import type { FilePreset } from '#contract/delivery/file-presets.ts'
import type { OrderLine } from '#contract/orders/orders.ts'
import type { OrderId } from '#contract/values.ts'
import { formatDateTime, formatPlural, formatTimeLeft } from '#web/lib/format.ts'
import { TextDialog } from '#web/lib/text-dialog.tsx'
import { useServerSeconds } from '#web/lib/use-server-seconds.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ErrorNotice, ListTrouble } from '#web/ui/error-notice.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { StatusPill, type StatusTone } from '#web/ui/status-pill.tsx'
import { PresetSelect } from '../preset-select.tsx'
import { hasContent, hasFile } from './bulk-delivery.ts'
import {
  type LineToDeliver,
  useAttach,
  useLookAtDelivery,
  useMarkDelivered,
  useOrderDeliveries,
  useSendAgain,
} from './fulfillment-data.ts'

/** The contract's limits, checked before sending something that would be refused. */
const FILE_BYTES_MAX = 10 * 1024 * 1024
const NOTE_MAX = 1_000

type DialogProps = { line: LineToDeliver; onDone: () => void; onClose: () => void }
function AttachDialog({ line, onDone, onClose }: DialogProps) {
  const [file, setFile] = useState<File | null>(null)
  const [fieldError, setError] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const attach = useAttach(line)
  const take = (chosen: File | undefined) => {
    if (!chosen) return
    attach.reset()
    const isLarge = chosen.size > FILE_BYTES_MAX
    setError(isLarge ? 'This file is larger than 10 MB. Choose a smaller one.' : undefined)
    setFile(isLarge ? null : chosen)
  }
  const handleConfirm = () => {
    if (file) attach.mutate(file, { onSuccess: onDone })
    else setError('Choose a file first.')
  }
  return (
    <ConfirmDialog
      title={`Deliver a file to ${line.reference}`}
      confirmLabel="Deliver this file"
      pendingLabel="Sending the file…"
      isPending={attach.isPending}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      <p>
        {line.title}. We email the buyer a link to the file right away and keep the file as long as the link works. It
        replaces any file delivered before.
      </p>
      <div className="grid justify-items-start gap-2 rounded-md border border-dashed border-control p-4">
        <Button icon={FileUp} onClick={() => input.current?.click()}>
          {file ? 'Choose another file' : 'Choose a file'}
        </Button>
        <p className="text-muted wrap-anywhere">
          {file ? file.name : 'CSV, XLSX or PDF, 10 MB at most. We check the content, not the file name.'}
        </p>
        <input
          ref={input}
          type="file"
          accept=".csv,.xlsx,.pdf,text/csv,application/pdf"
          tabIndex={-1}
          aria-label="File to deliver"
          className="sr-only"
          onChange={({ target }) => {
            take(target.files?.[0])
            // Selecting the same file after editing it must count as a change.
            target.value = ''
          }}
        />
      </div>
      {fieldError && (
        <p role="alert" className="text-danger">
          {fieldError}
        </p>
      )}
      <ErrorNotice error={attach.error} />
    </ConfirmDialog>
  )
}

function MarkDialog({ line, onDone, onClose }: DialogProps) {
  const mark = useMarkDelivered(line)
  return (
    <TextDialog
      title={`Was this delivered to ${line.reference}?`}
      label="How it was delivered"
      note="the buyer sees it"
      rows={3}
      fieldError="Please say how, e.g. “Sent to your office by courier”."
      lengthMax={NOTE_MAX}
      confirmLabel="Yes, it was delivered"
      pendingLabel="Marking it…"
      cancelLabel="Not yet"
      change={mark}
      isOver={mark.error?.code === 'delivery_done'}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{line.title}. The clock for this package stops, and we email the buyer your note.</p>
    </TextDialog>
  )
}

function SendAgainDialog({ line, onDone, onClose }: DialogProps) {
  const send = useSendAgain(line)
  return (
    <TextDialog
      title={`Send ${line.reference} a new link?`}
      label="Another email address"
      note="only if the order’s address does not work"
      type="email"
      fieldError={null}
      lengthMax={254}
      confirmLabel="Send a new link"
      pendingLabel="Sending…"
      change={send}
      errorTitle="No link was sent"
      onDone={onDone}
      onClose={onClose}
    >
      <p>{line.title}. Earlier links to this package stop working at once.</p>
    </TextDialog>
  )
}

function LookDialog({ line, hasPresets, onDone, onClose }: DialogProps & { hasPresets: boolean }) {
  const [preset, setPreset] = useState<FilePreset | null>(null)
  const look = useLookAtDelivery(line, preset)
  return (
    <TextDialog
      title={`View the file for ${line.reference}?`}
      confirmLabel="Save the file"
      pendingLabel="Downloading…"
      change={look}
      errorTitle="The file was not opened"
      onDone={onDone}
      onClose={onClose}
    >
      <p>{line.title}. The file has owners, addresses and phones. We log that you looked, with your reason.</p>
      {hasPresets && <PresetSelect label="File" none="As the buyer got it" preset={preset} onChange={setPreset} />}
    </TextDialog>
  )
}

interface LineActsProps {
  line: LineToDeliver
  kind: DeliveryKind
  state: DeliveryState
  isOver?: boolean
  hasContent: boolean
  hasFile?: boolean
  isQueue?: boolean
  onDone?: () => void
  className?: string
}

export function LineActs(props: LineActsProps) {
  const { line, kind, state, isOver, hasContent, hasFile, isQueue, onDone, className } = props
  const [asked, setAsked] = useState<'attach' | 'mark' | 'send' | 'look' | null>(null)
  const [timesDone, setTimesDone] = useState(0)
  const tell = useEffectEvent(() => onDone?.())
  // After the dialog has returned the focus to its button.
  useEffect(() => {
    if (timesDone > 0) tell()
  }, [timesDone])
  if (isOver && !hasFile) return null
  const isOpen = state === 'waiting' || state === 'failed'
  const isByHand = kind === 'by_hand'
  const close = () => setAsked(null)
  const end = () => {
    close()
    setTimesDone(timesDone + 1)
  }
  const buttons = [
    {
      act: 'attach',
      words: hasContent ? 'Replace file' : 'Attach file',
      isShown: isByHand && !isOver,
      isNext: !hasContent,
    },
    { act: 'send', words: 'Resend', isShown: hasContent && !isOver, isNext: true },
    { act: 'mark', words: 'Mark delivered', isShown: isOpen, isNext: false },
    { act: 'look', words: 'View the file', isShown: hasFile, isNext: false },
  ] as const
  return (
    <div className={className}>
      {buttons.map(
        ({ act, words, isShown, isNext }) =>
          isShown && (
            <Button key={act} size="small" look={isQueue && isNext ? 'primary' : 'plain'} onClick={() => setAsked(act)}>
              <span>
                {words}
                <span className="sr-only">
                  : {line.reference}, {line.title}
                </span>
              </span>
            </Button>
          ),
      )}
      {asked === 'attach' && <AttachDialog line={line} onDone={end} onClose={close} />}
      {asked === 'mark' && <MarkDialog line={line} onDone={end} onClose={close} />}
      {asked === 'send' && <SendAgainDialog line={line} onDone={end} onClose={close} />}
      {asked === 'look' && <LookDialog line={line} hasPresets={!isByHand} onDone={close} onClose={close} />}
    </div>
  )
}

const STATES = {
  waiting: { tone: 'waiting', name: 'Waiting' },
  sent: { tone: 'done', name: 'Sent' },
  delivered: { tone: 'done', name: 'Delivered' },
  failed: { tone: 'over', name: 'Not reached' },
  cancelled: { tone: 'plain', name: 'Canceled' },
} as const satisfies Record<TeamDelivery['state'], { tone: StatusTone; name: string }>

const FORMAT_NAMES: Readonly<Record<(typeof TAKEN_AS)[number], string>> = {
  csv: 'CSV',
  xlsx: 'Excel',
  attached: 'the file',
  page: 'read on the page',
}

interface OrderDeliveriesProps {
  reference: string
  lines: readonly Pick<OrderLine, 'tier' | 'size' | 'county' | 'state'>[]
  orderId?: OrderId
}

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

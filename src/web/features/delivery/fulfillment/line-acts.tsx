import { FileUp } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { DeliveryKind, DeliveryState } from '#contract/delivery/delivery.ts'
import type { FilePreset } from '#contract/delivery/file-presets.ts'
import { PresetSelect } from '#web/features/delivery/preset-select.tsx'
import { TextDialog } from '#web/lib/text-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { type LineToDeliver, useAttach, useLookAtDelivery, useMarkDelivered, useSendAgain } from './fulfillment-data.ts'

/** The contract's limits, checked before sending something that would be refused. */
const FILE_BYTES_MAX = 10 * 1024 * 1024
const NOTE_MAX = 1_000

interface DialogProps {
  line: LineToDeliver
  onDone: () => void
  onClose: () => void
}

/** Asks for the file for a buyer; pressing the button delivers it. */
function AttachDialog({ line, onDone, onClose }: DialogProps) {
  const [file, setFile] = useState<File | null>(null)
  const [complaint, setComplaint] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const attach = useAttach(line)
  const take = (chosen: File | undefined) => {
    if (!chosen) return
    attach.reset()
    const isLarge = chosen.size > FILE_BYTES_MAX
    setComplaint(isLarge ? 'This file is larger than 10 MB. Choose a smaller one.' : undefined)
    setFile(isLarge ? null : chosen)
  }
  const handleConfirm = () => {
    if (file) attach.mutate(file, { onSuccess: onDone })
    else setComplaint('Choose a file first.')
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
        <Button onClick={() => input.current?.click()}>
          <FileUp size={16} aria-hidden="true" />
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
      {complaint && (
        <p role="alert" className="text-danger">
          {complaint}
        </p>
      )}
      {attach.error && <Notice tone="danger">{attach.error.sentence}</Notice>}
    </ConfirmDialog>
  )
}

/** Asks how a package was delivered; its buyer sees the answer. */
function MarkDialog({ line, onDone, onClose }: DialogProps) {
  const mark = useMarkDelivered(line)
  return (
    <TextDialog
      title={`Was this delivered to ${line.reference}?`}
      label="How it was delivered"
      note="the buyer sees it"
      rows={3}
      complaint="Please say how, e.g. “Sent to your office by courier”."
      lengthMax={NOTE_MAX}
      confirmLabel="Yes, it was delivered"
      pendingLabel="Marking it…"
      cancelLabel="Not yet"
      isPending={mark.isPending}
      isOver={mark.error?.code === 'delivery_done'}
      error={mark.error}
      onConfirm={(note) => mark.mutate(note, { onSuccess: onDone })}
      onClose={onClose}
    >
      <p>{line.title}. The clock for this package stops, and we email the buyer your note.</p>
    </TextDialog>
  )
}

/** Asks before a link is replaced, and where the new one goes. */
function SendAgainDialog({ line, onDone, onClose }: DialogProps) {
  const send = useSendAgain(line)
  return (
    <TextDialog
      title={`Send ${line.reference} a new link?`}
      label="Another email address"
      note="only if the order’s address does not work"
      type="email"
      complaint={null}
      lengthMax={254}
      confirmLabel="Send a new link"
      pendingLabel="Sending…"
      isPending={send.isPending}
      error={send.error}
      errorTitle="No link was sent"
      onConfirm={(email) => send.mutate(email, { onSuccess: onDone })}
      onClose={onClose}
    >
      <p>{line.title}. Earlier links to this package stop working at once.</p>
    </TextDialog>
  )
}

/** Asks why an administrator wants to see what a buyer got, then saves it. */
function LookDialog({ line, hasPresets, onDone, onClose }: DialogProps & { hasPresets: boolean }) {
  const [preset, setPreset] = useState<FilePreset | null>(null)
  const look = useLookAtDelivery(line)
  return (
    <TextDialog
      title={`View the file for ${line.reference}?`}
      confirmLabel="Save the file"
      pendingLabel="Downloading…"
      isPending={look.isPending}
      error={look.error}
      errorTitle="The file was not opened"
      onConfirm={(reason) => look.mutate({ reason, preset }, { onSuccess: onDone })}
      onClose={onClose}
    >
      <p>{line.title}. The file has owners, addresses and phones. We log that you looked, with your reason.</p>
      {hasPresets && <PresetSelect label="File" none="As the buyer got it" preset={preset} onChange={setPreset} />}
    </TextDialog>
  )
}

type Asked = 'attach' | 'mark' | 'send' | 'look'

interface LineActsProps {
  line: LineToDeliver
  kind: DeliveryKind
  state: DeliveryState
  /** Its money went back: nothing is delivered anymore. */
  isOver?: boolean
  /** There is something that a link can open. */
  hasContent: boolean
  /** There is a file to look at. */
  hasFile?: boolean
  /** Makes the next step prominent, as the queue does. */
  isQueue?: boolean
  /** A line was delivered or its link sent, and its row may disappear. */
  onDone?: () => void
  className?: string
}

/** What an administrator can do about a line's delivery, each confirmed in a dialog. */
export function LineActs({
  line,
  kind,
  state,
  isOver,
  hasContent,
  hasFile,
  isQueue,
  onDone,
  className,
}: LineActsProps) {
  const [asked, setAsked] = useState<Asked | null>(null)
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
  const about = (
    <span className="sr-only">
      : {line.reference}, {line.title}
    </span>
  )
  return (
    <div className={className}>
      {isByHand && !isOver && (
        <Button size="small" look={isQueue && !hasContent ? 'primary' : 'plain'} onClick={() => setAsked('attach')}>
          <span>
            {hasContent ? 'Replace file' : 'Attach file'}
            {about}
          </span>
        </Button>
      )}
      {hasContent && !isOver && (
        <Button size="small" look={isQueue ? 'primary' : 'plain'} onClick={() => setAsked('send')}>
          <span>Resend{about}</span>
        </Button>
      )}
      {isOpen && (
        <Button size="small" onClick={() => setAsked('mark')}>
          <span>Mark delivered{about}</span>
        </Button>
      )}
      {hasFile && (
        <Button size="small" onClick={() => setAsked('look')}>
          <span>View the file{about}</span>
        </Button>
      )}
      {asked === 'attach' && <AttachDialog line={line} onDone={end} onClose={close} />}
      {asked === 'mark' && <MarkDialog line={line} onDone={end} onClose={close} />}
      {asked === 'send' && <SendAgainDialog line={line} onDone={end} onClose={close} />}
      {asked === 'look' && <LookDialog line={line} hasPresets={!isByHand} onDone={close} onClose={close} />}
    </div>
  )
}

import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import type { FilePreset } from '#contract/delivery/file-presets.ts'
import { TextDialog } from '#web/lib/text-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PresetSelect } from '../preset-select.tsx'
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
export function AttachDialog({ line, onDone, onClose }: DialogProps) {
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
export function MarkDialog({ line, onDone, onClose }: DialogProps) {
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
export function SendAgainDialog({ line, onDone, onClose }: DialogProps) {
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
export function LookDialog({ line, hasPresets, onDone, onClose }: DialogProps & { hasPresets: boolean }) {
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

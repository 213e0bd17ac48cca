import { Paperclip } from 'lucide-react'
import type { ClaimFile } from '#contract/claims/claim-files.ts'
import { CLAIM_FILE_BYTES_MAX, CLAIM_FILES_MAX } from '#contract/claims/claim-reasons.ts'
import { formatBytes } from '#web/lib/format-bytes.ts'
import { Button } from '#web/ui/button.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { useAttachFile } from './claim-data.ts'

interface EvidenceFilesProps {
  token: string
  lineNumber: number
  files: readonly ClaimFile[]
  /** What is missing, shown after the buyer tried to send the claim. */
  complaint: string | undefined
  isNeeded: boolean
  onChange: (files: readonly ClaimFile[]) => void
}

/** The files of a claim that is being made. Each is sent as soon as it is chosen, so that a wrong one is noticed then. */
export function EvidenceFiles({ token, lineNumber, files, complaint, isNeeded, onChange }: EvidenceFilesProps) {
  const attach = useAttachFile(token, lineNumber)
  const handleFile = (file: File) =>
    attach.mutate(file, {
      onSuccess: (added) => onChange([...files.filter(({ fileId }) => fileId !== added.fileId), added]),
    })
  return (
    <section aria-label="Files" className="grid gap-2">
      <p className="flex justify-between gap-3 text-sm font-semibold">
        Picture or PDF {!isNeeded && <span className="font-normal text-muted">optional</span>}
      </p>
      {files.length > 0 && (
        <ul className="divide-y divide-line rounded-md border border-line bg-surface text-sm">
          {files.map(({ fileId, name, bytes }) => (
            <li key={fileId} className="flex items-center justify-between gap-3 py-1 pr-1 pl-3">
              <span className="flex min-w-0 items-center gap-2">
                <Paperclip size={16} aria-hidden="true" className="shrink-0 text-muted" />
                <span className="wrap-anywhere">{name}</span>
                <span className="figures shrink-0 text-muted">{formatBytes(bytes)}</span>
              </span>
              <Button
                size="small"
                look="quiet"
                aria-label={`Remove ${name}`}
                onClick={() => onChange(files.filter((one) => one.fileId !== fileId))}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {files.length < CLAIM_FILES_MAX && (
        <FileDrop
          label="Attach a file"
          inputLabel="A picture or PDF that shows what is wrong"
          buttonLabel="Attach a file"
          help={`PNG, JPEG or PDF, 5 MB at most, up to ${CLAIM_FILES_MAX}. Only our team sees it, and we delete it 90 days after our answer.`}
          accept=".png,.jpg,.jpeg,.pdf,image/png,image/jpeg,application/pdf"
          isBusy={attach.isPending}
          complaintOf={complaintOf}
          onFile={handleFile}
        />
      )}
      {(attach.error || complaint) && (
        <p role="alert" className="text-sm text-danger">
          {attach.error?.sentence ?? complaint}
        </p>
      )}
    </section>
  )
}

function complaintOf({ name, size }: File): string | undefined {
  if (!/\.(png|jpe?g|pdf)$/i.test(name)) return 'Choose a PNG or JPEG picture or a PDF.'
  if (size > CLAIM_FILE_BYTES_MAX) return 'This file has more than 5 MB. Choose a smaller one.'
  return size === 0 ? 'This file is empty.' : undefined
}

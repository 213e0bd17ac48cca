import { useRef, useState } from 'react'
import type { ClaimFile } from '#contract/claims/claim-files.ts'
import { CLAIM_NOTE_MAX, CLAIM_REASON_NAMES, CLAIM_REASONS, type ClaimReason } from '#contract/claims/claim-reasons.ts'
import type { ClaimableLead, ClaimablePackage } from '#contract/claims/claims.ts'
import { formatPlural } from '#web/lib/format.ts'
import { phoneInWords } from '#web/lib/phone-words.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useMakeClaims } from './claim-data.ts'
import { EvidenceFiles } from './evidence-files.tsx'
import { LeadRow } from './lead-row.tsx'

/** From this many leads on, a field narrows the list. */
const SEARCH_FROM = 12

interface ClaimDialogProps {
  token: string
  line: ClaimablePackage
  onClose: () => void
}

const textOf = ({ address, owner, phones }: ClaimableLead): string =>
  [address, owner, ...phones, ...phones.map(phoneInWords)].join(' ').toLowerCase()

/** Asks which leads of a package are bad, and why. */
export function ClaimDialog({ token, line, onClose }: ClaimDialogProps) {
  const make = useMakeClaims(token)
  const [reason, setReason] = useState<ClaimReason | null>(null)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [search, setSearch] = useState('')
  const [note, setNote] = useState('')
  const [files, setFiles] = useState<readonly ClaimFile[]>([])
  const [isChecked, setIsChecked] = useState(false)
  const noteField = useRef<HTMLTextAreaElement>(null)
  const open = line.leads.filter(({ claim }) => claim === null)
  const shown = open.filter(
    (lead) => chosen.includes(lead.leadId) || textOf(lead).includes(search.trim().toLowerCase()),
  )
  const needsNote = reason !== null && line.noteReasons.includes(reason)
  const isNoteMissing = needsNote && note.trim() === ''
  const needsFile = reason !== null && line.fileReasons.includes(reason)
  const isFileMissing = needsFile && files.length === 0
  const toggle = (leadId: string) =>
    setChosen(chosen.includes(leadId) ? chosen.filter((one) => one !== leadId) : [...chosen, leadId])
  const handleSend = () => {
    setIsChecked(true)
    if (reason === null || chosen.length === 0 || make.isPending) return
    if (isNoteMissing) return noteField.current?.focus()
    if (isFileMissing) return
    const fileIds = files.map(({ fileId }) => fileId)
    const body = { lineNumber: line.lineNumber, leadIds: [...chosen], reason, note: note.trim(), fileIds }
    make.mutate(body, {
      onSuccess: ({ packages }) => {
        const claims = packages.flatMap(({ leads }) =>
          leads.flatMap(({ leadId, claim }) => (chosen.includes(leadId) && claim ? [claim] : [])),
        )
        showToast(told(claims.filter(({ state }) => state === 'granted').length, claims.length))
        onClose()
      },
    })
  }
  return (
    <Dialog
      title="Report bad leads"
      onClose={onClose}
      footer={
        <div className="grid gap-3">
          {make.error && (
            <Notice tone="danger" title="Nothing was reported">
              {make.error.sentence}
            </Notice>
          )}
          <Button look="primary" aria-disabled={make.isPending || undefined} onClick={handleSend}>
            {make.isPending
              ? 'Sending…'
              : chosen.length > 0
                ? `Report ${formatPlural(chosen.length, 'lead')}`
                : 'Report'}
          </Button>
        </div>
      }
    >
      <div className="grid gap-5">
        <p className="text-sm text-muted">
          You get another lead of the same kind for each bad one, or store credit if none is left. What we can check
          ourselves is answered at once, the rest within two days.
        </p>
        <SelectField
          label="What is wrong?"
          placeholder="Choose a reason"
          options={CLAIM_REASONS.map((one) => CLAIM_REASON_NAMES[one])}
          value={reason ? CLAIM_REASON_NAMES[reason] : ''}
          error={isChecked && reason === null ? 'Choose what is wrong.' : undefined}
          onChange={({ target }) =>
            setReason(CLAIM_REASONS.find((one) => CLAIM_REASON_NAMES[one] === target.value) ?? null)
          }
        />
        <fieldset className="grid min-w-0 gap-2">
          <legend className="mb-1.5 text-sm font-semibold">
            Which leads? <span className="font-normal text-muted">up to {line.left}</span>
          </legend>
          {open.length >= SEARCH_FROM && (
            <TextField
              label="Find a lead"
              placeholder="Address, owner or phone"
              value={search}
              onChange={({ target }) => setSearch(target.value)}
            />
          )}
          <ul className="divide-y divide-line rounded-md border border-line bg-surface">
            {shown.map((lead) => (
              <LeadRow
                key={lead.leadId}
                lead={lead}
                isChosen={chosen.includes(lead.leadId)}
                isFull={chosen.length >= line.left}
                onToggle={() => toggle(lead.leadId)}
              />
            ))}
            {shown.length === 0 && <li className="p-3 text-sm text-muted">No lead matches.</li>}
          </ul>
          {isChecked && chosen.length === 0 && <p className="text-sm text-danger">Choose at least one lead.</p>}
        </fieldset>
        <TextArea
          ref={noteField}
          label="What did you find out?"
          {...(!needsNote && { note: 'optional' })}
          rows={3}
          maxLength={CLAIM_NOTE_MAX}
          value={note}
          error={isChecked && isNoteMissing ? 'Please say what you found out. We need it to decide.' : undefined}
          onChange={({ target }) => setNote(target.value)}
        />
        <EvidenceFiles
          token={token}
          lineNumber={line.lineNumber}
          files={files}
          complaint={isChecked && isFileMissing ? 'Please attach a picture or a PDF that shows it.' : undefined}
          isNeeded={needsFile}
          onChange={setFiles}
        />
      </div>
    </Dialog>
  )
}

function told(granted: number, claimed: number): { title: string; description: string } {
  if (granted === claimed) return { title: 'Made good', description: 'Download your files again for the new leads.' }
  const open = formatPlural(claimed - granted, 'lead')
  return {
    title: 'Reported',
    description: `${granted > 0 ? `${formatPlural(granted, 'lead')} made good at once. ` : ''}We answer for ${open} within two days.`,
  }
}

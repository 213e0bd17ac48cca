import { useQuery } from '@tanstack/react-query'
import { Paperclip } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ClaimFile } from '#contract/claims/claim-files.ts'
import * as contract from '#contract/claims/claim-reasons.ts'
import { type DeliveredLeads, listDeliveredLeads } from '#contract/claims/claims.ts'
import { foldText } from '#contract/plain-values.ts'
import { query } from '#web/lib/call-api.ts'
import { formatDate, formatPlural } from '#web/lib/format.ts'
import { formatBytes } from '#web/lib/format-late.ts'
import { useServerSeconds } from '#web/lib/use-server-seconds.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceField } from '#web/ui/choice.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { TextArea } from '#web/ui/more-fields.tsx'
import { ErrorNotice, ListTrouble } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useDiscardQuestion } from '#web/ui/use-discard-question.tsx'
import { useAttachFile, useMakeClaims, useOpenLeads } from './claim-data.ts'
import { LeadWords } from './claim-row.tsx'
import { LeadList, leadText, SEARCH_FROM } from './lead-list.tsx'

interface EvidenceFilesProps {
  token: string
  lineNumber: number
  files: readonly ClaimFile[]
  fieldError: string | undefined
  isNeeded: boolean
  onChange: (files: readonly ClaimFile[]) => void
}

/** The files of a claim that is being made. Each is sent as soon as it is chosen, so that a wrong one is noticed then. */
function EvidenceFiles({ token, lineNumber, files, fieldError, isNeeded, onChange }: EvidenceFilesProps) {
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
      {files.length < contract.CLAIM_FILES_MAX && (
        <FileDrop
          label="Attach a file"
          inputLabel="A picture or PDF that shows what is wrong"
          buttonLabel="Attach a file"
          help={`PNG, JPEG or PDF, 5 MB at most, up to ${contract.CLAIM_FILES_MAX}. Only our team sees it, and we delete it 90 days after our answer.`}
          accept=".png,.jpg,.jpeg,.pdf,image/png,image/jpeg,application/pdf"
          isBusy={attach.isPending}
          fieldErrorOf={fieldErrorOf}
          onFile={handleFile}
        />
      )}
      {(attach.error || fieldError) && (
        <p role="alert" className="text-sm text-danger">
          {attach.error?.sentence ?? fieldError}
        </p>
      )}
    </section>
  )
}

/** Sent as the words of the claim. */
const FAULTS = ['Disconnected', 'Wrong person', 'Fax'].map((value) => ({ value, label: value }))

function fieldErrorOf({ name, size }: File): string | undefined {
  if (!/\.(png|jpe?g|pdf)$/i.test(name)) return 'Choose a PNG or JPEG picture or a PDF.'
  if (size > contract.CLAIM_FILE_BYTES_MAX) return 'This file has more than 5 MB. Choose a smaller one.'
  return size === 0 ? 'This file is empty.' : undefined
}

interface ClaimDialogProps {
  token: string
  line: DeliveredLeads
  /** The lead that was reported at first. */
  leadId: string
  reason: contract.ClaimReason | undefined
  onClose: () => void
}

function ClaimDialog({ token, line, leadId, reason: knownReason, onClose }: ClaimDialogProps) {
  const make = useMakeClaims(token)
  const [typed, setNote] = useState('')
  const [fault, setFault] = useState<(typeof FAULTS)[number]['value'] | null>(null)
  const discard = useDiscardQuestion({ isTyped: typed.trim() !== '', onClose })
  const [reason, setReason] = useState(knownReason ?? null)
  // Most people report one lead: the others are for who finds several at once.
  const [hasOthers, setHasOthers] = useState(false)
  const [chosen, setChosen] = useState<readonly string[]>([leadId])
  const [search, setSearch] = useState('')
  const [files, setFiles] = useState<readonly ClaimFile[]>([])
  const [isChecked, setIsChecked] = useState(false)
  const noteField = useRef<HTMLTextAreaElement>(null)
  const open = line.leads
    .filter(({ claim }) => claim === null)
    .toSorted((a, b) => Number(b.leadId === leadId) - Number(a.leadId === leadId))
  const shown = open.filter(
    (lead) =>
      lead.leadId === leadId ||
      chosen.includes(lead.leadId) ||
      (hasOthers && leadText(lead).includes(foldText(search.trim()))),
  )
  const needsNote = reason !== null && line.noteReasons.includes(reason)
  const isNumber = reason === 'wrong_number'
  const note = [isNumber ? fault : null, typed.trim()].filter(Boolean).join('. ')
  const isNoteMissing = needsNote && note === ''
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
    const body = { lineNumber: line.lineNumber, leadIds: [...chosen], reason, note, fileIds }
    make.mutate(body, {
      onSuccess: ({ packages }) => {
        const claims = packages.flatMap(({ leads }) =>
          leads.flatMap(({ leadId, claim }) => (chosen.includes(leadId) && claim ? [claim] : [])),
        )
        showToast(told(claims.filter(({ state }) => state === 'granted').length, claims.length))
        discard.leave()
      },
    })
  }
  return (
    <Dialog
      title={hasOthers ? 'Report bad leads' : 'Report a bad lead'}
      onClose={discard.close}
      footer={
        <div className="grid gap-3">
          <ErrorNotice error={make.error} title="Nothing was reported" />
          <Button look="primary" isBusy={make.isPending} onClick={handleSend}>
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
          options={contract.CLAIM_REASONS}
          nameOf={(one) => contract.CLAIM_REASON_NAMES[one]}
          value={reason ?? ''}
          error={isChecked && reason === null ? 'Choose what is wrong.' : undefined}
          onChange={(one) => setReason(one || null)}
        />
        <fieldset className="grid min-w-0 gap-2">
          <legend className="mb-1.5 text-sm font-semibold">
            {hasOthers ? 'Which leads?' : 'The lead'}{' '}
            {hasOthers && <span className="font-normal text-muted">up to {line.left}</span>}
          </legend>
          {hasOthers && open.length >= SEARCH_FROM && (
            <TextField
              label="Find a lead"
              placeholder="Name, street, phone"
              value={search}
              onChange={({ target }) => setSearch(target.value)}
            />
          )}
          <ul className="divide-y divide-line rounded-md border border-line bg-surface">
            {shown.map((lead) => (
              <li key={lead.leadId}>
                <label className="flex min-h-11 cursor-pointer items-start gap-3 p-3 text-sm has-checked:bg-accent-quiet has-disabled:cursor-not-allowed has-disabled:text-muted">
                  <input
                    type="checkbox"
                    className="mt-0.5 size-4 shrink-0 accent-accent"
                    checked={chosen.includes(lead.leadId)}
                    disabled={chosen.length >= line.left && !chosen.includes(lead.leadId)}
                    onChange={() => toggle(lead.leadId)}
                  />
                  <span className="min-w-0">
                    <span className="block font-semibold wrap-anywhere">
                      {lead.address ?? 'A lead we no longer keep'}
                    </span>
                    <span className="block text-muted wrap-anywhere">
                      <LeadWords owner={lead.owner} phones={lead.phones.map(({ number }) => number)} />
                    </span>
                  </span>
                </label>
              </li>
            ))}
            {shown.length === 0 && <li className="p-3 text-sm text-muted">No lead matches.</li>}
          </ul>
          {!hasOthers && open.length > 1 && line.left > 1 && (
            <Button
              look="quiet"
              size="small"
              className="-ml-2 justify-self-start px-2!"
              onClick={() => setHasOthers(true)}
            >
              Add more leads to this report
            </Button>
          )}
          {isChecked && chosen.length === 0 && <p className="text-sm text-danger">Choose at least one lead.</p>}
        </fieldset>
        {isNumber && (
          <ChoiceField legend="What happened when you called?" options={FAULTS} value={fault} onChange={setFault} />
        )}
        <TextArea
          ref={noteField}
          label={isNumber ? 'Anything else?' : 'What did you find out?'}
          {...((!needsNote || fault) && { note: 'optional' })}
          rows={3}
          maxLength={contract.CLAIM_NOTE_MAX}
          value={typed}
          error={isChecked && isNoteMissing ? 'Tell us what happened so we can review it.' : undefined}
          onChange={({ target }) => setNote(target.value)}
        />
        <EvidenceFiles
          token={token}
          lineNumber={line.lineNumber}
          files={files}
          fieldError={isChecked && isFileMissing ? 'Please attach a picture or a PDF that shows it.' : undefined}
          isNeeded={needsFile}
          onChange={setFiles}
        />
        {discard.question}
      </div>
    </Dialog>
  )
}

function told(granted: number, claimed: number): { title: string; description: string } {
  if (granted === claimed) return { title: 'Made good', description: 'Download your files again for the new leads.' }
  return {
    title: 'Reported',
    description: `${granted > 0 ? `${formatPlural(granted, 'lead')} made good at once. ` : ''}Our answer comes within two days, under Claims in My orders.`,
  }
}

type LeadsPartProps = { token: string; lineNumber: number; title: string }
/** The leads of a package to read, call and report. Showing them the first time is recorded: it delivers them. */
export function LeadsPart({ token, lineNumber, title }: LeadsPartProps) {
  const list = useQuery({ ...query(listDeliveredLeads, { token }), staleTime: 0 })
  const { data } = list
  const { mutate: open, error } = useOpenLeads(token)
  const [reported, setReported] = useState<{ leadId: string; reason: contract.ClaimReason | undefined } | null>(null)
  const nowMs = useServerSeconds() * 1000
  const line = data?.packages.find((one) => one.lineNumber === lineNumber)
  const isToOpen = line?.isOpened === false
  useEffect(() => {
    if (isToOpen) open(lineNumber)
  }, [isToOpen, open, lineNumber])
  const isHere = line?.isOpened === true
  // The lists of the packages above have pushed the one that was asked for down.
  useEffect(() => {
    const asked = document.getElementById(window.location.hash.slice(1))
    if (isHere && asked?.id === `package-${lineNumber}`) asked.scrollIntoView()
  }, [isHere, lineNumber])
  if (error && !isHere)
    return <ErrorNotice error={error} title="The leads could not be opened" onRetry={() => open(lineNumber)} />
  if (!data && list.error) return <ListTrouble list={list} title="The leads could not be loaded" />
  if (data && !line) return null
  // A list of leads is longer than a screen, so nothing below it is seen to move.
  if (!line?.isOpened) return <Skeleton className="h-dvh" />
  const isOver = Date.parse(line.endsAt) <= nowMs
  const canReport = !isOver && line.left > 0
  return (
    <section aria-label={`Leads of ${title}`} className="grid gap-3">
      <LeadList
        token={token}
        label={`Leads of ${title}`}
        leads={line.leads}
        onReport={canReport ? (leadId, reason) => setReported({ leadId, reason }) : undefined}
      />
      {line.most > 0 && <p className="text-sm text-muted">{wordsFor(line, isOver)}</p>}
      {reported !== null && <ClaimDialog token={token} line={line} {...reported} onClose={() => setReported(null)} />}
    </section>
  )
}

function wordsFor({ left, most, endsAt }: DeliveredLeads, isOver: boolean): string {
  if (isOver) return 'The time to report bad leads is over.'
  if (left === 0) return `You reported all ${formatPlural(most, 'lead')} that you could.`
  return `Bad number? Report up to ${left === most ? formatPlural(most, 'lead') : `${left} more`} by ${formatDate(endsAt)}.`
}

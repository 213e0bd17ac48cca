import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import {
  type Dispute,
  EVIDENCE_FIELDS,
  EVIDENCE_TEXT_MAX,
  type Evidence,
  type ListedDispute,
  needsResponse,
} from '#contract/payments/disputes.ts'
import {
  formatDate,
  formatDateTime,
  formatDollars,
  formatMoment,
  formatTimeLeft,
  timeZoneWord,
} from '#web/lib/format.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextField } from '#web/ui/field.tsx'
import { FigureStrip } from '#web/ui/figure-strip.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PagedTable } from '#web/ui/paged-table.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { useDiscardQuestion } from '#web/ui/use-discard-question.tsx'
import {
  DISPUTE_STATUSES,
  EVIDENCE_LABELS,
  nextStep,
  reasonWords,
  useDispute,
  useDisputes,
  useSaveEvidence,
  useSubmitEvidence,
} from './dispute-data.ts'

interface DisputeDrawerProps {
  disputeId: string
  onClose: () => void
}

/** One dispute with its evidence: edit it, save it as a draft, submit it once. */
function DisputeDrawer({ disputeId, onClose }: DisputeDrawerProps) {
  const { data: dispute, error, isPending, refetch } = useDispute(disputeId)
  const isUnknown = error?.code === 'dispute_unknown' || error?.status === 400
  if (dispute) return <DisputeFile key={dispute.id} dispute={dispute} onClose={onClose} />
  return (
    <Drawer title={isUnknown ? 'Dispute not found' : 'Dispute'} onClose={onClose}>
      {isPending ? (
        <div className="grid gap-4">
          <LoadingWords>Loading the dispute</LoadingWords>
          <Skeleton className="h-20" />
          <Skeleton className="h-64" />
        </div>
      ) : (
        <Notice
          tone="danger"
          title={isUnknown ? 'Dispute not found' : 'The dispute could not be loaded'}
          action={!isUnknown && <Button onClick={() => refetch()}>Try again</Button>}
        >
          {isUnknown ? 'There is no dispute at this address.' : error?.sentence}
        </Notice>
      )}
    </Drawer>
  )
}

function DisputeFile({ dispute, onClose }: { dispute: Dispute; onClose: () => void }) {
  const [evidence, setEvidence] = useState<Evidence>(dispute.evidence)
  const [isSubmitting, setIsSubmitting] = useState(false)
  const save = useSaveEvidence(dispute.id)
  const submit = useSubmitEvidence(dispute.id)
  const isOver = dispute.dueBy !== null && Date.parse(dispute.dueBy) <= serverNow()
  const isOpen = needsResponse(dispute.status) && !dispute.submittedAt && !isOver
  const isChanged = EVIDENCE_FIELDS.some((field) => evidence[field] !== dispute.evidence[field])
  const discard = useDiscardQuestion({ isTyped: isOpen && isChanged, onClose })
  const error = save.error ?? (isSubmitting ? null : submit.error)
  const draft = { evidence, version: dispute.version }
  return (
    <Drawer
      title={`Dispute on ${dispute.reference}`}
      onClose={discard.close}
      footer={
        isOpen && (
          <div className="grid gap-2">
            {error && <Notice tone="danger">{error.sentence}</Notice>}
            <div className="flex flex-wrap gap-2">
              <Button look="primary" className="max-xs:w-full" onClick={() => setIsSubmitting(true)}>
                Submit evidence
              </Button>
              <Button aria-disabled={save.isPending || undefined} onClick={() => !save.isPending && save.mutate(draft)}>
                {save.isPending ? 'Saving…' : 'Save draft'}
              </Button>
              <CopyButton text={asText(evidence)} label="Copy all" />
            </div>
          </div>
        )
      }
    >
      <div className="grid gap-5 text-sm">
        <Facts dispute={dispute} />
        <p>{nextStep(dispute, isOver)}</p>
        {isOpen ? (
          <EvidenceFields evidence={evidence} onChange={setEvidence} />
        ) : (
          <EvidenceText evidence={dispute.evidence} isSubmitted={dispute.submittedAt !== null} />
        )}
        {isOpen && (
          <p className="text-xs text-muted">
            {isChanged
              ? 'Not saved yet.'
              : dispute.version > 0
                ? 'Saved as a draft. The bank has not seen it.'
                : 'Filled in from what the store knows. Nothing was shipped, so shipping does not apply.'}
          </p>
        )}
      </div>
      {isSubmitting && (
        <ConfirmDialog
          title="Submit this evidence to the bank?"
          confirmLabel={`Submit evidence for ${formatDollars(dispute.amount)}`}
          pendingLabel="Submitting…"
          isPending={submit.isPending}
          onConfirm={() => submit.mutate(draft, { onSuccess: () => setIsSubmitting(false) })}
          onClose={() => setIsSubmitting(false)}
        >
          <p>
            The bank accepts evidence only once, and you can’t change it afterward. Everything in the form goes to the
            buyer’s bank through the card provider.
          </p>
          {submit.error && <Notice tone="danger">{submit.error.sentence}</Notice>}
        </ConfirmDialog>
      )}
      {discard.question}
    </Drawer>
  )
}

function Facts({ dispute }: { dispute: Dispute }) {
  const { status, reason, amount, dueBy, submittedAt, submittedBy, closedAt, orderId } = dispute
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap items-center gap-2">
        <StatusPill tone={DISPUTE_STATUSES[status].tone}>{DISPUTE_STATUSES[status].name}</StatusPill>
        <span>{reasonWords(reason)}</span>
      </p>
      <FigureStrip
        label="The dispute"
        figures={[
          { label: 'Disputed', value: formatDollars(amount) },
          {
            label: closedAt ? 'Decided' : submittedAt ? 'Submitted' : 'Answer by',
            value: (
              <span className="text-base">{formatMoment(closedAt ?? submittedAt ?? dueBy ?? dispute.openedAt)}</span>
            ),
          },
        ]}
      />
      <p className="text-muted">
        Opened {formatDateTime(dispute.openedAt)}.{' '}
        {submittedAt && `Evidence submitted ${formatDateTime(submittedAt)}${submittedBy ? ` by ${submittedBy}` : ''}. `}
        <Link
          to={paths.adminSection}
          params={{ section: 'orders' }}
          search={{ search: dispute.reference, open: orderId }}
          className="font-semibold text-accent hover:underline"
        >
          View the order
        </Link>
      </p>
    </div>
  )
}

function EvidenceFields({ evidence, onChange }: { evidence: Evidence; onChange: (evidence: Evidence) => void }) {
  return (
    <div className="grid gap-4">
      {EVIDENCE_FIELDS.map((field) => {
        const { label, note, isLong } = EVIDENCE_LABELS[field]
        const props = { label, value: evidence[field], ...(note ? { note } : {}) }
        const handleChange = ({ target }: { target: { value: string } }) =>
          onChange({ ...evidence, [field]: target.value })
        return isLong ? (
          <TextArea key={field} {...props} rows={7} maxLength={EVIDENCE_TEXT_MAX} onChange={handleChange} />
        ) : (
          <TextField key={field} {...props} maxLength={200} onChange={handleChange} />
        )
      })}
    </div>
  )
}

function EvidenceText({ evidence, isSubmitted }: { evidence: Evidence; isSubmitted: boolean }) {
  return (
    <section>
      <h3 className="mb-2 text-base font-semibold">{isSubmitted ? 'What we told the bank' : 'What the store knows'}</h3>
      <dl className="grid gap-3">
        {EVIDENCE_FIELDS.filter((field) => evidence[field]).map((field) => (
          <div key={field}>
            <dt className="text-xs text-muted">{EVIDENCE_LABELS[field].label}</dt>
            <dd className="whitespace-pre-wrap wrap-anywhere" dir="auto">
              {evidence[field]}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The evidence as text, for pasting at the provider’s own site. */
const asText = (evidence: Evidence): string =>
  EVIDENCE_FIELDS.map((field) => `${EVIDENCE_LABELS[field].label}\n${evidence[field]}`).join('\n\n')

const DAY_MS = 24 * 60 * 60 * 1000

interface DisputesViewProps {
  openId: string | null
  onOpen: (disputeId: string | null) => void
}

/** Payments that a bank disputes: those that wait for an answer with the deadline, and the outcome of the others. */
export function DisputesView({ openId, onOpen }: DisputesViewProps) {
  const list = useDisputes()
  const columns = useMemo(() => disputeColumns(onOpen), [onOpen])
  return (
    <Panel
      title="Disputes"
      intro="A buyer asked their bank to reverse a payment. Answer each one with evidence before its deadline. Open ones come first."
    >
      <PagedTable
        list={list}
        label="Disputes"
        columns={columns}
        rowKey={({ id }) => id}
        errorTitle="The disputes could not be loaded"
        footnote={`Times are in your time zone (${timeZoneWord(serverNow())}).`}
        empty={
          <EmptyState title="No disputes">
            When a buyer’s bank asks about a payment, it appears here with the deadline for your answer.
          </EmptyState>
        }
      />
      {openId && <DisputeDrawer key={openId} disputeId={openId} onClose={() => onOpen(null)} />}
    </Panel>
  )
}

const disputeColumns = (onOpen: (disputeId: string) => void): Column<ListedDispute>[] => [
  {
    key: 'order',
    header: 'Order',
    isTitle: true,
    cell: ({ id, reference, fullName, email }) => (
      <>
        <button
          type="button"
          onClick={() => onOpen(id)}
          className="figures min-h-6 font-semibold text-accent hover:underline"
        >
          {reference}
        </button>
        <span className="block text-muted" dir="auto">
          {fullName ?? email}
        </span>
      </>
    ),
  },
  { key: 'amount', header: 'Amount', isNumber: true, cell: ({ amount }) => formatDollars(amount) },
  { key: 'reason', header: 'Why', cell: ({ reason }) => reasonWords(reason) },
  {
    key: 'status',
    header: 'State',
    cell: ({ status }) => <StatusPill tone={DISPUTE_STATUSES[status].tone}>{DISPUTE_STATUSES[status].name}</StatusPill>,
  },
  { key: 'due', header: 'Answer by', isUnbroken: true, cell: (dispute) => <Due dispute={dispute} /> },
]

function Due({ dispute: { status, dueBy, submittedAt, closedAt, openedAt } }: { dispute: ListedDispute }) {
  if (!needsResponse(status) || submittedAt || !dueBy) {
    const [word, instant] = closedAt
      ? ['decided', closedAt]
      : submittedAt
        ? ['submitted', submittedAt]
        : ['opened', openedAt]
    return (
      <span className="text-muted">
        {word} {formatDate(instant)}
      </span>
    )
  }
  const leftMs = Date.parse(dueBy) - serverNow()
  return (
    <>
      <time dateTime={dueBy} className={leftMs < 3 * DAY_MS ? 'font-semibold text-attention' : ''}>
        {formatDateTime(dueBy)}
      </time>
      <span className="block text-xs text-muted">
        {leftMs < 0
          ? 'over'
          : leftMs < 2 * DAY_MS
            ? formatTimeLeft(dueBy, serverNow())
            : `in ${Math.floor(leftMs / DAY_MS)} days`}
      </span>
    </>
  )
}

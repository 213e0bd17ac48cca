import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getAttention } from '#contract/admin/attention.ts'
import { getAdminOrder } from '#contract/admin/order-screen.ts'
import { listAuditEntries } from '#contract/audit/audit.ts'
import * as contract from '#contract/payments/disputes.ts'
import { SectionLink } from '#web/features/admin/section-link.tsx'
import { ApiError, callApi, query, queryClient } from '#web/lib/call-api.ts'
import { formatDate, formatDateTime, formatDollars, formatMoment, formatTimeLeft } from '#web/lib/format.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { reload, useChange } from '#web/lib/use-change.ts'
import { usePages } from '#web/lib/use-pages.ts'
import { useTeamSearch } from '#web/lib/use-team-search.ts'
import { timesNote } from '#web/lib/when.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { Drawer } from '#web/ui/dialog.tsx'
import { FactList } from '#web/ui/fact-list.tsx'
import { TextField } from '#web/ui/field.tsx'
import { FigureStrip } from '#web/ui/figure-strip.tsx'
import { TextArea } from '#web/ui/more-fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PagedTable } from '#web/ui/paged-table.tsx'
import { EmptyState, ErrorNotice, Panel, StatusPill, type StatusTone } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { useDiscardQuestion } from '#web/ui/use-discard-question.tsx'
import { REFERENCE_LOOK } from './order-table.tsx'

const DISPUTE_STATUSES: Readonly<Record<contract.DisputeStatus, { name: string; tone: StatusTone }>> = {
  warning_needs_response: { name: 'Inquiry, needs an answer', tone: 'waiting' },
  warning_under_review: { name: 'Inquiry under review', tone: 'plain' },
  warning_closed: { name: 'Inquiry closed', tone: 'done' },
  needs_response: { name: 'Needs an answer', tone: 'waiting' },
  under_review: { name: 'Under review', tone: 'plain' },
  won: { name: 'Won', tone: 'done' },
  lost: { name: 'Lost', tone: 'over' },
}

const REASONS: Readonly<Record<string, string>> = {
  credit_not_processed: 'A promised refund never came',
  duplicate: 'Charged twice',
  fraudulent: 'The cardholder says they did not buy this',
  general: 'No reason was given',
  product_not_received: 'The leads did not arrive',
  product_unacceptable: 'The leads were not as described',
  subscription_canceled: 'A subscription was canceled',
  unrecognized: 'The cardholder does not recognize the charge',
}

/** The bank's reason in words, or as the bank gives it if unknown. */
const reasonWords = (reason: string): string => REASONS[reason] ?? reason.replaceAll('_', ' ')

/** Label and hint for each field of the evidence. */
const EVIDENCE_LABELS: Readonly<Record<keyof contract.Evidence, { label: string; note?: string; isLong?: true }>> = {
  customer_name: { label: 'Customer’s name' },
  customer_email_address: { label: 'Customer’s email' },
  service_date: { label: 'Sale date' },
  product_description: { label: 'What was bought', isLong: true },
  access_activity_log: { label: 'What the customer did and received', isLong: true },
  uncategorized_text: { label: 'Receipt and anything else', note: 'e.g. what they wrote to you', isLong: true },
}

/** What an administrator can do about a dispute now, in a sentence. */
function nextStep(dispute: Pick<contract.ListedDispute, 'status' | 'submittedAt'>, isOver: boolean): string {
  const { status, submittedAt } = dispute
  if (status === 'won') return 'The bank decided in your favor. The money is yours again.'
  if (status === 'lost')
    return 'The bank decided in the buyer’s favor and returned the money. There is nothing more to do here.'
  if (status === 'warning_closed') return 'The bank closed its inquiry. No money moved.'
  if (submittedAt) return 'The bank has the evidence and decides within a few weeks.'
  if (contract.needsResponse(status) && !isOver)
    return 'To keep the money, check the evidence below, add what you know, and submit it; the bank accepts it only once. To accept the dispute, do nothing: without an answer in time, the bank returns the money to the buyer.'
  return 'The deadline has passed. The bank decides with what it has.'
}

const disputeQuery = (disputeId: contract.DisputeId) => query(contract.getDispute, { disputeId })

/** Shows a dispute from a reply, wherever it is shown. */
function follow(dispute: contract.Dispute): void {
  queryClient.setQueryData(disputeQuery(dispute.id).queryKey, dispute)
  void reload([contract.listDisputes.path, getAttention.path, listAuditEntries.path, getAdminOrder.path])
}

const save = ({ id, version }: contract.Dispute, evidence: contract.Evidence): Promise<contract.Dispute> =>
  callApi(contract.saveEvidence, { params: { disputeId: id }, body: { evidence, version } })

async function submit(dispute: contract.Dispute, evidence: contract.Evidence): Promise<contract.Dispute> {
  const saved = await save(dispute, evidence)
  // If submitting fails, the next try starts from this draft.
  follow(saved)
  return callApi(contract.submitEvidence, { params: { disputeId: saved.id }, body: { version: saved.version } })
}

/** If the reply to the last save was lost, typed text stays and only the version is reloaded. */
const readAgain = (disputeId: contract.DisputeId) => (error: unknown) => {
  if (error instanceof ApiError && error.code === 'evidence_changed')
    void queryClient.invalidateQueries({ queryKey: disputeQuery(disputeId).queryKey })
  throw error
}

/** One dispute: what the bank says, and the evidence. */
export function DisputeDrawer({ disputeId, onClose }: { disputeId: string; onClose: () => void }) {
  // Read once when it is opened: a draft must not change while it is edited.
  const found = useQuery({ ...disputeQuery(disputeId as contract.DisputeId), staleTime: 0, gcTime: 0 })
  const { data: dispute, error, isPending, refetch } = found
  const isUnknown = error?.code === 'dispute_unknown' || error?.status === 400
  if (dispute) return <DisputeFile key={dispute.id} dispute={dispute} onClose={onClose} />
  return (
    <Drawer title={isUnknown ? 'Dispute not found' : 'Dispute'} onClose={onClose}>
      {isPending && <Loading words="Loading the dispute" height="h-40" count={2} />}
      {isUnknown ? (
        <Notice tone="danger" title="Dispute not found">
          There is no dispute at this address.
        </Notice>
      ) : (
        <ErrorNotice title="The dispute could not be loaded" error={error} onRetry={refetch} />
      )}
    </Drawer>
  )
}

function DisputeFile({ dispute, onClose }: { dispute: contract.Dispute; onClose: () => void }) {
  const [evidence, setEvidence] = useState<contract.Evidence>(dispute.evidence)
  const [isSubmitting, setIsSubmitting] = useState(false)
  const saving = useChange({
    send: () => save(dispute, evidence).catch(readAgain(dispute.id)),
    onDone: follow,
    toast: () => ({ title: 'Draft saved', description: 'The bank does not see it until you submit it.' }),
  })
  const submitting = useChange({
    affects: [contract.listDisputes.path],
    send: () => submit(dispute, evidence).catch(readAgain(dispute.id)),
    onDone: follow,
    toast: ({ reference }) => ({ title: 'Evidence submitted', description: `The bank now decides on ${reference}.` }),
  })
  const isOver = dispute.dueBy !== null && Date.parse(dispute.dueBy) <= serverNow()
  const isOpen = contract.needsResponse(dispute.status) && !dispute.submittedAt && !isOver
  const isChanged = contract.EVIDENCE_FIELDS.some((field) => evidence[field] !== dispute.evidence[field])
  const discard = useDiscardQuestion({ isTyped: isOpen && isChanged, onClose })
  return (
    <Drawer
      title={`Dispute on ${dispute.reference}`}
      onClose={discard.close}
      footer={
        isOpen && (
          <div className="grid gap-2">
            <ErrorNotice error={saving.error ?? (isSubmitting ? null : submitting.error)} />
            <div className="flex flex-wrap gap-2">
              <Button look="primary" className="max-xs:w-full" onClick={() => setIsSubmitting(true)}>
                Submit evidence
              </Button>
              <Button isBusy={saving.isPending} onClick={() => saving.mutate()}>
                {saving.isPending ? 'Saving…' : 'Save draft'}
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
          isPending={submitting.isPending}
          onConfirm={() => submitting.mutate(undefined, { onSuccess: () => setIsSubmitting(false) })}
          onClose={() => setIsSubmitting(false)}
        >
          <p>
            The bank accepts evidence only once, and you can’t change it afterward. Everything in the form goes to the
            buyer’s bank through the card provider.
          </p>
          <ErrorNotice error={submitting.error} />
        </ConfirmDialog>
      )}
      {discard.question}
    </Drawer>
  )
}

function Facts({ dispute }: { dispute: contract.Dispute }) {
  const { status, reason, amount, dueBy, openedAt, submittedAt, submittedBy, closedAt, orderId, reference } = dispute
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
            value: <span className="text-base">{formatMoment(closedAt ?? submittedAt ?? dueBy ?? openedAt)}</span>,
          },
        ]}
      />
      <p className="text-muted">
        Opened {formatDateTime(openedAt)}.{' '}
        {submittedAt && `Evidence submitted ${formatDateTime(submittedAt)}${submittedBy ? ` by ${submittedBy}` : ''}. `}
        <SectionLink section="orders" search={{ search: reference, open: orderId }}>
          View the order
        </SectionLink>
      </p>
    </div>
  )
}

type EvidenceFieldsProps = { evidence: contract.Evidence; onChange: (evidence: contract.Evidence) => void }

const EvidenceFields = ({ evidence, onChange }: EvidenceFieldsProps) => (
  <div className="grid gap-4">
    {contract.EVIDENCE_FIELDS.map((field) => {
      const { isLong, ...labels } = EVIDENCE_LABELS[field]
      const props = {
        ...labels,
        value: evidence[field],
        onChange: ({ target }: { target: { value: string } }) => onChange({ ...evidence, [field]: target.value }),
      }
      return isLong ? (
        <TextArea key={field} {...props} rows={7} maxLength={contract.EVIDENCE_TEXT_MAX} />
      ) : (
        <TextField key={field} {...props} maxLength={200} />
      )
    })}
  </div>
)

const EvidenceText = ({ evidence, isSubmitted }: { evidence: contract.Evidence; isSubmitted: boolean }) => (
  <section>
    <h3 className="mb-2 text-base font-semibold">{isSubmitted ? 'What we told the bank' : 'What the store knows'}</h3>
    <FactList
      className="grid gap-3"
      valueLook="whitespace-pre-wrap"
      facts={contract.EVIDENCE_FIELDS.filter((field) => evidence[field]).map(
        (field) => [EVIDENCE_LABELS[field].label, evidence[field]] as const,
      )}
    />
  </section>
)

/** The evidence as text, for pasting at the provider’s own site. */
const asText = (evidence: contract.Evidence): string =>
  contract.EVIDENCE_FIELDS.map((field) => `${EVIDENCE_LABELS[field].label}\n${evidence[field]}`).join('\n\n')

/** Payments that a bank disputes: those that wait for an answer with the deadline, and the outcome of the others. */
export default function DisputesView() {
  const { search, change } = useTeamSearch()
  const onOpen = (open: string) => change({ open })
  const list = usePages(
    contract.listDisputes,
    {},
    // Banks take days, but an open page should still show a new dispute.
    { againMs: 60_000, isWatched: (rows) => rows.some(({ status }) => contract.needsResponse(status)) },
  )
  return (
    <Panel intro="A buyer asked their bank to reverse a payment. Answer each one with evidence before its deadline. Open ones come first.">
      <PagedTable
        list={list}
        label="Disputes"
        columns={disputeColumns(onOpen)}
        rowKey={({ id }) => id}
        onOpen={({ id }) => onOpen(id)}
        errorTitle="The disputes could not be loaded"
        footnote={timesNote()}
        empty={
          <EmptyState title="No disputes">
            When a buyer’s bank asks about a payment, it appears here with the deadline for your answer.
          </EmptyState>
        }
      />
      {search.open && <DisputeDrawer key={search.open} disputeId={search.open} onClose={() => onOpen('')} />}
    </Panel>
  )
}

const disputeColumns = (onOpen: (disputeId: string) => void): Column<contract.ListedDispute>[] => [
  {
    header: 'Order',
    isTitle: true,
    isUnbroken: true,
    cell: ({ id, reference }) => (
      <button type="button" onClick={() => onOpen(id)} className={REFERENCE_LOOK}>
        {reference}
      </button>
    ),
  },
  { header: 'Buyer', cell: ({ fullName, email }) => <span dir="auto">{fullName ?? email}</span> },
  { header: 'Amount', isNumber: true, cell: ({ amount }) => formatDollars(amount) },
  { header: 'Why', cell: ({ reason }) => reasonWords(reason) },
  {
    header: 'Status',
    cell: ({ status }) => <StatusPill tone={DISPUTE_STATUSES[status].tone}>{DISPUTE_STATUSES[status].name}</StatusPill>,
  },
  { header: 'Answer by', isUnbroken: true, cell: (dispute) => <Due dispute={dispute} /> },
]

const DAY_MS = 24 * 60 * 60 * 1000

function Due({ dispute: { status, dueBy, submittedAt, closedAt, openedAt } }: { dispute: contract.ListedDispute }) {
  if (!contract.needsResponse(status) || submittedAt || !dueBy) {
    const word = closedAt ? 'decided' : submittedAt ? 'submitted' : 'opened'
    return (
      <span className="text-muted">
        {word} {formatDate(closedAt ?? submittedAt ?? openedAt)}
      </span>
    )
  }
  const leftMs = Date.parse(dueBy) - serverNow()
  return (
    <time
      dateTime={dueBy}
      title={formatDateTime(dueBy)}
      className={leftMs < 3 * DAY_MS ? 'font-semibold text-attention' : ''}
    >
      {formatDate(dueBy)}, {leftMs < 0 ? 'over' : formatTimeLeft(dueBy, serverNow())}
    </time>
  )
}

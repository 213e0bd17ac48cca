import { useMutation, useQuery } from '@tanstack/react-query'
import {
  type Dispute,
  type DisputeId,
  type DisputeStatus,
  type Evidence,
  type getDispute,
  type ListedDispute,
  type listDisputes,
  needsResponse,
  type saveEvidence,
  type submitEvidence,
} from '#contract/payments/disputes.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { callApi } from '#web/lib/call-api.ts'
import { query, queryClient } from '#web/lib/query.ts'
import { usePages } from '#web/lib/use-pages.ts'
import type { StatusTone } from '#web/ui/status-pill.tsx'
import { showToast } from '#web/ui/toast.ts'

export const DISPUTE_STATUSES: Readonly<Record<DisputeStatus, { name: string; tone: StatusTone }>> = {
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
export const reasonWords = (reason: string): string => REASONS[reason] ?? reason.replaceAll('_', ' ')

/** Label and hint for each field of the evidence. */
export const EVIDENCE_LABELS: Readonly<Record<keyof Evidence, { label: string; note?: string; isLong?: true }>> = {
  customer_name: { label: 'Customer’s name' },
  customer_email_address: { label: 'Customer’s email' },
  service_date: { label: 'Sale date' },
  product_description: { label: 'What was bought', isLong: true },
  access_activity_log: { label: 'What the customer did and received', isLong: true },
  uncategorized_text: { label: 'Receipt and anything else', note: 'e.g. what they wrote to you', isLong: true },
}

/** What an administrator can do about a dispute now, in a sentence. */
export function nextStep(dispute: Pick<ListedDispute, 'status' | 'submittedAt'>, isOver: boolean): string {
  const { status, submittedAt } = dispute
  if (status === 'won') return 'The bank decided in your favor. The money is yours again.'
  if (status === 'lost')
    return 'The bank decided in the buyer’s favor and returned the money. There is nothing more to do here.'
  if (status === 'warning_closed') return 'The bank closed its inquiry. No money moved.'
  if (needsResponse(status) && !submittedAt && !isOver)
    return 'Check the evidence below, add what you know, and submit it. The bank accepts it only once.'
  if (submittedAt) return 'The bank has the evidence and decides within a few weeks.'
  return 'The deadline has passed. The bank decides with what it has.'
}

const LIST_PATH = '/api/admin/disputes'
const DISPUTE_PATH = '/api/admin/disputes/:disputeId'
const TOUCHED_PATHS = [LIST_PATH, '/api/admin/attention', '/api/admin/audit', '/api/admin/orders/:orderId']
/** Banks take days, but an open page should still show a new dispute. */
const AGAIN_MS = 60_000

/** All disputes, those that wait for an answer first. */
export function useDisputes() {
  return usePages<typeof listDisputes>(
    LIST_PATH,
    {},
    {
      againMs: AGAIN_MS,
      isWatched: (rows) => rows.some(({ status }) => needsResponse(status)),
    },
  )
}

/** One dispute, read once when it is opened: a draft must not change while it is edited. */
export function useDispute(disputeId: string) {
  return useQuery({
    ...query<typeof getDispute>(DISPUTE_PATH, { disputeId: disputeId as DisputeId }),
    staleTime: 0,
    gcTime: 0,
  })
}

const follow = (dispute: Dispute): void => {
  const { queryKey } = query<typeof getDispute>(DISPUTE_PATH, { disputeId: dispute.id })
  queryClient.setQueryData(queryKey, dispute)
  for (const path of TOUCHED_PATHS) void queryClient.invalidateQueries({ queryKey: [path] })
}

/** What to save, and the draft that it was made from. */
interface Draft {
  evidence: Evidence
  version: number
}

const save = (disputeId: DisputeId, body: Draft): Promise<Dispute> =>
  callApi<typeof saveEvidence>('PUT', '/api/admin/disputes/:disputeId/evidence', { params: { disputeId }, body })

/**
 * If the draft has changed, for example because the reply to the last save was lost, typed text stays and only the
 * version is reloaded.
 */
const readAgain = (disputeId: DisputeId) => (error: ApiError) => {
  if (error.code !== 'evidence_changed') return
  const { queryKey } = query<typeof getDispute>(DISPUTE_PATH, { disputeId })
  void queryClient.invalidateQueries({ queryKey })
}

/** Saves evidence as the draft; the bank does not see it. */
export function useSaveEvidence(disputeId: DisputeId) {
  return useMutation<Dispute, ApiError, Draft>({
    mutationFn: (draft) => save(disputeId, draft),
    onSuccess: (dispute) => {
      follow(dispute)
      showToast({ title: 'Draft saved', description: 'The bank does not see it until you submit it.' })
    },
    onError: readAgain(disputeId),
  })
}

/** Saves the form and submits it, once. */
export function useSubmitEvidence(disputeId: DisputeId) {
  return useMutation<Dispute, ApiError, Draft>({
    mutationFn: async (draft) => {
      const saved = await save(disputeId, draft)
      // If submitting fails, the next try starts from this draft.
      follow(saved)
      return callApi<typeof submitEvidence>('POST', '/api/admin/disputes/:disputeId/submission', {
        params: { disputeId },
        body: { version: saved.version },
      })
    },
    onSuccess: (dispute) => {
      follow(dispute)
      showToast({ title: 'Evidence submitted', description: `The bank now decides on ${dispute.reference}.` })
    },
    onError: (error) => {
      readAgain(disputeId)(error)
      void queryClient.invalidateQueries({ queryKey: [LIST_PATH] })
    },
  })
}

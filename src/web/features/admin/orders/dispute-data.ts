import { useMutation, useQuery } from '@tanstack/react-query'
import {
  type Dispute,
  type DisputeId,
  type Evidence,
  type getDispute,
  type listDisputes,
  needsResponse,
  type saveEvidence,
  type submitEvidence,
} from '#contract/payments/disputes.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { callApi } from '#web/lib/call-api.ts'
import { query, queryClient } from '#web/lib/query.ts'
import { usePages } from '#web/lib/use-pages.ts'
import { showToast } from '#web/ui/toast.ts'

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

import { useMutation } from '@tanstack/react-query'
import { getAttention } from '#contract/admin/attention.ts'
import { attachClaimFile, type ClaimFile, lookAtClaimFile } from '#contract/claims/claim-files.ts'
import { listClaimRates } from '#contract/claims/claim-rates.ts'
import { CLAIM_FILE_NAME_MAX } from '#contract/claims/claim-reasons.ts'
import * as contract from '#contract/claims/claims.ts'
import { getDelivery } from '#contract/delivery/delivery.ts'
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import { type ApiError, callApi, fillPath, query, queryClient } from '#web/lib/call-api.ts'
import { downloadFile } from '#web/lib/download-file.ts'
import { postForFile, putFile } from '#web/lib/post-for-file.ts'
import { useChange } from '#web/lib/use-change.ts'
import { showFailure } from '#web/ui/toast.ts'

/** Opens the leads of a package to be read; the server records it. */
export const useOpenLeads = (token: string) =>
  useMutation({
    // It takes leads, as a download does.
    mutationKey: [getDelivery.path],
    mutationFn: (lineNumber: number) => callApi(contract.openLeads, { params: { token, lineNumber } }),
    onSuccess: (reply) => queryClient.setQueryData(query(contract.listDeliveredLeads, { token }).queryKey, reply),
  })

/** Notes something about a lead. It is on the screen at once, and taken back if it could not be kept. */
export const useMarkLead = (token: string) =>
  useMutation({
    mutationFn: ({ leadId, ...noted }: { leadId: string } & BodyOf<typeof contract.markLead>) =>
      callApi(contract.markLead, { params: { token, leadId }, body: noted }),
    onMutate: ({ leadId, mark, note }) =>
      queryClient.setQueryData<ReplyOf<typeof contract.listDeliveredLeads>>(
        query(contract.listDeliveredLeads, { token }).queryKey,
        (known) =>
          known && {
            packages: known.packages.map((one) => ({
              ...one,
              leads: one.leads.map((lead) =>
                lead.leadId === leadId ? { ...lead, mark, note: note ?? lead.note } : lead,
              ),
            })),
          },
      ),
    onError: (error) => {
      showFailure('Your note was not kept', error.sentence)
      void queryClient.invalidateQueries({ queryKey: [contract.listDeliveredLeads.path] })
    },
  })

/** Claims leads of one package. */
export const useMakeClaims = (token: string) =>
  useMutation({
    mutationFn: (body: BodyOf<typeof contract.makeClaims>) => callApi(contract.makeClaims, { params: { token }, body }),
    onSuccess: (reply) => {
      queryClient.setQueryData(query(contract.listDeliveredLeads, { token }).queryKey, reply)
      // The files have the new leads.
      void queryClient.invalidateQueries({ queryKey: [getDelivery.path] })
    },
    onError: () => void queryClient.invalidateQueries({ queryKey: [contract.listDeliveredLeads.path] }),
  })

/** Sends a file that shows what is wrong with leads of a package; the claim names it later. */
export const useAttachFile = (token: string, lineNumber: number) =>
  useMutation<ClaimFile, ApiError, File>({
    mutationFn: (file) => {
      const name = encodeURIComponent(file.name.slice(-CLAIM_FILE_NAME_MAX))
      return putFile(`${fillPath(attachClaimFile.path, { token, lineNumber })}?name=${name}`, file)
    },
  })

/** Saves a file of a claim for an administrator; the server records it. */
export const useLookAtFile = () =>
  useChange({
    send: ({ fileId }: ClaimFile) => postForFile(fillPath(lookAtClaimFile.path, { fileId })),
    // Whatever type it claims to have, it is only saved, never opened.
    onDone: ({ name, content }) => downloadFile(name, 'application/octet-stream', content),
    failed: 'Error',
  })

const ANSWERED_PATHS = [contract.listClaimsToDecide.path, listClaimRates.path, getAttention.path]
/** Grants or denies claims, order by order, so that each buyer gets one email. */
export const useAnswerClaims = (claims: readonly contract.ClaimToDecide[], isGranted: boolean) =>
  useChange({
    affects: ANSWERED_PATHS,
    send: async (answer: string) => {
      const sum = { replaced: 0, credited: 0, denied: 0 }
      for (const [orderId, its] of Map.groupBy(claims, (claim) => claim.orderId)) {
        const body = { orderId, leadIds: its.map(({ leadId }) => leadId), isGranted, ...(answer && { answer }) }
        const done = await callApi(contract.answerClaims, { body })
        for (const kind of ['replaced', 'credited', 'denied'] as const) sum[kind] += done[kind]
      }
      return sum
    },
    toast: (sum) => ({ title: toldOf(sum), description: 'We email the buyer.' }),
  })

const toldOf = ({ replaced, credited, denied }: { replaced: number; credited: number; denied: number }): string =>
  [
    replaced > 0 && `${replaced} replaced`,
    credited > 0 && `${credited} paid as store credit`,
    denied > 0 && `${denied} denied`,
  ]
    .filter(Boolean)
    .join(', ') || 'Already answered'

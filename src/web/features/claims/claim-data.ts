import { useMutation, useQuery } from '@tanstack/react-query'
import { getAttention } from '#contract/admin/attention.ts'
import { attachClaimFile, type ClaimFile, lookAtClaimFile } from '#contract/claims/claim-files.ts'
import { listClaimRates } from '#contract/claims/claim-rates.ts'
import { CLAIM_FILE_NAME_MAX, type ClaimRateGroup } from '#contract/claims/claim-reasons.ts'
import {
  answerClaims,
  type ClaimToDecide,
  listClaimsToDecide,
  listDeliveredLeads,
  makeClaims,
  markLead,
  openLeads,
} from '#contract/claims/claims.ts'
import { listDeskClaims, listDeskLeads } from '#contract/claims/desk-claims.ts'
import { getDelivery } from '#contract/delivery/delivery.ts'
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import { type ApiError, callApi, fillPath, query, queryClient } from '#web/lib/call-api.ts'
import { downloadFile } from '#web/lib/download-file.ts'
import { type HandedOutFile, postForFile, putFile } from '#web/lib/post-for-file.ts'
import { useChange } from '#web/lib/use-change.ts'
import { usePages } from '#web/lib/use-pages.ts'
import { showToast } from '#web/ui/toast.ts'

/** Buyers claim while the page is open. */
const AGAIN_MS = 30_000

/** The packages behind a delivery link, with their leads and claims. */
export const useDeliveredLeads = (token: string) => useQuery({ ...query(listDeliveredLeads, { token }), staleTime: 0 })

/** Opens the leads of a package to be read; the server records it. */
export const useOpenLeads = (token: string) =>
  useMutation({
    // It takes leads, as a download does.
    mutationKey: [getDelivery.path],
    mutationFn: (lineNumber: number) => callApi(openLeads, { params: { token, lineNumber } }),
    onSuccess: (reply) => {
      queryClient.setQueryData(query(listDeliveredLeads, { token }).queryKey, reply)
      void queryClient.invalidateQueries({ queryKey: [getDelivery.path] })
    },
  })

/** Notes something about a lead. It is on the screen at once, and taken back if it could not be kept. */
export const useMarkLead = (token: string) =>
  useMutation({
    mutationFn: ({ leadId, ...noted }: { leadId: string } & BodyOf<typeof markLead>) =>
      callApi(markLead, { params: { token, leadId }, body: noted }),
    onMutate: ({ leadId, mark, note }) =>
      queryClient.setQueryData<ReplyOf<typeof listDeliveredLeads>>(
        query(listDeliveredLeads, { token }).queryKey,
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
      showToast({ title: 'Your note was not kept', description: error.sentence, tone: 'danger' })
      void queryClient.invalidateQueries({ queryKey: [listDeliveredLeads.path] })
    },
  })

/** Claims leads of one package. */
export const useMakeClaims = (token: string) =>
  useMutation({
    mutationFn: (body: BodyOf<typeof makeClaims>) => callApi(makeClaims, { params: { token }, body }),
    onSuccess: (reply) => {
      queryClient.setQueryData(query(listDeliveredLeads, { token }).queryKey, reply)
      // The files have the new leads.
      void queryClient.invalidateQueries({ queryKey: [getDelivery.path] })
    },
    onError: () => void queryClient.invalidateQueries({ queryKey: [listDeliveredLeads.path] }),
  })

/** What the buyer at the desk claimed, page by page. */
export const useDeskClaims = () => usePages(listDeskClaims, {})

/** The packages of leads that were delivered to the buyer at the desk. */
export const useDeskLeads = () => useQuery({ ...query(listDeskLeads), staleTime: 0 })

/** Sends a file that shows what is wrong with leads of a package; the claim names it later. */
export const useAttachFile = (token: string, lineNumber: number) =>
  useMutation<ClaimFile, ApiError, File>({
    mutationFn: (file) => {
      const path = attachClaimFile.path
      const name = encodeURIComponent(file.name.slice(-CLAIM_FILE_NAME_MAX))
      return putFile(`${fillPath(path, { token, lineNumber })}?name=${name}`, file)
    },
  })

/** Saves a file of a claim for an administrator; the server records it. */
export const useLookAtFile = () =>
  useMutation<HandedOutFile, ApiError, ClaimFile>({
    mutationFn: ({ fileId }) => {
      const path = lookAtClaimFile.path
      return postForFile(fillPath(path, { fileId }))
    },
    // Whatever type it claims to have, it is only saved, never opened.
    onSuccess: ({ name, content }) => downloadFile(name, 'application/octet-stream', content),
    onError: (error) => showToast({ title: 'Error', description: error.sentence, tone: 'danger' }),
  })

export type ClaimFilter = 'open' | 'answered'

export const useClaimList = (show: ClaimFilter) =>
  usePages(listClaimsToDecide, { show }, { againMs: AGAIN_MS, isWatched: () => show === 'open' })

/** How often leads were claimed. */
export const useClaimRates = (by: ClaimRateGroup) => useQuery({ ...query(listClaimRates, {}, { by }), staleTime: 0 })

const ANSWERED_PATHS = [listClaimsToDecide.path, listClaimRates.path, getAttention.path]
/** Grants or denies claims, order by order, so that each buyer gets one email. */
export const useAnswerClaims = (claims: readonly ClaimToDecide[], isGranted: boolean) =>
  useChange({
    affects: ANSWERED_PATHS,
    send: async (answer: string) => {
      const sum = { replaced: 0, credited: 0, denied: 0 }
      for (const [orderId, its] of Map.groupBy(claims, (claim) => claim.orderId)) {
        const body = { orderId, leadIds: its.map(({ leadId }) => leadId), isGranted, ...(answer && { answer }) }
        const done = await callApi(answerClaims, { body })
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

import { useMutation, useMutationState, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { listDeliveredLeads } from '#contract/claims/claims.ts'
import { listDeskLeads } from '#contract/claims/desk-claims.ts'
import * as contract from '#contract/delivery/delivery.ts'
import type { FilePreset } from '#contract/delivery/file-presets.ts'
import { verifyEmail } from '#contract/messages/notifications.ts'
import type { OrderToken } from '#contract/values.ts'
import { callApi, FRESH, fillPath, query, queryClient } from '#web/lib/call-api.ts'
import { downloadFile } from '#web/lib/download-file.ts'
import { postForFile } from '#web/lib/post-for-file.ts'
import { serverNow } from '#web/lib/server-clock.ts'

/** The store makes files within seconds; manual delivery takes hours. */
const SOON_MS = 2 * 60_000
const AGAIN_SOON_MS = 3_000
const AGAIN_LATER_MS = 30_000
/** The promised hours, to derive the payment time from a line's deadline. */
const PROMISED_MS = 24 * 60 * 60_000

/** Whether a line is still to be delivered. */
export const isWaiting = ({ state }: contract.LineDelivery): boolean => state === 'waiting'

function againMs(lines: readonly contract.LineDelivery[]): number | false {
  const waiting = lines.filter(isWaiting)
  if (waiting.length === 0) return false
  const paidAtMs = Math.min(...waiting.map(({ dueAt }) => Date.parse(dueAt))) - PROMISED_MS
  return serverNow() - paidAtMs < SOON_MS ? AGAIN_SOON_MS : AGAIN_LATER_MS
}

/** How the lines of an order are delivered; polled while one of them is waiting. */
export const useOrderDelivery = (token: OrderToken) =>
  useQuery({
    ...query(contract.getOrderDelivery, { token }),
    ...FRESH,
    refetchInterval: ({ state }) => (state.data ? againMs(state.data) : false),
  })

/** Makes new links to those packages of an order whose links are over. */
export const useRenewLink = (token: OrderToken) =>
  useMutation({
    mutationFn: () => callApi(contract.renewDeliveryLink, { params: { token } }),
    onSuccess: (lines) => {
      queryClient.setQueryData(query(contract.getOrderDelivery, { token }).queryKey, lines)
      void queryClient.invalidateQueries({ queryKey: [listDeskLeads.path] })
    },
  })

/** What takes leads: a download, or showing them on the page. */
const TAKING = [contract.getDelivery.path]
/** After the `#`, so no request log has it. */
const CONFIRMATION = /^#confirm=([\w.-]+)$/

/** Confirms the buyer's address once a person (not a mail scanner) has taken leads; nothing depends on it. */
export function useConfirmationByTaking(isActed: boolean): void {
  const [token] = useState(() => CONFIRMATION.exec(window.location.hash)?.[1])
  const isTaken = useMutationState({ filters: { mutationKey: TAKING, status: 'success' } }).length > 0 && isActed
  // The address bar, the history and a bookmark must not keep the secret.
  useEffect(() => {
    if (token) window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
  }, [token])
  useEffect(() => {
    if (token && isTaken) callApi(verifyEmail, { body: { token } }).catch(() => undefined)
  }, [token, isTaken])
}

type WantedFile = { lineNumber: number; format: contract.DeliveryFormat; preset: FilePreset | null }

/** Downloads a file of a delivery; the server records it. */
export const useDownload = (token: string) =>
  useMutation({
    mutationKey: TAKING,
    mutationFn: ({ lineNumber, format, preset }: WantedFile) => {
      const path = preset
        ? contract.downloadDeliveryCsv.path
        : contract.downloadDeliveryFile.path.replace('attached', format)
      return postForFile(fillPath(path, { token, lineNumber }) + (preset ? `?preset=${preset}` : ''))
    },
    onSuccess: ({ name, content }) => {
      // The media type of a saved file does not matter: its name says what it is.
      downloadFile(name, 'application/octet-stream', content)
      void queryClient.invalidateQueries({ queryKey: [contract.getOrderDelivery.path] })
      // What was downloaded can be read on the page.
      void queryClient.invalidateQueries({ queryKey: [listDeliveredLeads.path] })
    },
    onError: () => void queryClient.invalidateQueries({ queryKey: [contract.getDelivery.path] }),
  })

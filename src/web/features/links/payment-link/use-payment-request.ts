import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { PublicPaymentRequest } from '#contract/links/payment-request-values.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { useServerSeconds } from '#web/lib/use-server-seconds.ts'
import { hearOtherTabs } from './other-tabs.ts'
import { paymentRequestQuery } from './request-data.ts'

type RequestState = 'paid' | 'expired' | 'open'

/** Paid is checked before expired; past its end a request is expired, whatever its status. `nowMs`: the server's clock. */
export function requestStateOf(
  { status, expiresAt }: Pick<PublicPaymentRequest, 'status' | 'expiresAt'>,
  nowMs: number,
): RequestState {
  if (status === 'paid' || status === 'processed') return 'paid'
  return status === 'expired' || nowMs >= Date.parse(expiresAt) ? 'expired' : 'open'
}

/** A request may be paid on another device or voided by its sender; a page that waits for a card should notice. */
const LOOK_AGAIN_MS = 15_000
/** A payment started in the last second is honored for as long as its bank may take: the server waits 15 minutes. */
const HONORED_MS = 20 * 60 * 1000

function isUnsettled(request: PublicPaymentRequest | undefined): boolean {
  if (!request) return false
  if (request.status === 'sent') return true
  return request.reason === 'time' && serverNow() - Date.parse(request.expiresAt) < HONORED_MS
}

/** The request behind a link, polled while it can still change, and what to show of it now. */
export function usePaymentRequest(token: string) {
  const found = useQuery({
    ...paymentRequestQuery(token),
    refetchInterval: ({ state }) => (isUnsettled(state.data) ? LOOK_AGAIN_MS : false),
    refetchOnWindowFocus: ({ state }) => (isUnsettled(state.data) ? 'always' : false),
  })
  const { data: request, refetch } = found
  useEffect(() => hearOtherTabs(token, () => void refetch()), [token, refetch])

  const nowMs = useServerSeconds() * 1000
  const state = request ? requestStateOf(request, nowMs) : null
  // This page's clock only triggers a reload; the server decides what the end means.
  const isOverHere = state === 'expired' && request?.status === 'sent'
  useEffect(() => {
    if (isOverHere) void refetch()
  }, [isOverHere, refetch])
  return { request, state, error: found.error, refetch }
}

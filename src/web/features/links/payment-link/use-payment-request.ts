import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useSyncExternalStore } from 'react'
import { openPaymentRequest } from '#contract/links/payment-link.ts'
import type { PublicPaymentRequest } from '#contract/links/payment-request-values.ts'
import type { PaymentRequestToken } from '#contract/values.ts'
import { callApi } from '#web/lib/call-api.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { useServerSeconds } from '#web/lib/use-server-seconds.ts'
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
  const { refetch } = found
  // The page's first words are painted before the form is drawn.
  const request = useDeferredValue(found.data)
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL)
    channel.onmessage = ({ data }) => {
      if (data === token) void refetch()
    }
    return () => channel.close()
  }, [token, refetch])

  const nowMs = useServerSeconds() * 1000
  const state = request ? requestStateOf(request, nowMs) : null
  // This page's clock only triggers a reload; the server decides what the end means.
  const isOverHere = state === 'expired' && request?.status === 'sent'
  useEffect(() => {
    if (isOverHere) void refetch()
  }, [isOverHere, refetch])
  return { request, state, error: found.error, refetch }
}

/** Lets tabs of one browser tell each other that a request was paid, so the second one does not ask for a card. */
const CHANNEL = 'payment-request'

export function tellOtherTabs(token: string): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(token)
  channel.close()
}

/** What only a person's hand causes. `scroll` is missing, because a script's scrolling looks the same. */
const ACTS = ['keydown', 'wheel', 'pointermove', 'pointerdown', 'click'] as const
const SEEN_MS = 3_000
let told: string | undefined
let hasActed = false

function subscribe(listener: () => void): () => void {
  const handleAct = (event: Event) => {
    // An event that a script made is not trusted.
    if (!event.isTrusted) return
    hasActed = true
    stop()
    listener()
  }
  const stop = () => {
    for (const act of ACTS) document.removeEventListener(act, handleAct, true)
  }
  for (const act of ACTS) document.addEventListener(act, handleAct, true)
  return stop
}

/** Whether a person has used the page. Mail scanners open links too; they must not count nor open a payment. */
export const useActed = (): boolean => useSyncExternalStore(subscribe, () => hasActed)

/** Tells the sender that the customer used the page or had it in view for `SEEN_MS`, once per load. */
export function useTellOpened(token: string, isShown: boolean): void {
  const isActed = useActed()
  useEffect(() => {
    if (!isShown || told === token) return
    const tell = () => {
      if (document.hidden && !isActed) return
      clearInterval(timer)
      told = token
      // A convenience for the sender: without it the customer can still pay.
      callApi(openPaymentRequest, { params: { token: token as PaymentRequestToken } }).catch(() => undefined)
    }
    const timer = setInterval(tell, isActed ? 0 : SEEN_MS)
    return () => clearInterval(timer)
  }, [token, isShown, isActed])
}

import { useEffect, useSyncExternalStore } from 'react'
import type { openPaymentRequest } from '#contract/links/payment-link.ts'
import type { PaymentRequestToken } from '#contract/values.ts'
import { callApi } from '#web/lib/call-api.ts'

const told = new Set<string>()
let wasSeen = false

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

function readSeen(): boolean {
  wasSeen ||= document.visibilityState === 'visible'
  return wasSeen
}

/**
 * Whether a person has seen the page. Mail scanners open links too; they must neither count as the customer nor open a
 * payment.
 */
export function useSeen(): boolean {
  return useSyncExternalStore(subscribe, readSeen)
}

/** Tells the sender that the customer opened the request, once per load of the page. */
export function useTellOpened(token: string, isShown: boolean): void {
  const isSeen = useSeen()
  useEffect(() => {
    if (!isShown || !isSeen || told.has(token)) return
    told.add(token)
    // A convenience for the sender: without it the customer can still pay.
    callApi<typeof openPaymentRequest>('POST', '/api/payment-request/:token/opened', {
      params: { token: token as PaymentRequestToken },
    }).catch(() => undefined)
  }, [token, isShown, isSeen])
}

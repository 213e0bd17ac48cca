import { useEffect, useSyncExternalStore } from 'react'
import { openPaymentRequest } from '#contract/links/payment-link.ts'
import type { PaymentRequestToken } from '#contract/values.ts'
import { callApi } from '#web/lib/call-api.ts'

/** What only a person's hand causes. `scroll` is missing, because a script's scrolling looks the same. */
const ACTS = ['keydown', 'wheel', 'pointermove', 'pointerdown', 'touchstart', 'touchmove', 'click'] as const
const told = new Set<string>()
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
    for (const act of ACTS) document.removeEventListener(act, handleAct, { capture: true })
  }
  for (const act of ACTS) document.addEventListener(act, handleAct, { capture: true, passive: true })
  return stop
}

/**
 * Whether a person has used keys, wheel, pointer or touch on the page. Mail scanners open links too, even in real
 * browsers; they must neither count as the customer nor open a payment.
 */
export function useActed(): boolean {
  return useSyncExternalStore(subscribe, () => hasActed)
}

/** Tells the sender that the customer opened the request, once per load of the page. */
export function useTellOpened(token: string, isShown: boolean): void {
  const isActed = useActed()
  useEffect(() => {
    if (!isShown || !isActed || told.has(token)) return
    told.add(token)
    // A convenience for the sender: without it the customer can still pay.
    callApi(openPaymentRequest, {
      params: { token: token as PaymentRequestToken },
    }).catch(() => undefined)
  }, [token, isShown, isActed])
}

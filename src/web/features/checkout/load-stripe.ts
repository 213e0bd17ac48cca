import type { Stripe } from '@stripe/stripe-js'
import { loadStripe as loadStripeScript } from '@stripe/stripe-js/dist/pure.mjs'
import type { StoreConfig } from '#contract/admin/operations.ts'

type CardSetup = NonNullable<StoreConfig['payments']>

/**
 * The sandbox's browser script comes from the store itself, also where the API it speaks to is another server's: the
 * server that sends it has written that address into it.
 */
const SANDBOX_SCRIPT = '/sandbox/stripe/stripe.js'

let loading: Promise<Stripe | null> | undefined

/**
 * The card provider's browser library, once per page. With a sandbox its script is put in first: it provides the same
 * `window.Stripe`, which the library then takes instead of fetching the provider's own.
 */
export function loadStripe({ publishableKey, sandboxUrl }: CardSetup): Promise<Stripe | null> {
  loading ??= (sandboxUrl === null ? Promise.resolve() : injectScript(SANDBOX_SCRIPT))
    .then(() => loadStripeScript(publishableKey))
    .catch((error: unknown) => {
      // A failed load may be tried again: the person presses "Try again", the script is asked for once more.
      loading = undefined
      throw error
    })
  return loading
}

function injectScript(source: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = source
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      reject(new Error('the card form could not be loaded'))
    }
    document.head.append(script)
  })
}

import type { Stripe } from '@stripe/stripe-js'
import { loadStripe as loadStripeScript } from '@stripe/stripe-js/dist/pure.mjs'
import type { StoreConfig } from '#contract/admin/operations.ts'

type CardSetup = NonNullable<StoreConfig['payments']>

/**
 * The store serves the sandbox's browser script, even if the API is another server's: the store writes that address
 * into it.
 */
const SANDBOX_SCRIPT = '/sandbox/stripe/stripe.js'

let loading: Promise<Stripe | null> | undefined

/**
 * Loads the card provider's browser library, once per page. With a sandbox, its script is added first: it provides the
 * same `window.Stripe`, and the library uses that instead of loading the provider's own.
 */
export function loadStripe({ publishableKey, sandboxUrl }: CardSetup): Promise<Stripe | null> {
  loading ??= (sandboxUrl === null ? Promise.resolve() : injectScript(SANDBOX_SCRIPT))
    .then(() => loadStripeScript(publishableKey))
    .catch((error: unknown) => {
      // A failed load can be retried: "Try again" requests the script once more.
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

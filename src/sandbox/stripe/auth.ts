import { invalidRequest, missingParam, StripeError } from './errors.ts'
import { isSameSecret } from './ids.ts'
import type { PaymentIntent } from './objects.ts'
import type { FormTree } from './params.ts'
import type { SandboxKeys } from './schema.ts'

/** Who is calling: the store's server, or a browser that has only the publishable key. */
export type Caller = 'secret' | 'publishable'

/** `server` is the SDK's loopback port; `browser` is reachable from outside and never accepts the secret key. */
export type Door = 'server' | 'browser'

/** By the key in `Authorization` or, as browsers send it, in the form field `key`. @throws StripeError 401 */
export function authenticate(authorization: string | undefined, form: FormTree, keys: SandboxKeys, door: Door): Caller {
  const key = keyFrom(authorization) ?? (typeof form.key === 'string' ? form.key : undefined)
  if (key === undefined)
    throw new StripeError(401, {
      type: 'invalid_request_error',
      message:
        'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer ' +
        "auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    })
  if (isSameSecret(key, keys.publishableKey)) return 'publishable'
  if (door === 'server' && isSameSecret(key, keys.secretKey)) return 'secret'
  throw new StripeError(401, {
    type: 'invalid_request_error',
    message: `Invalid API Key provided: ${key.slice(0, 8)}***${key.length > 16 ? key.slice(-4) : ''}`,
  })
}

function keyFrom(authorization: string | undefined): string | undefined {
  const [scheme, value] = authorization?.split(' ') ?? []
  if (value === undefined || value === '') return undefined
  if (scheme?.toLowerCase() === 'bearer') return value
  if (scheme?.toLowerCase() === 'basic') return Buffer.from(value, 'base64').toString().split(':')[0]
  return undefined
}

/** @throws StripeError 403 `secret_key_required` */
export function requireSecretKey(caller: Caller): void {
  if (caller === 'secret') return
  throw new StripeError(403, {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
  })
}

/** A browser must also have the intent's client secret; the store's server need not, but a wrong one is refused. */
export function requireClientSecret(caller: Caller, form: FormTree, intent: PaymentIntent): void {
  const given = form.client_secret
  if (given === undefined && caller === 'secret') return
  if (typeof given !== 'string' || given === '') throw missingParam('client_secret')
  if (!isSameSecret(given, intent.client_secret))
    throw invalidRequest(
      'The client_secret provided does not match any associated PaymentIntent on this account. Ensure the publishable ' +
        'key used belongs to the same account that created the PaymentIntent.',
      { code: 'payment_intent_invalid_parameter', param: 'client_secret' },
    )
}

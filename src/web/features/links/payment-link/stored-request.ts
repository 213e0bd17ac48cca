import type { PublicPaymentRequest } from '#contract/links/payment-request-values.ts'
import { removeStored, writeStored } from '#web/lib/storage.ts'

/** Promised (docs/product.md#payment-request-overlay). */
const STORAGE_KEY = 'payment-request'

/** Passes a request to the leads page. @returns false if this browser cannot store it */
export function storeRequest(request: PublicPaymentRequest): boolean {
  return writeStored('local', STORAGE_KEY, request)
}

/**
 * Takes the stored request out of storage, so it is read once. Only its token is used: anyone with this browser could
 * have written the rest.
 *
 * @returns null if there is none, or none that can be read
 */
export function takeStoredToken(): string | null {
  const text = readText()
  if (text === null) return null
  removeStored('local', STORAGE_KEY)
  const token = tokenIn(text)
  if (token === null) console.error('The stored payment request cannot be read and is ignored.')
  return token
}

function readText(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    return null
  }
}

function tokenIn(text: string): string | null {
  try {
    const stored: unknown = JSON.parse(text)
    if (typeof stored !== 'object' || stored === null || !('token' in stored)) return null
    return typeof stored.token === 'string' && stored.token !== '' ? stored.token : null
  } catch {
    return null
  }
}

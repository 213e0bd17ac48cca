import type { PublicPaymentRequest } from '#contract/links/payment-request-values.ts'
import { readJson } from '#web/lib/call-api.ts'
import { removeStored, writeStored } from '#web/ui/storage.ts'

/** Promised (docs/product.md#payment-request-overlay). */
const STORAGE_KEY = 'payment-request'

/** Passes a request to the leads page. @returns false if this browser cannot store it */
export const storeRequest = (request: PublicPaymentRequest): boolean => writeStored('local', STORAGE_KEY, request)

/** Takes the stored request, so it is read once. Only its token is used: anyone could have written the rest. */
export function takeStoredToken(): string | null {
  const text = readText()
  if (text === null) return null
  removeStored('local', STORAGE_KEY)
  const stored = readJson<{ token?: unknown }>(text)
  if (typeof stored?.token === 'string' && stored.token !== '') return stored.token
  console.error('The stored payment request cannot be read and is ignored.')
  return null
}

function readText(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    return null
  }
}

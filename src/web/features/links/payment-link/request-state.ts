import type { PublicPaymentRequest } from '#contract/links/payment-request-values.ts'

/** What the page shows of a request. */
export type RequestState = 'paid' | 'expired' | 'open'

/**
 * Paid is checked before expired, and a request past its end is expired whatever its status.
 *
 * @param nowMs the server's clock
 */
export function requestStateOf(
  { status, expiresAt }: Pick<PublicPaymentRequest, 'status' | 'expiresAt'>,
  nowMs: number,
): RequestState {
  if (status === 'paid' || status === 'processed') return 'paid'
  return status === 'expired' || nowMs >= Date.parse(expiresAt) ? 'expired' : 'open'
}

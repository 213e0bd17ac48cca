import { refusal } from '#contract/refusal.ts'

/** The expected noes about requests to be told when there are more. */
export const RESTOCK_REFUSALS = {
  restock_in_stock: refusal(409, 'This package is available now, so you can buy it right away.'),
  restock_link_ended: refusal(
    410,
    'This link has expired, or the request has ended. You can ask again on the package’s page.',
  ),
  restock_throttled: refusal(
    429,
    'Too many requests came for this address or from your network. Check the emails we sent, or try again in an hour.',
  ),
  too_many_restock_requests: refusal(
    409,
    'You are waiting for 100 packages, which is the most you can. End one of those requests under My orders first.',
  ),
}

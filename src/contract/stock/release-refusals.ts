/**
 * Why a stuck hold is not released. The list is in a separate file, written out in full: a spread inside an endpoint
 * keeps its schemas, and zod with them, in every page that needs only a name from the same file.
 */
export const RELEASE_REFUSALS = [
  'unauthenticated',
  'forbidden',
  'hold_unknown',
  'hold_of_order',
  'hold_of_link',
  'provider_unavailable',
  'payments_unavailable',
] as const

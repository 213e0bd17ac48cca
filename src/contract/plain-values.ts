/** Values that need no schema, in a file of their own: a page that shows them then does not load zod with them. */

/** The most a single amount may be: one cent under ten million dollars, far above any cart and far below 2^53. */
export const CENTS_MAX = 999_999_999

/** By DeliveryMethod of values.ts. */
export const DELIVERY_METHOD_NAMES = { email: 'Email', sms: 'SMS Text' } as const

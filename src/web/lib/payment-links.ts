/** The address a customer pays at: this site and the request's secret. */
export function paymentLink(token: string): string {
  return `${location.origin}/payment/${token}`
}

/** The invoice page of a request, for the rep. */
export function invoicePath(token: string): string {
  return `/invoice/${token}`
}

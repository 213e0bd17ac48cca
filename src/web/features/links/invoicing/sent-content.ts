import type { PaymentRequest } from '#contract/links/payment-request-values.ts'
import type { CartLine } from '#contract/orders/cart.ts'

type Field = 'fullName' | 'email' | 'businessName' | 'cellPhone' | 'address' | 'specialOffers'

/** What a press of Send requested, each part as text, to compare with what the store made of it. */
export type SentContent = Readonly<Record<Field | 'packages' | 'reminder', string>>

/** A filled form. */
type Form = Readonly<Record<Field, string>> & { isReminderOn: boolean }

type Line = Pick<CartLine, 'tier' | 'leadType' | 'size' | 'state' | 'county' | 'deliveryMethod'>

/** The parts of a payment request that a form and a cart determine. */
type Made = Pick<
  PaymentRequest,
  | 'customerName'
  | 'customerEmail'
  | 'customerBusinessName'
  | 'customerPhone'
  | 'customerAddress'
  | 'specialOffers'
  | 'remindAt'
> & { cartData: readonly Line[] }

/** The form and the cart as they are now. */
export function contentOf(form: Form, lines: readonly Line[]): SentContent {
  const { fullName, email, businessName, cellPhone, address, specialOffers, isReminderOn } = form
  return {
    fullName: plain(fullName),
    email: plain(email),
    businessName: plain(businessName),
    cellPhone: plain(cellPhone),
    address: plain(address),
    specialOffers: plain(specialOffers),
    packages: packagesOf(lines),
    reminder: String(isReminderOn),
  }
}

/**
 * Whether the store returned an invoice from an earlier press, whose reply was lost, although the form has changed
 * since. A form that only lost its packages to that invoice counts as unchanged.
 */
export function isEarlierSend(unanswered: readonly SentContent[], now: SentContent, request: Made): boolean {
  const made = contentOfRequest(request)
  const names = Object.keys(now) as (keyof SentContent)[]
  return unanswered.some((earlier) =>
    names.some((name) => {
      const isSaid = name !== 'packages' || now.packages !== ''
      return isSaid && earlier[name] !== now[name] && earlier[name] === made[name]
    }),
  )
}

function contentOfRequest(request: Made): SentContent {
  return contentOf(
    {
      fullName: request.customerName,
      email: request.customerEmail,
      businessName: request.customerBusinessName ?? '',
      cellPhone: request.customerPhone ?? '',
      address: request.customerAddress ?? '',
      specialOffers: request.specialOffers,
      isReminderOn: request.remindAt !== null,
    },
    request.cartData,
  )
}

/** The store normalizes input: spaces and the case of an address make no difference. */
const plain = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase()

function packagesOf(lines: readonly Line[]): string {
  return lines
    .map((line) => [line.state, line.county, line.leadType, line.tier, line.size, line.deliveryMethod].join(' '))
    .sort()
    .join(', ')
}

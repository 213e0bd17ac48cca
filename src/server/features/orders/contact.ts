import type { ContactInfo } from '#contract/checkout/checkout.ts'
import { readEmail } from '#contract/email-address.ts'
import type { OrderId } from '#contract/values.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { oneLine, readAddress } from '#server/platform/one-line.ts'
import { fillPayer } from './contact-queries.ts'

/** The buyer, as an order keeps it; null if not given. */
export interface Contact {
  fullName: string
  email: string
  businessName: string | null
  cellPhone: string | null
  address: string | null
}

/**
 * Reads the buyer's contact once name and email are given; null before that, since the checkout page asks for a secret
 * while the form is still empty.
 *
 * @throws Refusal `bad_request` for an address that cannot be valid
 */
export function readContact(
  contact: { [Field in keyof ContactInfo]?: ContactInfo[Field] | undefined } | undefined,
): Contact | null {
  const fullName = oneLine(contact?.fullName)
  const typed = oneLine(contact?.email)
  const email = typed ? readAddress(typed) : null
  if (!fullName || !email) return null
  return {
    fullName,
    email,
    businessName: oneLine(contact?.businessName),
    cellPhone: oneLine(contact?.cellPhone),
    address: oneLine(contact?.address),
  }
}

/** Reads the payer as the card provider knows them, checked as strictly as what the buyer types; null if it is unusable. */
export function readBilling(billing: { name: string | null; email: string | null; phone: string | null }) {
  return {
    name: oneLine(billing.name),
    email: readEmail(billing.email ?? ''),
    phone: oneLine(billing.phone),
  }
}

/**
 * Records who paid a canceled order whose money goes back, if the order does not know (anymore): the payer must be
 * told. The month after which the contact is forgotten starts again.
 *
 * @param input.billing the payer as the card provider knows them, see `readBilling`
 */
export async function recordPayer(
  ctx: PlatformContext,
  tx: Transaction,
  input: { orderId: OrderId; billing: { name: string | null; email: string | null; phone: string | null } },
): Promise<void> {
  const { name, email, phone } = input.billing
  await tx.run(fillPayer, { orderId: input.orderId, fullName: name, email, cellPhone: phone, now: ctx.clock.now() })
}

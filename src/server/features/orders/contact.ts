import type { ContactInfo } from '#contract/checkout/checkout.ts'
import { readEmail } from '#contract/email-address.ts'
import type { OrderId } from '#contract/values.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { statement } from '#server/platform/database/statement.ts'
import { oneLine, readAddress } from '#server/platform/text/text.ts'

export const forgetContacts = statement('orders.forget_contacts')`
  update orders set full_name = null, email = null, business_name = null, cell_phone = null, address = null,
    forgotten_at = $now
  where order_id = any(array(
    select order_id from orders where state = 'cancelled' and forgotten_at is null and closed_at < $before
    order by closed_at limit $limit for update skip locked))
  returning order_id`

export const fillPayer = statement('orders.fill_payer')`
  update orders set full_name = coalesce(full_name, $fullName?), email = coalesce(email, $email?), cell_phone = coalesce(cell_phone, $cellPhone?),
    closed_at = $now, forgotten_at = null
  where order_id = $orderId and state = 'cancelled'`

export const findNamedHolds = statement('orders.find_named_holds')`
  select distinct hold_id from order_lines where outcome <> 'sold' and hold_id = any($holdIds::text[])`

export interface Contact {
  fullName: string
  email: string
  businessName: string | null
  cellPhone: string | null
  address: string | null
}

/** Reads the contact; null until name and email are given. @throws Refusal `bad_request` for an impossible address */
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

/** The payer as the card provider knows them. */
export interface Billing {
  name: string | null
  email: string | null
  phone: string | null
  /** In words, such as `Visa ending in 4242`. */
  card: string | null
}

/** Checks it as strictly as what the buyer types; null if unusable. */
export function readBilling({ name, email, phone, card }: Billing): Billing {
  return { name: oneLine(name), email: readEmail(email ?? ''), phone: oneLine(phone), card: oneLine(card) }
}

/** Records who paid a canceled order, who must be told; the month until the contact is forgotten starts again. */
export async function recordPayer(
  ctx: PlatformContext,
  tx: Transaction,
  input: { orderId: OrderId; billing: Billing },
): Promise<void> {
  const { name, email, phone } = input.billing
  await tx.run(fillPayer, { orderId: input.orderId, fullName: name, email, cellPhone: phone, now: ctx.clock.now() })
}

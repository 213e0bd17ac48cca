import type { CustomerId } from '#contract/values.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import { invariant } from '#server/platform/invariant.ts'
import { ensureCustomer as ensureCustomerStatement } from './customer-queries.ts'

/** A contact as `readContact` leaves it: each field one line, one plain address. */
interface CustomerContact {
  readonly fullName: string
  readonly email: string
  readonly businessName: string | null
  readonly cellPhone: string | null
  readonly address: string | null
}

/**
 * The rep's customer with this address (in any case), made when there is none. What the customer lacks is filled in from
 * the contact; what is there stays, because a rep may have corrected it. Two calls at once find the same customer: the
 * second waits for the first one's transaction.
 */
export async function ensureCustomer(
  ctx: PlatformContext,
  tx: Transaction,
  input: { repId: string; contact: CustomerContact },
): Promise<CustomerId> {
  const { repId, contact } = input
  const [row] = await tx.run(ensureCustomerStatement, {
    customerId: newId('cus', ctx.clock),
    repId,
    fullName: contact.fullName,
    email: contact.email,
    cellPhone: contact.cellPhone,
    address: contact.address,
    businessName: contact.businessName,
    now: ctx.clock.now(),
  })
  invariant(row, 'a customer is made or found')
  return row.customer_id
}

import type { BodyOf } from '#contract/endpoint.ts'
import type { Customer, createCustomer as createCustomerEndpoint } from '#contract/links/customers.ts'
import { keepMember } from '#server/features/members/keep-member.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import { requireMember } from '#server/platform/member.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { CustomerHistory } from './customer-history.ts'
import { addCustomer, findByAddress } from './customer-queries.ts'
import { readData, readNotes } from './customer-rules.ts'
import { showCustomer } from './show-customer.ts'

/** Refuses an address that another customer of the rep has, and says which one, so that the screen can open it. */
export async function refuseTwin(ctx: PlatformContext, repId: string, email: string): Promise<never> {
  const [twin] = await ctx.database.run(findByAddress, { repId, email })
  throw new Refusal('customer_exists', twin ? { details: { customerId: twin.customer_id } } : {})
}

/**
 * Adds a customer of the caller. Of two calls with one address at the same moment, one adds and the other is told.
 *
 * @throws Refusal `customer_exists` with `details.customerId`, `bad_request` for an address that cannot be one
 */
export async function createCustomer(
  ctx: PlatformContext,
  body: BodyOf<typeof createCustomerEndpoint>,
  history: CustomerHistory,
): Promise<Customer> {
  const member = requireMember(ctx)
  const data = readData(body)
  const [added] = await inTransaction(ctx, async (tx) => {
    await keepMember(tx, member.userId)
    return tx.run(addCustomer, {
      ...data,
      customerId: newId('cus', ctx.clock),
      repId: member.userId,
      notes: readNotes(body.notes),
      now: ctx.clock.now(),
    })
  })
  if (!added) return refuseTwin(ctx, member.userId, data.email)
  return showCustomer(ctx, member, added.customer_id, history)
}

import type { BodyOf } from '#contract/endpoint.ts'
import type { Customer, updateCustomer as updateCustomerEndpoint } from '#contract/links/customers.ts'
import type { CustomerId } from '#contract/values.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { isUniqueViolation } from '#server/platform/database.ts'
import { requireMember } from '#server/platform/member.ts'
import { refuseTwin } from './create-customer.ts'
import type { CustomerHistory } from './customer-history.ts'
import { changeCustomer, changeNotes } from './customer-queries.ts'
import { readData, readNotes } from './customer-rules.ts'
import { findOwnCustomer, showCustomer } from './show-customer.ts'

/**
 * Replaces a customer's data; requests already sent keep what they were sent with.
 *
 * @throws Refusal `customer_not_found`, `customer_exists` with `details.customerId`, `bad_request` for an address that
 *   cannot be one
 */
export async function updateCustomer(
  ctx: PlatformContext,
  input: { customerId: CustomerId; body: BodyOf<typeof updateCustomerEndpoint> },
  history: CustomerHistory,
): Promise<Customer> {
  const { customerId, body } = input
  const member = requireMember(ctx)
  const { rep_id: repId } = await findOwnCustomer(ctx, member, customerId)
  const data = readData(body)
  try {
    await ctx.database.run(changeCustomer, { ...data, customerId, now: ctx.clock.now() })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    return refuseTwin(ctx, repId, data.email)
  }
  return showCustomer(ctx, member, customerId, history)
}

/**
 * Replaces the notes on a customer.
 *
 * @throws Refusal `customer_not_found`
 */
export async function updateNotes(
  ctx: PlatformContext,
  input: { customerId: CustomerId; notes: string },
  history: CustomerHistory,
): Promise<Customer> {
  const member = requireMember(ctx)
  await findOwnCustomer(ctx, member, input.customerId)
  await ctx.database.run(changeNotes, {
    customerId: input.customerId,
    notes: readNotes(input.notes),
    now: ctx.clock.now(),
  })
  return showCustomer(ctx, member, input.customerId, history)
}

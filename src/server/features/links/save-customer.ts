/** Stores a customer's data. */
import type { BodyOf } from '#contract/endpoint.ts'
import type * as endpoints from '#contract/links/customers.ts'
import type { Customer } from '#contract/links/customers.ts'
import type { CustomerId } from '#contract/values.ts'
import { keepMember } from '#server/features/members/accounts.ts'
import type { Contact } from '#server/features/orders/contact.ts'
import { type PlatformContext, requireMember } from '#server/platform/context.ts'
import { inTransaction, isUniqueViolation, type Transaction } from '#server/platform/database/database.ts'
import { invariant, Refusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { oneLine, readAddress } from '#server/platform/text/text.ts'
import * as queries from './customer-queries.ts'
import { findOwnCustomer, showCustomer } from './read-customers.ts'

/** One line per field, one plain address. @throws Refusal `bad_request` for an empty name or an invalid address */
function readData(typed: BodyOf<typeof endpoints.updateCustomer>) {
  const name = oneLine(typed.name)
  if (!name) throw new Refusal('bad_request.customer_name')
  return {
    name,
    email: readAddress(typed.email),
    phone: oneLine(typed.phone),
    address: oneLine(typed.address),
    businessName: oneLine(typed.businessName),
  }
}

/** Notes keep their lines and tabs; other control characters become spaces. */
function readNotes(text: string | null | undefined): string {
  return (text ?? '')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, ' ')
    .trim()
}

/** Finds or creates the rep's customer with this address. Fills empty fields only: reps may have corrected others. */
export async function ensureCustomer(
  ctx: PlatformContext,
  tx: Transaction,
  { repId, contact }: { repId: string; contact: Contact },
): Promise<CustomerId> {
  const customerId = newId('cus', ctx.clock)
  const [row] = await tx.run(queries.ensureCustomer, { ...contact, customerId, repId, now: ctx.clock.now() })
  invariant(row, 'a customer is made or found')
  return row.customer_id
}

/** Refuses an address that another customer of the rep has, and says which one, so the screen can open it. */
async function refuseTwin(ctx: PlatformContext, repId: string, email: string): Promise<never> {
  const [twin] = await ctx.database.run(queries.findByAddress, { repId, email })
  throw new Refusal('customer_exists', twin ? { details: { customerId: twin.customer_id } } : {})
}

/** Adds a customer; of two calls with one address, one does. @throws Refusal `customer_exists` with its `customerId` */
export async function createCustomer(ctx: PlatformContext, body: BodyOf<typeof endpoints.createCustomer>) {
  const member = requireMember(ctx)
  const data = readData(body)
  const added = {
    ...data,
    customerId: newId('cus', ctx.clock),
    repId: member.userId,
    notes: readNotes(body.notes),
    now: ctx.clock.now(),
  }
  const [row] = await inTransaction(ctx, async (tx) => {
    await keepMember(tx, member.userId)
    return tx.run(queries.addCustomer, added)
  })
  if (!row) return refuseTwin(ctx, member.userId, data.email)
  return showCustomer(ctx, row.customer_id)
}

/** Replaces a customer's data. Requests already sent do not change. @throws Refusal see the contract */
export async function updateCustomer(
  ctx: PlatformContext,
  customerId: CustomerId,
  body: BodyOf<typeof endpoints.updateCustomer>,
): Promise<Customer> {
  const { rep_id: repId } = await findOwnCustomer(ctx, customerId)
  const data = readData(body)
  try {
    await ctx.database.run(queries.changeCustomer, { ...data, customerId, now: ctx.clock.now() })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    return refuseTwin(ctx, repId, data.email)
  }
  return showCustomer(ctx, customerId)
}

/** Replaces the notes on a customer. @throws Refusal `customer_not_found` */
export async function updateNotes(ctx: PlatformContext, customerId: CustomerId, notes: string): Promise<Customer> {
  await findOwnCustomer(ctx, customerId)
  await ctx.database.run(queries.changeNotes, { customerId, notes: readNotes(notes), now: ctx.clock.now() })
  return showCustomer(ctx, customerId)
}

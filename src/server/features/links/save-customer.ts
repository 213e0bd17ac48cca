/** Stores a customer's data. */

import type { BodyOf } from '#contract/endpoint.ts'
import type {
  Customer,
  createCustomer as createCustomerEndpoint,
  updateCustomer as updateCustomerEndpoint,
} from '#contract/links/customers.ts'
import type { CustomerId } from '#contract/values.ts'
import { keepMember } from '#server/features/members/accounts.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { requireMember } from '#server/platform/context.ts'
import { inTransaction, isUniqueViolation, type Transaction } from '#server/platform/database.ts'
import { invariant, Refusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { oneLine, readAddress } from '#server/platform/text.ts'
import {
  addCustomer,
  changeCustomer,
  changeNotes,
  ensureCustomer as ensureCustomerStatement,
  findByAddress,
} from './customer-queries.ts'
import { findOwnCustomer, showCustomer } from './read-customers.ts'

/** The typed facts about a customer; null for fields that were left out. */
export interface CustomerData {
  name: string
  email: string
  phone: string | null
  address: string | null
  businessName: string | null
}

/**
 * Normalizes typed data: one line per field, one plain address.
 *
 * @throws Refusal `bad_request` for an empty name or an invalid address
 */
export function readData(typed: {
  name: string
  email: string
  phone?: string | null | undefined
  address?: string | null | undefined
  businessName?: string | null | undefined
}): CustomerData {
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
export function readNotes(text: string | null | undefined): string {
  return (text ?? '')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, ' ')
    .trim()
}

/** A contact from `readContact`: one line per field, one plain address. */
interface CustomerContact {
  readonly fullName: string
  readonly email: string
  readonly businessName: string | null
  readonly cellPhone: string | null
  readonly address: string | null
}

/**
 * Finds the rep's customer with this address (ignoring case) or creates one. Empty fields are filled in from the
 * contact; others stay, because a rep may have corrected them. Two calls at once find the same customer: the second
 * waits for the first one's transaction.
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

/** Refuses an address that another customer of the rep has, and says which one, so the screen can open it. */
export async function refuseTwin(ctx: PlatformContext, repId: string, email: string): Promise<never> {
  const [twin] = await ctx.database.run(findByAddress, { repId, email })
  throw new Refusal('customer_exists', twin ? { details: { customerId: twin.customer_id } } : {})
}

/**
 * Adds a customer of the caller. If two calls with one address come at once, one adds and the other is refused.
 *
 * @throws Refusal `customer_exists` with `details.customerId`, `bad_request` for an invalid address
 */
export async function createCustomer(
  ctx: PlatformContext,
  body: BodyOf<typeof createCustomerEndpoint>,
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
  return showCustomer(ctx, member, added.customer_id)
}

/**
 * Replaces a customer's data. Requests already sent do not change.
 *
 * @throws Refusal `customer_not_found`, `customer_exists` with `details.customerId`, `bad_request` for an invalid
 * address
 */
export async function updateCustomer(
  ctx: PlatformContext,
  input: { customerId: CustomerId; body: BodyOf<typeof updateCustomerEndpoint> },
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
  return showCustomer(ctx, member, customerId)
}

/**
 * Replaces the notes on a customer.
 *
 * @throws Refusal `customer_not_found`
 */
export async function updateNotes(
  ctx: PlatformContext,
  input: { customerId: CustomerId; notes: string },
): Promise<Customer> {
  const member = requireMember(ctx)
  await findOwnCustomer(ctx, member, input.customerId)
  await ctx.database.run(changeNotes, {
    customerId: input.customerId,
    notes: readNotes(input.notes),
    now: ctx.clock.now(),
  })
  return showCustomer(ctx, member, input.customerId)
}

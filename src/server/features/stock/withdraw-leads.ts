import type { PlatformContext } from '#server/platform/context.ts'
import type { Executor, Transaction } from '#server/platform/database.ts'
import { movedPlaces } from './moved-places.ts'
import type { PlacesMoved, PoolId } from './pools.ts'
import {
  deleteDetails,
  dropSoldLead,
  findLeadsOfProperty,
  findReturned,
  returnSoldLead,
  takeOutLeads as takeOutLeadsStatement,
} from './suppression-queries.ts'

/** A lead of a property that is to be left alone. */
export interface PropertyLead {
  leadId: string
  /** Null: it is not for sale any more. */
  poolId: PoolId | null
}

/** All leads of a property: of each owner it ever had, and for each kind of list. */
export async function listLeadsOfProperty(executor: Executor, propertyKey: string): Promise<PropertyLead[]> {
  const rows = await executor.run(findLeadsOfProperty, { propertyKey })
  return rows.map((row) => ({ leadId: row.lead_id, poolId: row.pool_id }))
}

/**
 * Up to `max` properties that are to be left alone whose leads are to leave stock now, or came back all the same: with a lead that its hold gave back, or with what
 * an import brought that was under way when their owners asked, at `since` or later.
 */
export async function findReturnedProperties(ctx: PlatformContext, since: Date, max: number): Promise<string[]> {
  return (await ctx.database.run(findReturned, { suppressedAt: since, limit: max, now: ctx.clock.now() })).map(
    (row) => row.property_key,
  )
}

/** Takes leads of locked pools out of sale for good. One that is held stays with its hold, withheld from everybody else. */
export async function takeOutLeads(tx: Transaction, leadIds: readonly string[]): Promise<PlacesMoved[]> {
  return movedPlaces(await tx.run(takeOutLeadsStatement, { leadIds }))
}

/** A lead that an order owns and its buyer has not seen. */
export interface UndeliveredLead {
  orderId: string
  leadId: string
  holdId: string
}

/** Takes an undelivered lead from its order, in whose place another was sold. Its pool and that other’s are locked. */
export async function replaceSoldLead(tx: Transaction, { orderId, leadId }: UndeliveredLead): Promise<PlacesMoved[]> {
  return movedPlaces(await tx.run(dropSoldLead, { orderId, leadId }))
}

/** Takes an undelivered lead from its order where there is no other, and notes what the order is short of. */
export async function returnSoldLeadShort(
  ctx: PlatformContext,
  tx: Transaction,
  { orderId, leadId, holdId }: UndeliveredLead,
): Promise<PlacesMoved[]> {
  return movedPlaces(await tx.run(returnSoldLead, { orderId, leadId, now: ctx.clock.now(), holdId }))
}

/**
 * Deletes what is known of leads.
 *
 * @returns where they are, in one line; null when nothing was known any more
 */
export async function deleteLeadDetails(tx: Transaction, leadIds: readonly string[]): Promise<string | null> {
  const [first] = await tx.run(deleteDetails, { leadIds })
  return first ? `${first.address}, ${first.city}, ${first.zip}` : null
}

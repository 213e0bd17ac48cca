/** Takes the leads of a property out of everything, because its owner opted out. */
import type { OrderId } from '#contract/values.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { type Executor, inTransaction, type Transaction } from '#server/platform/database/database.ts'
import { sellLeads } from './consume-hold.ts'
import { freeLeads, lockBuyer } from './lead-queries.ts'
import { pickLeads } from './pick-leads.ts'
import { changePools, countiesOf, type PlacesMoved, POOL_TRIES_MAX, type Pool, type PoolId } from './pools.ts'
import { poolOfHold } from './replace-conflicts.ts'
import { announceStockChange } from './stock-changes.ts'
import * as sql from './suppressions.ts'

/** Finds suppressed properties whose leads are to leave stock now, or came back from a hold or an import since then. */
export async function findReturnedProperties(ctx: PlatformContext, since: Date, max: number): Promise<string[]> {
  const rows = await ctx.database.run(sql.findReturned, { suppressedAt: since, limit: max, now: ctx.clock.now() })
  return rows.map((row) => row.property_key)
}

export interface Withdrawn {
  /** In one line; null if nothing was known of it anymore. */
  address: string | null
  /** Who has it, each once, with their latest order that was delivered with it. */
  buyers: readonly { buyerKey: string; orderId: string }[]
  /** Includes those that got a replacement: a reader who is making their files right now waited, and saw the old. */
  sales: readonly { orderId: string; holdId: string }[]
}

/** What a transaction must lock before it can change leads of a property. */
type Concerned = { leadIds: string[]; poolIds: PoolId[]; buyerKeys: string[] }
type Pools = ReadonlyMap<PoolId, Pool>

async function findConcerned(executor: Executor, propertyKey: string): Promise<Concerned> {
  const leads = await executor.run(sql.findLeadsOfProperty, { propertyKey })
  const leadIds = leads.map((lead) => lead.lead_id)
  const sold = leadIds.length > 0 ? await executor.run(sql.findSold, { leadIds }) : []
  const open = sold.filter((row) => !row.is_delivered)
  const poolIds = [...leads.flatMap(({ pool_id }) => (pool_id === null ? [] : [pool_id])), ...open.map(poolOfHold)]
  return { leadIds, poolIds, buyerKeys: open.map((row) => row.buyer_key) }
}

const isWithin = (now: Concerned, locked: Concerned): boolean =>
  (['leadIds', 'poolIds', 'buyerKeys'] as const).every((part) => {
    const known = new Set<string>(locked[part])
    return now[part].every((one) => known.has(one))
  })

async function replaceHeld(ctx: PlatformContext, tx: Transaction, pools: Pools, row: sql.HoldingRow) {
  const { hold_id: holdId, lead_id: leadId, beside } = row
  const asked = { holdId, pools, poolId: poolOfHold(row), count: 1, beside, buyerKey: null, now: ctx.clock.now() }
  const fresh = row.is_live ? await pickLeads(ctx, tx, asked) : { picked: 1, moved: [] }
  // A live hold keeps it if there is no other.
  if (fresh.picked === 0) return []
  return [...fresh.moved, ...(await tx.run(freeLeads, { holdIds: [holdId], leadIds: [leadId] }))]
}

/** Replaces a lead that an order owns and its buyer has not seen. If there is no other, the order is short of it. */
async function replaceSold(ctx: PlatformContext, tx: Transaction, pools: Pools, row: sql.SoldRow) {
  const { order_id: orderId, lead_id: leadId, hold_id: holdId, buyer_key: buyerKey } = row
  const now = ctx.clock.now()
  const asked = { holdId, pools, poolId: poolOfHold(row), count: 1, beside: [], buyerKey, now }
  const fresh = await pickLeads(ctx, tx, asked)
  if (fresh.picked === 0) return tx.run(sql.returnSoldLead, { orderId, leadId, holdId, now })
  await sellLeads(ctx, tx, { holdIds: [holdId], orderId: orderId as OrderId, buyerKey })
  return [...fresh.moved, ...(await tx.run(sql.dropSoldLead, { orderId, leadId }))]
}

/** What to withdraw of a property: only what orders wait for, or everything. */
type WithdrawnPart = 'orders' | 'all'

/** Everything that happens under the locks. Leads on offer go first, so that none of them replaces another. */
async function takeOut(
  ctx: PlatformContext,
  tx: Transaction,
  { pools, leadIds, part }: { pools: Pools; leadIds: readonly string[]; part: WithdrawnPart },
) {
  const moved: PlacesMoved[] = []
  if (part === 'all') {
    moved.push(...(await tx.run(sql.takeOutLeads, { leadIds })))
    for (const row of await tx.run(sql.findHoldings, { leadIds }))
      moved.push(...(await replaceHeld(ctx, tx, pools, row)))
  }
  const sold = await tx.run(sql.lockSold, { leadIds })
  for (const row of sold) if (!row.is_delivered) moved.push(...(await replaceSold(ctx, tx, pools, row)))
  // Those that no one holds anymore leave their pools too.
  if (part === 'all') moved.push(...(await tx.run(sql.takeOutLeads, { leadIds })))
  return { moved, sold }
}

/** @returns null if leads of the property are elsewhere than `locked` says; nothing was changed then */
async function tryToWithdraw(
  ctx: PlatformContext,
  tx: Transaction,
  { propertyKey, part, locked }: { propertyKey: string; part: WithdrawnPart; locked: Concerned },
): Promise<Withdrawn | null> {
  for (const buyerKey of [...new Set(locked.buyerKeys)].sort()) await tx.run(lockBuyer, { buyerKey })
  const found: { sold: readonly sql.SoldRow[] | null } = { sold: null }
  const change = async (pools: Pools) => {
    if (!isWithin(await findConcerned(tx, propertyKey), locked)) return { moved: [] }
    const done = await takeOut(ctx, tx, { pools, leadIds: locked.leadIds, part })
    found.sold = done.sold
    return done
  }
  // Leads that are in no pool anymore change nothing on sale.
  if (locked.poolIds.length === 0) await change(new Map())
  await changePools(tx, locked.poolIds, change)
  const { sold } = found
  if (sold === null) return null
  const sales = sold.map((row) => ({ orderId: row.order_id, holdId: row.hold_id }))
  if (part === 'orders') return { address: null, buyers: [], sales }
  const latest = new Map(sold.filter((row) => row.is_delivered).map((row) => [row.buyer_key, row.order_id]))
  const [known] = await tx.run(sql.deleteDetails, { leadIds: locked.leadIds })
  return {
    address: known ? `${known.address}, ${known.city}, ${known.zip}` : null,
    buyers: [...latest].map(([buyerKey, orderId]) => ({ buyerKey, orderId })),
    sales,
  }
}

/**
 * Takes the leads of a suppressed property out, wherever they are, in one transaction; again changes nothing more.
 * - Free: they leave their pools, and stock shrinks with them.
 * - Held: another lead of the same pool replaces them. If there is none, they stay, offered to no one else, so that the
 * hold keeps its count. When it is sold, they count as leads that its buyer must not get.
 * - Sold and not yet delivered (`orders`: only these, and no one is told): the same, or the order is short of them.
 * - What is known of them is deleted.
 * @see docs/decisions/0039-owner-opt-out.md
 */
export async function withdrawProperty(
  ctx: PlatformContext,
  { propertyKey, part }: { propertyKey: string; part: WithdrawnPart },
  then: (tx: Transaction, withdrawn: Withdrawn) => Promise<void>,
): Promise<void> {
  for (let tries = 1; tries <= POOL_TRIES_MAX; tries += 1) {
    const locked = await findConcerned(ctx.database, propertyKey)
    const isDone = await inTransaction(ctx, async (tx) => {
      const withdrawn = await tryToWithdraw(ctx, tx, { propertyKey, part, locked })
      if (withdrawn) await then(tx, withdrawn)
      return withdrawn !== null
    })
    announceStockChange(ctx, countiesOf(locked.poolIds))
    if (isDone) return
  }
  throw new Error('the leads of a property moved from pool to pool while they were to be withdrawn')
}

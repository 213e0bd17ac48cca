/** The suppression list: `opt-out` adds properties, and everything that brings leads in checks it. */
import { SIZES } from '#contract/catalogue/catalogue.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Executor, Transaction } from '#server/platform/database/database.ts'
import { type RowOf, statement } from '#server/platform/database/statement.ts'
import type { PlacesMoved } from './pools.ts'
import type { SuppressionCause } from './tables.ts'

/** Only the first time counts. `withdrawAt`: when its leads leave stock (null: at once). */
export const suppressStatement = statement('leads.suppress')`
  insert into suppressions (property_key, suppressed_at, cause, withdraw_at) values ($propertyKey, $suppressedAt, $cause, $withdrawAt?::timestamptz)
  on conflict do nothing`

/** Whether its leads are still in stock. No row if the property is not suppressed. */
export const findWithdrawalStatement = statement('leads.find_withdrawal')`
  select coalesce(withdraw_at > $now, false) as is_waiting from suppressions where property_key = $propertyKey`

/** Records that its leads left stock at `withdrawnAt`, or earlier. No row if it is no longer suppressed. */
export const recordWithdrawnStatement = statement('leads.note_withdrawn')`
  update suppressions set withdraw_at = null, withdrawn_at = coalesce(withdrawn_at, $withdrawnAt)
  where property_key = $propertyKey returning property_key`

/** `is_in_stock`: their leads had not left it. */
export const unsuppressStatement = statement('leads.unsuppress')`
  delete from suppressions where property_key = any($propertyKeys::uuid[])
  returning property_key, withdraw_at is not null as is_in_stock`

export const countAskedStatement = statement('leads.count_asked')`
  select count(*)::int as properties from suppressions where suppressed_at > $since and cause = 'owner'`

export const findSuppressedStatement = statement('leads.find_suppressed')`
  select property_key from suppressions where property_key = any($propertyKeys::uuid[])`

/**
 * Suppressed properties with something that should not be there: those whose leads are to leave stock now; leads that
 * were held at that moment (they lost their `ages_at` then) and are free now; and leads or facts from an import that
 * was running when their owners asked, since `suppressedAt`. Looked up property by property, because a join would read
 * all leads.
 */
export const findReturned = statement('leads.find_returned')`
  (select l.property_key from leads l join suppressions s on s.property_key = l.property_key
   where l.ages_at is null and l.pool_id is not null and (l.held = 0 or not l.is_withheld) limit $limit)
  union
  (select property_key from suppressions where withdraw_at <= $now order by withdraw_at limit $limit)
  union
  (select s.property_key from suppressions s
   where s.suppressed_at >= $suppressedAt and s.withdraw_at is null and (
     select l.lead_id from leads l
     where l.property_key = s.property_key and ((l.ages_at is not null and l.pool_id is not null)
       or (select d.lead_id from lead_details d where d.lead_id = l.lead_id) is not null) limit 1) is not null
   limit $limit)`

export const findLeadsOfProperty = statement('leads.find_of_property')`
  select lead_id, pool_id from leads where property_key = $propertyKey order by lead_id`

/** Held leads are offered to no one and do not age, so nothing brings them back; the others leave their pools. */
export const takeOutLeads = statement('leads.take_out')`
  with was as materialized (
    select lead_id, pool_id, places, held from leads
    where lead_id = any($leadIds::bigint[]) and pool_id is not null order by lead_id for update
  ), counted as (
    update leads l set pool_id = case when was.held > 0 then l.pool_id end, is_withheld = was.held > 0, ages_at = null
    from was where l.lead_id = was.lead_id
    returning was.pool_id, was.places as before, l.places as after
  )
  select pool_id, before, after, count(*)::int as leads from counted group by pool_id, before, after`.as<PlacesMoved>()

/** Frees its place in the order for another. No row if it was delivered or given back meanwhile. */
export const dropSoldLead = statement('leads.drop_sold')`
  with gone as (
    delete from order_leads where order_id = $orderId and lead_id = $leadId and delivered_at is null and returned_at is null returning lead_id
  ), was as materialized (
    select lead_id, places from leads join gone using (lead_id) for update of leads
  )
  update leads l set sold = l.sold - 1 from was where l.lead_id = was.lead_id
  returning l.pool_id, was.places as before, l.places as after, 1 as leads`.as<PlacesMoved>()

/** When there is no other, it stays as given back, and the order's hold is recorded as one short. */
export const returnSoldLead = statement('leads.return_sold')`
  with given as (
    update order_leads set returned_at = $now
    where order_id = $orderId and lead_id = $leadId and delivered_at is null and returned_at is null returning lead_id
  ), noted as (
    insert into lead_shortfalls (order_id, hold_id, leads, noted_at) select $orderId, $holdId, 1, $now from given
    on conflict (order_id, hold_id) do update set leads = lead_shortfalls.leads + 1, noted_at = excluded.noted_at
  ), was as materialized (
    select lead_id, places from leads join given using (lead_id) for update of leads
  )
  update leads l set sold = l.sold - 1 from was where l.lead_id = was.lead_id
  returning l.pool_id, was.places as before, l.places as after, 1 as leads`.as<PlacesMoved>()

/** Deletes what is known of the leads, and returns the address of the first. */
export const deleteDetails = statement('leads.delete_details')`
  with gone as (
    delete from lead_details where lead_id = any($leadIds::bigint[]) returning lead_id, address, city, zip
  ), unnoted as (
    update order_leads set note = null where lead_id = any($leadIds::bigint[]) and note is not null
  )
  select address, city, zip from gone order by lead_id limit 1`

const PACKAGES_OF = (poolId: string): string => SIZES.map((size) => `${poolId} || '-${size}'`).join(', ')

/**
 * Oldest first. It searches the holds of the lead's pool, which a held lead never leaves, because an index by lead
 * would get an entry for each lead of a hold. `offset 0`: the planner must not read all `hold_leads` before it has
 * statistics.
 */
export const findHoldings = statement('stock.find_holdings')`
  select h.hold_id, h.lead_id, o.package_id, o.state = 'live' as is_live,
    array(select own.hold_id from holds own where own.owner_id = o.owner_id and own.state = 'live' and own.has_leads) as beside
  from leads l
    join holds o on o.package_id in (${PACKAGES_OF('l.pool_id')}) and o.has_leads and o.state <> 'sold' and o.package_id is not null
    cross join lateral (select hold_id, lead_id from hold_leads where hold_id = o.hold_id and lead_id = l.lead_id offset 0) h
  where l.lead_id = any($leadIds::bigint[])
  order by o.placed_at, h.hold_id, h.lead_id`

/** `beside`: the live holds of its owner, it included: the replacement must not be of a property of theirs. */
export type HoldingRow = RowOf<typeof findHoldings>

const SOLD = `select s.order_id, s.lead_id, s.hold_id, s.buyer_key, h.package_id, s.delivered_at is not null as is_delivered
   from order_leads s join holds h on h.hold_id = s.hold_id
   where s.lead_id = any($leadIds::bigint[]) and s.returned_at is null order by s.order_id, s.lead_id`

export const findSold = statement('stock.find_sold')`${SOLD}`

export type SoldRow = RowOf<typeof findSold>

/** Locks each until the transaction ends. Waits for anyone who is delivering one right now. */
export const lockSold = statement('stock.lock_sold')`${SOLD} for update of s`

/** Adds a property to the list, once; its leads stay. @param input.withdrawAt when they leave stock; null: at once */
export async function suppress(
  tx: Transaction,
  { at, ...input }: { propertyKey: string; at: Date; cause: SuppressionCause; withdrawAt: Date | null },
): Promise<void> {
  await tx.run(suppressStatement, { ...input, suppressedAt: at })
}

/**
 * Returns which of these properties (`propertyKeyOf`) are suppressed. If one is added while a transaction brings its
 * leads in, a later sweep finds it (`withdraw-suppressed`), so imports need no lock.
 */
export async function findSuppressed(executor: Executor, propertyKeys: readonly string[]): Promise<Set<string>> {
  if (propertyKeys.length === 0) return new Set()
  return new Set((await executor.run(findSuppressedStatement, { propertyKeys })).map((row) => row.property_key))
}

/** Whether the leads of a suppressed property are still in stock or are to leave it; null for any other property. */
export async function findWithdrawal(ctx: PlatformContext, propertyKey: string): Promise<'waiting' | 'due' | null> {
  const [row] = await ctx.database.run(findWithdrawalStatement, { propertyKey, now: ctx.clock.now() })
  return row ? (row.is_waiting ? 'waiting' : 'due') : null
}

/** Records, in the transaction that takes its leads out, that they left stock; false if no longer suppressed. */
export const recordWithdrawn = async (tx: Transaction, propertyKey: string, withdrawnAt: Date): Promise<boolean> =>
  (await tx.run(recordWithdrawnStatement, { propertyKey, withdrawnAt })).length > 0

/** Takes properties off the list; leads still in stock are on sale again. @returns those that were on it */
export async function unsuppress(tx: Transaction, propertyKeys: readonly string[]) {
  const rows = await tx.run(unsuppressStatement, { propertyKeys })
  return rows.map((row) => ({ propertyKey: row.property_key, isInStock: row.is_in_stock }))
}

/** How many properties their owners have had suppressed since a given time. */
export const countAsked = async (ctx: PlatformContext, since: Date): Promise<number> =>
  (await ctx.database.run(countAskedStatement, { since }))[0]?.properties ?? 0

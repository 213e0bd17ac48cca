import type { HoldId } from '#contract/values.ts'
import { hours } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { statement } from '#server/platform/database/statement.ts'

/** Movements name those that took a unit, orders also the sold ones. */
export const findOldHolds = statement('stock.find_old_holds')`
  select hold_id, took_unit or state = 'sold' as is_named from holds
  where state <> 'live' and address_key is not null and ended_at < $before order by ended_at limit $limit`

/** Deletes the holds `holdIds`; of the holds `kept`, forgets only the network. Live holds stay as they are. */
export const forgetHolds = statement('stock.forget_holds')`
  with gone as (
    delete from holds where hold_id in (
      select hold_id from holds where hold_id = any($holdIds::text[]) and state in ('released', 'expired') and not took_unit and not has_leads
      order by hold_id for update skip locked)
    returning hold_id
  ), kept as (
    update holds set address_key = null where hold_id in (
      select hold_id from holds where hold_id = any($kept::text[]) and state <> 'live' and address_key is not null
      order by hold_id for update skip locked)
    returning hold_id
  )
  select ((select count(*) from gone) + (select count(*) from kept))::int as rows`

export const findKnownSpan = statement('leads.find_known_span')`
  select min(lead_id)::float8 as first, max(lead_id)::float8 as last from lead_details`.as<{
  first: number | null
  last: number | null
}>()

/**
 * Deletes what is known of leads whose time was over by `acquiredAt`: acquired earlier, out of every pool and hold, and
 * every order that owns one was sold earlier and delivered. A lead that an import is renewing right now is left for the
 * next time, because its details are new.
 */
export const forgetDetails = statement('leads.forget_details')`
  with due as materialized (
    select l.lead_id from leads l join lead_details d using (lead_id)
    where l.lead_id >= $fromLeadId and l.lead_id < $leadId and l.acquired_at < $acquiredAt and l.pool_id is null and l.held = 0
      and not exists (
        select from order_leads o
        where o.lead_id = l.lead_id and o.returned_at is null and (o.sold_at >= $acquiredAt or o.delivered_at is null))
    order by l.lead_id for update of l skip locked
  ), gone as (
    delete from lead_details d using due where d.lead_id = due.lead_id returning d.lead_id
  ), unnoted as (
    update order_leads o set note = null from due where o.lead_id = due.lead_id and o.note is not null
  )
  select count(*)::int as rows from gone`

/**
 * Forgets holds that ended before `before`: one that nothing names is deleted, any other loses only the fingerprint of
 * its buyer's network, because movements name every hold that took a unit and are kept forever.
 * @param input.findNamed which of these holds other features name, since stock does not know orders
 * @returns how many holds were looked at; none is looked at twice
 * @see docs/decisions/0013-data-retention.md
 */
export async function forgetOldHolds(
  ctx: PlatformContext,
  input: { before: Date; limit: number; findNamed: (holdIds: readonly HoldId[]) => Promise<ReadonlySet<string>> },
): Promise<number> {
  const old = await ctx.database.run(findOldHolds, input)
  if (old.length === 0) return 0
  const free = old.filter((hold) => !hold.is_named).map((hold) => hold.hold_id)
  const named = free.length > 0 ? await input.findNamed(free as HoldId[]) : new Set<string>()
  const holdIds = free.filter((holdId) => !named.has(holdId))
  const kept = old.filter((hold) => hold.is_named || named.has(hold.hold_id)).map((hold) => hold.hold_id)
  const [done] = await ctx.database.run(forgetHolds, { holdIds, kept })
  return done?.rows ?? 0
}

/** Leads that one statement looks at: some milliseconds. */
const BLOCK = 4_096
/** Each hour of the day takes every 24th block, so that all are seen once a day and no run takes long. */
const HOURS = 24

/**
 * Deletes owners, addresses, phones and everything else that is known of leads acquired before `before`; of sold ones
 * if their last sale was before it. Leads on sale, held or not yet delivered keep it. The lead itself stays with its
 * counts and fingerprints, so that no buyer gets its property twice. It has no index, which would slow down imports.
 */
export async function forgetOldDetails(ctx: PlatformContext, { before }: { before: Date }): Promise<void> {
  const [span] = await ctx.database.run(findKnownSpan)
  if (!span || span.first === null || span.last === null) return
  const hour = Math.floor(ctx.clock.now().getTime() / hours(1)) % HOURS
  const firstBlock = Math.floor(span.first / BLOCK)
  let rows = 0
  let block = firstBlock + ((hour - (firstBlock % HOURS) + HOURS) % HOURS)
  for (; block * BLOCK <= span.last; block += HOURS) {
    const part = { fromLeadId: block * BLOCK, leadId: (block + 1) * BLOCK, acquiredAt: before }
    const [gone] = await ctx.database.run(forgetDetails, part)
    rows += gone?.rows ?? 0
  }
  if (rows > 0) ctx.log.info({ rows }, 'personal data of old leads was deleted')
}

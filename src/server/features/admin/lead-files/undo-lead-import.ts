import type { LeadPreview } from '#contract/admin/lead-preview.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import { type ImportRow, recordStep } from '#server/features/imports/import-kind.ts'
import { INHERITED_CAP, leftByOthers } from '#server/features/stock/left-by-others.ts'
import {
  changePools,
  countiesOf,
  MISSING_ARE_MADE,
  type PlacesMoved,
  POOL_TRIES_MAX,
  poolIdOf,
} from '#server/features/stock/pools.ts'
import { announceStockChange } from '#server/features/stock/stock-changes.ts'
import { tierAt } from '#server/features/stock/tiers.ts'
import type { Context } from '#server/gateways/context.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/database.ts'
import { listsOf, type RowOf, statement } from '#server/platform/database/statement.ts'
import { Refusal } from '#server/platform/errors.ts'
import { inOnePass, type Retention } from '#server/platform/jobs/retention.ts'
import { type MovedLeadRow, type PartRow, useIndexes } from './apply-queries.ts'
import { poolsOfPlace, UNDO_DAYS, UNDO_MS } from './rules.ts'

/** The leads of a part; nothing if it created none. */
const MADE = 'l.lead_id between $fromLeadId::bigint and $toLeadId::bigint and l.import_no = $importNo'
const IS_UNTOUCHED = 'l.held = 0 and l.sold = 0 and not exists (select from order_leads o where o.lead_id = l.lead_id)'

/** Whether the lead was sold, and still belongs to a buyer, since an import started to change leads. */
const isSoldSince = (at: string) =>
  `(l.sold > 0 and exists (select from order_leads o where o.lead_id = l.lead_id and o.returned_at is null and o.sold_at >= ${at}))`

/** Why an import cannot be undone; it started to change leads at `soldAt`. */
export const findUses = statement('lead_files.find_uses')`
  with made as (
    select l.* from lead_import_parts p join leads l on l.lead_id between p.lead_from and p.lead_to and l.import_no = $importNo
    where p.upload_no = $uploadNo?
  ), changed as (
    select l.* from lead_import_changes c join leads l using (lead_id) where c.import_no = $importNo
  )
  select exists (select from made l where not (${IS_UNTOUCHED})) 
      or exists (select from changed l where l.held > 0 or ${isSoldSince('$soldAt')}) as is_used,
    exists (select from made join lead_import_changes c using (lead_id) where c.import_no <> $importNo)
      or exists (select from changed join lead_import_changes c using (lead_id) where c.import_no > $importNo) as is_built_upon`

export const listPartsToUndo = statement('lead_files.list_parts_to_undo')`
  select * from lead_import_parts where upload_no = $uploadNo? and is_applied and not is_undone order by part_no desc`

export const listPoolsToUndo = statement('lead_files.list_pools_to_undo')`
  select pool_id from leads l where ${MADE} and pool_id is not null
  union
  select pool_id from lead_import_changes c join leads using (lead_id) where c.import_no = $importNo and part_no = $partNo and pool_id is not null`

/** Those that someone bought or holds stay. */
export const deleteMade = statement('lead_files.delete_made')`
  with gone as (
    delete from leads l where ${MADE} and ${IS_UNTOUCHED}
      and not exists (select from lead_import_changes c where c.lead_id = l.lead_id)
    returning lead_id, pool_id, places
  ), forgotten as (
    delete from lead_details d using gone where d.lead_id = gone.lead_id
  )
  select pool_id, places, count(*)::int as leads from gone group by pool_id, places`

export const countKept = statement('lead_files.count_kept')`select count(*)::int as leads from leads l where ${MADE}`

export const listChanges = statement('lead_files.list_changes')`
  select lead_id, c.fips, l.lead_type, c.acquired_at, c.was_listed, c.details, l.held = 0 and not ${isSoldSince('$soldAt?')} as is_free
  from lead_import_changes c join leads l using (lead_id) where c.import_no = $importNo and c.part_no = $partNo order by lead_id`
type ChangeRow = RowOf<typeof listChanges>

/**
 * A lead stays off sale if `newPools` is null, if its property has another lead on sale now, or if its owner opted out.
 * Of two of one property (a former owner's was in a cart when both were taken out), the newest is on sale.
 */
export const restoreLeads = statement('lead_files.restore_leads')`
  with asked as (
    select * from unnest($leadIds::bigint[], $fips::text[], $acquiredAts::timestamptz[], $newPools::text[], $caps::smallint[], $untils::timestamptz[])
      as a (lead_id, fips, acquired_at, new_pool, cap, until)
  ), ranked as materialized (
    select a.*, row_number() over (
      partition by l.property_key order by a.new_pool is null, a.acquired_at desc, a.lead_id desc) as place
    from asked a join leads l using (lead_id)
  ), was as materialized (
    select l.lead_id, l.pool_id, l.places, a.fips, a.acquired_at, a.cap, a.until, b.taken, b.cap as others_cap,
      case when a.place = 1 and not exists (select from suppressions s where s.property_key = l.property_key)
        and not exists (
          select from leads o where o.property_key = l.property_key and o.lead_id <> l.lead_id
            and o.pool_id is not null and not o.is_withheld) then a.new_pool end as new_pool
    from leads l join ranked a using (lead_id)
      cross join lateral ${leftByOthers('l.property_key', 'l.lead_id', '$now::timestamptz', 'true')} b
    order by l.lead_id for update of l
  ), counted as (
    update leads l set fips = was.fips, acquired_at = was.acquired_at, pool_id = was.new_pool, is_withheld = false,
      tier_cap = coalesce(was.cap, l.tier_cap), sold_cap = ${INHERITED_CAP}, taken_beside = was.taken,
      ages_at = case when was.new_pool is not null then was.until end
    from was where l.lead_id = was.lead_id
    returning was.pool_id as old_pool, was.places as old_places, l.pool_id, l.places
  )
  select old_pool, old_places, pool_id, places, count(*)::int as leads from counted group by 1, 2, 3, 4`

/** Nothing is written for leads that are no longer known. */
export const restoreDetails = statement('lead_files.restore_details')`
  update lead_details d set address = was.address, city = was.city, zip = was.zip, owner_names = was.owner_names,
    owner_first_name = was.owner_first_name, owner_last_name = was.owner_last_name, owner_company = was.owner_company,
    mailing_address = was.mailing_address, mailing_street = was.mailing_street, mailing_city = was.mailing_city,
    mailing_state = was.mailing_state, mailing_zip = was.mailing_zip, phones = was.phones, emails = was.emails, facts = was.facts, source = was.source,
    is_do_not_call = was.is_do_not_call, consent = was.consent
  from lead_import_changes c, jsonb_populate_record(null::lead_details, c.details) was
  where d.lead_id = c.lead_id and c.lead_id = any($leadIds::bigint[]) and c.import_no = $importNo and c.details is not null`

export const dropChanges = statement('lead_files.drop_changes')`
  delete from lead_import_changes where import_no = $importNo and part_no = $partNo and lead_id = any($leadIds::bigint[])`

/** No row: someone has already undone it. */
export const markPartUndone = statement('lead_files.mark_part_undone')`
  update lead_import_parts set is_undone = true, kept = $kept
  where upload_no = $uploadNo and part_no = $partNo and not is_undone returning part_no`

export const listBackedPlaces = statement('lead_files.list_backed_places')`
  select distinct unnest(backed_places) as place_no from lead_import_parts where upload_no = $uploadNo? order by 1`

export const findEmptyPools = statement('lead_files.find_empty_pools')`
  select pool_id from unnest($poolIds::text[]) as p (pool_id)
  where not exists (select from leads l where l.pool_id = p.pool_id) and exists (select from lead_pools where lead_pools.pool_id = p.pool_id)`

/** Deletes pools that no package follows anymore, so that a later import creates them again. */
export const deletePools = statement('lead_files.delete_pools')`
  delete from lead_pools where pool_id = any($poolIds::text[]) and not is_backed`

/**
 * Requires that an import can be undone: its leads are deleted, and those it renewed or took off sale are restored. A
 * lead that someone buys or holds during that stays, and is counted.
 * @throws Refusal `import_not_ready` if it was applied more than `UNDO_DAYS` ago; `import_in_use` if any of it is sold
 * or held; `import_built_upon` if a later import renewed leads of it
 */
export async function beginUndoingLeads(ctx: PlatformContext, tx: Transaction, row: ImportRow): Promise<void> {
  // By then, what it replaced, and what later imports replaced of it, is forgotten.
  if (!row.applied_at || ctx.clock.now().getTime() - row.applied_at.getTime() >= UNDO_MS)
    throw new Refusal('import_not_ready.undo_over', { values: { days: UNDO_DAYS } })
  await tx.liftTimeLimits()
  const [uses] = await tx.run(findUses, { uploadNo: row.upload_no, importNo: row.import_no, soldAt: row.applied_at })
  if (uses?.is_used) throw new Refusal('import_in_use')
  if (uses?.is_built_upon) throw new Refusal('import_built_upon')
  const { newLeads = 0, merged = 0 } = (row.preview ?? {}) as Partial<LeadPreview>
  await writeAudit(ctx, tx, {
    action: 'lead_import_undone',
    subject: row.file_name,
    target: row.import_id,
    before: { source: row.source, newLeads, merged, import: row.import_id },
  })
}

/** Undoes every applied part that is not undone yet. Another node finishes what a killed one started. */
export async function undoLeads(ctx: PlatformContext, row: ImportRow): Promise<void> {
  for (const part of await ctx.database.run(listPartsToUndo, { uploadNo: row.upload_no })) {
    await undoPart(ctx, row, part)
    await recordStep(ctx, row)
  }
  await unbackPlaces(ctx, row)
}

/** How leads moved between pools. */
export const movedBetween = (rows: readonly MovedLeadRow[]): PlacesMoved[] =>
  rows.flatMap((row) => [
    { pool_id: row.old_pool, before: row.old_places, after: 0, leads: row.leads },
    { pool_id: row.pool_id, before: 0, after: row.places, leads: row.leads },
  ])

async function undoPart(ctx: PlatformContext, row: ImportRow, part: PartRow): Promise<void> {
  const range = { fromLeadId: part.lead_from ?? 0, toLeadId: part.lead_to ?? -1, importNo: row.import_no }
  const changed = { importNo: row.import_no, partNo: part.part_no, soldAt: row.applied_at }
  for (let tries = 1; tries <= POOL_TRIES_MAX; tries += 1) {
    const pools = await inTransaction(ctx, async (tx) => {
      await tx.run(useIndexes)
      const listPools = async () =>
        (await tx.run(listPoolsToUndo, { ...range, partNo: part.part_no })).map(({ pool_id }) => pool_id)
      const restored = placesBefore(ctx, await tx.run(listChanges, changed))
      const poolIds = new Set([...(await listPools()), ...restored.flatMap(({ newPool }) => newPool ?? [])])
      let isMissed = false
      const change = async (): Promise<{ moved: PlacesMoved[] }> => {
        isMissed = (await listPools()).some((poolId) => !poolIds.has(poolId))
        if (isMissed) return { moved: [] }
        // Someone may have taken leads before their pools were locked.
        const current = await tx.run(listChanges, changed)
        const freeIds = new Set(current.flatMap((one) => (one.is_free ? [one.lead_id] : [])))
        const free = restored.filter((one) => freeIds.has(one.change.lead_id))
        return { moved: await undoLeadsOfPart(ctx, tx, { part, range, free, taken: restored.length - free.length }) }
      }
      // Leads that are in no pool anymore change nothing on sale.
      if (poolIds.size === 0) await change()
      const locked = await changePools(tx, [...poolIds], change, MISSING_ARE_MADE)
      return isMissed ? null : locked
    })
    if (pools) return announceStockChange(ctx, countiesOf(pools.keys()))
  }
  throw new Error('leads moved from pool to pool while an import was taken back')
}

type Restored = { change: ChangeRow; newPool: string | null; cap: number | null; until: Date | null }

/** Where leads were on sale, at the age they have by now. */
function placesBefore(ctx: PlatformContext, changes: readonly ChangeRow[]): Restored[] {
  const now = ctx.clock.now()
  return changes.map((change) => {
    const place = change.was_listed ? tierAt(change.acquired_at, now) : null
    return {
      change,
      newPool: place && poolIdOf(change.fips, change.lead_type, place.tier),
      cap: place && ctx.config.saleCaps[place.tier],
      until: place?.until ?? null,
    }
  })
}

async function undoLeadsOfPart(
  ctx: PlatformContext,
  tx: Transaction,
  input: {
    part: PartRow
    range: { fromLeadId: string | number; toLeadId: string | number; importNo: number }
    free: readonly Restored[]
    /** Changed leads that someone bought or holds. */
    taken: number
  },
): Promise<PlacesMoved[]> {
  const { part, range, free, taken } = input
  const { importNo } = range
  const gone = await tx.run(deleteMade, range)
  const moved: PlacesMoved[] = gone.map(({ pool_id, places, leads }) => ({ pool_id, before: places, after: 0, leads }))
  if (free.length > 0) {
    const leadIds = free.map(({ change }) => change.lead_id)
    const rows = await tx.run(restoreLeads, {
      leadIds,
      fips: free.map(({ change }) => change.fips),
      acquiredAts: free.map(({ change }) => change.acquired_at),
      ...listsOf(free, 'newPool', 'cap', 'until'),
      now: ctx.clock.now(),
    })
    moved.push(...movedBetween(rows))
    await tx.run(restoreDetails, { leadIds, importNo })
    await tx.run(dropChanges, { importNo, partNo: part.part_no, leadIds })
  }
  const [kept] = await tx.run(countKept, range)
  await tx.run(markPartUndone, { uploadNo: part.upload_no, partNo: part.part_no, kept: (kept?.leads ?? 0) + taken })
  return moved
}

/** Makes places counted again if their first leads came with the import and no lead is left. */
async function unbackPlaces(ctx: PlatformContext, row: ImportRow): Promise<void> {
  for (const { place_no: placeNo } of await ctx.database.run(listBackedPlaces, { uploadNo: row.upload_no })) {
    const poolIds = poolsOfPlace(placeNo)
    await inTransaction(ctx, async (tx) => {
      let isEmpty = false
      await changePools(tx, poolIds, async (locked) => {
        const empty = new Set((await tx.run(findEmptyPools, { poolIds })).map(({ pool_id }) => pool_id))
        isEmpty = poolIds.every((poolId) => empty.has(poolId))
        const pools = isEmpty ? [...locked.values()].map((pool) => ({ ...pool, isBacked: false })) : []
        return { moved: [], pools }
      })
      // Pools that are counted again may still have leads: those are offered again when someone switches them back.
      if (isEmpty) await tx.run(deletePools, { poolIds })
    })
    announceStockChange(ctx, countiesOf(poolIds))
  }
}

/** Forgets what can no longer be undone, and everything of owners who opted out. Their details are nowhere else. */
export const forgetChanges = statement('lead_files.forget_changes')`
  with over as (
    delete from lead_import_changes c using imports i
    where i.import_no = c.import_no and i.applied_at < $appliedAt and i.state <> 'undoing'
  )
  update lead_import_changes c set details = null from leads l join suppressions s using (property_key)
  where c.lead_id = l.lead_id and c.details is not null`

export const leadRetention: Retention<Context> = {
  what: 'data that lead imports replaced',
  kept: '30 days after they were applied',
  keptMs: UNDO_MS,
  why: 'An import can be undone for this long. Data of owners who opted out is not kept.',
  forget: inOnePass((ctx, { before }) => ctx.database.run(forgetChanges, { appliedAt: before })),
}

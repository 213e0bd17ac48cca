/**
 * Until version 0.2, some addresses were normalized in another form (`normalizeForms`), and the store has only
 * fingerprints of many. So rows whose forms differ have both, and what is known under the former one is found before
 * they are compared: opt-outs, own lists, leads and their sales. Leads are sold for two months, so whatever is not
 * renewed by then only matters once a file brings its property again.
 */
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import { listsOf, statement } from '#server/platform/database/statement.ts'

const MOVES = `moves as materialized (
    select distinct former_key, property_key from lead_import_rows where upload_no = $uploadNo and former_key is not null
  )`

/**
 * Copies opt-outs and what is on own lists, since the former form may be that of two houses. A copied opt-out never has
 * `withdrawn_at`, so the public figures count it once.
 */
export const copyKeys = statement('lead_files.copy_keys')`
  with ${MOVES}, left_alone as (
    insert into suppressions (property_key, suppressed_at, withdraw_at, cause)
    select m.property_key, s.suppressed_at, s.withdraw_at, s.cause from moves m join suppressions s on s.property_key = m.former_key
    on conflict do nothing
  )
  insert into own_list_keys (list_no, key, added_at)
  select k.list_no, m.property_key, min(k.added_at) from moves m join own_list_keys k on k.key = m.former_key join own_lists using (list_no)
  group by 1, 2
  on conflict (list_no, key) do update set added_at = least(own_list_keys.added_at, excluded.added_at)`

/** Up to `limit` properties that have leads under no other fingerprint. Nothing else of a lead changes. */
export const moveLeadKeys = statement('lead_files.move_lead_keys')`
  with ${MOVES}, fresh as materialized (
    select distinct on (m.property_key) m.former_key, m.property_key from moves m
    where exists (select from leads l where l.property_key = m.former_key)
      and not exists (select from leads l where l.property_key = m.property_key)
    order by m.property_key, m.former_key limit $limit
  ), was as materialized (
    select l.lead_id, f.former_key, f.property_key from leads l join fresh f on f.former_key = l.property_key
    order by l.lead_id for update of l
  )
  update leads l set property_key = was.property_key from was where l.lead_id = was.lead_id
  returning l.lead_id, was.former_key, l.property_key`

/** After the leads are locked: a sale that was under way has written its row by then. */
export const moveSoldKeys = statement('lead_files.move_sold_keys')`
  update order_leads o set property_key = l.property_key from leads l
  where o.lead_id = any($leadIds::bigint[]) and l.lead_id = o.lead_id and o.property_key <> l.property_key`

export const moveSlots = statement('lead_files.move_slots')`
  update log_properties p set property_key = moved.property_key
  from unnest($formerKeys::uuid[], $propertyKeys::uuid[]) as moved (former_key, property_key)
  where p.property_key = moved.former_key and not exists (select from log_properties o where o.property_key = moved.property_key)`

/** Properties that change at once: buyers of their leads wait for as long as that takes. */
const MOVED_AT_ONCE = 5_000

/** Gives what is known under the former fingerprints of an upload's rows the fingerprints that the rows have now. */
export async function carryOverKeys(ctx: PlatformContext, uploadNo: number): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await tx.liftTimeLimits()
    await tx.run(copyKeys, { uploadNo })
  })
  for (let moved = 1; moved > 0; ) {
    moved = await inTransaction(ctx, async (tx) => {
      await tx.liftTimeLimits()
      const leads = await tx.run(moveLeadKeys, { uploadNo, limit: MOVED_AT_ONCE })
      await tx.run(moveSoldKeys, listsOf(leads, 'lead_id'))
      await tx.run(moveSlots, listsOf(leads, 'former_key', 'property_key'))
      return leads.length
    })
  }
}

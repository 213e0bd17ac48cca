/** SQL for changing prices. */
import type { LeadType, Size, Tier } from '#contract/catalogue/catalogue.ts'
import { type NoParameters, statement } from '#server/platform/statement.ts'

export interface PriceRow {
  lead_type: LeadType
  tier: Tier
  size: Size
  price_cents: number
}

/** Locks and reads the 48 prices in one order until the transaction ends, so changes happen one after another. */
export const lockPrices = statement<NoParameters, PriceRow>(
  'pricing.lock_prices',
  'select lead_type, tier, size, price_cents from prices order by lead_type, tier, size for update',
)

/** The 48 prices. */
export const readPrices = statement<NoParameters, PriceRow>(
  'pricing.read_prices',
  'select lead_type, tier, size, price_cents from prices',
)

/**
 * Sets prices and notifies all nodes: `leadTypes`, `tiers`, `sizes` and `cents` describe the prices, `now` the current
 * time, `changedBy` who (null: the store).
 */
export const setPrices = statement<{
  leadTypes: readonly string[]
  tiers: readonly string[]
  sizes: readonly number[]
  cents: readonly number[]
  now: Date
  changedBy: string | null
}>(
  'pricing.set_prices',
  `with changed as (
     update prices p set price_cents = n.cents, changed_at = $now, changed_by = $changedBy
     from unnest($leadTypes::text[], $tiers::text[], $sizes::int[], $cents::int[]) as n (lead_type, tier, size, cents)
     where p.lead_type = n.lead_type and p.tier = n.tier and p.size = n.size returning 1
   )
   select pg_notify('catalogue_changed', '*') as notified from changed limit 1`,
)

/** Counts the counties, each of which sells every kind of package, and cart lines of some kinds. */
export const countReach = statement<
  { leadTypes: readonly string[]; tiers: readonly string[]; sizes: readonly number[]; now: Date },
  { counties: number; cart_lines: number }
>(
  'pricing.count_reach',
  `select (select count(*)::int from counties) as counties, (
     select count(*)::int from holds h join packages p using (package_id)
     join unnest($leadTypes::text[], $tiers::text[], $sizes::int[]) as n (lead_type, tier, size)
       on p.lead_type = n.lead_type and p.tier = n.tier and p.size = n.size
     where h.state = 'live' and h.expires_at > $now and h.owner_kind in ('cart', 'user')) as cart_lines`,
)

/** Adds a change with its rows. `startsAt` starts at, `appliedAt` applied at, `undoesId` the change that it undoes. */
export const insertChange = statement<{
  changeId: string
  state: string
  now: Date
  createdBy: string
  startsAt: Date | null
  appliedAt: Date | null
  note: string | null
  attemptId: string | null
  undoesId: string | null
  leadTypes: readonly string[]
  tiers: readonly string[]
  sizes: readonly number[]
  befores: readonly number[]
  afters: readonly number[]
}>(
  'pricing.insert_change',
  `with change as (
     insert into price_changes (change_id, state, created_at, created_by, starts_at, applied_at, note, attempt_id, undoes_id)
     values ($changeId, $state, $now, $createdBy, $startsAt, $appliedAt, $note, $attemptId, $undoesId) returning change_id
   )
   insert into price_change_rows (change_id, lead_type, tier, size, before_cents, after_cents)
   select change_id, n.* from change, unnest($leadTypes::text[], $tiers::text[], $sizes::int[], $befores::int[], $afters::int[]) as n`,
)

export interface ChangeRow {
  change_id: string
  state: 'scheduled' | 'applied' | 'cancelled'
  created_at: Date
  created_by: string
  starts_at: Date | null
  applied_at: Date | null
  note: string | null
  undoes_id: string | null
  undone_by: string | null
  rows: { lead_type: LeadType; tier: Tier; size: Size; before_cents: number; after_cents: number }[]
}

const CHANGE = `c.change_id, c.state, c.created_at, c.created_by, c.starts_at, c.applied_at, c.note, c.undoes_id,
  (select u.change_id from price_changes u where u.undoes_id = c.change_id) as undone_by,
  (select jsonb_agg(to_jsonb(r) order by r.lead_type, r.tier, r.size) from price_change_rows r where r.change_id = c.change_id) as rows`

export const findChange = statement<{ changeId: string }, ChangeRow>(
  'pricing.find_change',
  `select ${CHANGE} from price_changes c where c.change_id = $changeId`,
)

/** Locks the change `changeId` until the transaction ends. */
export const lockChange = statement<{ changeId: string }, ChangeRow>(
  'pricing.lock_change',
  `select ${CHANGE} from price_changes c where c.change_id = $changeId for update of c`,
)

export const findAttempt = statement<{ attemptId: string }, ChangeRow>(
  'pricing.find_attempt',
  `select ${CHANGE} from price_changes c where c.attempt_id = $attemptId`,
)

/**
 * Lists a page of changes, newest first: `afterCreatedAt` and `afterChangeId` the last one seen, `limit` how many,
 * `state` only in this state, or null.
 */
export const listChanges = statement<
  { afterCreatedAt: Date | string; afterChangeId: string; limit: number; state: string | null },
  ChangeRow
>(
  'pricing.list_changes',
  `select ${CHANGE} from price_changes c where (c.created_at, c.change_id) < ($afterCreatedAt::timestamptz, $afterChangeId)
     and ($state::text is null or c.state = $state)
   order by c.created_at desc, c.change_id desc limit $limit`,
)

/** Whether a planned change is due. It runs every second, so without a transaction. */
export const isChangeDue = statement<{ now: Date }, { is_due: boolean }>(
  'pricing.is_change_due',
  `select exists (select from price_changes where state = 'scheduled' and starts_at <= $now) as is_due`,
)

/** Takes the planned change that was due first, on one node. */
export const takeDueChange = statement<{ now: Date }, ChangeRow>(
  'pricing.take_due_change',
  `select ${CHANGE} from price_changes c where c.state = 'scheduled' and c.starts_at <= $now
   order by c.starts_at, c.change_id limit 1 for update of c skip locked`,
)

/** Records that a planned change was applied; `befores` the prices that its rows replaced. */
export const recordApplied = statement<{
  changeId: string
  now: Date
  leadTypes: readonly string[]
  tiers: readonly string[]
  sizes: readonly number[]
  befores: readonly number[]
}>(
  'pricing.note_applied',
  `with applied as (
     update price_changes set state = 'applied', applied_at = $now where change_id = $changeId returning change_id
   )
   update price_change_rows r set before_cents = n.before
   from applied, unnest($leadTypes::text[], $tiers::text[], $sizes::int[], $befores::int[]) as n (lead_type, tier, size, before)
   where r.change_id = applied.change_id and r.lead_type = n.lead_type and r.tier = n.tier and r.size = n.size`,
)

/** Cancels a planned change. */
export const cancelChange = statement<{ changeId: string }>(
  'pricing.cancel_change',
  `update price_changes set state = 'cancelled' where change_id = $changeId and state = 'scheduled'`,
)

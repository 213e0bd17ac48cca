/** All SQL of changing prices. */
import type { LeadType, Size, Tier } from '#contract/catalogue.ts'
import { statement } from '#server/platform/database.ts'

export interface PriceRow {
  lead_type: LeadType
  tier: Tier
  size: Size
  price_cents: number
}

/** The 48 prices, locked in one order until the transaction ends: changes come one after the other. */
export const lockPrices = statement<PriceRow>(
  'pricing.lock_prices',
  'select lead_type, tier, size, price_cents from prices order by lead_type, tier, size for update',
)

/** The 48 prices. */
export const readPrices = statement<PriceRow>(
  'pricing.read_prices',
  'select lead_type, tier, size, price_cents from prices',
)

/** Sets prices and tells all nodes: $1 lead types, $2 tiers, $3 sizes, $4 cents, $5 now, $6 who (null: the store). */
export const setPrices = statement(
  'pricing.set_prices',
  `with changed as (
     update prices p set price_cents = n.cents, changed_at = $5, changed_by = $6
     from unnest($1::text[], $2::text[], $3::int[], $4::int[]) as n (lead_type, tier, size, cents)
     where p.lead_type = n.lead_type and p.tier = n.tier and p.size = n.size returning 1
   )
   select pg_notify('catalogue_changed', '*') as notified from changed limit 1`,
)

/** Counties, each of which sells every kind of package; and lines in carts of some kinds: $1 lead types, $2 tiers, $3 sizes, $4 now. */
export const countReach = statement<{ counties: number; cart_lines: number }>(
  'pricing.count_reach',
  `select (select count(*)::int from counties) as counties, (
     select count(*)::int from holds h join packages p using (package_id)
     join unnest($1::text[], $2::text[], $3::int[]) as n (lead_type, tier, size)
       on p.lead_type = n.lead_type and p.tier = n.tier and p.size = n.size
     where h.state = 'live' and h.expires_at > $4 and (h.owner_id like 'cart:%' or h.owner_id like 'user:%')) as cart_lines`,
)

/**
 * Writes a change with its rows: $1 id, $2 state, $3 now, $4 who, $5 starts at, $6 applied at, $7 note, $8 attempt, $9 undoes;
 * rows: $10 lead types, $11 tiers, $12 sizes, $13 before, $14 after.
 */
export const insertChange = statement(
  'pricing.insert_change',
  `with change as (
     insert into price_changes (change_id, state, created_at, created_by, starts_at, applied_at, note, attempt_id, undoes_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning change_id
   )
   insert into price_change_rows (change_id, lead_type, tier, size, before_cents, after_cents)
   select change_id, n.* from change, unnest($10::text[], $11::text[], $12::int[], $13::int[], $14::int[]) as n`,
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

/** $1 change. */
export const findChange = statement<ChangeRow>(
  'pricing.find_change',
  `select ${CHANGE} from price_changes c where c.change_id = $1`,
)

/** $1 change; nobody else changes it until the transaction ends. */
export const lockChange = statement<ChangeRow>(
  'pricing.lock_change',
  `select ${CHANGE} from price_changes c where c.change_id = $1 for update of c`,
)

/** $1 attempt. */
export const findAttempt = statement<ChangeRow>(
  'pricing.find_attempt',
  `select ${CHANGE} from price_changes c where c.attempt_id = $1`,
)

/** A page of changes, the newest first: $1 and $2 the last one seen (its moment and id), $3 how many, $4 of which state or null. */
export const listChanges = statement<ChangeRow>(
  'pricing.list_changes',
  `select ${CHANGE} from price_changes c where (c.created_at, c.change_id) < ($1::timestamptz, $2)
     and ($4::text is null or c.state = $4)
   order by c.created_at desc, c.change_id desc limit $3`,
)

/** Whether a planned change is due; asked every second, so without a transaction: $1 now. */
export const isChangeDue = statement<{ is_due: boolean }>(
  'pricing.is_change_due',
  `select exists (select from price_changes where state = 'scheduled' and starts_at <= $1) as is_due`,
)

/** The planned change whose time came first, taken by one node: $1 now. */
export const takeDueChange = statement<ChangeRow>(
  'pricing.take_due_change',
  `select ${CHANGE} from price_changes c where c.state = 'scheduled' and c.starts_at <= $1
   order by c.starts_at, c.change_id limit 1 for update of c skip locked`,
)

/** A planned change is made: $1 change, $2 now; rows: $3 lead types, $4 tiers, $5 sizes, $6 what they replaced. */
export const noteApplied = statement(
  'pricing.note_applied',
  `with applied as (
     update price_changes set state = 'applied', applied_at = $2 where change_id = $1 returning change_id
   )
   update price_change_rows r set before_cents = n.before
   from applied, unnest($3::text[], $4::text[], $5::int[], $6::int[]) as n (lead_type, tier, size, before)
   where r.change_id = applied.change_id and r.lead_type = n.lead_type and r.tier = n.tier and r.size = n.size`,
)

/** Calls a planned change off: $1 change. */
export const cancelChange = statement(
  'pricing.cancel_change',
  `update price_changes set state = 'cancelled' where change_id = $1 and state = 'scheduled'`,
)

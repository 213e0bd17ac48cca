/**
 * The sales ledger. `record-sale` writes one entry per sold line and a negative one per refunded line, in the
 * transaction that changes the order, together with the changes to that day's figures. Entries are never changed.
 * Figures are their sums, stored so that a query costs the same after a million orders as after a thousand. Changes are
 * added to the figures a little later and many at once, because most sales change the same few figures and would
 * otherwise commit one after another. Queries read both, so every answer includes every sale. Orders remain the source
 * of truth: `findLedgerFaults` in the tests recomputes everything from them.
 */
import { sql } from 'drizzle-orm'
import { bigint, check, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { fipsOfId } from '#server/features/stock/stock-changes.ts'
import { instant } from '#server/platform/database/columns.ts'

export const saleEntries = pgTable(
  'sale_entries',
  {
    orderId: text('order_id').notNull(),
    lineNumber: integer('line_number').notNull(),
    /** Empty for the sale itself, otherwise the refund of a part of it; `<refund>.<n>` for later changes of that. */
    refundId: text('refund_id').notNull().default(''),
    /** The refund that an entry is about, for any of its changes; empty for a sale. Derived. */
    baseRefundId: text('base_refund_id').notNull().generatedAlwaysAs(sql`split_part(refund_id, '.', 1)`),
    at: instant('at').notNull(),
    /** The day in the store's time zone, as set at the time. */
    day: date('day').notNull(),
    /** Whose sale it is; empty for a buyer without a rep. */
    repId: text('rep_id').notNull(),
    channel: text('channel', { enum: ['storefront', 'link', 'team'] }).notNull(),
    packageId: text('package_id').notNull(),
    leadType: text('lead_type').notNull(),
    tier: text('tier').notNull(),
    size: integer('size').notNull(),
    state: text('state').notNull(),
    /** 1: a sale; -1: a refund that takes the package back, 0: one that leaves it with the buyer; 1 if that failed. */
    packages: integer('packages').notNull(),
    /** Leads of those packages, including bonus leads. */
    leads: integer('leads').notNull(),
    /** What was paid for the line after offers; negative for a refund. */
    amountCents: integer('amount_cents').notNull(),
    /** The rep's commission on it, at the order's rate. */
    commissionCents: integer('commission_cents').notNull(),
  },
  (table) => [
    // An order's sale is recorded once, and each refund of a line once.
    primaryKey({ columns: [table.orderId, table.lineNumber, table.refundId] }),
    // A member's pay report, in the order of its rows.
    index('sale_entries_of_rep').on(table.repId, table.day, table.at).where(sql`rep_id <> ''`),
    // The orders behind a figure, newest first, without refunds. For a type or a tier alone, the first index is walked
    // once per tier or type, and size.
    index('sale_entries_of_package')
      .on(table.leadType, table.tier, table.size, table.day, table.at, table.orderId)
      .where(sql`refund_id = ''`),
    index('sale_entries_of_state').on(table.state, table.day, table.at, table.orderId).where(sql`refund_id = ''`),
    index('sale_entries_of_county')
      .on(sql`(split_part(package_id, '-', 1))`, table.day, table.at, table.orderId)
      .where(sql`refund_id = ''`),
    index('sale_entries_of_channel').on(table.channel, table.day, table.at, table.orderId).where(sql`refund_id = ''`),
    check('sale_entries_channel', sql`${table.channel} in ('storefront', 'link', 'team')`),
    check('sale_entries_sign', sql`${table.refundId} <> '' or ${table.packages} = 1`),
  ],
)

export const saleFigures = pgTable(
  'sale_figures',
  {
    /**
     * The dimension of the figure, and its value. `all`: all sales together. `storefront`: what visitors bought by
     * themselves, by county, for conversion; the other dimensions include links and members' carts.
     */
    dimension: text('dimension').notNull(),
    value: text('value').notNull(),
    /** `-infinity` for all days together, which exists for `all` and `package`. */
    day: date('day').notNull(),
    /** Orders with at least one sold line of this value. A refund does not reduce it. */
    orders: integer('orders').notNull(),
    packages: integer('packages').notNull(),
    leads: integer('leads').notNull(),
    /** Sold and refunded amounts, both positive. */
    soldCents: bigint('sold_cents', { mode: 'number' }).notNull(),
    refundedCents: bigint('refunded_cents', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.dimension, table.value, table.day] }),
    // All values of a dimension between two days.
    index('sale_figures_by_day').on(table.dimension, table.day),
  ],
)

/**
 * Entries of the ledger that are not yet in `sale_figures`: those of the last few seconds, one row per change of an
 * order. What they change about each figure is computed when it is queried.
 */
export const salesToAdd = pgTable('sales_to_add', {
  changeId: bigint('change_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  orderId: text('order_id').notNull(),
  /** The entries, together with the next column. */
  lineNumbers: integer('line_numbers').array().notNull(),
  refundIds: text('refund_ids').array().notNull(),
})

/** Empty: `sales_to_add` took its place in migration 0051. */
export const saleFigureChanges = pgTable('sale_figure_changes', {
  changeId: bigint('change_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  dimension: text('dimension').notNull(),
  value: text('value').notNull(),
  day: date('day').notNull(),
  orders: integer('orders').notNull(),
  packages: integer('packages').notNull(),
  leads: integer('leads').notNull(),
  soldCents: bigint('sold_cents', { mode: 'number' }).notNull(),
  refundedCents: bigint('refunded_cents', { mode: 'number' }).notNull(),
})

/**
 * What rows of `sales_to_add` change about each figure. Entries are looked up by key, whatever the planner thinks of
 * the tables' size (`offset 0`).
 */
export const changedBy = (rows: string): string => `
  select d.dimension, d.value, d.day, (count(*) filter (where e.refund_id = '') > 0)::int as orders, sum(e.packages)::int as packages,
    sum(e.leads)::int as leads, coalesce(sum(e.amount_cents) filter (where e.refund_id = ''), 0) as sold_cents,
    coalesce(-sum(e.amount_cents) filter (where e.refund_id <> ''), 0) as refunded_cents
  from ${rows} c
  cross join lateral unnest(c.line_numbers, c.refund_ids) as k (line_number, refund_id)
  cross join lateral (
    select * from sale_entries where order_id = c.order_id and line_number = k.line_number and refund_id = k.refund_id offset 0
  ) e
  cross join lateral (values ('all', '', e.day), ('lead_type', e.lead_type, e.day), ('tier', e.tier, e.day), ('state', e.state, e.day),
    ('county', ${fipsOfId('e.package_id')}, e.day), ('rep', e.rep_id, e.day), ('channel', e.channel, e.day),
    ('package', e.lead_type || '-' || e.tier || '-' || e.size, e.day), ('all', '', '-infinity'::date),
    ('package', e.lead_type || '-' || e.tier || '-' || e.size, '-infinity'::date),
    (case when e.channel = 'storefront' then 'storefront' end, ${fipsOfId('e.package_id')}, e.day)) as d (dimension, value, day)
  where d.dimension is not null
  group by c.change_id, d.dimension, d.value, d.day`

const FIGURES = 'dimension, value, day, orders, packages, leads, sold_cents, refunded_cents'

/** Every current figure: one row for what is rolled up, any number for what is not. For `from`; the caller sums up. */
export const FIGURES_NOW = `(
  select ${FIGURES} from sale_figures
  union all
  select ${FIGURES} from (${changedBy('sales_to_add')}) changes
)`

/**
 * Demand by county and day. Each node counts in memory and adds its counts every few seconds. A killed node loses those
 * seconds, which is fine for figures that guide stock and never money. `forget-old-rows` deletes old days.
 */
export const countyDemand = pgTable(
  'county_demand',
  {
    fips: text('fips').notNull(),
    /** In the store's time zone, as set at the time of the count. */
    day: date('day').notNull(),
    /** Networks that opened a county's packages in a browser, without the team's; each once a day per node. */
    views: integer('views').notNull(),
    /** Units placed in carts. */
    holds: integer('holds').notNull(),
    /** Units placed in carts that were the last of their package. */
    sellOuts: integer('sell_outs').notNull(),
  },
  (table) => [
    // By day first: flushing finds rows by it, listCountyDemand reads all counties of a period, forgetting the oldest.
    primaryKey({ columns: [table.day, table.fips] }),
    check('county_demand_not_negative', sql`${table.views} >= 0 and ${table.holds} >= 0 and ${table.sellOuts} >= 0`),
  ],
)

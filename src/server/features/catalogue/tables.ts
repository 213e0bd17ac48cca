/**
 * Places and prices. Counties are written when the catalogue is loaded and never change. The 48 national prices are
 * written then too; administrators change them. They also write and delete the own prices of states and counties, which
 * win over the national ones.
 */
import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { instant } from '#server/platform/database/columns.ts'

export const counties = pgTable(
  'counties',
  {
    /** The five digits of the federal county code. */
    fips: text('fips').primaryKey(),
    state: text('state').notNull(),
    /** As shown: independent cities that share a county's name include "City". */
    name: text('name').notNull(),
  },
  (table) => [
    // listCounties by state; and a place has one name.
    unique('counties_by_name').on(table.state, table.name),
  ],
)

export const prices = pgTable(
  'prices',
  {
    leadType: text('lead_type').notNull(),
    tier: text('tier').notNull(),
    size: integer('size').notNull(),
    priceCents: integer('price_cents').notNull(),
    changedAt: instant('changed_at').notNull(),
    /** The administrator; null for the starting prices. */
    changedBy: text('changed_by'),
  },
  (table) => [
    primaryKey({ columns: [table.leadType, table.tier, table.size] }),
    // 1 to 49 cents could never be charged, because the provider's minimum is 50.
    check('prices_chargeable', sql`${table.priceCents} = 0 or ${table.priceCents} >= 50`),
  ],
)

export const areaPrices = pgTable(
  'area_prices',
  {
    /** The two digits with which the codes of a state's counties start, or the five of one county. */
    area: text('area').notNull(),
    leadType: text('lead_type').notNull(),
    tier: text('tier').notNull(),
    size: integer('size').notNull(),
    priceCents: integer('price_cents').notNull(),
    changedAt: instant('changed_at').notNull(),
    /** The administrator; null for the store. */
    changedBy: text('changed_by'),
  },
  (table) => [
    // Carts and county pages: what a package costs in its county or state.
    primaryKey({ columns: [table.area, table.leadType, table.tier, table.size] }),
    check('area_prices_area', sql`${table.area} ~ '^[0-9]{2}([0-9]{3})?$'`),
    check('area_prices_chargeable', sql`${table.priceCents} = 0 or ${table.priceCents} >= 50`),
  ],
)

const noTexts = sql`'{}'::text[]`

/**
 * Offers. `createOffer` writes a row (their migration wrote the two standard promotions), the other operations of
 * `change-offers` change it, and it is never deleted: a removed offer stays for the orders that name it.
 */
export const offers = pgTable(
  'offers',
  {
    offerId: text('offer_id').primaryKey(),
    /** What buyers read next to the price. */
    name: text('name').notNull(),
    kind: text('kind', { enum: ['percentage', 'fixed', 'extra_leads', 'bogo'] }).notNull(),
    /** Hundredths of a percent, cents, leads, or 0 for `bogo`. */
    value: integer('value').notNull(),
    /** What it covers; empty: everything. */
    leadTypes: text('lead_types').array().notNull().default(noTexts),
    tiers: text('tiers').array().notNull().default(noTexts),
    sizes: integer('sizes').array().notNull().default(sql`'{}'::int[]`),
    states: text('states').array().notNull().default(noTexts),
    startsAt: instant('starts_at'),
    endsAt: instant('ends_at'),
    isActive: boolean('is_active').notNull(),
    /** Whether it combines with others of its sort: discounts with discounts, bonus leads with bonus leads. */
    isCombinable: boolean('is_combinable').notNull(),
    usesMax: integer('uses_max'),
    usesPerCustomerMax: integer('uses_per_customer_max'),
    /** Its rows in `offer_uses`, counted under its lock. */
    used: integer('used').notNull().default(0),
    /** Marks the two promotions that every store has. */
    standard: text('standard', { enum: ['extra_leads_5', 'discount_30'] }),
    /** The browser's name for the attempt: repeating it finds this offer. */
    attemptId: text('attempt_id'),
    removedAt: instant('removed_at'),
    revision: integer('revision').notNull().default(1),
    createdAt: instant('created_at').notNull(),
    /** The administrator; empty for the store itself. */
    createdBy: text('created_by').notNull().default(''),
  },
  (table) => [
    unique('offers_standard').on(table.standard),
    unique('offers_attempt').on(table.attemptId),
    // All that are not removed: the list, and what each node caches. Over the years, there may be many removed ones.
    index('offers_standing').on(table.createdAt, table.offerId).where(sql`removed_at is null`),
    check('offers_kind', sql`${table.kind} in ('percentage', 'fixed', 'extra_leads', 'bogo')`),
    check(
      'offers_value',
      sql`case ${table.kind} when 'percentage' then ${table.value} between 1 and 10000 when 'bogo' then ${table.value} = 0 else ${table.value} >= 1 end`,
    ),
    check('offers_period', sql`${table.endsAt} > ${table.startsAt}`),
    // The limit itself: a use too many is refused here, whatever the code above believed.
    check('offers_used_within_max', sql`${table.used} between 0 and coalesce(${table.usesMax}, ${table.used})`),
  ],
)

/** A use of an offer with limits. `reserve-uses` writes it with the order; it is deleted if the order ends unpaid. */
export const offerUses = pgTable(
  'offer_uses',
  {
    orderId: text('order_id').notNull(),
    offerId: text('offer_id').notNull(),
    /** The cart with this open order, which may go on using it; null once the order's lines are frozen, or for a link. */
    ownerId: text('owner_id'),
    /** A fingerprint of the buyer's address in lowercase; null while unknown. */
    customerKey: text('customer_key'),
  },
  (table) => [
    // An order uses an offer once, over all its lines.
    primaryKey({ columns: [table.orderId, table.offerId] }),
    // The cart: what its own order has reserved.
    index('offer_uses_of_cart').on(table.ownerId).where(sql`owner_id is not null`),
    // The limit per customer.
    index('offer_uses_by_customer').on(table.offerId, table.customerKey).where(sql`customer_key is not null`),
  ],
)

/** Written when an offer has no use left for a buyer or for anyone, so that their cart does not show it again. */
export const offerDenials = pgTable(
  'offer_denials',
  {
    ownerId: text('owner_id').notNull(),
    offerId: text('offer_id').notNull(),
    /** The buyer who has used it as often as allowed; null if no one can use it anymore. */
    customerKey: text('customer_key'),
    deniedAt: instant('denied_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.ownerId, table.offerId] }),
    // deny-offers: those of carts that ended long ago.
    index('offer_denials_by_age').on(table.deniedAt),
  ],
)

/**
 * What an offer has cost. A sale or return writes its change to `offer_figure_changes`, and `sales` adds those up a
 * little later; `findOfferFaults` in the tests computes the same from the orders.
 */
export const offerFigures = pgTable('offer_figures', {
  offerId: text('offer_id').primaryKey(),
  /** Paid orders with a line that it changed. A refund does not undo an order. */
  orders: integer('orders').notNull(),
  /** What it took off sold lines, and the leads it added to them, minus those of returned packages. */
  discountCents: bigint('discount_cents', { mode: 'number' }).notNull(),
  bonusLeads: bigint('bonus_leads', { mode: 'number' }).notNull(),
  /** The value of those leads at their lines' price per lead. */
  bonusWorthCents: bigint('bonus_worth_cents', { mode: 'number' }).notNull(),
})

/** Changes that are not yet added to `offer_figures`; `sales` writes both. */
export const offerFigureChanges = pgTable('offer_figure_changes', {
  changeId: bigint('change_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  offerId: text('offer_id').notNull(),
  orders: integer('orders').notNull(),
  discountCents: bigint('discount_cents', { mode: 'number' }).notNull(),
  bonusLeads: bigint('bonus_leads', { mode: 'number' }).notNull(),
  bonusWorthCents: bigint('bonus_worth_cents', { mode: 'number' }).notNull(),
})

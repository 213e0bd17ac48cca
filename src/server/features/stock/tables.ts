/**
 * Stock. A package's row is created when the catalogue is loaded and lives forever; only the statements of this feature
 * write its counts. `place-hold` writes a hold, which ends once: sold (consume-hold), released (release-hold) or
 * expired (expire-holds); `forget-old-rows` deletes old ones that nothing names. A movement is written with every
 * change of stock and never changed or deleted. `set-availability` counts a package’s edits; `record-low-news` records
 * whether its fall to 10 is news.
 * For every package, counted or unlimited: `available = sum(delta)` and `sum(delta of 'set' and 'refund') = available +
 * units held + units sold`.
 */
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'

export const HOLD_STATES = ['live', 'sold', 'released', 'expired'] as const
export type HoldState = (typeof HOLD_STATES)[number]

/** Who holds: a browser's cart, a member, an order that is being paid, or a payment request. */
export const OWNER_KINDS = ['cart', 'user', 'order', 'request'] as const
export type OwnerKind = (typeof OWNER_KINDS)[number]

export const MOVEMENT_REASONS = ['set', 'hold', 'release', 'expire', 'refund'] as const
export type MovementReason = (typeof MOVEMENT_REASONS)[number]

export const packages = pgTable(
  'packages',
  {
    /** `<fips>-<leadType>-<tier>-<size>` */
    packageId: text('package_id').primaryKey(),
    fips: text('fips').notNull(),
    leadType: text('lead_type').notNull(),
    tier: text('tier').notNull(),
    size: integer('size').notNull(),
    /** Units that are neither held nor sold. Also kept under an unlimited package, where it is not shown. */
    available: integer('available').notNull().default(0),
    isUnlimited: boolean('is_unlimited').notNull().default(false),
    /** What an administrator entered (> 999) when the package became unlimited; shown on the wire, never lowered. */
    unlimitedShown: integer('unlimited_shown').notNull().default(0),
    /**
     * How many units its leads can fill, if its stock follows from them; null if it is counted. Then nothing else
     * counts: `available` keeps what its movements say, for the day that it is counted again.
     */
    leadUnits: integer('lead_units'),
    /** How often administrators have set it. Sums of it show whether anything was set in the meantime, whatever buyers held. */
    edits: integer('edits').notNull().default(0),
    /** It was above 10, and no one has been told of a fall since. No index, because it would have to change with every hold. */
    isLowNews: boolean('is_low_news').notNull().default(false),
  },
  (table) => [
    // listPackages: the 48 packages of a county.
    index('packages_by_county').on(table.fips),
    check('packages_available_not_negative', sql`${table.available} >= 0`),
    check('packages_unlimited_shown', sql`not ${table.isUnlimited} or ${table.unlimitedShown} > 999`),
  ],
)

export const holds = pgTable(
  'holds',
  {
    holdId: text('hold_id').primaryKey(),
    /** No foreign key: packages are never deleted, and checking one would lock the hot package row twice. */
    packageId: text('package_id').notNull(),
    /** Its owner as one key, to be compared and never taken apart: the next two columns say whose it is. */
    ownerId: text('owner_id').notNull(),
    /** PostgreSQL derives both, so they are right whichever version of the store writes `owner_id`. */
    ownerKind: text('owner_kind', { enum: OWNER_KINDS }).notNull().generatedAlwaysAs(sql`split_part(owner_id, ':', 1)`),
    /** Fingerprint of the cart, or the id of the member, order or payment request. */
    ownerKey: text('owner_key').notNull().generatedAlwaysAs(sql`substr(owner_id, strpos(owner_id, ':') + 1)`),
    /** Fingerprint of the network address, for the limit per address; null for the store's own holds, and once forgotten. */
    addressKey: text('address_key'),
    state: text('state', { enum: HOLD_STATES }).notNull().default('live'),
    /** Whether placing it took a unit, which goes back if it ends unsold. False under an unlimited package. */
    tookUnit: boolean('took_unit').notNull(),
    placedAt: timestamp('placed_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    /** Bonus leads that were promised when it was placed, and the offers that gave them (`HoldBonus`). */
    bonusLeads: integer('bonus_leads').notNull().default(0),
    bonusOffers: jsonb('bonus_offers').notNull().default([]),
    endedAt: timestamp('ended_at', { withTimezone: true }),
    /** It has leads set aside that were not given back (`hold_leads`), or it sold them (`order_leads`). */
    hasLeads: boolean('has_leads').notNull().default(false),
    /** The order that bought it. */
    orderId: text('order_id'),
    /** The administrator who took it out of a cart. */
    releasedBy: text('released_by'),
  },
  (table) => [
    // Each index serves exactly one kind of query, because only that query contains its condition. If all three had the
    // same condition, a planner that expects few live holds would take any of them and read every live hold for each
    // query; tables.plans.long.test.ts checks this. getCart, the limit per cart, the newest own hold of a package.
    index('holds_live_by_owner').on(table.ownerId).where(sql`state = 'live' and owner_id is not null`),
    // The limit per address.
    index('holds_live_by_address').on(table.addressKey).where(sql`state = 'live' and address_key is not null`),
    // expire-holds: the next to run out. Carts mention "expires_at" too, so "ended_at" here tells the sweep from them.
    index('holds_live_by_expiry').on(table.expiresAt).where(sql`state = 'live' and ended_at is null`),
    // forget-old-rows: first ended first. A hold that was processed has no fingerprint and leaves the index.
    index('holds_to_forget').on(table.endedAt).where(sql`state <> 'live' and address_key is not null`),
    // listReleasedHolds: what an administrator took out of a cart, so its owner can be told. There are never many.
    index('holds_released_by_store').on(table.ownerId).where(sql`released_by is not null`),
    // free-ended-leads: what ended and has not given its leads back yet; nearly always empty.
    index('holds_with_leads_to_free').on(table.endedAt).where(sql`has_leads and state in ('released', 'expired')`),
    // find-holdings: who may hold a lead that is to be taken out, by the packages of its pool.
    index('holds_with_leads_by_package')
      .on(table.packageId)
      .where(sql`has_leads and state <> 'sold' and package_id is not null`),
    check('holds_state', sql`${table.state} in ('live', 'sold', 'released', 'expired')`),
    check('holds_ended_once', sql`(${table.state} = 'live') = (${table.endedAt} is null)`),
    check('holds_sold_to_an_order', sql`(${table.state} = 'sold') = (${table.orderId} is not null)`),
  ],
)

export const stockMovements = pgTable(
  'stock_movements',
  {
    packageId: text('package_id').notNull(),
    movementId: bigint('movement_id', { mode: 'number' }).generatedAlwaysAsIdentity(),
    delta: integer('delta').notNull(),
    reason: text('reason', { enum: MOVEMENT_REASONS }).notNull(),
    /** The hold, order or member that caused it. */
    cause: text('cause').notNull(),
    note: text('note'),
    /** What buyers were shown before and after, if an administrator set it: `delta` says nothing about becoming unlimited. */
    shownBefore: integer('shown_before'),
    shownAfter: integer('shown_after'),
    movedAt: timestamp('moved_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    // A package's history in order, and the sums of the identities.
    primaryKey({ columns: [table.packageId, table.movementId] }),
    check('stock_movements_reason', sql`${table.reason} in ('set', 'hold', 'release', 'expire', 'refund')`),
  ],
)

/**
 * Stock. A package's row is created when the catalogue is loaded and lives forever; only the statements of this feature
 * write its counts. `place-hold` writes a hold, which ends once: sold (consume-hold), released (release-hold) or
 * expired (expire-holds); `forget-old-rows` deletes old ones that nothing names. A movement is written with every
 * change of stock and never changed or deleted. For every package: `available = sum(delta)` and `sum(delta of 'set' and
 * 'refund') = available + units held + units sold`.
 */
import { sql } from 'drizzle-orm'
import { check, index, pgSequence, pgTable, primaryKey, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { LEAD_MARKS } from '#contract/claims/claim-reasons.ts'
import type { LeadFacts, LeadPhone } from '#contract/delivery/lead-sheet.ts'
import { bytea, instant } from '#server/platform/database/columns.ts'
import type { PickedTo } from './pools.ts'
import { HAS_UNSOLD, UNSOLD } from './stock-changes.ts'

/** The owner on the public page, or an administrator for an owner who called. */
const SUPPRESSION_CAUSES = ['owner', 'administrator'] as const
export type SuppressionCause = (typeof SUPPRESSION_CAUSES)[number]

/**
 * Leads as stock. A lead is one property of one owner on one kind of list; what is known about it is in `lead_details`,
 * so that counted rows stay small and personal data can be forgotten. An import writes a lead; it moves from tier to
 * tier as it ages (`age-leads`), is held (`pools`), freed (`free-ended-leads`) or sold (`consume-hold`), and
 * leaves its pool for good when it is too old or its owner opts out; never while someone holds it. Everyone who changes
 * a lead of a pool locks the pool's row: so `places` says what it can fill without reading its leads.
 * `held` = its rows in `hold_leads`, `sold` = its rows in `order_leads` that were not given back, and `held + sold`
 * never exceeds a cap that it was sold or is held under. The same holds for all leads of a property together: one that
 * is put on sale inherits their strictest cap (`sold_cap`) and counts their sales and holds (`taken_beside`).
 */
export const leadPools = pgTable('lead_pools', (t) => ({
  /** `<fips>-<leadType>-<tier>` */
  poolId: t.text('pool_id').primaryKey(),
  /** How many of its leads have 1, 2, 3 … places left. */
  places: t.integer('places').array().notNull().default(sql`'{}'`),
  /** The bonus leads that its packages promise now, by size. */
  bonusLeads: t.integer('bonus_leads').array().notNull().default(sql`'{0,0,0,0}'`),
  /** All leads before this one, in picking order, are held or were passed over; null: look again from the first. */
  pickedTo: t.jsonb('picked_to').$type<PickedTo>(),
  isBacked: t.boolean('is_backed').notNull().default(false),
}))

export const leads = pgTable(
  'leads',
  (t) => ({
    leadId: t.bigint('lead_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    fips: t.text('fips').notNull(),
    leadType: t.text('lead_type').notNull(),
    /** Null once it is too old or was taken out. */
    poolId: t.text('pool_id'),
    /** Keyed fingerprints of the normalized address, and of its owner. */
    propertyKey: t.uuid('property_key').notNull(),
    ownerKey: t.uuid('owner_key').notNull(),
    acquiredAt: instant('acquired_at').notNull(),
    agesAt: instant('ages_at'),
    /** Its time in the tier ended while it was held: it is offered to no one until it is free. */
    isWithheld: t.boolean('is_withheld').notNull().default(false),
    /** How many buyers may have it in its tier, and the strictest cap it was ever sold under. */
    tierCap: t.smallint('tier_cap').notNull(),
    soldCap: t.smallint('sold_cap').notNull().default(32_767),
    held: t.smallint('held').notNull().default(0),
    sold: t.smallint('sold').notNull().default(0),
    /** How many have or hold its property as another lead, as of when it was put on sale. */
    takenBeside: t.smallint('taken_beside').notNull().default(0),
    importNo: t.integer('import_no'),
    places: t
      .smallint('places')
      .notNull()
      .generatedAlwaysAs(
        sql`case when pool_id is null or is_withheld then 0 else greatest(0, least(tier_cap, sold_cap) - held - sold - taken_beside) end`,
      ),
  }),
  (table) => [
    unique('leads_once').on(table.propertyKey, table.ownerKey, table.leadType),
    // A property is on sale once, whatever its list and owner. A lead that leaves when its hold ends does not count.
    uniqueIndex('leads_listed_once').on(table.propertyKey).where(sql`pool_id is not null and not is_withheld`),
    // place-lead-hold. Like all indexes here, it contains nothing that a hold changes, so PostgreSQL writes a held lead
    // only into its page (record 35).
    index('leads_to_pick')
      .on(table.poolId, sql.raw(`(${UNSOLD}) desc nulls last`), table.acquiredAt.desc(), table.leadId)
      .where(sql.raw(HAS_UNSOLD)),
    // age-leads.
    index('leads_to_age').on(table.agesAt).where(sql`pool_id is not null`),
    check('leads_counts', sql`${table.held} >= 0 and ${table.sold} >= 0`),
    check('leads_within_caps', sql`${table.held} + ${table.sold} <= ${table.soldCap}`),
    check('leads_held_within_cap', sql`${table.held} = 0 or ${table.held} + ${table.sold} <= ${table.tierCap}`),
  ],
)

/**
 * What a buyer pays for, and what is personal. Written with its lead, replaced by newer facts, and deleted when its
 * time is over or its owner opts out. Only buyers who paid may read it, or an administrator whose look is recorded.
 * Never logged.
 */
export const leadDetails = pgTable('lead_details', (t) => ({
  leadId: t.bigint('lead_id', { mode: 'number' }).primaryKey(),
  address: t.text('address').notNull(),
  city: t.text('city').notNull(),
  zip: t.text('zip').notNull(),
  ownerNames: t.text('owner_names').array().notNull(),
  /** The first owner in parts, if the file had them apart. */
  ownerFirstName: t.text('owner_first_name'),
  ownerLastName: t.text('owner_last_name'),
  ownerCompany: t.text('owner_company'),
  mailingAddress: t.text('mailing_address'),
  /** In parts, if the file had them apart. */
  mailingStreet: t.text('mailing_street'),
  mailingCity: t.text('mailing_city'),
  mailingState: t.text('mailing_state'),
  mailingZip: t.text('mailing_zip'),
  phones: t.jsonb('phones').$type<LeadPhone[]>().notNull().default([]),
  emails: t.text('emails').array().notNull().default(sql`'{}'`),
  facts: t.jsonb('facts').$type<LeadFacts>().notNull().default({}),
  /** Its supplier, as buyers read it. */
  source: t.text('source').notNull(),
  isDoNotCall: t.boolean('is_do_not_call').notNull().default(false),
  /** What the owner agreed to, in the source's words. */
  consent: t.text('consent'),
}))

/** The leads set aside for a hold; deleted once it is sold or has ended. */
export const holdLeads = pgTable(
  'hold_leads',
  (t) => ({ holdId: t.text('hold_id').notNull(), leadId: t.bigint('lead_id', { mode: 'number' }).notNull() }),
  (table) => [
    // The only index: each lead of a hold adds an entry to it. Who holds a lead: see `holds_with_leads_by_package`.
    primaryKey({ columns: [table.holdId, table.leadId] }),
  ],
)

/**
 * The leads that a paid order owns. `returned_at`: it no longer does, because it was refunded before delivery, or
 * because the owner opted out before delivery and no other lead was left. Deleted only if another lead replaced it
 * before delivery (`withdraw-property`).
 */
export const orderLeads = pgTable(
  'order_leads',
  (t) => ({
    orderId: t.text('order_id').notNull(),
    leadId: t.bigint('lead_id', { mode: 'number' }).notNull(),
    holdId: t.text('hold_id').notNull(),
    /** Fingerprint of the buyer's address; of the order if there is none. */
    buyerKey: t.text('buyer_key').notNull(),
    propertyKey: t.uuid('property_key').notNull(),
    cap: t.smallint('cap').notNull(),
    soldAt: instant('sold_at').notNull(),
    /** When its buyer could first have seen it: from then on it is never given back. */
    deliveredAt: instant('delivered_at'),
    returnedAt: instant('returned_at'),
    /** When a claim on it was granted: its buyer keeps it, and got another lead or store credit for it. */
    madeGoodAt: instant('made_good_at'),
    replacesLeadId: t.bigint('replaces_lead_id', { mode: 'number' }),
    /** What its buyer noted about it. The words are deleted with what is known of the lead. */
    mark: t.text('mark', { enum: LEAD_MARKS }),
    note: t.text('note'),
  }),
  (table) => [
    primaryKey({ columns: [table.orderId, table.leadId] }),
    uniqueIndex('order_leads_property_once').on(table.buyerKey, table.propertyKey).where(sql`returned_at is null`),
    index('order_leads_by_hold').on(table.holdId),
    index('order_leads_by_lead').on(table.leadId),
    uniqueIndex('order_leads_replaced_once')
      .on(table.orderId, table.replacesLeadId)
      .where(sql`replaces_lead_id is not null`),
  ],
)

/**
 * Properties whose owners asked to be left alone: none of their leads is imported or sold from then on. Written by
 * `suppress`, deleted only by an administrator who takes the request back. A fingerprint and nothing else, so the list
 * reveals no property.
 */
export const suppressions = pgTable(
  'suppressions',
  (t) => ({
    propertyKey: t.uuid('property_key').primaryKey(),
    suppressedAt: instant('suppressed_at').notNull(),
    /**
     * When its leads leave stock: hours after a request on the public page, so that the shop does not reveal whether
     * they were in stock. Null once they have left, or if an administrator asked.
     */
    withdrawAt: instant('withdraw_at'),
    /** When they left; null: not yet, or before this was recorded. */
    withdrawnAt: instant('withdrawn_at'),
    cause: t.text('cause', { enum: SUPPRESSION_CAUSES }).notNull(),
  }),
  (table) => [
    // withdraw-suppressed; so is the next.
    index('suppressions_to_withdraw').on(table.withdrawAt).where(sql`withdraw_at is not null`),
    index('suppressions_by_time').on(table.suppressedAt),
    check('suppressions_cause', sql`${table.cause} in ('owner', 'administrator')`),
  ],
)

/**
 * Leads that a paid order is missing: their owners opted out between sale and delivery, and no other lead was left.
 * Written by `withdraw-property`, settled by an administrator (delivery/shortfalls), never deleted.
 */
export const leadShortfalls = pgTable(
  'lead_shortfalls',
  (t) => ({
    orderId: t.text('order_id').notNull(),
    holdId: t.text('hold_id').notNull(),
    leads: t.integer('leads').notNull(),
    notedAt: instant('noted_at').notNull(),
    /** How many of them someone has made up for, with money or otherwise; the audit log says how. */
    settledLeads: t.integer('settled_leads').notNull().default(0),
  }),
  (table) => [
    primaryKey({ columns: [table.orderId, table.holdId] }),
    check('lead_shortfalls_some', sql`${table.leads} > 0`),
    check('lead_shortfalls_settled', sql`${table.settledLeads} between 0 and ${table.leads}`),
    // The administrators’ queue of shortfalls, and what needs attention.
    index('lead_shortfalls_open').on(table.notedAt, table.orderId, table.holdId).where(sql`settled_leads < leads`),
  ],
)

export const ownListNumbers = pgSequence('own_list_numbers')

/**
 * Own lists: addresses and phones of leads that a buyer has already, so that picking leaves them out. Written whole by
 * `save-own-list`, one transaction for each file; nothing of a file is kept but these fingerprints. Numbers that no list
 * has anymore are in `own_list_remains` until `forget-old-rows` has deleted their keys; it also ends lists that are a
 * year old.
 */
export const ownLists = pgTable(
  'own_lists',
  (t) => ({
    listId: t.text('list_id').primaryKey(),
    listNo: t.integer('list_no').notNull(),
    buyerKey: t.text('buyer_key').notNull(),
    name: t.text('name').notNull(),
    /** The import that made it, so that applying it again makes no second one. */
    attemptId: t.text('attempt_id').notNull(),
    addresses: t.integer('addresses').notNull(),
    phones: t.integer('phones').notNull(),
    /** Rules out most phones that the list does not have (`phone-filter`); null for a list without phones. */
    phoneFilter: bytea('phone_filter'),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
  }),
  (table) => [
    unique('own_lists_number').on(table.listNo),
    // Also finds the lists of a buyer.
    unique('own_lists_once').on(table.buyerKey, table.attemptId),
    // forget-old-rows.
    index('own_lists_by_change').on(table.changedAt),
    check('own_lists_counts', sql`${table.addresses} >= 0 and ${table.phones} >= 0`),
  ],
)

export const ownListKeys = pgTable(
  'own_list_keys',
  (t) => ({
    listNo: t.integer('list_no').notNull(),
    /** Of a property (`propertyKeyOf`) or of a phone (`phoneKeyOf`). */
    key: t.uuid('key').notNull(),
    /** A claim must not be based on what was added after delivery. */
    addedAt: instant('added_at').notNull(),
  }),
  (table) => [
    // pick-leads: looked up for each lead that is picked.
    primaryKey({ columns: [table.listNo, table.key] }),
  ],
)

/** The fingerprints of a file that is checked. Partitioned by upload like `lead_import_rows`; unlogged. */
export const ownListRows = pgTable(
  'own_list_rows',
  (t) => ({
    uploadNo: t.integer('upload_no').notNull(),
    isPhone: t.boolean('is_phone'),
    key: t.uuid('key').notNull(),
  }),
  (table) => [index('own_list_rows_by_key').on(table.uploadNo, table.isPhone, table.key)],
)

/** Numbers of lists that ended, whose keys are still to be deleted. */
export const ownListRemains = pgTable('own_list_remains', (t) => ({ listNo: t.integer('list_no').primaryKey() }))

const HOLD_STATES = ['live', 'sold', 'released', 'expired'] as const
export type HoldState = (typeof HOLD_STATES)[number]

/** A browser's cart, a member, an order that is being paid, or a payment request. */
const OWNER_KINDS = ['cart', 'user', 'order', 'request'] as const
export type OwnerKind = (typeof OWNER_KINDS)[number]

const MOVEMENT_REASONS = ['set', 'hold', 'release', 'expire', 'refund'] as const

export const packages = pgTable(
  'packages',
  (t) => ({
    /** `<fips>-<leadType>-<tier>-<size>` */
    packageId: t.text('package_id').primaryKey(),
    fips: t.text('fips').notNull(),
    leadType: t.text('lead_type').notNull(),
    tier: t.text('tier').notNull(),
    size: t.integer('size').notNull(),
    /** Units that are neither held nor sold. Also kept under an unlimited package, where it is not shown. */
    available: t.integer('available').notNull().default(0),
    isUnlimited: t.boolean('is_unlimited').notNull().default(false),
    /** What an administrator entered (> 999) when the package became unlimited; shown on the wire, never lowered. */
    unlimitedShown: t.integer('unlimited_shown').notNull().default(0),
    /**
     * How many units its leads can fill; null if it is counted. Then `available` keeps what its movements say, for the
     * day that it is counted again.
     */
    leadUnits: t.integer('lead_units'),
    /** How often administrators have set it. Sums of it show whether anything was set, whatever buyers held. */
    edits: t.integer('edits').notNull().default(0),
    /** It was above 10, and no one was told of a fall since. No index, which would change with every hold. */
    isLowNews: t.boolean('is_low_news').notNull().default(false),
  }),
  (table) => [
    // listPackages.
    index('packages_by_county').on(table.fips),
    check('packages_available_not_negative', sql`${table.available} >= 0`),
    check('packages_unlimited_shown', sql`not ${table.isUnlimited} or ${table.unlimitedShown} > 999`),
  ],
)

export const holds = pgTable(
  'holds',
  (t) => ({
    holdId: t.text('hold_id').primaryKey(),
    /** No foreign key: packages are never deleted, and checking one would lock the hot package row twice. */
    packageId: t.text('package_id').notNull(),
    /** Its owner as one key, to be compared and never taken apart: the next two columns say whose it is. */
    ownerId: t.text('owner_id').notNull(),
    /** PostgreSQL derives both, so they are right whichever version of the store writes `owner_id`. */
    ownerKind: t
      .text('owner_kind', { enum: OWNER_KINDS })
      .notNull()
      .generatedAlwaysAs(sql`split_part(owner_id, ':', 1)`),
    /** Fingerprint of the cart, or the id of the member, order or payment request. */
    ownerKey: t.text('owner_key').notNull().generatedAlwaysAs(sql`substr(owner_id, strpos(owner_id, ':') + 1)`),
    /** Fingerprint of the network, for its limit; null for the store's own holds, and once forgotten. */
    addressKey: t.text('address_key'),
    state: t.text('state', { enum: HOLD_STATES }).notNull().default('live'),
    /** Placing it took a unit, which goes back if it ends unsold. False under an unlimited package. */
    tookUnit: t.boolean('took_unit').notNull(),
    placedAt: instant('placed_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** Promised when it was placed, with the offers that gave them (`HoldBonus`). */
    bonusLeads: t.integer('bonus_leads').notNull().default(0),
    bonusOffers: t.jsonb('bonus_offers').notNull().default([]),
    endedAt: instant('ended_at'),
    /** It has leads set aside that were not given back (`hold_leads`), or it sold them (`order_leads`). */
    hasLeads: t.boolean('has_leads').notNull().default(false),
    orderId: t.text('order_id'),
    /** The administrator who took it out of a cart. */
    releasedBy: t.text('released_by'),
  }),
  (table) => [
    // Each index serves exactly one kind of query, because only that query contains its condition. If all had the same
    // condition, a planner that expects few live holds would take any of them and read every live hold
    // (tables.plans.long.test.ts). The limit per cart, the newest own hold of a package.
    index('holds_live_by_owner').on(table.ownerId).where(sql`state = 'live' and owner_id is not null`),
    index('holds_live_by_address').on(table.addressKey).where(sql`state = 'live' and address_key is not null`),
    // expire-holds. Carts mention "expires_at" too, so "ended_at" here tells the sweep from them.
    index('holds_live_by_expiry').on(table.expiresAt).where(sql`state = 'live' and ended_at is null`),
    // forget-old-rows. A hold that was processed has no fingerprint and leaves the index.
    index('holds_to_forget').on(table.endedAt).where(sql`state <> 'live' and address_key is not null`),
    // listReleasedHolds. There are never many.
    index('holds_released_by_store').on(table.ownerId).where(sql`released_by is not null`),
    // free-ended-leads; nearly always empty.
    index('holds_with_leads_to_free').on(table.endedAt).where(sql`has_leads and state in ('released', 'expired')`),
    // findHoldings: who may hold a lead that is to be taken out, by the packages of its pool.
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
  (t) => ({
    packageId: t.text('package_id').notNull(),
    movementId: t.bigint('movement_id', { mode: 'number' }).generatedAlwaysAsIdentity(),
    delta: t.integer('delta').notNull(),
    reason: t.text('reason', { enum: MOVEMENT_REASONS }).notNull(),
    cause: t.text('cause').notNull(),
    note: t.text('note'),
    /** What buyers were shown, if an administrator set it: `delta` says nothing about becoming unlimited. */
    shownBefore: t.integer('shown_before'),
    shownAfter: t.integer('shown_after'),
    movedAt: instant('moved_at').notNull(),
  }),
  (table) => [
    // A package's history in order, and the sums of the identities.
    primaryKey({ columns: [table.packageId, table.movementId] }),
    check('stock_movements_reason', sql`${table.reason} in ('set', 'hold', 'release', 'expire', 'refund')`),
  ],
)

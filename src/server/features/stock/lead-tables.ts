/**
 * Leads as stock. A lead is one property of one owner on one kind of list. What is known about it is in `lead_details`,
 * so that counted rows stay small and personal data can be forgotten. An import writes a lead; it moves from tier to
 * tier as it ages (`age-leads`), is held with a package (`change-pools`), freed (`free-ended-leads`) or sold
 * (`consume-hold`), and leaves its pool for good when it is too old or its owner opts out. `pool_id` changes only while
 * no one holds the lead. A pool's row is created with its first lead, and everyone who changes one of its leads locks
 * it: so `places` says what the pool can fill without reading its leads.
 * For every lead: `held` = its rows in `hold_leads`, `sold` = its rows in `order_leads` that were not given back, and
 * `held + sold` never exceeds a cap that it was sold or is held under. For every property, the same holds for all its
 * leads together: a lead that is put on sale inherits their strictest cap (`sold_cap`) and counts their sales and holds
 * (`taken_beside`).
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
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { PickedTo } from './pools.ts'
import { HAS_UNSOLD, UNSOLD } from './unsold.ts'

/** Who can ask for a property to be left alone. */
export const SUPPRESSION_CAUSES = ['owner', 'administrator'] as const
export type SuppressionCause = (typeof SUPPRESSION_CAUSES)[number]

export const leadPools = pgTable('lead_pools', {
  /** `<fips>-<leadType>-<tier>` */
  poolId: text('pool_id').primaryKey(),
  /** How many of its leads have 1, 2, 3 … places left. */
  places: integer('places').array().notNull().default(sql`'{}'`),
  /** The bonus leads that its packages promise now for each of the four sizes, in order. */
  bonusLeads: integer('bonus_leads').array().notNull().default(sql`'{0,0,0,0}'`),
  /**
   * All leads before this one, in picking order, are held or were passed over; null: no one has looked since a lead
   * came in or back.
   */
  pickedTo: jsonb('picked_to').$type<PickedTo>(),
  /** Its packages' stock follows from its leads. */
  isBacked: boolean('is_backed').notNull().default(false),
})

export const leads = pgTable(
  'leads',
  {
    leadId: bigint('lead_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    fips: text('fips').notNull(),
    leadType: text('lead_type').notNull(),
    /** Where it is on sale; null once it is too old or was taken out. */
    poolId: text('pool_id'),
    /** Keyed fingerprints of the normalized address, and of its owner. */
    propertyKey: uuid('property_key').notNull(),
    ownerKey: uuid('owner_key').notNull(),
    acquiredAt: timestamp('acquired_at', { withTimezone: true }).notNull(),
    /** When it leaves its tier. */
    agesAt: timestamp('ages_at', { withTimezone: true }),
    /** Its time in the tier ended while it was held: it is offered to no one until it is free. */
    isWithheld: boolean('is_withheld').notNull().default(false),
    /** How many buyers may have it in its tier, and the strictest cap it was ever sold under. */
    tierCap: smallint('tier_cap').notNull(),
    soldCap: smallint('sold_cap').notNull().default(32_767),
    held: smallint('held').notNull().default(0),
    sold: smallint('sold').notNull().default(0),
    /** How many have or hold its property as another lead (another owner, another list), as of when it was put on sale. */
    takenBeside: smallint('taken_beside').notNull().default(0),
    /** The import that created it; null if none did. */
    importNo: integer('import_no'),
    /** How many more buyers may have it now. */
    places: smallint('places')
      .notNull()
      .generatedAlwaysAs(
        sql`case when pool_id is null or is_withheld then 0 else greatest(0, least(tier_cap, sold_cap) - held - sold - taken_beside) end`,
      ),
  },
  (table) => [
    unique('leads_once').on(table.propertyKey, table.ownerKey, table.leadType),
    // A property is on sale once, whatever its list and owner. A lead that leaves when its hold ends does not count.
    uniqueIndex('leads_listed_once').on(table.propertyKey).where(sql`pool_id is not null and not is_withheld`),
    // place-lead-hold: least sold first, then freshest. Like all indexes here, it contains nothing that a hold changes,
    // so PostgreSQL writes a held lead only into its page (record 35).
    index('leads_to_pick')
      .on(table.poolId, sql.raw(`(${UNSOLD}) desc nulls last`), table.acquiredAt.desc(), table.leadId)
      .where(sql.raw(HAS_UNSOLD)),
    // age-leads: leads whose time in the tier is over.
    index('leads_to_age').on(table.agesAt).where(sql`pool_id is not null`),
    check('leads_counts', sql`${table.held} >= 0 and ${table.sold} >= 0`),
    check('leads_within_caps', sql`${table.held} + ${table.sold} <= ${table.soldCap}`),
    check('leads_held_within_cap', sql`${table.held} = 0 or ${table.held} + ${table.sold} <= ${table.tierCap}`),
  ],
)

/** A phone of a lead's owner. */
export interface LeadPhone {
  /** E.164, `+15125550100`. */
  number: string
  kind: 'mobile' | 'landline' | 'voip' | 'unknown'
  /** It is on a do-not-call list. */
  isDoNotCall: boolean
}

/** What else may be known about a property; absent: unknown. */
export interface LeadFacts {
  valueCents?: number
  /** As a share of the value, 0 to 100. */
  equityPercent?: number
  beds?: number
  yearBuilt?: number
  /** `YYYY-MM-DD` */
  lastSaleOn?: string
}

/**
 * What a buyer pays for, and what is personal. Written with its lead, replaced by newer facts, and deleted when its
 * time is over or its owner opts out. Only buyers who paid may read it, or an administrator whose look is recorded.
 * Never logged.
 */
export const leadDetails = pgTable('lead_details', {
  leadId: bigint('lead_id', { mode: 'number' }).primaryKey(),
  address: text('address').notNull(),
  city: text('city').notNull(),
  /** Five digits. */
  zip: text('zip').notNull(),
  ownerNames: text('owner_names').array().notNull(),
  /** The first owner in parts, as far as the file had them apart; null: only the whole name is known. */
  ownerFirstName: text('owner_first_name'),
  ownerLastName: text('owner_last_name'),
  ownerCompany: text('owner_company'),
  mailingAddress: text('mailing_address'),
  /** The same in parts, if the file had them apart; all null: only the whole address is known. */
  mailingStreet: text('mailing_street'),
  mailingCity: text('mailing_city'),
  mailingState: text('mailing_state'),
  mailingZip: text('mailing_zip'),
  /** `LeadPhone[]` */
  phones: jsonb('phones').$type<LeadPhone[]>().notNull().default([]),
  emails: text('emails').array().notNull().default(sql`'{}'`),
  /** `LeadFacts` */
  facts: jsonb('facts').$type<LeadFacts>().notNull().default({}),
  /** Its supplier, as buyers read it. */
  source: text('source').notNull(),
  /** None of its phones may be called. */
  isDoNotCall: boolean('is_do_not_call').notNull().default(false),
  /** What the owner agreed to, in the source's words; null if unknown. */
  consent: text('consent'),
})

/** The leads set aside for a hold; deleted once it is sold or has ended. */
export const holdLeads = pgTable(
  'hold_leads',
  {
    holdId: text('hold_id').notNull(),
    leadId: bigint('lead_id', { mode: 'number' }).notNull(),
  },
  (table) => [
    // The only index: each lead of a hold adds an entry to it. To find who holds a lead, ask the holds of its pool
    // (`holds_with_leads_by_package`).
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
  {
    orderId: text('order_id').notNull(),
    leadId: bigint('lead_id', { mode: 'number' }).notNull(),
    holdId: text('hold_id').notNull(),
    /** Fingerprint of the buyer's address; of the order if there is none. */
    buyerKey: text('buyer_key').notNull(),
    propertyKey: uuid('property_key').notNull(),
    /** The cap it was sold under. */
    cap: smallint('cap').notNull(),
    soldAt: timestamp('sold_at', { withTimezone: true }).notNull(),
    /** When its buyer could first have seen it: from then on it is never given back. */
    deliveredAt: timestamp('delivered_at', { withTimezone: true }),
    returnedAt: timestamp('returned_at', { withTimezone: true }),
    /** When a claim on it was granted: its buyer keeps it, and got another lead or store credit for it. */
    madeGoodAt: timestamp('made_good_at', { withTimezone: true }),
    /** The lead of the same order that it replaced after a claim. */
    replacesLeadId: bigint('replaces_lead_id', { mode: 'number' }),
  },
  (table) => [
    // No order has a lead twice.
    primaryKey({ columns: [table.orderId, table.leadId] }),
    // A buyer gets a property once.
    uniqueIndex('order_leads_property_once').on(table.buyerKey, table.propertyKey).where(sql`returned_at is null`),
    // What was sold with a hold: delivery, and giving back.
    index('order_leads_by_hold').on(table.holdId),
    // Who bought a lead.
    index('order_leads_by_lead').on(table.leadId),
    // A lead is replaced once.
    uniqueIndex('order_leads_replaced_once')
      .on(table.orderId, table.replacesLeadId)
      .where(sql`replaces_lead_id is not null`),
  ],
)

/**
 * Properties whose owners asked to be left alone: none of their leads is imported or sold from then on. Written by
 * `suppress`, deleted only by an administrator who takes the request back. It is a fingerprint and nothing else, so the
 * list itself reveals no property.
 */
export const suppressions = pgTable(
  'suppressions',
  {
    propertyKey: uuid('property_key').primaryKey(),
    suppressedAt: timestamp('suppressed_at', { withTimezone: true }).notNull(),
    /**
     * When its leads leave stock. For a request on the public page that is hours later, so that the shop does not
     * reveal whether they were in stock. Null once they have left, or if an administrator asked.
     */
    withdrawAt: timestamp('withdraw_at', { withTimezone: true }),
    /** When they left; null: not yet, or before this was recorded. */
    withdrawnAt: timestamp('withdrawn_at', { withTimezone: true }),
    /** Who asked: the owner on the public page, or an administrator for an owner who called. */
    cause: text('cause', { enum: SUPPRESSION_CAUSES }).notNull(),
  },
  (table) => [
    // withdraw-suppressed: whose leads leave stock now.
    index('suppressions_to_withdraw').on(table.withdrawAt).where(sql`withdraw_at is not null`),
    // withdraw-suppressed: what was suppressed during an import.
    index('suppressions_by_time').on(table.suppressedAt),
    check('suppressions_cause', sql`${table.cause} in ('owner', 'administrator')`),
  ],
)

/**
 * Leads that a paid order is missing: their owners opted out between sale and delivery, and no other lead was left. For
 * the people who fulfill orders. Written by `withdraw-property`, settled by an administrator (delivery/shortfalls),
 * never deleted.
 */
export const leadShortfalls = pgTable(
  'lead_shortfalls',
  {
    orderId: text('order_id').notNull(),
    holdId: text('hold_id').notNull(),
    /** How many leads are missing. */
    leads: integer('leads').notNull(),
    notedAt: timestamp('noted_at', { withTimezone: true }).notNull(),
    /** How many of them someone has made up for, with money or otherwise; the audit log says how. */
    settledLeads: integer('settled_leads').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.holdId] }),
    check('lead_shortfalls_some', sql`${table.leads} > 0`),
    check('lead_shortfalls_settled', sql`${table.settledLeads} between 0 and ${table.leads}`),
    // What no one has made up for yet, oldest first: the queue, attention.
    index('lead_shortfalls_open').on(table.notedAt, table.orderId, table.holdId).where(sql`settled_leads < leads`),
  ],
)

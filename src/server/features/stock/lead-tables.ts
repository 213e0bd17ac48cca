/**
 * Leads as stock. A lead is one property of one owner, wanted for one kind of list; what is known about them stands in
 * `lead_details`, so that what is counted stays small and what is personal can be forgotten. A lead is written by an
 * import, moves from tier to tier as it ages (`age-leads`), is held with a package (`change-pools`), freed (`free-ended-leads`) or
 * sold (`consume-hold`), and leaves its pool for good when it is too old or its owner wants that. `pool_id` changes only while
 * nobody holds it. A pool's row is made with its first lead and locked by whoever changes a lead of it: `places` then says
 * what the pool can serve without reading its leads.
 *
 * For every lead: `held` = its rows in `hold_leads`, `sold` = its rows in `order_leads` that were not given back, and
 * `held + sold` is never more than a cap it was sold or is held under. For every property the same holds for all its leads
 * together: one that is put on sale inherits their strictest cap (`sold_cap`) and counts what they have (`taken_beside`).
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

/** Who can ask that a property is left alone. */
export const SUPPRESSION_CAUSES = ['owner', 'administrator'] as const
export type SuppressionCause = (typeof SUPPRESSION_CAUSES)[number]

export const leadPools = pgTable('lead_pools', {
  /** `<fips>-<leadType>-<tier>` */
  poolId: text('pool_id').primaryKey(),
  /** How many of its leads have 1, 2, 3 … places left. */
  places: integer('places').array().notNull().default(sql`'{}'`),
  /** What its packages promise on top of each of the four sizes now, in their order. */
  bonusLeads: integer('bonus_leads').array().notNull().default(sql`'{0,0,0,0}'`),
  /** All leads before this one, as they are picked, are held or were passed over; null: nobody looked since one came back or in. */
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
    /** Where it is for sale; null once it is too old or was taken out. */
    poolId: text('pool_id'),
    /** Keyed fingerprints of the normalized address, and of its owner. */
    propertyKey: uuid('property_key').notNull(),
    ownerKey: uuid('owner_key').notNull(),
    acquiredAt: timestamp('acquired_at', { withTimezone: true }).notNull(),
    /** When it leaves its tier. */
    agesAt: timestamp('ages_at', { withTimezone: true }),
    /** Its time in the tier is over while somebody holds it: it is offered to nobody until it is free. */
    isWithheld: boolean('is_withheld').notNull().default(false),
    /** How many may have it in its tier, and the strictest such cap it was ever sold under. */
    tierCap: smallint('tier_cap').notNull(),
    soldCap: smallint('sold_cap').notNull().default(32_767),
    held: smallint('held').notNull().default(0),
    sold: smallint('sold').notNull().default(0),
    /** How many have or hold its property as another lead (another owner's, another list's), when it was put on sale. */
    takenBeside: smallint('taken_beside').notNull().default(0),
    /** The import that made it; null for one that came another way. */
    importNo: integer('import_no'),
    /** How many more may have it now. */
    places: smallint('places')
      .notNull()
      .generatedAlwaysAs(
        sql`case when pool_id is null or is_withheld then 0 else greatest(0, least(tier_cap, sold_cap) - held - sold - taken_beside) end`,
      ),
  },
  (table) => [
    unique('leads_once').on(table.propertyKey, table.ownerKey, table.leadType),
    // A property is for sale once, whatever its list and owner; a lead that leaves with its hold counts no more.
    uniqueIndex('leads_listed_once').on(table.propertyKey).where(sql`pool_id is not null and not is_withheld`),
    // place-lead-hold: least sold first, then freshest. Like all indexes here it holds nothing that a hold changes, so that
    // PostgreSQL writes a held lead into its page alone (record 49).
    index('leads_to_pick')
      .on(table.poolId, sql.raw(`(${UNSOLD}) desc nulls last`), table.acquiredAt.desc(), table.leadId)
      .where(sql.raw(HAS_UNSOLD)),
    // age-leads: whose time in the tier is over.
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
  /** It stands on a do-not-call list. */
  isDoNotCall: boolean
}

/** What may be known of a property besides; absent: unknown. */
export interface LeadFacts {
  valueCents?: number
  /** Of the value, 0 to 100. */
  equityPercent?: number
  beds?: number
  yearBuilt?: number
  /** `YYYY-MM-DD` */
  lastSaleOn?: string
}

/**
 * What a buyer pays for, and what is personal: written with its lead, replaced by newer facts, read only for who paid or by an
 * administrator whose look is written down, and deleted when its time is over or its owner wants that. Never logged.
 */
export const leadDetails = pgTable('lead_details', {
  leadId: bigint('lead_id', { mode: 'number' }).primaryKey(),
  address: text('address').notNull(),
  city: text('city').notNull(),
  /** Five digits. */
  zip: text('zip').notNull(),
  ownerNames: text('owner_names').array().notNull(),
  mailingAddress: text('mailing_address'),
  /** `LeadPhone[]` */
  phones: jsonb('phones').$type<LeadPhone[]>().notNull().default([]),
  emails: text('emails').array().notNull().default(sql`'{}'`),
  /** `LeadFacts` */
  facts: jsonb('facts').$type<LeadFacts>().notNull().default({}),
  /** Who supplied it, as buyers read it. */
  source: text('source').notNull(),
  /** Nobody may call any of its phones. */
  isDoNotCall: boolean('is_do_not_call').notNull().default(false),
  /** What the owner agreed to, in the source's words; null where nothing is known. */
  consent: text('consent'),
})

/** The leads set aside with a hold; gone once it is sold or has ended. */
export const holdLeads = pgTable(
  'hold_leads',
  {
    holdId: text('hold_id').notNull(),
    leadId: bigint('lead_id', { mode: 'number' }).notNull(),
  },
  (table) => [
    // The only index: it gets an entry with each lead of a hold. Who holds a lead is asked of the holds of its pool
    // (`holds_with_leads_by_package`).
    primaryKey({ columns: [table.holdId, table.leadId] }),
  ],
)

/**
 * The leads that a paid order owns. `returned_at`: it does not own it any more, because its money went back before it was
 * delivered, or because its owner asked to be left alone before and there was no other lead. Deleted only where another lead
 * took its place before it was delivered (`withdraw-property`).
 */
export const orderLeads = pgTable(
  'order_leads',
  {
    orderId: text('order_id').notNull(),
    leadId: bigint('lead_id', { mode: 'number' }).notNull(),
    holdId: text('hold_id').notNull(),
    /** Fingerprint of the buyer's address; of the order where there is none. */
    buyerKey: text('buyer_key').notNull(),
    propertyKey: uuid('property_key').notNull(),
    /** The cap it was sold under. */
    cap: smallint('cap').notNull(),
    soldAt: timestamp('sold_at', { withTimezone: true }).notNull(),
    /** When its buyer could have seen it for the first time: from then on it is never given back. */
    deliveredAt: timestamp('delivered_at', { withTimezone: true }),
    returnedAt: timestamp('returned_at', { withTimezone: true }),
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
  ],
)

/**
 * Properties whose owners asked to be left alone: none of their leads is imported or sold from then on. Written by `suppress`,
 * deleted only by an administrator who takes the request back. A fingerprint and nothing else, so the list itself tells nobody which properties they are.
 */
export const suppressions = pgTable(
  'suppressions',
  {
    propertyKey: uuid('property_key').primaryKey(),
    suppressedAt: timestamp('suppressed_at', { withTimezone: true }).notNull(),
    /**
     * When its leads leave stock, hours after an owner asked on the public page, so that what the shop shows tells nobody whether
     * they were in it. Null once they left, and where an administrator asked.
     */
    withdrawAt: timestamp('withdraw_at', { withTimezone: true }),
    /** Who asked: the owner on the public page, or an administrator for an owner who called. */
    cause: text('cause', { enum: SUPPRESSION_CAUSES }).notNull(),
  },
  (table) => [
    // withdraw-suppressed: whose leads are to leave stock now.
    index('suppressions_to_withdraw').on(table.withdrawAt).where(sql`withdraw_at is not null`),
    // withdraw-suppressed: what was suppressed while an import was under way.
    index('suppressions_by_time').on(table.suppressedAt),
    check('suppressions_cause', sql`${table.cause} in ('owner', 'administrator')`),
  ],
)

/**
 * What a paid order is short of: leads whose owners asked to be left alone after they were sold and before they were delivered,
 * where no other was left. For the people who fulfil orders; written by `withdraw-property`, settled by an administrator
 * (delivery/shortfalls), never deleted.
 */
export const leadShortfalls = pgTable(
  'lead_shortfalls',
  {
    orderId: text('order_id').notNull(),
    holdId: text('hold_id').notNull(),
    /** How many leads are missing. */
    leads: integer('leads').notNull(),
    notedAt: timestamp('noted_at', { withTimezone: true }).notNull(),
    /** For how many of them somebody made up, with money or otherwise; how is in the audit log. */
    settledLeads: integer('settled_leads').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.holdId] }),
    check('lead_shortfalls_some', sql`${table.leads} > 0`),
    check('lead_shortfalls_settled', sql`${table.settledLeads} between 0 and ${table.leads}`),
    // What nobody made up for, the oldest first: the queue, attention.
    index('lead_shortfalls_open').on(table.notedAt, table.orderId, table.holdId).where(sql`settled_leads < leads`),
  ],
)

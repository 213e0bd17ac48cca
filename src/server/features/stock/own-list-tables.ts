/**
 * Own lists: addresses and phones of leads that a buyer has already, so that picking leaves them out. Written whole by
 * `save-own-list`, one transaction for each file; nothing of a file is kept but these fingerprints. A list that its
 * buyer replaces gets a new number. Numbers that no list has anymore are in `own_list_remains` until `forget-old-rows`
 * has deleted their keys; it also ends lists that were not changed for a year.
 */
import { sql } from 'drizzle-orm'
import { check, index, integer, pgSequence, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant } from '#server/platform/columns.ts'

export const ownListNumbers = pgSequence('own_list_numbers')

export const ownLists = pgTable(
  'own_lists',
  {
    listId: text('list_id').primaryKey(),
    /** Under which its keys are found. */
    listNo: integer('list_no').notNull(),
    /** Fingerprint of the buyer's address. */
    buyerKey: text('buyer_key').notNull(),
    /** The buyer's own word for it. */
    name: text('name').notNull(),
    /** Identifies the upload that made it, so that sending it again makes no second one. */
    attemptId: text('attempt_id').notNull(),
    /** How many different ones it has. */
    addresses: integer('addresses').notNull(),
    phones: integer('phones').notNull(),
    /** Rules out most phones that the list does not have (`phone-filter`); null for a list without phones. */
    phoneFilter: bytea('phone_filter'),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [
    unique('own_lists_number').on(table.listNo),
    // An upload makes one list; also finds the lists of a buyer.
    unique('own_lists_once').on(table.buyerKey, table.attemptId),
    // forget-old-rows.
    index('own_lists_by_change').on(table.changedAt),
    check('own_lists_counts', sql`${table.addresses} >= 0 and ${table.phones} >= 0`),
  ],
)

export const ownListKeys = pgTable(
  'own_list_keys',
  {
    listNo: integer('list_no').notNull(),
    /** Keyed fingerprint of a property (`propertyKeyOf`) or of a phone (`phoneKeyOf`). */
    key: uuid('key').notNull(),
    /** Since when the list has had it. A claim must not be based on what was added after delivery. */
    addedAt: instant('added_at').notNull(),
  },
  (table) => [
    // pick-leads: looked up for each lead that is picked.
    primaryKey({ columns: [table.listNo, table.key] }),
  ],
)

/** Numbers of lists that ended, whose keys are still to be deleted. */
export const ownListRemains = pgTable('own_list_remains', {
  listNo: integer('list_no').primaryKey(),
})

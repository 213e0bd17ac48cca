/**
 * The buyer's desk. `send-desk-code` writes a code for each request, whether or not the address bought anything; the
 * code and the secret of its link are derived from its id and are not stored. `open-desk` uses it once and writes a
 * session. `forget-old-rows` deletes both when they have ended.
 */
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { instant } from '#server/platform/database/columns.ts'

/**
 * Requests to be told when there are more. `ask-restock` writes a request with the first ask of an address for a
 * package, unconfirmed; asking again sends its email again. `confirmRestock` makes it stand. `tell-restocks` notes each
 * restock that it is told about. It is deleted when its buyer ends it, when the mail server refuses its address, and by
 * `forget-old-rows` when its time is over.
 * A watch is written with the first request for a package and deleted once it has none. `tell-restocks` compares it with
 * the package's units, so nothing that sells or fills stock knows of it.
 */
export const restockRequests = pgTable(
  'restock_requests',
  {
    requestId: text('request_id').primaryKey(),
    /** The fingerprint of the address, see `customerKeyOf`. */
    customerKey: text('customer_key').notNull(),
    /** Where it is told, in lowercase. */
    email: text('email').notNull(),
    packageId: text('package_id').notNull(),
    /** The fingerprints by which the links of its emails are found. */
    confirmFingerprint: text('confirm_fingerprint').notNull(),
    endFingerprint: text('end_fingerprint').notNull(),
    /** Its place in line. */
    askedAt: instant('asked_at').notNull(),
    /** How often it was asked for, each time with an email. */
    asks: integer('asks').notNull().default(1),
    /** Null until then. */
    confirmedAt: instant('confirmed_at'),
    /** Two days after the last ask; once confirmed, a year after that. */
    expiresAt: instant('expires_at').notNull(),
    /** The last restock that it was told about, by its number in `restock_watches`, and when. */
    toldRestock: integer('told_restock'),
    toldAt: instant('told_at'),
    /** How many emails about restocks were queued. */
    notices: integer('notices').notNull().default(0),
  },
  (table) => [
    // ask-restock: one request of an address for a package. Also its list at the desk.
    unique('restock_requests_once').on(table.customerKey, table.packageId),
    unique('restock_requests_confirm').on(table.confirmFingerprint),
    unique('restock_requests_end').on(table.endFingerprint),
    // tell-restocks: whose turn it is.
    index('restock_requests_in_line')
      .on(table.packageId, table.toldAt.asc().nullsFirst(), table.askedAt, table.requestId)
      .where(sql`confirmed_at is not null`),
    // forget-old-rows.
    index('restock_requests_by_end').on(table.expiresAt),
  ],
)

export const restockWatches = pgTable(
  'restock_watches',
  {
    packageId: text('package_id').primaryKey(),
    /** Whether it was out of stock at the last look. */
    isOut: boolean('is_out').notNull(),
    /** How often it came back since someone waits for it: the number of the current or last restock. */
    restocks: integer('restocks').notNull().default(0),
    /** The most units seen at once since it came back: as many people are told. */
    unitsMost: integer('units_most').notNull().default(0),
    /** How many people were told of this restock. */
    told: integer('told').notNull().default(0),
  },
  (table) => [check('restock_watches_told', sql`${table.told} >= 0`)],
)

export const deskCodes = pgTable(
  'desk_codes',
  {
    codeId: text('code_id').primaryKey(),
    /** The fingerprint of the address, see `customerKeyOf`. */
    customerKey: text('customer_key').notNull(),
    /** Where it is sent, in lowercase. */
    email: text('email').notNull(),
    /** The fingerprint by which the link is found. */
    linkFingerprint: text('link_fingerprint').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** When it opened a desk; null until then. */
    usedAt: instant('used_at'),
  },
  (table) => [
    unique('desk_codes_link').on(table.linkFingerprint),
    // open-desk: the codes of an address that still work.
    index('desk_codes_of_customer').on(table.customerKey, table.expiresAt),
    // forget-old-rows.
    index('desk_codes_by_end').on(table.expiresAt),
  ],
)

export const deskSessions = pgTable(
  'desk_sessions',
  {
    sessionId: text('session_id').primaryKey(),
    /** The fingerprint of the browser's cookie. */
    tokenFingerprint: text('token_fingerprint').notNull(),
    customerKey: text('customer_key').notNull(),
    /** The address that it proves, in lowercase. */
    email: text('email').notNull(),
    userAgent: text('user_agent').notNull(),
    openedAt: instant('opened_at').notNull(),
    /** The last use, to within an hour. */
    usedAt: instant('used_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    unique('desk_sessions_token').on(table.tokenFingerprint),
    // The browsers in which an address has its desk open.
    index('desk_sessions_of_customer').on(table.customerKey, table.usedAt),
    // forget-old-rows.
    index('desk_sessions_by_end').on(table.expiresAt),
  ],
)

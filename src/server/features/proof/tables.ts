/**
 * The public log of delivered leads. `record-leads` gives each delivered lead a slot of its property and writes its row
 * in `log_leads`, in the transaction that marks it delivered. `grow-log` puts waiting rows into the log, in order, once:
 * their entries go into bundles and tiles, which never change. `publish-log` signs what has grown, asks the witnesses,
 * and publishes. Then `keep-proofs` writes each lead's proof, which is deleted with the delivered files or when its
 * owner opts out (`forget-old-rows`). The rest is kept for good: it names no one.
 */
import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Committed } from '#proof/entries.ts'
import { bytea, instant } from '#server/platform/database/columns.ts'

/** For each property that was ever delivered: which slot is next. Locked when one of its leads is delivered. */
export const logProperties = pgTable('log_properties', (t) => ({
  propertyKey: t.uuid('property_key').primaryKey(),
  /** From 0. The next begins when a slot is sold again, or once no sale of the last is less than a year old. */
  generation: t.smallint('generation').notNull(),
  /** The strictest cap that the generation was sold under. */
  cap: t.smallint('cap').notNull(),
  /** The slot that was taken last, from 1. */
  slot: t.smallint('slot').notNull().default(1),
  /** By slot: its last sale, and the generation of that. */
  soldAts: instant('sold_ats').array().notNull().default(sql`'{}'`),
  generations: t.smallint('generations').array().notNull().default(sql`'{}'`),
}))

/** One log is open. `close-log` cuts a closed one back to its signed part; the next names its head. */
export const logs = pgTable(
  'logs',
  (t) => ({
    logNo: t.integer('log_no').primaryKey().generatedAlwaysAsIdentity(),
    /** Its public name, such as `store.example/log`. */
    origin: t.text('origin').notNull().unique(),
    /** The key that checks its signatures, as policies write it. */
    verifierKey: t.text('verifier_key'),
    /** How many entries it has, and the hash over them. */
    size: t.bigint('size', { mode: 'number' }).notNull().default(0),
    root: bytea('root').notNull(),
    /** What was published: the signed and witnessed checkpoint. Null before the first. */
    publishedSize: t.bigint('published_size', { mode: 'number' }).notNull().default(0),
    published: t.text('published'),
    publishedAt: instant('published_at'),
    /** Why it is not published anymore, for administrators; null while it is. */
    problem: t.text('problem'),
    openedAt: instant('opened_at').notNull(),
    closedAt: instant('closed_at'),
  }),
  (table) => [uniqueIndex('logs_open_once').on(sql`((true))`).where(sql`${table.closedAt} is null`)],
)

/** What each witness has cosigned last. */
export const logWitnesses = pgTable(
  'log_witnesses',
  (t) => ({
    logNo: t.integer('log_no').notNull(),
    name: t.text('name').notNull(),
    size: t.bigint('size', { mode: 'number' }).notNull(),
  }),
  (table) => [primaryKey({ columns: [table.logNo, table.name] })],
)

/** Entries as anyone can fetch them, 256 per bundle. The last bundle grows. */
export const logBundles = pgTable(
  'log_bundles',
  (t) => ({
    logNo: t.integer('log_no').notNull(),
    bundleNo: t.integer('bundle_no').notNull(),
    entries: bytea('entries').notNull(),
  }),
  (table) => [primaryKey({ columns: [table.logNo, table.bundleNo] })],
)

/** Hashes of level 1 and above, 256 per tile. The last tile of a level grows. Level 0 is computed from the bundles. */
export const logTiles = pgTable(
  'log_tiles',
  (t) => ({
    logNo: t.integer('log_no').notNull(),
    level: t.smallint('level').notNull(),
    tileNo: t.integer('tile_no').notNull(),
    hashes: bytea('hashes').notNull(),
  }),
  (table) => [primaryKey({ columns: [table.logNo, table.level, table.tileNo] })],
)

/** Entries that are not leads: texts that the store publishes once and cannot change. */
export const logStatements = pgTable(
  'log_statements',
  (t) => ({
    statementNo: t.bigint('statement_no', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** `keys <origin>` and `day <origin> <date>`: each once in a log. `figures <day>`: once in all. */
    kind: t.text('kind').notNull().unique(),
    text: t.text('text').notNull(),
    /** Its log, and its place there from 0; null while it waits. */
    logNo: t.integer('log_no'),
    logIndex: t.bigint('log_index', { mode: 'number' }),
  }),
  (table) => [
    // grow-log: what waits.
    index('log_statements_waiting').on(table.statementNo).where(sql`log_index is null`),
  ],
)

export const logLeads = pgTable(
  'log_leads',
  (t) => ({
    orderId: t.text('order_id').notNull(),
    leadId: t.bigint('lead_id', { mode: 'number' }).notNull(),
    lineNumber: t.integer('line_number').notNull(),
    entryNo: t.bigint('entry_no', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    generation: t.smallint('generation').notNull(),
    /** When it was put into the log, which decides the year of its first label. Until then, when it was recorded. */
    year: t.smallint('year').notNull(),
    slot: t.smallint('slot').notNull(),
    cap: t.smallint('cap').notNull(),
    commitment: bytea('commitment').notNull(),
    recordedAt: instant('recorded_at').notNull(),
    /** The normalized address, and what the commitment covers; null once the proof is written. */
    details: t.jsonb('details').$type<LogLeadDetails>(),
    /** The proofs of both labels, 80 bytes each; from when it is in the log until its proof is written. */
    labelProof: bytea('label_proof'),
    /** Its log, and the place there of the first of its two entries, from 0; null while it waits. */
    logNo: t.integer('log_no'),
    logIndex: t.bigint('log_index', { mode: 'number' }),
    /** What its buyer gets; null before it is published, and after it is deleted. */
    proof: t.text('proof'),
    provenAt: instant('proven_at'),
  }),
  (table) => [
    primaryKey({ columns: [table.orderId, table.leadId] }),
    // grow-log: what waits, in order.
    index('log_leads_waiting').on(table.entryNo).where(sql`log_index is null`),
    // keep-proofs: what is in the log and has no proof yet.
    index('log_leads_unproven').on(table.entryNo).where(sql`log_index is not null and details is not null`),
    // forget-old-rows: oldest first.
    index('log_leads_to_forget').on(table.provenAt).where(sql`proof is not null`),
  ],
)

/**
 * The public figures, one row for each day. `make-figures` writes it once, with its statement for the log in the same
 * transaction; it is never changed or deleted.
 */
export const publicFigures = pgTable('public_figures', (t) => ({
  /** `2026-11-27`, in the store's time zone. */
  day: t.text('day').primaryKey(),
  /** What anyone may read: the JSON text whose bytes the log vouches for. */
  figures: t.text('figures').notNull(),
  /** SHA-256 of that text, hexadecimal. */
  checksum: t.text('checksum').notNull(),
  madeAt: instant('made_at').notNull(),
}))

/** Bytes as base64. */
export interface LogLeadDetails extends Omit<Committed, 'salt'> {
  salt: string
  /** As `normalizeAddress` writes it. */
  address: string
}

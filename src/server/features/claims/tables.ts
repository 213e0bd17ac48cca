/**
 * Claims about delivered leads. `make-claims` writes one for each lead, once, and answers at once what the database
 * knows. The others stay `open` until `answer-claims` answers them, for a person or, after two days, for a job. An
 * answer is never changed. `note` is forgotten 90 days after it (`forget-old-rows`); rows are never deleted.
 *
 * A file is written by `attach-file` before its claim, which then names it once; `forget-old-rows` deletes it a day
 * later if none did, and else 90 days after all that was claimed with it was answered.
 */
import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { CLAIM_REASONS, CLAIM_STATES } from '#contract/claims/claim-reasons.ts'
import { bytea, instant } from '#server/platform/database/columns.ts'

/** By their content. */
export const CLAIM_FILE_KINDS = ['png', 'jpg', 'pdf'] as const

export const claims = pgTable(
  'claims',
  {
    orderId: text('order_id').notNull(),
    leadId: bigint('lead_id', { mode: 'number' }).notNull(),
    lineNumber: integer('line_number').notNull(),
    reason: text('reason', { enum: CLAIM_REASONS }).notNull(),
    /** The buyer's words. Personal data. */
    note: text('note'),
    state: text('state', { enum: CLAIM_STATES }).notNull().default('open'),
    /** Store credit for it, if no lead replaced it. */
    creditCents: integer('credit_cents').notNull().default(0),
    claimedAt: instant('claimed_at').notNull(),
    /** When it is granted if no one has answered. */
    dueAt: instant('due_at').notNull(),
    answeredAt: instant('answered_at'),
    /** The member who decided; null: the store itself. */
    answeredBy: text('answered_by'),
    /** For the buyer: why it was denied. */
    answer: text('answer'),
    /** The email about all that was claimed together, and the one about all that was answered together later. */
    newsId: text('news_id').notNull(),
    answerNewsId: text('answer_news_id'),
  },
  (table) => [
    // A lead is claimed once.
    primaryKey({ columns: [table.orderId, table.leadId] }),
    // The administrators' queue; grant-overdue-claims.
    index('claims_open').on(table.dueAt, table.orderId, table.leadId).where(sql`state = 'open'`),
    // The administrators' list of answers, newest first; forget-old-rows.
    index('claims_answered').on(table.answeredAt, table.orderId, table.leadId).where(sql`state <> 'open'`),
    // What an email is about.
    index('claims_by_news').on(table.newsId),
    index('claims_by_answer_news').on(table.answerNewsId).where(sql`answer_news_id is not null`),
    // How many buyers claimed a lead.
    index('claims_by_lead').on(table.leadId),
    check('claims_reason', sql.raw(`reason in (${CLAIM_REASONS.map((reason) => `'${reason}'`).join(', ')})`)),
    check('claims_state', sql`${table.state} in ('open', 'granted', 'denied')`),
    check('claims_answered_at', sql`(${table.state} = 'open') = (${table.answeredAt} is null)`),
    check('claims_credit', sql`${table.creditCents} >= 0 and (${table.creditCents} = 0 or ${table.state} = 'granted')`),
  ],
)

/** Evidence. Personal data. */
export const claimFiles = pgTable(
  'claim_files',
  {
    fileId: text('file_id').primaryKey(),
    orderId: text('order_id').notNull(),
    lineNumber: integer('line_number').notNull(),
    /** The claims that were made with it; null until then. */
    newsId: text('news_id'),
    /** Safe to save a file under. */
    name: text('name').notNull(),
    kind: text('kind', { enum: CLAIM_FILE_KINDS }).notNull(),
    bytes: bytea('bytes').notNull(),
    size: integer('size').notNull(),
    /** SHA-256, hexadecimal: the same file again is kept once. */
    checksum: text('checksum').notNull(),
    attachedAt: instant('attached_at').notNull(),
  },
  (table) => [
    // What was claimed with it: the administrators' lists.
    index('claim_files_by_news').on(table.newsId).where(sql`news_id is not null`),
    // The same file again; files that a claim names.
    index('claim_files_unclaimed').on(table.orderId, table.lineNumber).where(sql`news_id is null`),
    // forget-old-rows, oldest first.
    index('claim_files_by_time').on(table.attachedAt),
    check('claim_files_kind', sql`${table.kind} in ('png', 'jpg', 'pdf')`),
  ],
)

/**
 * Claims about delivered leads. `make-claims` writes one for each lead, once, and answers at once what the database
 * knows; `answer-claims` is the other way out of `open`, by a person or, when their two days are over, by a job. An
 * answer is never changed. `note` is forgotten 90 days after it (`forget-claim-notes`); rows are never deleted.
 */
import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { CLAIM_REASONS, CLAIM_STATES } from '#contract/claims/claim-reasons.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true })

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
    // The administrators' list of answers, newest first; forget-claim-notes.
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

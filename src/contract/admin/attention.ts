/** What needs an administrator's attention, across all features, in one reply. */
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Instant } from '#contract/values.ts'

/** Kinds, in display order: what loses money soonest comes first. */
export const ATTENTION_KINDS = [
  'cash_app',
  'cash_app_links',
  'fulfilment',
  'shortfalls',
  'claims',
  'disputes',
  'unknown_payments',
  'refunds',
  'links',
  'messages',
  'held_messages',
  'jobs',
  'disk',
  'backups',
  'log',
  'low_stock',
] as const
export type AttentionKind = (typeof ATTENTION_KINDS)[number]

export const ATTENTION_COUNT_MAX = 99
export const ATTENTION_ITEMS_MAX = 5

export const AttentionItem = z.object({
  id: z.string(),
  /** What it is about: several packages of an order, a message, or the order's reference if it is all of it. */
  words: z.string(),
  reference: z.nullable(z.string()),
  /** Whom it concerns, and where. */
  who: z.nullable(z.string()),
  /** Dollars. */
  amount: z.nullable(z.number()),
  note: z.nullable(z.string()),
  at: z.nullable(Instant),
  isDisputed: z.optional(z.boolean()),
})
export type AttentionItem = z.infer<typeof AttentionItem>

export const AttentionPart = z.object({
  kind: z.enum(ATTENTION_KINDS),
  /** Up to one more than `ATTENTION_COUNT_MAX`; null if this part could not be read. */
  count: z.nullable(z.int()),
  items: z.array(AttentionItem),
})
export type AttentionPart = z.infer<typeof AttentionPart>

export const getAttention = defineEndpoint('admin', 'GET', '/api/admin/attention', {
  key: 'read',
  summary: 'What waits for an administrator, by kind, with the first few of each; a part that cannot be read says so.',
  reply: z.object({ parts: z.array(AttentionPart), now: Instant }),
})

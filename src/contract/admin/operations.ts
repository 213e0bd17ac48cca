/** What the browser must know before it shows anything, and the health of the store. */
import * as z from 'zod/mini'
import { CLAIM_REASONS } from '#contract/claims/claim-reasons.ts'
import { defineEndpoint } from '#contract/endpoint.ts'

export const StoreConfig = z.object({
  brand: z.string(),
  subsidiary: z.string(),
  vipGroupUrl: z.string(),
  supportEmail: z.string(),
  holdMinutes: z.number(),
  linkHours: z.number(),
  saleCaps: z.object({ vip: z.int(), premier: z.int(), premium: z.int(), standard: z.int() }),
  /** The same in sentences, of each tier and of all. */
  buyers: z.string(),
  caps: z.string(),
  /** What becomes of bad leads and late deliveries, in a line and in sentences. */
  guarantee: z.string(),
  guaranteeInFull: z.string(),
  /** Store credit for a late delivery, as percent of what was paid for the package; 0: none. */
  lateCreditPercent: z.number(),
  /** How many days after delivery leads can be claimed, and what percentage of a package; 0 days turns claims off. */
  claimDays: z.int(),
  claimPercent: z.number(),
  claimEvidence: z.object({ note: z.array(z.enum(CLAIM_REASONS)), file: z.array(z.enum(CLAIM_REASONS)) }),
  timeZone: z.string(),
  /** Whether returning customers get store credit; pages promise it only then. */
  hasReturningCredit: z.boolean(),
  returningCreditPercent: z.number(),
  /** What buyers read beside the Pay button and below each page; an empty text is not shown. */
  terms: z.object({ refundRule: z.string(), phone: z.string(), postalAddress: z.string() }),
  cashApp: z.nullable(z.object({ handle: z.string() })),
  /** Null without card payments. `sandboxUrl`: of the sandbox or another server (`STRIPE_API_BASE`), not of Stripe. */
  payments: z.nullable(z.object({ publishableKey: z.string(), sandboxUrl: z.nullable(z.string()) })),
  signIn: z.optional(z.object({ label: z.string(), hasPasswords: z.boolean() })),
})
export type StoreConfig = z.infer<typeof StoreConfig>

export const getStoreConfig = defineEndpoint('anyone', 'GET', '/api/config', {
  key: 'any',
  summary: 'Brand, links, times and how to reach the card provider.',
  reply: StoreConfig,
})

export const getHealth = defineEndpoint('anyone', 'GET', '/healthz', {
  summary: 'Answers while the process lives.',
  reply: z.object({ status: z.literal('alive') }),
})

export const getReadiness = defineEndpoint('anyone', 'GET', '/readyz', {
  summary: 'Answers 200 once the database is reachable, migrated and filled, and while its disk has room.',
  reply: z.object({ status: z.literal('ready') }),
  refusals: ['unavailable'],
})

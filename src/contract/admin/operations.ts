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
  /** How many buyers may get a lead, by its tier. */
  saleCaps: z.object({ vip: z.int(), premier: z.int(), premium: z.int(), standard: z.int() }),
  /** Store credit for a late delivery, as percent of what was paid for the package; 0: none. */
  lateCreditPercent: z.number(),
  /** How many days after delivery leads can be claimed, and what percentage of a package; 0 days turns claims off. */
  claimDays: z.int(),
  claimPercent: z.number(),
  /** The reasons for a claim that need a note, and those that need a file. */
  claimEvidence: z.object({ note: z.array(z.enum(CLAIM_REASONS)), file: z.array(z.enum(CLAIM_REASONS)) }),
  /** IANA name of the store's time zone, for its days. */
  timeZone: z.string(),
  /** Whether returning customers get store credit; pages promise it only then. */
  hasReturningCredit: z.boolean(),
  /** What buyers read beside the Pay button; an empty text is not shown. */
  terms: z.object({
    refundRule: z.string(),
    termsUrl: z.string(),
    privacyUrl: z.string(),
    phone: z.string(),
    postalAddress: z.string(),
  }),
  cashApp: z.nullable(z.object({ handle: z.string() })),
  /**
   * Null if card payments are not possible. `sandboxUrl` is where the browser reaches the Stripe API of the sandbox, or
   * of another server (`STRIPE_API_BASE`); null with Stripe itself.
   */
  payments: z.nullable(z.object({ publishableKey: z.string(), sandboxUrl: z.nullable(z.string()) })),
  /** How members sign in other than with passwords: the company's sign-in, by the name people call it. */
  signIn: z.optional(z.object({ label: z.string(), hasPasswords: z.boolean() })),
})
export type StoreConfig = z.infer<typeof StoreConfig>

export const getStoreConfig = defineEndpoint({
  name: 'getStoreConfig',
  method: 'GET',
  path: '/api/config',
  access: 'anyone',
  key: 'any',
  summary: 'Brand, links, times and how to reach the card provider.',
  reply: StoreConfig,
  refusals: [],
})

export const getHealth = defineEndpoint({
  name: 'getHealth',
  method: 'GET',
  path: '/healthz',
  access: 'anyone',
  isForTeam: true,
  summary: 'Answers while the process lives.',
  reply: z.object({ status: z.literal('alive') }),
  refusals: [],
})

export const getReadiness = defineEndpoint({
  name: 'getReadiness',
  method: 'GET',
  path: '/readyz',
  access: 'anyone',
  isForTeam: true,
  summary: 'Answers 200 once the database is reachable, migrated and filled, and while its disk has room.',
  reply: z.object({ status: z.literal('ready') }),
  refusals: ['unavailable'],
})

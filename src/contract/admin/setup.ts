/** What a new owner still has to set up before selling. Steps tick themselves from facts; some are confirmed or skipped. */
import * as z from 'zod/mini'
import { CONNECTION_NAMES, ConnectionSource } from '#contract/admin/connections.ts'
import { defineEndpoint } from '#contract/endpoint.ts'

export const SETUP_STEPS = [
  ...['stock', 'prices', 'purchase'],
  ...['cards', 'mail', 'mail_records', 'policies'],
  ...['texts', 'rep', 'backup'],
] as const
export const SetupStepName = z.enum(SETUP_STEPS)
export type SetupStepName = z.infer<typeof SetupStepName>

/** Steps that the store cannot check, so an administrator confirms them, and those that not every store needs. */
export const CONFIRMED_STEPS = ['prices', 'texts', 'rep', 'backup'] as const
export const ConfirmedStep = z.enum(CONFIRMED_STEPS)
export type ConfirmedStep = z.infer<typeof ConfirmedStep>

export const MailRecord = z.object({
  kind: z.enum(['SPF', 'DKIM', 'DMARC']),
  host: z.string(),
  /** `unknown`: DNS did not answer. */
  state: z.enum(['found', 'missing', 'unknown']),
})
export type MailRecord = z.infer<typeof MailRecord>

export const Setup = z.object({
  steps: z.array(z.object({ name: SetupStepName, isDone: z.boolean() })),
  /** Empty while the sender’s address has no domain of its own. */
  mailRecords: z.array(MailRecord),
  /** What each connection comes from now. */
  sources: z.record(z.enum(CONNECTION_NAMES), ConnectionSource),
  /** A county where something can be bought; null while nothing is on sale. */
  onSale: z.nullable(z.object({ state: z.string(), county: z.string() })),
  /** While nothing is on sale: says what the leads lack that fill no package yet. */
  short: z.nullable(z.string()),
  /** What to enter when registering text messages with the carriers. */
  campaign: z.object({ useCase: z.string(), consent: z.string(), samples: z.array(z.string()) }),
  isDemo: z.boolean(),
})
export type Setup = z.infer<typeof Setup>

export const getSetup = defineEndpoint('admin', 'GET', '/api/admin/setup', {
  key: 'read',
  summary: 'What is set up for selling and what is missing, with the DNS records of the sender.',
  reply: Setup,
})

export const confirmSetupStep = defineEndpoint('admin', 'PUT', '/api/admin/setup/:step', {
  key: 'write',
  summary: 'Confirms a step that the store cannot check itself, or skips one, or takes that back.',
  params: z.object({ step: ConfirmedStep }),
  body: z.object({ isConfirmed: z.boolean() }),
  reply: z.object({}),
})

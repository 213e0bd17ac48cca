/** The texts about law and trust. Owners publish editions of them, and an order is bound to those in force when it was paid. */
import * as z from 'zod/mini'
import { LEGAL_NAMES } from '#contract/admin/page-names.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Instant, PlainText } from '#contract/values.ts'

/** About ten printed pages. */
export const LEGAL_LENGTH_MAX = 40_000

const Name = z.enum(LEGAL_NAMES)
/** One number for the state of all texts: each publication of any of them is the next edition. */
const Edition = z.int().check(z.gte(1), z.lte(2_147_483_647))

export const LegalText = z.object({
  name: Name,
  edition: Edition,
  /** In a subset of Markdown, see `rich-text.ts`, with the store's facts filled in. */
  text: z.string(),
  /** Since when it reads like this, apart from the facts. */
  publishedAt: Instant,
  /** Whether the text reads the same in the latest edition. */
  isCurrent: z.boolean(),
})
export type LegalText = z.infer<typeof LegalText>

export const getLegalText = defineEndpoint('anyone', 'GET', '/api/texts/:name', {
  key: 'any',
  summary: 'Terms, privacy, refunds or how leads may be used: the latest edition, or an earlier one.',
  params: z.object({ name: Name }),
  query: z.object({ edition: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(2_147_483_647))) }),
  reply: LegalText,
})

export const getEditionAt = defineEndpoint('anyone', 'GET', '/api/texts', {
  key: 'any',
  summary: 'Which edition of the texts was in force at a time, such as when an order was paid; null before the first.',
  query: z.object({ at: Instant }),
  reply: z.object({ edition: z.nullable(Edition) }),
})

const Publication = { edition: Edition, publishedAt: Instant, publishedBy: z.nullable(z.string()) }

export const LegalTexts = z.object({
  /** What the store fills in for `{{name}}`, by name. Lines with an empty fact are left out. */
  facts: z.record(z.string(), z.string()),
  /** Not filled. `publishedBy`: null for the text that came with the store. */
  texts: z.array(z.object({ name: Name, text: z.string(), ...Publication })),
  /** The latest publications of texts, newest first. */
  publications: z.array(z.object({ name: Name, ...Publication })),
})
export type LegalTexts = z.infer<typeof LegalTexts>

export const listLegalTexts = defineEndpoint('admin', 'GET', '/api/admin/texts', {
  key: 'read',
  summary: 'The texts as they are edited, what the store fills in, and who published them when.',
  reply: LegalTexts,
})

export const publishLegalText = defineEndpoint('admin', 'PUT', '/api/admin/texts/:name', {
  summary: 'Publishes a new edition of a text. The same text again changes nothing; earlier editions stay.',
  params: z.object({ name: Name }),
  body: z.object({
    text: PlainText(LEGAL_LENGTH_MAX).check(z.minLength(1)),
    /** The edition that the administrator edited; if a newer one of this text was published, this one is refused. */
    before: Edition,
  }),
  reply: LegalTexts,
  refusals: ['setting_invalid', 'setting_changed'],
})

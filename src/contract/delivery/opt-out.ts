/** The public page on which property owners opt out (docs/decisions/0039-owner-opt-out.md). */
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { OptionalEmail, PlainText } from '#contract/values.ts'

/** Separate constants: reading a property of an object would keep the schema in the browser's bundle. */
export const STREET_LENGTH_MAX = 200
export const CITY_LENGTH_MAX = 100
export const STATE_LENGTH_MAX = 40

export const ZIP_PATTERN = /^\d{5}(-?\d{4})?$/

export const OptOutRequest = z.object({
  street: PlainText(STREET_LENGTH_MAX).check(z.trim(), z.minLength(1)),
  city: PlainText(CITY_LENGTH_MAX).check(z.trim(), z.minLength(1)),
  /** The ZIP implies it too, so a mistake in either is noticed. */
  state: PlainText(STATE_LENGTH_MAX).check(z.trim(), z.minLength(1)),
  zip: z.string().check(z.trim(), z.regex(ZIP_PATTERN)),
  /** Where a receipt goes; absent or empty: nowhere. */
  email: z.optional(OptionalEmail),
})

export const optOut = defineEndpoint('anyone', 'POST', '/api/opt-out', {
  summary:
    'Has a property left alone from now on; beyond a few a day once a mailed link is confirmed. The answer is the same whether or not the store knows it; saying it again changes nothing.',
  body: OptOutRequest,
  reply: z.object({
    /** Nothing changes until the link in an email is confirmed: many properties were named today. */
    needsConfirmation: z.boolean(),
    message: z.string(),
  }),
  refusals: ['address_unreadable', 'zip_not_in_state'],
})

export const confirmOptOut = defineEndpoint('anyone', 'POST', '/api/opt-out/confirm', {
  summary: 'Confirms a request by the token of its mailed link, once. Opening the link changes nothing.',
  body: z.object({ token: PlainText(100) }),
  reply: z.object({ message: z.string() }),
  refusals: ['mail_link_invalid'],
})

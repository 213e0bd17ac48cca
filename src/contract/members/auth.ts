/** Logging in and out (docs/product.md#logging-in). */
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Instant, PlainText, Role } from '#contract/values.ts'

export const CurrentUser = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  role: Role,
  isVerified: z.boolean(),
  hasSecondFactor: z.boolean(),
  /** Set for an administrator without a second factor if the store requires one: they must turn it on first. */
  needsSecondFactor: z.optional(z.literal(true)),
  hasPasskey: z.optional(z.literal(true)),
  createdAt: Instant,
})
export type CurrentUser = z.infer<typeof CurrentUser>

export const getCurrentUser = defineEndpoint('session', 'GET', '/api/me', {
  key: 'read',
  summary: 'The logged-in member.',
  reply: CurrentUser,
})

export const logIn = defineEndpoint('anyone', 'POST', '/api/login', {
  summary: 'Starts a session by email and password.',
  body: z.object({
    email: PlainText(254).check(z.minLength(1)),
    password: PlainText(256).check(z.minLength(1)),
    /** The six digits of the second factor, or one of its recovery codes; requested by `second_factor_required`. */
    code: z.optional(PlainText(40)),
  }),
  reply: CurrentUser,
  refusals: ['passwords_off', 'login_failed', 'login_throttled', 'second_factor_required', 'second_factor_wrong'],
})

export const logOut = defineEndpoint('anyone', 'POST', '/api/logout', {
  summary: 'Ends the session, if there is one. The session at the company’s issuer continues.',
  reply: z.object({
    message: z.string(),
    /** Where the member is still logged in: the company's sign-in, by what people call it. */
    stillAt: z.optional(z.string()),
  }),
})

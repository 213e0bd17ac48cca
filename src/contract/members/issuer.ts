/** Logging in at the company's own OpenID Connect issuer. */
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { PlainText } from '#contract/values.ts'
import { CurrentUser } from './auth.ts'

export const beginIssuerLogIn = defineEndpoint('anyone', 'POST', '/api/login/oidc', {
  summary: 'Starts logging in at the company’s issuer: where to send the browser, good once and for 5 minutes.',
  body: z.object({
    next: z.optional(PlainText(500)),
    /** Has the logged-in member enter their password there once more, as a proof of identity. */
    isAgain: z.optional(z.boolean()),
  }),
  reply: z.object({ url: z.string() }),
  refusals: ['oidc_off', 'issuer_unavailable', 'login_throttled'],
})

export const finishIssuerLogIn = defineEndpoint('anyone', 'POST', '/api/login/oidc/return', {
  summary: 'Starts a session from the issuer’s answer, which the browser brings back.',
  body: z.object({
    /** Of the address the browser came back to, without `?`. */
    query: PlainText(8_000).check(z.minLength(1)),
  }),
  reply: z.object({ member: CurrentUser, next: z.nullable(z.string()) }),
  refusals: [
    'oidc_off',
    'oidc_refused',
    'oidc_no_role',
    'oidc_email_unverified',
    'oidc_not_linked',
    'issuer_unavailable',
    'login_throttled',
  ],
})

/** What a browser does between the store and the issuer. */
import type { Client, Reply } from './builders.ts'
import { REP } from './test-app.ts'

/** The sales rep, as the issuer knows them. */
export const REP_THERE = { sub: 'rob', email: REP.email, email_verified: true, name: 'Rob', roles: ['store-sales'] }

/** Goes to the issuer. @returns the query that it sends the browser back with */
export async function visitIssuer(browser: Client, body: Record<string, unknown> = {}): Promise<string> {
  const begun = await browser.call('POST', '/api/login/oidc', body)
  if (begun.status !== 200) throw new Error(begun.body.code)
  const { headers } = await fetch(begun.body.url, { redirect: 'manual' })
  return new URL(headers.get('location') ?? '').search.slice(1)
}

export const returnFromIssuer = (browser: Client, query: string): Promise<Reply> =>
  browser.call('POST', '/api/login/oidc/return', { query })

/** Signs in at the issuer as whoever it says, and returns. */
export const logInAtIssuer = async (browser: Client, body: Record<string, unknown> = {}): Promise<Reply> =>
  returnFromIssuer(browser, await visitIssuer(browser, body))

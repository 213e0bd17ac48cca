/** A company's own sign-in, as the store sees it. */

import type { Claims } from './claims.ts'

/** What the browser's return must match. */
export interface IssuerSecrets {
  state: string
  nonce: string
  verifier: string
}

/** Whom the issuer vouches for. */
export interface IssuedIdentity {
  issuer: string
  subject: string
  claims: Claims
}

/**
 * `unreachable`: it did not answer, or not as an issuer does. `canceled`: the person or the issuer said no. `refused`:
 * the answer does not fit the question, or its signature, audience or time is wrong.
 */
export class IssuerError extends Error {
  override name = 'IssuerError'
  readonly kind: 'unreachable' | 'canceled' | 'refused'
  /** In the issuer's or the library's own words, for the log. */
  readonly reason: string

  constructor(kind: IssuerError['kind'], reason: string) {
    super(`the issuer: ${kind} (${reason})`)
    this.kind = kind
    this.reason = reason
  }
}

/** @throws IssuerError from each call */
export interface IssuerGateway {
  /**
   * Returns where to send the browser, and what its return must match.
   *
   * @param options.isAgain has the person sign in there once more, even if they are signed in
   */
  begin(options: { returnUrl: string; isAgain: boolean }): Promise<{ url: string; secrets: IssuerSecrets }>
  /** Checks the browser's return. @param options.returned the address it came back to, with its query */
  finish(options: { returned: URL; secrets: IssuerSecrets; isAgain: boolean }): Promise<IssuedIdentity>
}

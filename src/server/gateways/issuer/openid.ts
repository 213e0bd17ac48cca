/** Talks to an OpenID Connect issuer (code flow with PKCE). It is first asked at a sign-in: it may be down before. */
import type { Configuration } from 'openid-client'
import type { SignInConfig } from '#server/config/sign-in-config.ts'
import { hours } from '#server/platform/clock.ts'

export type Claims = Readonly<Record<string, unknown>>

/** A claim's name may have dots in it; otherwise it is a path such as `realm_access.roles`. */
export function readClaim(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path]
  let found: unknown = claims
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined
    found = (found as Claims)[name]
  }
  return found
}

/** The token counts first. Without the claim with the roles, even with another part of it, userinfo's counts. */
function joinClaims(token: Claims, userInfo: Claims, roleClaim: string): Claims {
  const roles = readClaim(token, roleClaim) ?? readClaim(userInfo, roleClaim)
  const isElsewhere = readClaim(token, roleClaim) === undefined && roles !== undefined
  return { ...userInfo, ...token, ...(isElsewhere ? { [roleClaim]: roles } : {}) }
}

type IssuerSecrets = { state: string; nonce: string; verifier: string }

export interface IssuedIdentity {
  issuer: string
  subject: string
  claims: Claims
}

/** `unreachable`: it did not answer as an issuer does. `refused`: the answer does not fit the question. */
export class IssuerError extends Error {
  override name = 'IssuerError'
  readonly kind: 'unreachable' | 'canceled' | 'refused'
  readonly reason: string

  constructor(kind: IssuerError['kind'], reason: string) {
    super(`the issuer: ${kind} (${reason})`)
    this.kind = kind
    this.reason = reason
  }
}

/** @throws IssuerError from each call */
export interface IssuerGateway {
  /** Where to send the browser. @param options.isAgain even if they are signed in there */
  begin(options: { returnUrl: string; isAgain: boolean }): Promise<{ url: string; secrets: IssuerSecrets }>
  finish(options: { returned: URL; secrets: IssuerSecrets; isAgain: boolean }): Promise<IssuedIdentity>
}

/** How long the issuer's description of itself is used. Its keys are read again whenever an unknown one appears. */
const DISCOVERY_MS = hours(1)
const TIMEOUT_SECONDS = 5
/** How long ago the person may have entered their password there, if asked to do it again. */
const AGAIN_SECONDS = 300
const load = () => import('openid-client')

/** Nothing is asked before the first sign-in. */
export function createIssuer(oidc: NonNullable<SignInConfig['oidc']>): IssuerGateway {
  let known: { discovery: Promise<Configuration>; at: number } | null = null

  /** Shared by all who ask; a failure is forgotten. */
  function discover(): Promise<Configuration> {
    if (known && performance.now() - known.at < DISCOVERY_MS) return known.discovery
    const asked = { discovery: ask(oidc), at: performance.now() }
    known = asked
    asked.discovery.catch(() => {
      if (known === asked) known = null
    })
    return asked.discovery
  }

  return {
    async begin({ returnUrl, isAgain }) {
      const client = await load()
      const configuration = await discover()
      const secrets = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      }
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: returnUrl,
        scope: 'openid email profile',
        state: secrets.state,
        nonce: secrets.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(secrets.verifier),
        code_challenge_method: 'S256',
        ...(isAgain ? { prompt: 'login', max_age: String(AGAIN_SECONDS) } : {}),
      })
      return { url: url.href, secrets }
    },
    async finish({ returned, secrets, isAgain }) {
      const client = await load()
      const configuration = await discover()
      try {
        const tokens = await client.authorizationCodeGrant(configuration, returned, {
          expectedState: secrets.state,
          expectedNonce: secrets.nonce,
          pkceCodeVerifier: secrets.verifier,
          idTokenExpected: true,
          ...(isAgain ? { maxAge: AGAIN_SECONDS } : {}),
        })
        const claims = tokens.claims()
        if (!claims) throw new IssuerError('refused', 'no id token')
        // Some issuers keep what describes the person, or their roles, out of the token.
        const isThin = claims.email === undefined || readClaim(claims, oidc.roleClaim) === undefined
        const userInfo =
          isThin && configuration.serverMetadata().userinfo_endpoint
            ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
            : {}
        return { issuer: claims.iss, subject: claims.sub, claims: joinClaims(claims, userInfo, oidc.roleClaim) }
      } catch (error) {
        throw asIssuerError(client, error)
      }
    },
  }
}

async function ask(oidc: NonNullable<SignInConfig['oidc']>): Promise<Configuration> {
  const client = await load()
  const issuer = new URL(oidc.issuer)
  const basic = client.ClientSecretBasic(oidc.clientSecret)
  const post = client.ClientSecretPost(oidc.clientSecret)
  const authenticate: typeof basic = (server, ...request) =>
    (server.token_endpoint_auth_methods_supported?.includes('client_secret_basic') === false ? post : basic)(
      server,
      ...request,
    )
  // Signatures are checked even though the token comes straight from the issuer.
  const execute = [client.enableNonRepudiationChecks]
  if (issuer.protocol === 'http:') execute.push(client.allowInsecureRequests)
  try {
    return await client.discovery(issuer, oidc.clientId, undefined, authenticate, { execute, timeout: TIMEOUT_SECONDS })
  } catch (error) {
    throw new IssuerError('unreachable', reasonOf(error))
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code, name } = error as Error & { code?: string }
  return code ?? name
}

function asIssuerError(client: Awaited<ReturnType<typeof load>>, error: unknown): IssuerError {
  if (error instanceof IssuerError) return error
  if (error instanceof client.AuthorizationResponseError)
    return new IssuerError(error.error === 'access_denied' ? 'canceled' : 'refused', error.error)
  if (error instanceof client.ResponseBodyError) {
    // These are about the store's own registration there, so retrying cannot help.
    const isOurs = ['invalid_client', 'unauthorized_client', 'server_error', 'temporarily_unavailable']
    return new IssuerError(isOurs.includes(error.error) ? 'unreachable' : 'refused', error.error)
  }
  const reason = reasonOf(error)
  const isAway = reason === 'OAUTH_TIMEOUT' || reason === 'OAUTH_RESPONSE_IS_NOT_CONFORM' || isNetworkError(error)
  return new IssuerError(isAway ? 'unreachable' : 'refused', reason)
}

/** `fetch` throws a TypeError with the cause of a broken connection; the library wraps it. */
function isNetworkError(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause)
    if (one instanceof TypeError && one.message === 'fetch failed') return true
  return false
}

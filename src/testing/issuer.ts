/** A small OpenID Connect issuer for tests. It asks no one for a password: the test says who logs in, and what goes wrong. */
import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterAll, beforeEach } from 'vitest'
import type { Client, Reply } from './builders.ts'
import { listen } from './listen.ts'
import { REP } from './test-app.ts'
import { withStore } from './with-store.ts'

const CLIENT = { id: 'leadyard', secret: 'not-a-secret-of-anyone' }

/** The claims of whoever logs in next. */
interface Person {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
  roles?: readonly string[]
  amr?: readonly string[]
  [claim: string]: unknown
}

/** What is wrong with the next answers. */
interface Faults {
  isDown?: boolean
  error?: string
  alg?: 'none'
  isSignedByOther?: boolean
  claims?: Readonly<Record<string, unknown>>
}

interface Grant {
  nonce: string | null
  challenge: string | null
  redirectUri: string | null
  person: Person
}

export type TestIssuer = Awaited<ReturnType<typeof startIssuer>>

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2_048 })

/** Starts an issuer on a free port of this machine. */
export async function startIssuer() {
  const key = newKey()
  const otherKey = newKey()
  const grants = new Map<string, Grant>()
  /** Whom an access token belongs to. */
  const subjects = new Map<string, string>()

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  const { url, close } = await listen(server)
  const issuer = {
    url,
    /** The variables of a store that uses it. */
    env: {
      OIDC_ISSUER: url,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_ADMIN_ROLE: 'store-admin',
      OIDC_SALES_ROLE: 'store-sales',
      OIDC_LABEL: 'Acme ID',
    },
    person: { sub: 'nobody' } as Person,
    /** What only userinfo says about them. */
    userInfo: {} as Readonly<Record<string, unknown>>,
    faults: {} as Faults,
    /** How often its configuration was fetched. */
    discoveries: 0,
    close,
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = new URL(request.url ?? '/', url)
    const json = (body: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (address.pathname === '/.well-known/openid-configuration') issuer.discoveries += 1
    if (issuer.faults.isDown) {
      request.socket.destroy()
      return
    }
    if (address.pathname === '/.well-known/openid-configuration') return void json(describe())
    if (address.pathname === '/jwks')
      return void json({ keys: [{ ...key.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] })
    if (address.pathname === '/authorize') {
      const to = authorize(address.searchParams)
      return void response.writeHead(302, { location: to.href }).end()
    }
    if (address.pathname === '/token') {
      let body = ''
      for await (const chunk of request) body += chunk
      const tokens = exchange(new URLSearchParams(body), request.headers.authorization)
      return void (tokens ? json(tokens) : json({ error: 'invalid_grant' }, 400))
    }
    const subject = subjects.get(request.headers.authorization?.slice('Bearer '.length) ?? '')
    if (address.pathname === '/userinfo' && subject) return void json({ ...issuer.userInfo, sub: subject })
    response.writeHead(404).end()
  }

  const describe = () => ({
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    userinfo_endpoint: `${url}/userinfo`,
    jwks_uri: `${url}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
  })

  function authorize(asked: URLSearchParams): URL {
    const back = new URL(asked.get('redirect_uri') ?? '')
    back.searchParams.set('state', asked.get('state') ?? '')
    if (issuer.faults.error) {
      back.searchParams.set('error', issuer.faults.error)
      return back
    }
    const code = randomUUID()
    grants.set(code, {
      nonce: asked.get('nonce'),
      challenge: asked.get('code_challenge'),
      redirectUri: asked.get('redirect_uri'),
      person: issuer.person,
    })
    back.searchParams.set('code', code)
    return back
  }

  function exchange(asked: URLSearchParams, authorization: string | undefined) {
    const code = asked.get('code') ?? ''
    const grant = grants.get(code)
    grants.delete(code)
    const basic = `Basic ${Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64')}`
    const given = decodeURIComponent(Buffer.from(authorization?.slice(6) ?? '', 'base64').toString())
    const isClient = `Basic ${Buffer.from(given).toString('base64')}` === basic
    const challenge = createHash('sha256')
      .update(asked.get('code_verifier') ?? '')
      .digest('base64url')
    if (!grant || !isClient || grant.challenge !== challenge || grant.redirectUri !== asked.get('redirect_uri'))
      return null
    const accessToken = randomUUID()
    subjects.set(accessToken, grant.person.sub)
    return { access_token: accessToken, token_type: 'Bearer', expires_in: 60, id_token: idToken(grant) }
  }

  function idToken({ nonce, person }: Grant): string {
    const { alg, isSignedByOther, claims } = issuer.faults
    const now = Math.floor(Date.now() / 1_000)
    const times = { iat: now, exp: now + 300, auth_time: now }
    const payload = encoded({ iss: url, aud: CLIENT.id, ...times, nonce, ...person, ...claims })
    if (alg === 'none') return `${encoded({ alg: 'none' })}.${payload}.`
    const signed = `${encoded({ alg: 'RS256', kid: 'one' })}.${payload}`
    const { privateKey } = isSignedByOther ? otherKey : key
    return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`
  }

  return issuer
}

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

/** Logs in at the issuer as whoever it says, and returns. */
export const logInAtIssuer = async (browser: Client, body: Record<string, unknown> = {}): Promise<Reply> =>
  returnFromIssuer(browser, await visitIssuer(browser, body))

/** Gives all tests of a file one issuer, and one store whose members log in there; both forget their members before each. */
export async function withIssuer() {
  const issuer = await startIssuer()
  afterAll(() => issuer.close())
  const store = withStore({ env: issuer.env }, async ({ clock }) => clock.freeze())
  beforeEach(async () => {
    await store.sql`truncate identities, passkeys, sessions, login_attempts`
    Object.assign(issuer, { faults: {}, userInfo: {}, person: { ...REP_THERE } })
  })
  return { issuer, store }
}

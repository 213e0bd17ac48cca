/** Calls that every endpoint must refuse in the same way, and how to see that a refused one changed nothing. */
import { beforeAll, expect } from 'vitest'
import type { NamedEndpoint } from '#contract/all-endpoints.ts'
import { REFUSALS } from '#contract/refusals.ts'
import { anAdmin, aRep, Client, type Reply } from './builders.ts'
import { SAMPLE_PACKAGE, sampleRequest } from './sample-requests.ts'
import type { TestApp } from './test-app.ts'
import { withStore } from './with-store.ts'

/** Gives all tests of a file one store with those who may call it, each with a cart. */
export function withCallers() {
  const store = withStore()
  const callers = {} as Record<'visitor' | 'rep' | 'admin', Client>
  beforeAll(async () => {
    await store.setStock(SAMPLE_PACKAGE, 50)
    Object.assign(callers, { visitor: new Client(store), rep: await aRep(store), admin: await anAdmin(store) })
    for (const caller of Object.values(callers)) await caller.reserve(SAMPLE_PACKAGE)
  })
  /** Who passes the access check, without ending anyone's session. */
  const callerOf = ({ name }: NamedEndpoint): Client => (name === 'logOut' ? callers.visitor : callers.admin)
  return {
    store,
    callers,
    callerOf,
    /** Sends these bytes to an endpoint as someone who may call it. */
    send: (endpoint: NamedEndpoint, { payload, headers }: WrongBody): Promise<Reply> =>
      callerOf(endpoint).send(endpoint.method, sampleRequest(endpoint).url, payload, headers),
    /** Makes a valid call with these headers more. */
    callWith(endpoint: NamedEndpoint, headers: Record<string, string>): Promise<Reply> {
      const { url, body } = sampleRequest(endpoint)
      return callerOf(endpoint).call(endpoint.method, url, body ?? {}, headers)
    },
  }
}

/** Checks that a refusal is told as the contract says. */
export function expectOurForm({ body, status }: Reply): void {
  expect(body).toEqual({
    message: expect.stringMatching(/\w{3}/),
    code: expect.toSatisfy((code) => code in REFUSALS),
    requestId: expect.stringMatching(/^req_/),
    ...(body.details ? { details: expect.any(Object) } : {}),
  })
  expect(REFUSALS[body.code as keyof typeof REFUSALS].status).toBe(status)
}

/** A fingerprint of everything that a refused request must leave unchanged. */
export const everything = (store: TestApp): Promise<unknown> =>
  store.row`
    select (select md5(string_agg(p::text, ',' order by package_id)) from packages p where fips = '48453') as packages,
      (select md5(string_agg(p::text, ',' order by lead_type, tier, size)) from prices p) as prices,
      (select md5(string_agg(hold_id || state, ',' order by hold_id)) from holds h) as holds,
      (select count(*) from stock_movements) as movements, (select count(*) from cart_lines) as cart_lines,
      (select count(*) from orders) as orders, (select count(*) from payments) as payments,
      (select md5(string_agg(r::text, ',' order by payment_request_id)) from payment_requests r) as payment_requests,
      (select md5(string_agg(c::text, ',' order by customer_id)) from customers c) as customers,
      (select count(*) from users) as users, (select count(*) from sessions) as sessions`

export interface WrongBody {
  what: string
  payload: string
  headers: Record<string, string>
  status: number
}

const JSON_TYPE = 'application/json'
const AS_CONSTRUCTOR = '{"constructor":{"prototype":{"isAdmin":true}}}'

/** Bodies that no call can use. */
export const WRONG_BODIES = (
  [
    ['of malformed JSON', '{"quantity":', JSON_TYPE, 400],
    ['that is an array', '[{"quantity":1}]', JSON_TYPE, 400],
    ['of another type', 'quantity=1', 'text/plain', 415],
    ['of 10 MB', JSON.stringify({ quantity: 'x'.repeat(10_000_000) }), JSON_TYPE, 413],
    ['that is empty', '', JSON_TYPE, 400],
    ['from a form', 'quantity=1', 'application/x-www-form-urlencoded', 415],
    ['from a form with files', '--x--', 'multipart/form-data; boundary=x', 415],
    ['without a type', '{"quantity":1}', null, 415],
    ['of a strange type', '{}', 'application/json2; charset=%%', 415],
    ['with __proto__', '{"__proto__":{"isAdmin":true},"quantity":1}', JSON_TYPE, 400],
    ['with a constructor', AS_CONSTRUCTOR, JSON_TYPE, 400],
    ['nested 50,000 deep', `${'['.repeat(50_000)}${']'.repeat(50_000)}`, JSON_TYPE, 400],
    ['that is null', 'null', JSON_TYPE, 400],
    ['that is text', '"quantity"', JSON_TYPE, 400],
    ['with a zero character', '{"a":"\u0000"}', JSON_TYPE, 400],
  ] as const
).map(
  ([what, payload, type, status]): WrongBody => ({
    what,
    payload,
    headers: type === null ? {} : { 'content-type': type },
    status,
  }),
)

/** How a browser tells that a call comes from another site. */
export const FOREIGN: readonly [what: string, Record<string, string>][] = [
  ['its origin', { origin: 'https://evil.example' }],
  ['a sandboxed frame’s origin', { origin: 'null' }],
  ['an origin that only begins like ours', { origin: 'http://store.test.evil.example' }],
  ['our host on another port', { origin: 'http://store.test:8080' }],
  ['the browser’s fetch metadata', { 'sec-fetch-site': 'cross-site' }],
  ['that, though it claims our origin', { 'sec-fetch-site': 'cross-site', origin: 'http://store.test' }],
]

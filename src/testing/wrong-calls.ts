/** Calls that every endpoint must refuse in the same way, and how to see that a refused one changed nothing. */
import { expect } from 'vitest'
import type { NamedEndpoint } from '#contract/all-endpoints.ts'
import { REFUSALS } from '#contract/refusals.ts'
import { anAdmin, aRep, Client, type Reply } from './builders.ts'
import { SAMPLE_PACKAGE } from './sample-requests.ts'
import type { TestApp } from './test-app.ts'

export type Callers = Record<'visitor' | 'rep' | 'admin', Client>

/** Those who may call, each with a cart. */
export async function openCallers(store: TestApp): Promise<Callers> {
  await store.setStock(SAMPLE_PACKAGE, 50)
  const callers = { visitor: new Client(store), rep: await aRep(store), admin: await anAdmin(store) }
  for (const caller of Object.values(callers)) await caller.reserve(SAMPLE_PACKAGE)
  return callers
}

/** Returns who passes the access check, without ending anyone's session. */
export const callerOf = ({ name }: NamedEndpoint, callers: Callers): Client =>
  name === 'logOut' ? callers.visitor : callers.admin

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

const json = { 'content-type': 'application/json' }

export interface WrongBody {
  what: string
  payload: string
  headers: Record<string, string>
  status: number
}

/** Bodies that no call can use. */
export const WRONG_BODIES: readonly WrongBody[] = [
  { what: 'of malformed JSON', payload: '{"quantity":', headers: json, status: 400 },
  { what: 'that is an array', payload: '[{"quantity":1}]', headers: json, status: 400 },
  { what: 'of another type', payload: 'quantity=1', headers: { 'content-type': 'text/plain' }, status: 415 },
  { what: 'of 10 MB', payload: JSON.stringify({ quantity: 'x'.repeat(10_000_000) }), headers: json, status: 413 },
  { what: 'that is empty', payload: '', headers: json, status: 400 },
  {
    what: 'from a form',
    payload: 'quantity=1',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    status: 415,
  },
  {
    what: 'from a form with files',
    payload: '--x--',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    status: 415,
  },
  { what: 'without a type', payload: '{"quantity":1}', headers: {}, status: 415 },
  {
    what: 'of a strange type',
    payload: '{}',
    headers: { 'content-type': 'application/json2; charset=%%' },
    status: 415,
  },
  { what: 'with __proto__', payload: '{"__proto__":{"isAdmin":true},"quantity":1}', headers: json, status: 400 },
  {
    what: 'with a constructor',
    payload: '{"constructor":{"prototype":{"isAdmin":true}}}',
    headers: json,
    status: 400,
  },
  {
    what: 'nested 50,000 deep',
    payload: `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
    headers: json,
    status: 400,
  },
  { what: 'that is null', payload: 'null', headers: json, status: 400 },
  { what: 'that is text', payload: '"quantity"', headers: json, status: 400 },
  { what: 'with a zero character', payload: '{"a":"\u0000"}', headers: json, status: 400 },
]

/** How a browser tells that a call comes from another site. */
export const FOREIGN: readonly [what: string, Record<string, string>][] = [
  ['its origin', { origin: 'https://evil.example' }],
  ['a sandboxed frame’s origin', { origin: 'null' }],
  ['an origin that only begins like ours', { origin: 'http://store.test.evil.example' }],
  ['our host on another port', { origin: 'http://store.test:8080' }],
  ['the browser’s fetch metadata', { 'sec-fetch-site': 'cross-site' }],
  ['that, though it claims our origin', { 'sec-fetch-site': 'cross-site', origin: 'http://store.test' }],
]

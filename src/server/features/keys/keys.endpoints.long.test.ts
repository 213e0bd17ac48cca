/** What each endpoint of the store does with API keys of each kind and scope. */
import { beforeAll, expect, test } from 'vitest'
import { ALL_ENDPOINTS } from '#contract/all-endpoints.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { BUYER_SCOPES, type BuyerScope, type MemberScope } from '#contract/keys/key-scopes.ts'
import { anAdmin, aRep } from '#testing/builders.ts'
import { aBackedPackage, aSale } from '#testing/deliveries.ts'
import { aDesk } from '#testing/desks.ts'
import { makeDeskKey, makeOwnKey, Program } from '#testing/keys.ts'
import { sampleRequest } from '#testing/sample-requests.ts'
import { REP } from '#testing/test-app.ts'
import { withStore } from '#testing/with-store.ts'

const store = withStore()
/** All scopes of its kind, and all but one. */
let buyer: Program
let admin: Program
let rep: Program
const buyerWithout = {} as Record<BuyerScope, Program>
const adminWithout = {} as Record<MemberScope, Program>
beforeAll(async () => {
  const { email } = await aSale(store, await aBackedPackage(store))
  const desk = await aDesk(store, email)
  const program = async (made: Promise<{ secret: string }>) => new Program(store, (await made).secret)
  buyer = await program(makeDeskKey(desk))
  for (const scope of BUYER_SCOPES) {
    const others = BUYER_SCOPES.filter((one) => one !== scope)
    buyerWithout[scope] = await program(makeDeskKey(desk, others))
  }
  const administrator = await anAdmin(store)
  admin = await program(makeOwnKey(administrator))
  adminWithout.read = await program(makeOwnKey(administrator, { scopes: ['write'] }))
  adminWithout.write = await program(makeOwnKey(administrator, { scopes: ['read'] }))
  rep = await program(makeOwnKey(await aRep(store), { password: REP.password }))
})

/** The reason an endpoint refuses a key for; `in` if it is not about the key. */
async function outcome(by: Program, endpoint: Endpoint): Promise<string> {
  const { url, body } = sampleRequest(endpoint)
  const reply = await by.call(endpoint.method, url, endpoint.method === 'GET' ? undefined : (body ?? {}))
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(500)
  if (reply.status === 403) expect(reply.body.message).toMatch(/\w{3}/)
  return ['unauthenticated', 'forbidden'].includes(reply.body.code) || /^key_|^desk_closed/.test(reply.body.code)
    ? reply.body.code
    : 'in'
}

const isBuyerScope = (scope: Endpoint['key']): scope is BuyerScope => BUYER_SCOPES.some((one) => one === scope)

// A stream that lets its caller in does not end, and none accepts a key.
const ofApi = ALL_ENDPOINTS.filter(({ path }) => path.startsWith('/api/'))
const named = (found: readonly Endpoint[]) => found.map((one) => [`${one.method} ${one.path}`, one] as const)

test.each(named(ofApi.filter(({ key }) => key === undefined)))('%s accepts no key', async (_name, endpoint) => {
  expect(await outcome(buyer, endpoint)).toBe('key_not_accepted')
  expect(await outcome(admin, endpoint)).toBe('key_not_accepted')
})

test.each(named(ofApi.filter(({ key }) => key === 'any')))('%s accepts every key', async (_name, endpoint) => {
  expect(await outcome(buyer, endpoint)).toBe('in')
  expect(await outcome(admin, endpoint)).toBe('in')
})

test.each(named(ofApi.filter(({ key }) => isBuyerScope(key))))(
  '%s accepts a buyer’s key with its scope only',
  async (_name, endpoint) => {
    const scope = endpoint.key as BuyerScope
    expect(await outcome(buyerWithout[scope], endpoint)).toBe('key_scope_missing')
    expect(await outcome(admin, endpoint)).toBe('key_scope_missing')
    expect(await outcome(buyer, endpoint)).toBe('in')
  },
)

test.each(named(ofApi.filter(({ key }) => key === 'read' || key === 'write')))(
  '%s accepts a member’s key with its scope, as far as the role goes',
  async (_name, endpoint) => {
    const scope = endpoint.key as MemberScope
    expect(await outcome(buyer, endpoint)).toBe('key_scope_missing')
    expect(await outcome(adminWithout[scope], endpoint)).toBe('key_scope_missing')
    expect(await outcome(rep, endpoint)).toBe(endpoint.access === 'admin' ? 'forbidden' : 'in')
    expect(await outcome(admin, endpoint)).toBe('in')
  },
)

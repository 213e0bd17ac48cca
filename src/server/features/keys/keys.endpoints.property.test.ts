/** What endpoints of the store do with API keys of each kind and scope: all of them in the long lane, one of each kind in the fast one. */
import { beforeAll, expect, test } from 'vitest'
import { ALL_ENDPOINTS } from '#contract/all-endpoints.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { BUYER_SCOPES, type BuyerScope, type MemberScope } from '#contract/keys/key-scopes.ts'
import { anAdmin, aRep } from '#testing/builders.ts'
import { aBackedPackage, aSale } from '#testing/deliveries.ts'
import { aDesk } from '#testing/desks.ts'
import { makeDeskKey, makeOwnKey, Program } from '#testing/keys.ts'
import { isLong } from '#testing/lane.ts'
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
  const desk = await aDesk(store, (await aSale(store, await aBackedPackage(store))).email)
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

/** What a buyer's key, an administrator's and a rep's get, with all scopes of their kind. */
function expectedOf({ key, access }: Endpoint): string[] {
  if (key === undefined) return Array(3).fill('key_not_accepted')
  if (key === 'any') return ['in', 'in', 'in']
  if (isBuyerScope(key)) return ['in', 'key_scope_missing', 'key_scope_missing']
  return ['key_scope_missing', 'in', access === 'admin' ? 'forbidden' : 'in']
}

// A stream that lets its caller in does not end, and none accepts a key.
const ofApi = ALL_ENDPOINTS.filter(({ path }) => path.startsWith('/api/'))
const kinds = Map.groupBy(ofApi, ({ access, key }) => `${access} ${key}`)
const tried = isLong ? ofApi : [...kinds.values()].flatMap((all) => all.slice(0, 1))

test.each(tried.map((one) => [`${one.method} ${one.path}`, one] as const))(
  '%s accepts the keys it names with its scope, and no others',
  async (_name, endpoint) => {
    const outcomes = [await outcome(buyer, endpoint), await outcome(admin, endpoint), await outcome(rep, endpoint)]
    expect(outcomes).toEqual(expectedOf(endpoint))
    const { key } = endpoint
    if (key === undefined || key === 'any') return
    const without = isBuyerScope(key) ? buyerWithout[key] : adminWithout[key]
    expect(await outcome(without, endpoint)).toBe('key_scope_missing')
  },
)

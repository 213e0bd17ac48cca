/** Every wrong body, every wrong value of every field, and every sign of another site, at every endpoint. */
import { expect, test } from 'vitest'
import { ALL_ENDPOINTS } from '#contract/all-endpoints.ts'
import { sampleRequest } from '#testing/sample-requests.ts'
import { everything, expectOurForm, FOREIGN, WRONG_BODIES, withCallers } from '#testing/wrong-calls.ts'

const { store, callerOf, callWith, send } = withCallers()

const WITH_BODY = ALL_ENDPOINTS.filter(({ body }) => body).map((endpoint) => [endpoint.name, endpoint] as const)
/** The state after the last refusal, which the next one must find: read once after each, not before each again. */
let before: unknown

test.each(WITH_BODY)('%s refuses every body that it cannot use, and changes nothing', async (_name, endpoint) => {
  before ??= await everything(store)
  for (const wrong of WRONG_BODIES) {
    const { what, payload, status } = wrong
    const reply = await send(endpoint, wrong)

    // A body whose fields are all optional is empty if it names none that count.
    const mayBeLeftOut = endpoint.body?.safeParse(null).success && payload === 'null'
    const isAllOptional = (endpoint.name === 'recordOrder' || mayBeLeftOut) && reply.status === 404
    expect(isAllOptional || reply.status === status, `${what}: ${reply.status} ${reply.body.message}`).toBe(true)
    expectOurForm(reply)
    expect(await everything(store), what).toEqual(before)
  }
})

const VALUES: readonly [what: string, value: unknown][] = [
  ['a zero character', 'a\0b'],
  ['a lone surrogate', 'a\ud800b'],
  ['5,000 characters', 'x'.repeat(5_000)],
  ['SQL', "'; drop table holds; --"],
  ['a number', -1],
  ['a huge number', 1e308],
  ['an array', [['x']]],
  ['an object', { $gt: '' }],
  ['null', null],
  ['true', true],
]

test.each(WITH_BODY)(
  '%s accepts or refuses any value in any field, and a refusal changes nothing',
  async (_name, endpoint) => {
    const { url, body } = sampleRequest(endpoint)
    for (const path of pathsOf(body)) {
      for (const [what, value] of VALUES) {
        before ??= await everything(store)
        const reply = await callerOf(endpoint).call(endpoint.method, url, replaced(body, path, value))

        const where = `${path.join('.')} = ${what}: ${reply.status} ${JSON.stringify(reply.body)}`
        expect(reply.status, where).toBeLessThan(500)
        if (what === 'a zero character' && path[0] !== 'specialOffers') expect(reply.status, where).toBeGreaterThan(399)
        if (reply.status < 400) {
          before = undefined
          continue
        }
        expectOurForm(reply)
        expect(await everything(store), where).toEqual(before)
      }
    }
  },
)

/** Returns every place of a value in a body, as the keys that lead to it. */
function pathsOf(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [[]]
  return Object.entries(value).flatMap(([key, inner]) => [
    [key],
    ...pathsOf(inner)
      .filter((rest) => rest.length)
      .map((rest) => [key, ...rest]),
  ])
}

function replaced(body: unknown, [key = '', ...rest]: string[], value: unknown): unknown {
  if (typeof body !== 'object' || body === null) return value
  const inner = rest.length ? replaced(Reflect.get(body, key), rest, value) : value
  return Array.isArray(body) ? body.with(Number(key), inner) : { ...body, [key]: inner }
}

test.each(FOREIGN)('another site, known by %s, can change nothing', async (_what, headers) => {
  for (const endpoint of ALL_ENDPOINTS.filter(({ method }) => method !== 'GET')) {
    const reply = await callWith(endpoint, headers)

    expect([endpoint.name, reply.status, reply.body.code]).toEqual([endpoint.name, 403, 'cross_site'])
    expectOurForm(reply)
  }
})

import { afterEach, expect, test, vi } from 'vitest'
import { reservePackage } from '#contract/stock/inventory.ts'
import { ApiError, callApi, fillPath } from './call-api.ts'

afterEach(() => vi.unstubAllGlobals())

const answerWith = (status: number, body: string) => {
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => new Response(body, { status }))
  vi.stubGlobal('fetch', fetched)
  return fetched
}
const reserve = () => callApi(reservePackage, { params: { packageId: '48453-vacant-vip-20' }, body: { quantity: 1 } })

test('encodes names with spaces, apostrophes and accents in the path', () => {
  expect(fillPath('/api/packages/:state/:county', { state: 'New Mexico', county: "Prince George's/Doña Ana" })).toBe(
    "/api/packages/New%20Mexico/Prince%20George's%2FDo%C3%B1a%20Ana",
  )
})

test('a refusal throws its status and body for logs, and its code and sentence for the screen', async () => {
  const body = JSON.stringify({
    message: 'This package is temporarily unavailable.',
    code: 'out_of_stock',
    requestId: 'r',
  })
  answerWith(409, body)

  const error = await reserve().catch((thrown: unknown) => thrown)

  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    message: `409: ${body}`,
    status: 409,
    code: 'out_of_stock',
    sentence: 'This package is temporarily unavailable.',
  })
})

test.each([
  [502, '<html>Bad gateway</html>'],
  [200, 'not json'],
])('an answer of %s in another format is a readable error', async (status, body) => {
  answerWith(status, body)

  await expect(reserve()).rejects.toMatchObject({ code: 'unreadable', status })
})

test('no answer says that the store cannot be reached', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))

  await expect(reserve()).rejects.toMatchObject({ code: 'unreachable', status: 0 })
})

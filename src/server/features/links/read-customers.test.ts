import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aRep, type Client } from '#testing/builders.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const PATH = '/api/sales/customers'

let store: TestApp
let rep: Client
beforeAll(async () => {
  store = await createTestApp()
  rep = await aRep(store)
})
afterAll(() => store.close())

const anAddress = () => `c${randomUUID()}@example.com`

async function added(fields: Record<string, unknown>) {
  const reply = await rep.call('POST', PATH, { name: 'Cora Customer', email: anAddress(), ...fields })
  expect(reply.status).toBe(200)
  return reply.body
}

const idsOf = (body: { id: string }[]) => body.map(({ id }) => id)

describe('the list of customers', () => {
  test('is sorted by name across pages, each once, ignoring letter case and sorting accents in place', async () => {
    const word = `pages${randomUUID().slice(0, 8)}`
    const names = ['delta', 'Alpha', 'Éloise', 'charlie', 'Bravo', 'bravo', 'Ezra', 'zoë']
    for (const name of names) await added({ name, businessName: word })

    const seen: string[] = []
    let next: unknown = ''
    for (let pages = 0; next !== undefined && pages < 5; pages += 1) {
      const { body, headers }: Awaited<ReturnType<Client['call']>> = await rep.call(
        'GET',
        `${PATH}?search=${word}&limit=2&cursor=${next}`,
      )
      seen.push(...body.map(({ name }: { name: string }) => name.toLowerCase()))
      next = headers['x-next-cursor']
    }

    expect(seen).toEqual(['alpha', 'bravo', 'bravo', 'charlie', 'delta', 'éloise', 'ezra', 'zoë'])
  })

  test('finds customers whose name, address, business and telephone contain all words, in any letter case', async () => {
    const tag = randomUUID().slice(0, 8)
    const { id } = await added({
      name: `Zoë van${tag}`,
      email: `sales@blue-${tag}.example.com`,
      businessName: `Acme${tag}`,
      phone: '+1 907 555 0184',
    })
    const find = async (search: string) =>
      idsOf((await rep.call('GET', `${PATH}?search=${encodeURIComponent(search)}`)).body)

    for (const search of [
      `ACME${tag}`,
      `zo van${tag}`,
      `zoë acme${tag.slice(0, 4)}`,
      `sales@blue-${tag}.ex`,
      `blue ${tag} acme`,
      `van${tag} zo`,
      `cme${tag}`,
      `${tag} 555-0184`,
      `${tag} (907) 555`,
      `${tag} +19075550184`,
    ])
      expect([search, await find(search)]).toEqual([search, expect.arrayContaining([id])])
    for (const search of [`van${tag} nobody`, `${tag} 555-0185`, `oë${tag}`, '!!!', '& | :*', "' or 1=1"])
      expect([search, await find(search)]).toEqual([search, expect.not.arrayContaining([id])])
  })

  test('with a made-up cursor is refused', async () => {
    for (const cursor of ['x', 'W10', Buffer.from('["requests","a","b"]').toString('base64url')])
      expect((await rep.call('GET', `${PATH}?cursor=${cursor}`)).status).toBe(400)
  })
})

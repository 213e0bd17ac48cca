import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { CustomerId } from '#contract/values.ts'
import { inTransaction } from '#server/platform/database.ts'
import { aRep, type Client } from '#testing/builders.ts'
import { REP } from '#testing/test-app.ts'
import { withStore } from '#testing/with-store.ts'
import { ensureCustomer } from './save-customer.ts'

const PATH = '/api/sales/customers'

const store = withStore()
let rep: Client
beforeAll(async () => {
  rep = await aRep(store)
})

const anAddress = () => `c${randomUUID()}@example.com`
const aCustomer = (fields: Record<string, unknown> = {}) => ({ name: 'Cora Customer', email: anAddress(), ...fields })

async function added(client: Client, fields: Record<string, unknown> = {}) {
  const reply = await client.call('POST', PATH, aCustomer(fields))
  expect(reply.status).toBe(200)
  return reply.body
}

describe('a new customer', () => {
  test.each([
    ['a script', '<script>alert(1)</script>'],
    ['emoji', '🏡 Cora 👩‍👩‍👧'],
    ['right-to-left text', 'كورا العقارات'],
    ['Chinese', '李雷地产'],
    ['SQL', "'; drop table customers; --"],
    ['search operators', 'a & b | !(c:*)'],
  ])('can be named %s: it is kept as it is, and can be found by it', async (_what, name) => {
    const word = `mark${randomUUID().slice(0, 8)}`
    const { id } = await added(rep, { name, businessName: word })

    const found = await rep.call('GET', `${PATH}?search=${encodeURIComponent(`${name} ${word}`)}`)

    expect(found.body).toMatchObject([{ id, name }])
  })
})

const idsOf = (body: { id: string }[]) => body.map(({ id }) => id)

describe('the list of customers', () => {
  test('is sorted by name across pages, each once, ignoring letter case and sorting accents in place', async () => {
    const word = `pages${randomUUID().slice(0, 8)}`
    const names = ['delta', 'Alpha', 'Éloise', 'charlie', 'Bravo', 'bravo', 'Ezra', 'zoë']
    for (const name of names) await added(rep, { name, businessName: word })

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
    const { id } = await added(rep, {
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
})

const repId = async () =>
  (await store.testDatabase.pool.query('select user_id from users where email = $1', [REP.email])).rows[0].user_id

describe('the customer of a payment request', () => {
  const contact = (fields: object = {}) => ({
    fullName: 'Cora Customer',
    email: anAddress(),
    businessName: null,
    cellPhone: null,
    address: null,
    ...fields,
  })
  const ensured = async (told: ReturnType<typeof contact>): Promise<CustomerId> => {
    const owner = await repId()
    return inTransaction(store.ctx, (tx) => ensureCustomer(store.ctx, tx, { repId: owner, contact: told }))
  }

  test('gets missing data, and keeps what the rep wrote', async () => {
    const { id, email } = await added(rep, { name: 'Cora Corrected', phone: '555-0100', notes: 'keep' })

    await ensured(contact({ email, cellPhone: '555-9999', address: '2 Elm St', businessName: 'Cora Homes' }))

    const expected = {
      name: 'Cora Corrected',
      phone: '555-0100',
      address: '2 Elm St',
      businessName: 'Cora Homes',
      notes: 'keep',
    }
    expect((await rep.call('GET', `${PATH}/${id}`)).body).toMatchObject(expected)
  })
})

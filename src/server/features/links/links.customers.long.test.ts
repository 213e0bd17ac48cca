import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Client, repOf } from '#testing/builders.ts'
import { addCustomer, customerContact, ensuredCustomer } from '#testing/customers.ts'
import { withStore } from '#testing/with-store.ts'

const PATH = '/api/sales/customers'
const store = withStore()
const rep = repOf(store)

test.each([
  ['a script', '<script>alert(1)</script>'],
  ['emoji', '🏡 Cora 👩‍👩‍👧'],
  ['right-to-left text', 'كورا العقارات'],
  ['Chinese', '李雷地产'],
  ['SQL', "'; drop table customers; --"],
  ['search operators', 'a & b | !(c:*)'],
])('a new customer can be named %s: it is kept as it is, and can be found by it', async (_what, name) => {
  const word = `mark${randomUUID().slice(0, 8)}`
  const { id } = await addCustomer(rep, { name, businessName: word })
  const found = await rep.call('GET', `${PATH}?search=${encodeURIComponent(`${name} ${word}`)}`)
  expect(found.body).toMatchObject([{ id, name }])
})

const idsOf = (body: { id: string }[]) => body.map(({ id }) => id)

describe('the list of customers', () => {
  test('is sorted by name across pages, each once, ignoring letter case and sorting accents in place', async () => {
    const word = `pages${randomUUID().slice(0, 8)}`
    const names = ['delta', 'Alpha', 'Éloise', 'charlie', 'Bravo', 'bravo', 'Ezra', 'zoë']
    for (const name of names) await addCustomer(rep, { name, businessName: word })
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
    const { id } = await addCustomer(rep, {
      name: `Zoë van${tag}`,
      email: `sales@blue-${tag}.example.com`,
      businessName: `Acme${tag}`,
      phone: '+1 907 555 0184',
    })
    const find = async (search: string) =>
      idsOf((await rep.call('GET', `${PATH}?search=${encodeURIComponent(search)}`)).body)

    for (const search of [
      ...[`ACME${tag}`, `zo van${tag}`, `zoë acme${tag.slice(0, 4)}`, `sales@blue-${tag}.ex`, `blue ${tag} acme`],
      ...[`van${tag} zo`, `cme${tag}`, `${tag} 555-0184`, `${tag} (907) 555`, `${tag} +19075550184`],
    ])
      expect([search, await find(search)]).toEqual([search, expect.arrayContaining([id])])
    for (const search of [`van${tag} nobody`, `${tag} 555-0185`, `oë${tag}`, '!!!', '& | :*', "' or 1=1"])
      expect([search, await find(search)]).toEqual([search, expect.not.arrayContaining([id])])
  })
})

test('the customer of a payment request gets missing data, and keeps what the rep wrote', async () => {
  const { id, email } = await addCustomer(rep, { name: 'Cora Corrected', phone: '555-0100', notes: 'keep' })

  await ensuredCustomer(
    store,
    customerContact({ email, cellPhone: '555-9999', address: '2 Elm St', businessName: 'Cora Homes' }),
  )
  const expected = {
    name: 'Cora Corrected',
    phone: '555-0100',
    address: '2 Elm St',
    businessName: 'Cora Homes',
    notes: 'keep',
  }
  expect((await rep.call('GET', `${PATH}/${id}`)).body).toMatchObject(expected)
})

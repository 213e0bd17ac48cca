/** Searches for the leads of a property by its address, however it is written. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAdmin, type Client } from '#testing/builders.ts'
import { addLeads } from '#testing/leads.ts'
import { giveAddresses } from '#testing/opt-outs.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

let store: TestApp
let admin: Client
beforeAll(async () => {
  store = await createTestApp()
  const numbers = Array.from({ length: 20 }, (_, index) => index + 1)
  const leads = numbers.map((property) => ({ property, ageDays: 0 }))
  await addLeads(store, '48453-vacant-vip-20', leads)
  await giveAddresses(store, numbers)
  admin = await anAdmin(store)
})
afterAll(() => store.close())

/** What no one may see without a recorded look. */
const OWNER = /olive|5550100|oak street|78701/i

const search = (body: object) => admin.call('POST', '/api/admin/leads/search', body)

test('finds a property however its address is written, with its leads and whether it is opted out', async () => {
  const { body } = await search({ street: ' 7 OAK ST ', zip: '78701-0001' })

  expect(body).toMatchObject({ isLeftAlone: false, leads: [{ county: 'Travis', leadState: expect.any(String) }] })
  expect(body.leads).toHaveLength(1)
  expect(JSON.stringify(body)).not.toMatch(OWNER)
})

test.each(['7 Oak Street, Austin, TX 78701', '7 Oak St, Austin', '7 Oak Street TX'])(
  'finds a property if the whole address was pasted: %s',
  async (street) => {
    const { body } = await search({ street, zip: '78701' })

    expect(body.leads).toHaveLength(1)
  },
)

test('does not find other units of a house than the one named', async () => {
  const { body } = await search({ street: '7 Oak Street, Apt 4', zip: '78701' })

  expect(body).toEqual({ leads: [], isLeftAlone: false })
})

test.each([
  [{ street: 'Oak Street', zip: '78701' }, 'address_unreadable'],
  [{ street: '12 Oak Street', zip: '787' }, 'bad_request'],
  [{ reference: 'LY-22222222' }, 'order_not_found'],
  [{ reference: `'; drop table leads; --` }, 'order_not_found'],
  [{ reference: '' }, 'bad_request'],
  [{}, 'bad_request'],
])('refuses to search for %j: %s', async (body, code) => {
  expect((await search(body)).body.code).toBe(code)
})

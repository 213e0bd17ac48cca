import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CustomerId } from '#contract/values.ts'
import { minutes } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/database.ts'
import { aRep, type Client } from '#testing/builders.ts'
import { createTestApp, REP, type TestApp } from '#testing/test-app.ts'
import { ensureCustomer } from './save-customer.ts'

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

  test('is created by the first request, and found by the next with the same address in any letter case', async () => {
    const told = contact({ cellPhone: '555-0100' })

    const made = await ensured(told)
    store.clock.advance(minutes(1))
    const found = await ensured({ ...told, email: told.email.toUpperCase() })

    expect(found).toBe(made)
    expect((await rep.call('GET', `${PATH}/${made}`)).body).toMatchObject({ email: told.email, phone: '555-0100' })
  })

  test('gets missing data, and keeps what the rep wrote', async () => {
    const { id, email } = await added({ name: 'Cora Corrected', phone: '555-0100', notes: 'keep' })

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

  test('is created once when ten requests to a new address are sent at once', async () => {
    const told = contact()

    const ids = await Promise.all(Array.from({ length: 10 }, () => ensured(told)))

    expect(new Set(ids).size).toBe(1)
  })
})

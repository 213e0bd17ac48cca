/** A rep's customers, as tests add them. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { CustomerId } from '#contract/values.ts'
import { ensureCustomer } from '#server/features/links/save-customer.ts'
import type { Contact } from '#server/features/orders/contact.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import type { Client, Reply } from './builders.ts'
import { REP, type TestApp } from './test-app.ts'

export const anAddress = () => `c${randomUUID()}@example.com`

export const aCustomer = (fields: Record<string, unknown> = {}) => ({
  name: 'Cora Customer',
  email: anAddress(),
  ...fields,
})

export async function addCustomer(by: Client, fields: Record<string, unknown> = {}): Promise<Reply['body']> {
  const reply = await by.call('POST', '/api/sales/customers', aCustomer(fields))
  expect(reply.status).toBe(200)
  return reply.body
}

/** The contact that a payment request names. */
export const customerContact = (fields: Partial<Contact> = {}): Contact => ({
  fullName: 'Cora Customer',
  email: anAddress(),
  businessName: null,
  cellPhone: null,
  address: null,
  ...fields,
})

/** Does what sending a request does for its customer. */
export async function ensuredCustomer(store: TestApp, contact: Contact): Promise<CustomerId> {
  const rows = await store.sql`select user_id from users where email = ${REP.email}`
  return inTransaction(store.ctx, (tx) => ensureCustomer(store.ctx, tx, { repId: rows[0].user_id, contact }))
}

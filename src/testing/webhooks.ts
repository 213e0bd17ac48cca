/** What tests do with a buyer's webhooks. */
import { expect } from 'vitest'
import { STORE_EVENT_TYPES } from '#contract/webhooks/webhooks.ts'
import type { Client, Reply } from './builders.ts'
import { aSale } from './deliveries.ts'
import { aDesk } from './desks.ts'
import type { TestApp } from './test-app.ts'

export const ALL_EVENT_TYPES = ['delivery.ready', 'lead.delivered', 'claim.answered', 'order.refunded']

export type Hooked = Awaited<ReturnType<typeof aBuyerWithWebhook>>

export const addWebhook = (desk: Client, url: string, eventTypes = ALL_EVENT_TYPES): Promise<Reply> =>
  desk.call('POST', '/api/desk/webhooks', { url, eventTypes })

/** A buyer with an order of a package, an open desk and a webhook. */
export async function aBuyerWithWebhook(
  store: TestApp,
  webhook: { packageId: string; url: string; eventTypes?: string[] },
) {
  const { buyer, email } = await aSale(store, webhook.packageId)
  const desk = await aDesk(store, email)
  const { status, body } = await addWebhook(desk, webhook.url, webhook.eventTypes)
  expect(status).toBe(200)
  return { buyer, email, desk, id: body.webhook.id as string, secret: body.secret as string }
}

export const readEvents = async ({ desk, id }: Hooked) =>
  (await desk.call('GET', `/api/desk/webhooks/${id}/events`)).body.events

export const listWebhooks = async (desk: Client) => (await desk.call('GET', '/api/desk/webhooks')).body.webhooks

export const sendTest = ({ desk, id }: Hooked) => desk.call('POST', `/api/desk/webhooks/${id}/test`)

export const replay = ({ desk, id }: Hooked, what: object) => desk.call('POST', `/api/desk/webhooks/${id}/replay`, what)

export const updateWebhook = ({ desk, id }: Hooked, change: object) =>
  desk.call('PATCH', `/api/desk/webhooks/${id}`, change)

export type StoreHook = Awaited<ReturnType<typeof aStoreWebhook>>

/** Adds a webhook of the store as an administrator. */
export async function aStoreWebhook(admin: Client, url: string, eventTypes: readonly string[] = STORE_EVENT_TYPES) {
  const { status, body } = await admin.call('POST', '/api/admin/webhooks', { url, eventTypes })
  expect(status).toBe(200)
  const id: string = body.webhook.id
  /** Calls one of its endpoints, such as `POST` `/test`. */
  const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', rest = '', data?: object) =>
    admin.call(method, `/api/admin/webhooks/${id}${rest}`, data)
  return { admin, id, secret: body.secret as string, call }
}

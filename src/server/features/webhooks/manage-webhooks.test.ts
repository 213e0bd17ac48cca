/** Who manages the store's own webhooks. */
import { beforeEach, expect, test } from 'vitest'
import { aBuyer, anAdmin, aRep, type Client } from '#testing/builders.ts'
import { aBuyerWithWebhook, aStoreWebhook, type StoreHook } from '#testing/webhooks.ts'
import { withStore } from '#testing/with-store.ts'

const VIP = '48453-vacant-vip-20'
const URL_OF_HOOK = 'http://127.0.0.1:9/hook'
let admin: Client
let hook: StoreHook
const store = withStore({ env: { WEBHOOKS_TO_LOOPBACK: '1' } }, (opened) => opened.setStock(VIP, 900))
beforeEach(async () => {
  admin = await anAdmin(store)
  await hook?.call('DELETE')
  hook = await aStoreWebhook(admin, URL_OF_HOOK)
})

test('webhooks of the store are for administrators only', async () => {
  for (const [caller, status] of [
    [await aRep(store), 403],
    [aBuyer(store), 401],
  ] as const) {
    for (const reply of [
      await caller.call('GET', '/api/admin/webhooks'),
      await caller.call('POST', '/api/admin/webhooks', { url: URL_OF_HOOK, eventTypes: ['order.paid'] }),
      await caller.call('PATCH', `/api/admin/webhooks/${hook.id}`, { eventTypes: ['order.paid'], isOn: false }),
      await caller.call('DELETE', `/api/admin/webhooks/${hook.id}`),
      await caller.call('POST', `/api/admin/webhooks/${hook.id}/secret`),
      await caller.call('POST', `/api/admin/webhooks/${hook.id}/test`),
      await caller.call('GET', `/api/admin/webhooks/${hook.id}/events`),
      await caller.call('POST', `/api/admin/webhooks/${hook.id}/replay`, { eventId: `evt_${'0'.repeat(22)}` }),
    ])
      expect(reply.status).toBe(status)
  }
  expect((await admin.call('GET', '/api/admin/webhooks')).body.webhooks).toMatchObject([
    { id: hook.id, offReason: null },
  ])
})

test('administrators and the desk do not know each other’s webhooks', async () => {
  const buyers = await aBuyerWithWebhook(store, { packageId: VIP, url: `${URL_OF_HOOK}/buyer` })
  const theirs = await admin.call('POST', `/api/admin/webhooks/${buyers.id}/test`)
  const ours = await buyers.desk.call('POST', `/api/desk/webhooks/${hook.id}/test`)
  for (const reply of [theirs, ours]) expect(reply.body.code).toBe('webhook_unknown')
  const atDesk = { url: `${URL_OF_HOOK}/more`, eventTypes: ['order.paid'] }
  expect((await buyers.desk.call('POST', '/api/desk/webhooks', atDesk)).status).toBe(400)
  const atStore = { url: `${URL_OF_HOOK}/more`, eventTypes: ['lead.delivered'] }
  expect((await admin.call('POST', '/api/admin/webhooks', atStore)).status).toBe(400)
})

test('what an administrator changes is in the audit log, without the secret part of an address', async () => {
  await hook.call('PATCH', '', { eventTypes: ['order.paid'], isOn: false })
  await hook.call('POST', '/secret')

  const { body } = await admin.call('GET', '/api/admin/audit?limit=20')
  const own = body.filter(({ action }: { action: string }) => action.startsWith('webhook_')).slice(0, 3)
  const change = { before: { on: true }, after: { events: 'order.paid', on: false } }
  expect(own).toMatchObject([
    { action: 'webhook_secret_replaced' },
    { action: 'webhook_changed', subject: new URL(URL_OF_HOOK).host, ...change },
    { action: 'webhook_added' },
  ])
  expect(JSON.stringify(own)).not.toContain('/hook')
})

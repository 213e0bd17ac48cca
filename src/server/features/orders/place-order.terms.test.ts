import { beforeEach, expect, test } from 'vitest'
import type { SettingName } from '#contract/admin/settings.ts'
import { aBuyer, adminOf } from '#testing/builders.ts'
import { anotherRep, openLink, payLink, sendLink } from '#testing/payment-links.ts'
import { withStore } from '#testing/with-store.ts'

const VIP = '48453-vacant-vip-20'

const store = withStore({}, (store) => store.setStock(VIP, 900))
const admin = adminOf(store)
beforeEach(async () => {
  await set('termsVersion', '1')
  await set('termsUrl', 'https://example.com/terms')
})

async function set(name: SettingName, after: string): Promise<void> {
  const { body } = await admin.call('GET', '/api/admin/settings')
  const before = body.find((setting: { name: string }) => setting.name === name).value
  if (before === after) return
  const { status } = await admin.call('PUT', '/api/admin/settings', { changes: [{ name, before, after }] })
  expect(status).toBe(200)
}

test('an order keeps the terms in force when it was last opened for payment, whatever comes later', async () => {
  const buyer = aBuyer(store)
  await buyer.reserve(VIP)
  await buyer.openPayment()
  await set('termsVersion', '2026-12')
  const { body: order } = await buyer.buy()
  await set('termsVersion', '3')

  expect(order.termsVersion).toBe('2026-12')
  expect((await aBuyer(store).call('GET', `/api/orders/${order.token}`)).body.termsVersion).toBe('2026-12')
})

test('a link is bought under the terms that its customer saw, not those of the day it was sent', async () => {
  const request = await sendLink(await anotherRep(store), [VIP])
  await set('termsVersion', '2')
  const { reply } = await payLink(store, request)
  await set('termsVersion', '3')

  expect(reply.body).toMatchObject({ status: 'paid', termsVersion: '2' })
  expect((await openLink(aBuyer(store), request)).status).toBe(409)
  const { body } = await aBuyer(store).call('GET', `/api/payment-request/${request.token}`)
  expect(body.termsVersion).toBe('2')
})

test('a store without terms names none', async () => {
  await set('termsUrl', '')
  expect((await aBuyer(store).buy(VIP)).body.termsVersion).toBeNull()
})

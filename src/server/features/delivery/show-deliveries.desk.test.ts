/** Whether the files of an order that was paid through a payment link show on its status page. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBuyer, aRep, Client } from '#testing/builders.ts'
import { aBackedPackage, openDelivery } from '#testing/deliveries.ts'
import { aDesk } from '#testing/desks.ts'
import { payLink, sendLink } from '#testing/payment-links.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

let store: TestApp
beforeAll(async () => {
  store = await createTestApp()
})
afterAll(() => store.close())

test('only where the desk of its address is open do they show', async () => {
  const packageId = await aBackedPackage(store)
  const contactInfo = { fullName: 'Lia Link', email: 'Lia@Example.com' }
  const rep = await aRep(store)
  const request = await sendLink(rep, [packageId], { contactInfo })
  await payLink(store, request)
  const other = aBuyer(store)
  await other.buy(await aBackedPackage(store))
  await store.runJobs()
  const lia = await aDesk(store, 'lia@example.com')
  const [{ order }] = (await lia.call('GET', '/api/desk/orders')).body
  const tokenFor = async (browser: Client): Promise<string | null> =>
    (await browser.call('GET', `/api/order-deliveries/${order.token}`)).body[0].deliveryToken

  expect(await tokenFor(new Client(store))).toBeNull()
  expect(await tokenFor(rep)).toBeNull()
  expect(await tokenFor(await aDesk(store, other.contactInfo.email))).toBeNull()
  const token = await tokenFor(lia)

  const opened = await openDelivery(store, token ?? '')
  expect(opened.body.packages[0].files.map(({ format }: { format: string }) => format).sort()).toEqual(['csv', 'xlsx'])
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withBrowser } from './support/browser.ts'
import {
  addToCart,
  CARDS,
  chooseTravis,
  fillCard,
  goToCheckout,
  payButton,
  seeReceipt,
  VIP_JUNIOR,
} from './support/shopping.ts'
import { type Store, startStore } from './support/store.ts'

/** The browser's own line about the refusal to charge another amount than the one on screen. */
const REFUSED = /status of 409/
const VIP_JUNIOR_PRICE = { leadType: 'vacant', tier: 'vip', size: 20 }

const { openPage } = withBrowser()
let store: Store

beforeAll(async () => {
  store = await startStore()
})
afterAll(() => store.stop())
beforeEach(async () => {
  await store.setStock(VIP_JUNIOR.id, 5)
  await store.setPrice({ ...VIP_JUNIOR_PRICE, basePrice: 299 })
})

test('a price that changed after the buyer saw it must be agreed to before anything is charged', async () => {
  const page = await openPage(store, { expects: [REFUSED] })
  await chooseTravis(page)
  await addToCart(page, VIP_JUNIOR.name)
  await goToCheckout(page, 'changed@example.com')
  await fillCard(page, CARDS.good)
  await store.setPrice({ ...VIP_JUNIOR_PRICE, basePrice: 319.5 })

  await page.getByRole('button', { name: 'Pay $299.00' }).click()
  await page.getByText('The total is now $319.50').waitFor()
  expect(await store.mailbox('changed@example.com')).toEqual([])
  await page.getByRole('button', { name: 'Continue with $319.50' }).click()
  await fillCard(page, CARDS.good)
  await page.getByRole('button', { name: 'Pay $319.50' }).click()

  await seeReceipt(page)
  await page.getByText('$319.50').first().waitFor()
})

test('an order that costs nothing needs no card', async () => {
  const page = await openPage(store)
  await store.setPrice({ ...VIP_JUNIOR_PRICE, basePrice: 0 })
  await chooseTravis(page)
  await addToCart(page, VIP_JUNIOR.name)
  await goToCheckout(page, 'free@example.com')

  await page.getByRole('button', { name: 'Place order, $0.00' }).click()

  await seeReceipt(page)
  await expect.poll(() => store.mailbox('free@example.com'), { timeout: 15_000 }).toHaveLength(1)
})

test('if recording a paid order fails, the buyer is told, and the order is confirmed as soon as possible', async () => {
  const page = await openPage(store, { expects: [/ERR_FAILED/] })
  await chooseTravis(page)
  await addToCart(page, VIP_JUNIOR.name)
  await goToCheckout(page, 'unrecorded@example.com')
  await fillCard(page, CARDS.good)
  let isBroken = true
  await page.route('**/api/orders', (route) => (isBroken ? route.abort() : route.continue()))

  await payButton(page).click()
  await page
    .getByRole('alert')
    .filter({ hasText: 'Payment succeeded but order processing failed. Please contact support.' })
    .filter({ hasText: 'Your payment is safe, so please do not pay again.' })
    .first()
    .waitFor()
  isBroken = false

  await seeReceipt(page)
})

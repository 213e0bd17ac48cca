import { beforeEach, expect, test } from 'vitest'
import { withBrowser } from './support/browser.ts'
import { goOnToPanel, goToContact, goToPanel, openCart, pressIn, seeSuccess } from './support/cart-purchase.ts'
import { cutNext } from './support/cut-connection.ts'
import { addToCart, cartDialog, chooseTravis, deliverBy, fillCard, payButton, VIP_JUNIOR } from './support/shopping.ts'
import { see } from './support/steps.ts'
import { withSharedStore } from './support/store.ts'

const EXPECTED = [
  /ERR_CONNECTION_RESET/,
  /ERR_INTERNET_DISCONNECTED/,
  /Failed to fetch/,
  /status of (409|503)/,
  /release failed/,
]
const STOCK = 9
const { openPage } = withBrowser({ isReused: false })
const store = withSharedStore()

beforeEach(() => store.setStock(VIP_JUNIOR.id, STOCK))

const CONFIRM = '**/payment_intents/*/confirm'
const stock = () => store.stockOf()

async function expectBoughtOnce(email: string): Promise<void> {
  await expect.poll(() => store.mailbox(email), { timeout: 15_000 }).toHaveLength(1)
  expect(await stock()).toBe(STOCK - 1)
}

test('a hold whose reply was lost is found in the cart with its delivery method, and counts as added', async () => {
  const page = await openPage(store, { expects: EXPECTED })
  await chooseTravis(page)
  await deliverBy(page, 'SMS')
  await cutNext(page, '**/api/packages/*/reserve', { isHeard: true })

  await addToCart(page)
  await openCart(page)
  await cartDialog(page).getByText('Travis County, Texas · SMS Text').waitFor()
  await page.getByRole('heading', { name: 'Your cart (1 item)' }).waitFor()
  expect(await stock()).toBe(STOCK - 1)
})

test('a payment whose reply was lost is looked up without a press, and ends as paid, once', async () => {
  const page = await openPage(store, { expects: EXPECTED })
  await goToPanel(page, 'answer@example.com')
  await fillCard(page)
  await cutNext(page, CONFIRM, { isHeard: true })

  await payButton(page).click()

  await seeSuccess(page)
  expect(await page.getByText('Payment Failed').count()).toBe(0)
  await expectBoughtOnce('answer@example.com')
})

test('a payment that never reached the provider is paid once by pressing Pay again', async () => {
  const page = await openPage(store, { expects: EXPECTED })
  await goToPanel(page, 'pressed-again@example.com')
  await fillCard(page)
  await cutNext(page, CONFIRM, { isHeard: false })

  await payButton(page).click()
  const alert = cartDialog(page).getByRole('alert')
  await see(alert, 'Press Pay again: it is the same payment, and you are never charged twice.')
  await payButton(page).click()

  await seeSuccess(page)
  await expectBoughtOnce('pressed-again@example.com')
})

test('a package removed without a connection stays away, also after a reload, and is released when the store is back', async () => {
  const page = await openPage(store, { expects: EXPECTED })
  await chooseTravis(page)
  await addToCart(page)
  await openCart(page)
  // The dialog loads its parts when it opens; these journeys are about a cart that is on screen.
  await cartDialog(page).getByRole('button', { name: 'Remove VIP Junior Package' }).waitFor()
  await page.context().setOffline(true)
  await pressIn(page, 'Remove VIP Junior Package')
  await see(page, 'Item removed, but inventory may not be updated.')
  await cartDialog(page).getByText('Your cart is empty').waitFor()
  await page.route('**/release', (route) => route.fulfill({ status: 503, json: { message: 'down' } }))
  const read = page.waitForResponse('**/api/cart')
  await page.context().setOffline(false)
  await read
  await page.reload()
  await cartDialog(page).getByText('Your cart is empty').waitFor()
  expect(await page.evaluate(() => localStorage.getItem('cart-items'))).toBe('[]')
  expect(await stock()).toBe(STOCK - 1)

  await page.unroute('**/release')
  await page.reload()
  await expect.poll(stock).toBe(STOCK)
  await cartDialog(page).getByText('Your cart is empty').waitFor()
})

test('on a slow connection repeated clicks on Pay show that it is being paid and charge once', async () => {
  const page = await openPage(store)
  await goToContact(page)
  // A phone at the edge of its network.
  const session = await page.context().newCDPSession(page)
  const slow = { latency: 400, downloadThroughput: 50_000, uploadThroughput: 25_000 }
  await session.send('Network.emulateNetworkConditions', { offline: false, ...slow })
  await goOnToPanel(page, 'slow@example.com')
  await cartDialog(page).getByText('Setting up secure payment').first().waitFor({ state: 'attached' })
  await fillCard(page)

  await payButton(page).click({ trial: true })
  await payButton(page).evaluate((element) => {
    for (let click = 1; click <= 3; click += 1) (element as HTMLElement).click()
  })
  await cartDialog(page).getByText('Paying…').waitFor()
  await seeSuccess(page)

  await expectBoughtOnce('slow@example.com')
})

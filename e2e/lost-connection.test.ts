import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withBrowser } from './support/browser.ts'
import { goToPanel, openCart, pressIn, seeSuccess } from './support/cart-purchase.ts'
import { cutNext } from './support/cut-connection.ts'
import {
  addToCart,
  CARDS,
  cartDialog,
  chooseTravis,
  fillCard,
  PREMIER_INVESTOR,
  packageRow,
  payButton,
  TRAVIS,
  VIP_JUNIOR,
} from './support/shopping.ts'
import { type Store, startStore } from './support/store.ts'

/** The browser's own lines about calls that were cut or made without a connection. */
const EXPECTED = [
  /ERR_CONNECTION_RESET/,
  /ERR_INTERNET_DISCONNECTED/,
  /Failed to fetch/,
  /status of (409|503)/,
  /release failed/,
]
const STOCK = 9

const { openPage } = withBrowser({ isReused: false })
let store: Store

beforeAll(async () => {
  store = await startStore()
})
afterAll(() => store.stop())
beforeEach(() => store.setStock(VIP_JUNIOR.id, STOCK))

const NO_FUNDS = '4000 0000 0000 9995'
const RESERVE = '**/api/packages/*/reserve'
const CONFIRM = '**/payment_intents/*/confirm'
const stock = () => store.stockOf(TRAVIS, VIP_JUNIOR.id)
const button = (page: Page, name: string) => packageRow(page, VIP_JUNIOR.name).getByRole('button', { name })
const see = (page: Page, sentence: string) => page.getByText(sentence).first().waitFor()

/** One order: one mail, one unit gone. */
async function expectBoughtOnce(email: string): Promise<void> {
  await expect.poll(() => store.mailbox(email), { timeout: 15_000 }).toHaveLength(1)
  expect(await stock()).toBe(STOCK - 1)
}

test('a hold whose reply was lost is found in the cart with its delivery method, and counts as added', async () => {
  const page = await openPage(store, { expects: EXPECTED })
  await chooseTravis(page)
  await packageRow(page, VIP_JUNIOR.name).getByRole('radio', { name: 'SMS' }).check()
  await cutNext(page, RESERVE, { isHeard: true })

  await button(page, 'Add to Cart').click()
  await button(page, 'Added!').waitFor()

  await openCart(page)
  await cartDialog(page).getByText('Texas, Travis · SMS Text').waitFor()
  await page.getByRole('heading', { name: 'Your cart (1 item)' }).waitFor()
  expect(await stock()).toBe(STOCK - 1)
})

test('a hold that never reached the store says that nothing was added, and the next press adds one', async () => {
  const page = await openPage(store, { expects: EXPECTED })
  await chooseTravis(page)
  await cutNext(page, RESERVE, { isHeard: false })

  await button(page, 'Add to Cart').click()
  await see(page, 'The connection dropped, so the package was not added. Please add it again.')
  expect(await stock()).toBe(STOCK)
  await button(page, 'Add to Cart').click()
  await button(page, 'Added!').waitFor()

  expect(await stock()).toBe(STOCK - 1)
})

test.each([
  ['the screen follows the store', false],
  ['the same press does not hold it twice', true],
])('after a connection is lost while adding and comes back, %s', async (_name, isPressedAgain) => {
  const page = await openPage(store, { expects: EXPECTED })
  await chooseTravis(page)
  await cutNext(page, RESERVE, { isHeard: true, isOffline: true })

  await button(page, 'Add to Cart').click()
  await see(page, 'so we can’t tell yet whether the package is reserved for you')
  await see(page, 'You are offline.')
  await page.context().setOffline(false)
  if (isPressedAgain) await button(page, 'Add to Cart').click()

  await see(page, 'VIP package with 20 leads added to cart.')
  await page.getByRole('button', { name: 'Cart (1)' }).waitFor()
  expect(await stock()).toBe(STOCK - 1)
})

test('a new card whose reply was lost does not show why an earlier card was declined', async () => {
  const page = await openPage(store, { expects: [...EXPECTED, /status of 402/] })
  await goToPanel(page, 'other-card@example.com')
  await fillCard(page, NO_FUNDS)
  await payButton(page).click()
  const alert = cartDialog(page).getByRole('alert')
  await alert.filter({ hasText: 'insufficient funds' }).first().waitFor()
  await fillCard(page, CARDS.good)
  await cutNext(page, CONFIRM, { isHeard: false })

  await payButton(page).click()
  await alert.filter({ hasText: 'we can’t tell yet whether your card was charged' }).first().waitFor()
  expect(await page.getByText('insufficient funds').count()).toBe(0)
  await payButton(page).click()

  await seeSuccess(page)
  await expectBoughtOnce('other-card@example.com')
})

test('a new card whose decline was lost shows its own reason', async () => {
  const page = await openPage(store, { expects: [...EXPECTED, /status of 402/] })
  await goToPanel(page, 'own-reason@example.com')
  await fillCard(page, CARDS.declined)
  await payButton(page).click()
  const alert = cartDialog(page).getByRole('alert')
  await alert.first().waitFor()
  await fillCard(page, NO_FUNDS)
  await cutNext(page, CONFIRM, { isHeard: true })

  await payButton(page).click()

  await alert.filter({ hasText: 'insufficient funds' }).first().waitFor()
})

test('a payment whose reply was lost is looked up without a press, and ends as paid, once', async () => {
  const page = await openPage(store, { expects: EXPECTED })
  await goToPanel(page, 'answer@example.com')
  await fillCard(page, CARDS.good)
  await cutNext(page, CONFIRM, { isHeard: true })

  await payButton(page).click()

  await seeSuccess(page)
  expect(await page.getByText('Payment Failed').count()).toBe(0)
  await expectBoughtOnce('answer@example.com')
})

test('a connection lost while paying leaves the result open, and the page shows it once it is back', async () => {
  const page = await openPage(store, { expects: EXPECTED })
  await goToPanel(page, 'tunnel@example.com')
  await fillCard(page, CARDS.good)
  await cutNext(page, CONFIRM, { isHeard: true, isOffline: true })

  await payButton(page).click()
  const notice = cartDialog(page)
    .getByRole('alert')
    .filter({ hasText: 'we can’t tell yet whether your card was charged' })
  await notice.first().waitFor()
  await cartDialog(page).getByText('You can pay when your connection is back.').waitFor()
  expect(await payButton(page).isDisabled()).toBe(true)
  expect(await page.getByText('nothing was charged').count()).toBe(0)
  await page.context().setOffline(false)

  await seeSuccess(page)
  await expectBoughtOnce('tunnel@example.com')
})

test('a payment that never reached the provider is paid once by pressing Pay again', async () => {
  const page = await openPage(store, { expects: EXPECTED })
  await goToPanel(page, 'again@example.com')
  await fillCard(page, CARDS.good)
  await cutNext(page, CONFIRM, { isHeard: false })

  await payButton(page).click()
  await cartDialog(page)
    .getByRole('alert')
    .filter({ hasText: 'Press Pay again: it is the same payment, and you are never charged twice.' })
    .first()
    .waitFor()
  await payButton(page).click()

  await seeSuccess(page)
  await expectBoughtOnce('again@example.com')
})

test.each([
  ['opening it', '**/api/create-payment-intent'],
  ['recording it', '**/api/orders'],
])('a lost reply from the store while %s does no harm: the payment ends as one order', async (_name, url) => {
  const email = `lost-${url.length}@example.com`
  const page = await openPage(store, { expects: EXPECTED })
  await goToPanel(page, email)
  await fillCard(page, CARDS.good)
  await cutNext(page, url, { isHeard: true })

  await payButton(page).click()
  if (url.endsWith('intent')) {
    await cartDialog(page).getByText('We can’t reach the store right now, so you were not charged.').first().waitFor()
    await payButton(page).click()
  }

  await seeSuccess(page)
  await expectBoughtOnce(email)
})

/** The cart with one package in it, without a connection. */
async function openCartOffline(): Promise<Page> {
  const page = await openPage(store, { expects: EXPECTED })
  await chooseTravis(page)
  await button(page, 'Add to Cart').click()
  await button(page, 'Added!').waitFor()
  await openCart(page)
  // The dialog loads its parts when it opens; these journeys are about a cart that is on screen.
  await cartDialog(page).getByRole('button', { name: 'Remove VIP Junior Package' }).waitFor()
  await page.context().setOffline(true)
  return page
}

test('a package removed without a connection stays away, also after a reload, and is released when the store is back', async () => {
  const page = await openCartOffline()

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

test('clearing a cart while one release fails removes everything', async () => {
  await store.setStock(PREMIER_INVESTOR.id, STOCK)
  const page = await openPage(store, { expects: EXPECTED })
  await chooseTravis(page)
  await addToCart(page, VIP_JUNIOR.name)
  await addToCart(page, PREMIER_INVESTOR.name)
  await openCart(page)
  await page.route(`**/${VIP_JUNIOR.id}/release`, (route) => route.fulfill({ status: 503, json: { message: 'down' } }))

  await pressIn(page, 'Clear Cart')

  await cartDialog(page).getByText('Your cart is empty').waitFor()
  await see(page, 'Items removed, but inventory may not be updated.')
  expect(await store.stockOf(TRAVIS, PREMIER_INVESTOR.id)).toBe(STOCK)
  await page.unroute(`**/${VIP_JUNIOR.id}/release`)
  await page.reload()
  await expect.poll(stock).toBe(STOCK)
})

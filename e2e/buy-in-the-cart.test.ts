import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withBrowser } from './support/browser.ts'
import { goToPanel, openCart, pressIn, seePanel, seeSuccess } from './support/cart-purchase.ts'
import {
  addToCart,
  CARDS,
  cartDialog,
  chooseTravis,
  fillCard,
  payButton,
  TRAVIS,
  VIP_JUNIOR,
} from './support/shopping.ts'
import { type Store, startStore } from './support/store.ts'

/** The browser's own lines about a declined payment, a refused amount and a lost connection. */
const DECLINED = /status of 402/
const REFUSED = /status of 409/
const OFFLINE = /ERR_INTERNET_DISCONNECTED/
const STOCK = 9
const PRICE = { leadType: 'vacant', tier: 'vip', size: 20 }

const PHONE = { width: 375, height: 740 }
const DESKTOP = { width: 1440, height: 900 }

const { openPage } = withBrowser()
let store: Store

beforeAll(async () => {
  store = await startStore()
})
afterAll(() => store.stop())
beforeEach(async () => {
  await store.setStock(VIP_JUNIOR.id, STOCK)
  await store.setPrice({ ...PRICE, basePrice: 299 })
})

test.each([
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
])('on %s a package can be bought without leaving the page', async (_name, viewport) => {
  const page = await openPage(store, { viewport })
  const email = `inline-${viewport.width}@example.com`
  const opening = page.waitForRequest('**/api/create-payment-intent')
  await goToPanel(page, email)
  expect((await opening).postDataJSON().paymentType).toBe('order')
  await fillCard(page, CARDS.good)

  await pressIn(page, 'Pay $299.00')
  await seeSuccess(page)

  await cartDialog(page).getByText('Credit Card', { exact: true }).waitFor()
  await cartDialog(page)
    .getByText(/^pi_\w+$/)
    .waitFor()
  await cartDialog(page)
    .getByText(/^You will receive an email confirmation shortly/)
    .waitFor()
  await expect.poll(() => store.mailbox(email), { timeout: 15_000 }).toHaveLength(1)
  await pressIn(page, 'Keep browsing')
  await page.getByRole('button', { name: 'Cart (0)' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/leads')
  expect(await page.evaluate(() => localStorage.getItem('cart-items'))).toBe('[]')
})

test('an incomplete contact names each missing field and moves the focus to the first one', async () => {
  const page = await openPage(store)
  await chooseTravis(page)
  await addToCart(page, VIP_JUNIOR.name)
  await openCart(page)
  await pressIn(page, 'Pay here instead')
  const fullName = cartDialog(page).getByLabel('Full Name')
  const email = cartDialog(page).getByLabel('Email')

  await pressIn(page, 'Proceed to Payment')
  await page.getByText('Validation Error').first().waitFor()
  await cartDialog(page).getByText('Full Name is required.').first().waitFor()
  await cartDialog(page).getByText('Email is required.').first().waitFor()
  expect(await email.evaluate((field) => field === document.activeElement)).toBe(true)

  await fullName.fill('Ada Buyer')
  await email.fill('ada@nowhere')
  await pressIn(page, 'Proceed to Payment')
  await cartDialog(page).getByText('Please enter a valid email address.').first().waitFor()
  expect(await email.evaluate((field) => field === document.activeElement)).toBe(true)
})

test('a reload returns to the same step with everything that was typed, and so does going back', async () => {
  const page = await openPage(store)
  await chooseTravis(page)
  await addToCart(page, VIP_JUNIOR.name)
  await openCart(page)
  await page.reload()
  await pressIn(page, 'Pay here instead')
  await cartDialog(page).getByLabel('Full Name').fill('Ada Buyer')
  await cartDialog(page).getByLabel('Business Name').fill('Buyer & Daughters')

  await page.reload()
  await expect.poll(() => cartDialog(page).getByLabel('Business Name').inputValue()).toBe('Buyer & Daughters')
  await cartDialog(page).getByLabel('Email').fill('reload@example.com')
  await pressIn(page, 'Proceed to Payment')
  await payButton(page).waitFor()
  await page.reload()
  await seePanel(page)
  await pressIn(page, 'Back to Contact Info')
  expect(await cartDialog(page).getByLabel('Full Name').inputValue()).toBe('Ada Buyer')
  await pressIn(page, 'Proceed to Payment')
  await fillCard(page, CARDS.good)
  await payButton(page).click()
  await seeSuccess(page)
  const paymentId = await cartDialog(page)
    .getByText(/^pi_\w+$/)
    .textContent()
  await page.reload()
  await seeSuccess(page)
  await cartDialog(page).getByText('Payment ID').waitFor()
  await cartDialog(page)
    .getByText(paymentId ?? '', { exact: true })
    .waitFor()
})

test('a second tab shows what was typed in the first, and its cart empties once the first has paid', async () => {
  const page = await openPage(store)
  await goToPanel(page, 'tabs@example.com')
  const second = await openPage(store, { beside: page })
  await second.goto('/checkout')
  await expect.poll(() => second.getByLabel('Email').inputValue()).toBe('tabs@example.com')

  await fillCard(page, CARDS.good)
  await payButton(page).click()
  await seeSuccess(page)

  await second.getByRole('heading', { name: 'Your cart is empty' }).waitFor()
})

test('a declined card says why and what to do, keeps the contact, and another card then pays', async () => {
  const page = await openPage(store, { expects: [DECLINED] })
  await goToPanel(page, 'funds@example.com')
  await fillCard(page, '4000 0000 0000 9995')
  await payButton(page).click()
  await cartDialog(page)
    .getByRole('alert')
    .filter({ hasText: 'Your card has insufficient funds. You were not charged. Use another card' })
    .first()
    .waitFor()
  expect(await store.mailbox('funds@example.com')).toEqual([])
  await page.getByText('Payment Failed').first().waitFor()

  await fillCard(page, CARDS.good)
  await payButton(page).click()

  await seeSuccess(page)
  await page.getByText('Your order has been processed successfully.').first().waitFor()
  expect(await page.getByText('Payment Failed').count()).toBe(0)
})

test('a changed price shows old and new per line, and the typed card is kept while the buyer agrees', async () => {
  const page = await openPage(store, { expects: [REFUSED] })
  await goToPanel(page, 'changed-inline@example.com')
  await fillCard(page, CARDS.good)
  await store.setPrice({ ...PRICE, basePrice: 319.5 })

  const notice = cartDialog(page).getByRole('status').filter({ hasText: 'The total is now $319.50' })
  // Either the page hears of the new price first, or the server refuses the old one.
  await payButton(page)
    .click({ timeout: 3000 })
    .catch(() => undefined)
  await notice.getByText('VIP Junior Package, Travis').waitFor()
  await notice.getByText('$299.00').waitFor()
  expect(await store.mailbox('changed-inline@example.com')).toEqual([])
  await pressIn(page, 'Continue with $319.50')
  await pressIn(page, 'Pay $319.50')

  await seeSuccess(page)
})

test('a connection lost before paying keeps everything typed; Pay is disabled, and works once it is back', async () => {
  const page = await openPage(store, { expects: [OFFLINE, /Failed to fetch/] })
  await goToPanel(page, 'offline@example.com')
  await fillCard(page, CARDS.good)
  await page.context().setOffline(true)

  await cartDialog(page).getByText('You can pay when your connection is back.').waitFor()
  expect(await payButton(page).isDisabled()).toBe(true)
  await page.context().setOffline(false)
  await payButton(page).click()

  await seeSuccess(page)
  await expect.poll(() => store.mailbox('offline@example.com'), { timeout: 15_000 }).toHaveLength(1)
})

test('one press puts the last order back into the cart, except for what is sold out', async () => {
  const page = await openPage(store, { expects: [REFUSED] })
  await goToPanel(page, 'repeat@example.com')
  await fillCard(page, CARDS.good)
  await payButton(page).click()
  await seeSuccess(page)
  await pressIn(page, 'Keep browsing')

  await openCart(page)
  await pressIn(page, 'Repeat last order (1 package)')
  await cartDialog(page).getByRole('heading', { name: 'VIP Junior Package' }).waitFor()
  await pressIn(page, 'Remove VIP Junior Package')
  await cartDialog(page).getByText('Your cart is empty').waitFor()
  await store.setStock(VIP_JUNIOR.id, 0)
  await pressIn(page, 'Repeat last order (1 package)')

  await cartDialog(page).getByText('None of it is available now').waitFor()
  await cartDialog(page).getByText('VIP Junior Package, Vacant Houses, Travis, Texas').waitFor()
  await expect.poll(() => store.stockOf(TRAVIS, VIP_JUNIOR.id)).toBe(0)
})

test('the whole purchase works with the keyboard alone', async () => {
  const page = await openPage(store)
  await chooseTravis(page)
  await addToCart(page, VIP_JUNIOR.name)
  const pressOn = async (name: string) => {
    const button = cartDialog(page).getByRole('button', { name })
    // A button takes no focus before it can be pressed, and the card's fields can be filled a moment before that.
    await expect.poll(() => button.isEnabled()).toBe(true)
    await button.focus()
    await page.keyboard.press('Enter')
  }
  await page.getByRole('button', { name: /^Cart \(/ }).focus()
  await page.keyboard.press('Enter')
  await pressOn('Pay here instead')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Contact Information')
  await page.keyboard.press('Tab')
  await page.keyboard.type('keys@example.com')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Ada Buyer')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Secure Payment')
  await payButton(page).waitFor()
  await fillCard(page, CARDS.good)
  await pressOn('Pay $299.00')

  await seeSuccess(page)
  await page.keyboard.press('Escape')
  await cartDialog(page).waitFor({ state: 'detached' })
})

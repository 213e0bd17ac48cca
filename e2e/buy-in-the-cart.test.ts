import { afterAll, beforeEach, expect, test } from 'vitest'
import { withBrowser } from './support/browser.ts'
import { goToPanel, openCart, pressIn, seePanel, seeSuccess } from './support/cart-purchase.ts'
import {
  addVip,
  cartDialog,
  fillCard,
  payButton,
  payByCard,
  seeReceipt,
  takeVipToCheckout,
  VIP_JUNIOR,
} from './support/shopping.ts'
import { withSharedStore } from './support/store.ts'

const REFUSED = /status of 409/
const STOCK = 9
const PRICE = { leadType: 'vacant', tier: 'vip', size: 20 }
const PHONE = { width: 375, height: 740 }
const { openPage } = withBrowser()
const store = withSharedStore()

beforeEach(async () => {
  await store.setStock(VIP_JUNIOR.id, STOCK)
  await store.setPrice({ ...PRICE, basePrice: 299 })
})
// Other files sell it too.
afterAll(() => store.setPrice({ ...PRICE, basePrice: 299 }))

test('on a phone a package is bought without leaving the page; a reload returns to the same step with everything typed', async () => {
  const page = await openPage(store, { viewport: PHONE })
  await addVip(page)
  await openCart(page)
  await page.reload()
  await pressIn(page, 'Pay without leaving this page')
  await cartDialog(page).getByLabel('Full Name').fill('Ada Buyer')
  await cartDialog(page).getByText('Add phone or business details').click()
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
  await payByCard(page)
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
  await expect.poll(() => store.mailbox('reload@example.com'), { timeout: 15_000 }).toHaveLength(1)
  await pressIn(page, 'Keep browsing')
  await page.getByRole('button', { name: 'Cart (0)' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/leads')
  expect(await page.evaluate(() => localStorage.getItem('cart-items'))).toBe('[]')
})

test('a changed price shows old and new per line, and the typed card is kept while the buyer agrees', async () => {
  const page = await openPage(store, { expects: [REFUSED] })
  await goToPanel(page, 'changed-inline@example.com')
  await fillCard(page)
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

test('the whole purchase works with the keyboard alone', async () => {
  const page = await openPage(store)
  await addVip(page)
  const pressOn = async (name: string) => {
    const button = cartDialog(page).getByRole('button', { name })
    // A button takes no focus before it can be pressed, and the card's fields can be filled a moment before that.
    await expect.poll(() => button.isEnabled()).toBe(true)
    await button.focus()
    await page.keyboard.press('Enter')
  }
  await page.getByRole('button', { name: /^Cart \(/ }).focus()
  await page.keyboard.press('Enter')
  await pressOn('Pay without leaving this page')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Contact Information')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Ada Buyer')
  await page.keyboard.press('Tab')
  await page.keyboard.type('keys@example.com')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Secure Payment')
  await payButton(page).waitFor()
  await fillCard(page)
  await pressOn('Pay $299.00')

  await seeSuccess(page)
  await page.keyboard.press('Escape')
  await cartDialog(page).waitFor({ state: 'detached' })
})

test('an order that costs nothing needs no card', async () => {
  const page = await openPage(store)
  await store.setPrice({ ...PRICE, basePrice: 0 })
  await takeVipToCheckout(page, 'free@example.com')

  await page.getByRole('button', { name: 'Place order, $0.00' }).click()

  await seeReceipt(page)
  await expect.poll(() => store.mailbox('free@example.com'), { timeout: 15_000 }).toHaveLength(1)
})

test('if recording a paid order fails, the buyer is told, and the order is confirmed as soon as possible', async () => {
  const page = await openPage(store, { expects: [/ERR_FAILED/] })
  await takeVipToCheckout(page, 'unrecorded@example.com')
  await fillCard(page)
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

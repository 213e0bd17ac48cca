import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withBrowser } from './support/browser.ts'
import {
  goOnToPanel,
  goToContact,
  goToPanel,
  openCart,
  pressIn,
  seeContact,
  seePanel,
  seeSuccess,
} from './support/cart-purchase.ts'
import {
  addToCart,
  CARDS,
  cartDialog,
  chooseTravis,
  fillCard,
  packageRow,
  payButton,
  VIP_JUNIOR,
} from './support/shopping.ts'
import { type Store, startStore } from './support/store.ts'

const { openPage } = withBrowser()
let store: Store

beforeAll(async () => {
  store = await startStore()
  await store.setStock(VIP_JUNIOR.id, 100)
})
afterAll(() => store.stop())

const seeList = (page: Page) => cartDialog(page).getByRole('heading', { name: 'VIP Junior Package' }).waitFor()

/** The county is on screen with no dialog over it. */
async function seeCounty(page: Page): Promise<void> {
  await cartDialog(page).waitFor({ state: 'detached' })
  await packageRow(page, VIP_JUNIOR.name).waitFor()
  expect(new URL(page.url()).pathname).toBe('/leads')
}

test('Back goes from payment to contact to list to page, Forward returns through each, and typed text is kept', async () => {
  const page = await openPage(store)
  await goToContact(page)
  await cartDialog(page).getByLabel('Business Name').fill('Buyer & Daughters')
  await goOnToPanel(page, 'back@example.com')

  await page.goBack()
  await seeContact(page)
  expect(await cartDialog(page).getByLabel('Full Name').inputValue()).toBe('Ada Buyer')
  expect(await cartDialog(page).getByLabel('Email').inputValue()).toBe('back@example.com')
  expect(await cartDialog(page).getByLabel('Business Name').inputValue()).toBe('Buyer & Daughters')
  await page.goBack()
  await seeList(page)
  await page.goBack()
  await seeCounty(page)

  await page.goForward()
  await seeList(page)
  await page.goForward()
  await seeContact(page)
  await page.goForward()
  await seePanel(page)
  await fillCard(page, CARDS.good)
  await payButton(page).click()
  await seeSuccess(page)
})

test('the dialog’s buttons and the browser’s Back follow the same steps, and closing the dialog leaves none behind', async () => {
  const page = await openPage(store)
  await page.goto('/')
  await chooseTravis(page)
  const before = await page.evaluate(() => history.length)
  await addToCart(page, VIP_JUNIOR.name)
  await openCart(page)
  await pressIn(page, 'Pay here instead')
  await goOnToPanel(page, 'buttons@example.com')
  await pressIn(page, 'Back to Contact Info')
  await seeContact(page)
  await pressIn(page, 'Back to Cart')
  await seeList(page)
  expect(await page.evaluate(() => history.length)).toBe(before + 3)
  await page.goForward()
  await page.goForward()
  await seePanel(page)

  await cartDialog(page).getByRole('button', { name: 'Close' }).dblclick()
  await seeCounty(page)
  await page.goBack()

  await page.waitForURL((url) => url.pathname !== '/leads' || !url.search.includes('county=Travis'))
  expect(await cartDialog(page).count()).toBe(0)
})

test('Back from the checkout page returns to the cart it was opened from; a typed address opens no dialog', async () => {
  const page = await openPage(store)
  await chooseTravis(page)
  await addToCart(page, VIP_JUNIOR.name)
  await openCart(page)
  await pressIn(page, 'Proceed to Checkout')
  await page.getByRole('heading', { name: 'Checkout', level: 1 }).waitFor()
  expect(await cartDialog(page).count()).toBe(0)

  await page.goBack()
  await seeList(page)
  await page.reload()
  await seeList(page)
  await page.goto('/leads')

  await page.getByRole('button', { name: 'Cart (1)' }).waitFor()
  await page.getByText('Please select a state and county').waitFor()
  expect(await cartDialog(page).count()).toBe(0)
})

test('Back during a payment shows a notice and stays; after it, Back shows the page, not the payment steps', async () => {
  const page = await openPage(store)
  await goToPanel(page, 'underway@example.com')
  await fillCard(page, CARDS.good)
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/orders', async (route) => {
    await held
    await route.continue()
  })
  await payButton(page).click()
  await cartDialog(page).getByText('Paid. Confirming your order…').waitFor()

  await page.evaluate(() => history.back())
  await page.getByText('Your payment is in progress').first().waitFor()
  await cartDialog(page).getByText('Paid. Confirming your order…').waitFor()
  answer()
  await seeSuccess(page)
  await page.goBack()

  await seeCounty(page)
})

test('a cart emptied in another tab is shown as empty at every step that Back or Forward opens', async () => {
  const page = await openPage(store)
  await goToPanel(page, 'emptied@example.com')
  await payButton(page).waitFor()
  const second = await openPage(store, { beside: page })
  await second.goto('/leads')
  await openCart(second)
  await pressIn(second, 'Clear Cart')
  await cartDialog(second).getByText('Your cart is empty').waitFor()

  await cartDialog(page).getByText('Your cart is empty').waitFor()
  await page.goForward()
  await cartDialog(page).getByText('Your cart is empty').waitFor()
  await page.goBack()

  await seeCounty(page)
})

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
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
import { cartDialog, fillCard, packageRow, payButton, VIP_JUNIOR } from './support/shopping.ts'
import { withSharedStore } from './support/store.ts'

const { openPage } = withBrowser()
const store = withSharedStore((store) => store.setStock(VIP_JUNIOR.id, 100))
const seeList = (page: Page) => cartDialog(page).getByRole('heading', { name: 'VIP Junior Package' }).waitFor()

async function seeCounty(page: Page): Promise<void> {
  await cartDialog(page).waitFor({ state: 'detached' })
  await packageRow(page).waitFor()
  expect(new URL(page.url()).pathname).toBe('/leads')
}

test('Back and Forward go through the steps and keep what was typed; during a payment Back stays, after it Back shows the page', async () => {
  const page = await openPage(store)
  await goToContact(page)
  await cartDialog(page).getByText('Add phone or business details').click()
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
  await fillCard(page)
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

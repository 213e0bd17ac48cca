/** The checkout page on a phone: what is seen, in which order, and both ways to pay. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessibleAndFits } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { cartDialog, chooseTravis, payButton, VIP_JUNIOR } from './support/shopping.ts'
import { type Store, startStore } from './support/store.ts'

const PHONE = { width: 375, height: 667 }
const LINES = 12

const { openPage } = withBrowser()
let store: Store

beforeAll(async () => {
  store = await startStore()
  await store.setStock(VIP_JUNIOR.id, 40)
})
afterAll(() => store.stop())

/** Opens the checkout page with packages that were put into the cart as the buttons do it. */
async function openCheckout(page: Page, lines: number): Promise<void> {
  await chooseTravis(page)
  for (let line = 0; line < lines; line += 1) {
    const held = await page.request.put(`/api/packages/${VIP_JUNIOR.id}/reserve`, { data: { quantity: 1 } })
    expect(held.status()).toBe(200)
  }
  await page.goto('/checkout')
  await page.getByRole('heading', { name: 'Checkout', level: 1 }).waitFor()
}

test('twelve packages are one line, Pay is within the second screen, and there is one timer', async () => {
  const page = await openPage(store, { viewport: PHONE })
  await openCheckout(page, LINES)

  const details = page.getByRole('button', { name: `Order details (${LINES}) · $3,588.00` })
  await details.waitFor()
  await expect.poll(() => payButton(page).isVisible()).toBe(true)
  await page.frameLocator('iframe[title="Secure payment input frame"]').getByLabel('Card number').waitFor()
  const box = await payButton(page).boundingBox()
  expect((box?.y ?? Number.NaN) + (box?.height ?? 0)).toBeLessThan(2 * PHONE.height)
  expect(await page.getByRole('timer').count()).toBe(1)
  expect(await page.getByRole('banner').getByRole('link').count()).toBe(1)
  await page.getByText('Payments by Stripe').waitFor()
  await page.getByRole('link', { name: 'terms of sale' }).waitFor()
  await expectAccessibleAndFits(page, 'the folded checkout')

  await details.press('Enter')
  expect(await page.getByRole('region', { name: 'Order Summary' }).getByText(VIP_JUNIOR.name).count()).toBe(LINES)
  await page.getByRole('button', { name: 'Edit cart' }).click()
  await cartDialog(page)
    .getByRole('heading', { name: `Your cart (${LINES} items)` })
    .waitFor()
})

test('Cash App is a choice of the same step: it asks for the contact first, and survives a reload', async () => {
  const page = await openPage(store, { viewport: PHONE })
  await openCheckout(page, 1)
  await page.getByRole('tab', { name: 'Cash App' }).click()
  const choose = page.getByRole('button', { name: 'Pay $299.00 with Cash App' })

  await choose.click()
  await page.getByText('Email is required.').waitFor()
  await page.getByLabel('Email').fill('phone-cash@example.com')
  await page.getByLabel('Full Name').fill('Ada Buyer')
  await choose.click()

  await page.getByText('Send exactly this amount in Cash App').waitFor()
  await expectAccessibleAndFits(page, 'a Cash App order on the checkout page')
  await page.reload()
  await page.getByText('Send exactly this amount in Cash App').waitFor()
  await page.getByRole('button', { name: 'Back to Payment Options' }).click()
  await page.getByRole('button', { name: 'Cancel It' }).click()
  await payButton(page).waitFor()
  await page.getByRole('button', { name: 'Order details (1) · $299.00' }).waitFor()
})

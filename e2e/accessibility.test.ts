import { expect, test } from 'vitest'
import { expectAccessibleAndFits, PHONE } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { goOnToPanel, goToContact, pressIn, seeSuccess } from './support/cart-purchase.ts'
import {
  addVip,
  cartDialog,
  fillCard,
  goToCheckout,
  openDetails,
  packageRow,
  payButton,
  payByCard,
  seeReceipt,
  VIP_JUNIOR,
} from './support/shopping.ts'
import { withSharedStore } from './support/store.ts'

const { openPage } = withBrowser()
const store = withSharedStore((store) => store.setStock(VIP_JUNIOR.id, 100))

test('every screen without a purchase is accessible and fits', async () => {
  const page = await openPage(store, { viewport: PHONE, expects: [/status of 404/] })

  await page.goto('/')
  await page.getByRole('link', { name: 'Start Buying Leads Today' }).waitFor()
  await expectAccessibleAndFits(page, 'home')
  await page.goto('/leads')
  await page.getByText('Please select a state and county to view available lead packages.').waitFor()
  await expectAccessibleAndFits(page, 'leads, nothing chosen')
  await page.goto('/checkout')
  await page.getByRole('heading', { name: 'Your cart is empty' }).waitFor()
  await expectAccessibleAndFits(page, 'checkout, empty')
  await page.goto('/order/no-such-order-no-such-order')
  await page.getByRole('heading', { name: 'Order Not Found' }).waitFor()
  await expectAccessibleAndFits(page, 'order not found')
  await page.goto(`/delivery/${'A'.repeat(27)}`)
  await page.getByRole('heading', { name: 'This link is not valid' }).waitFor()
  await expectAccessibleAndFits(page, 'delivery not found')
  await page.goto('/payment-success')
  await page.getByRole('heading', { level: 1, name: 'There is no order to show' }).waitFor()
  await page.goto('/no-such-page')
  await page.getByRole('heading', { name: '404' }).waitFor()
  await expectAccessibleAndFits(page, '404')
})

test('every screen of a purchase is accessible and fits', async () => {
  const page = await openPage(store, { viewport: PHONE })
  await addVip(page)
  await packageRow(page).getByRole('button', { name: 'Add to Cart' }).waitFor()
  await expectAccessibleAndFits(page, 'leads')
  await page.getByRole('button', { name: 'Cart (1)' }).click()
  await cartDialog(page).getByRole('heading', { name: 'VIP Junior Package' }).waitFor()
  await expectAccessibleAndFits(page, 'cart')
  await page.keyboard.press('Escape')
  await goToCheckout(page, 'axe@')
  await openDetails(page)
  await page.getByLabel('Cell Phone').focus()
  await page.getByText('Please enter a valid email address.').waitFor()
  await expect.poll(() => payButton(page).isEnabled()).toBe(true)
  await expectAccessibleAndFits(page, 'checkout')
  await page.getByLabel('Email').fill('axe@example.com')
  await payByCard(page)
  await seeReceipt(page)
  await expectAccessibleAndFits(page, 'payment success')
  await page.getByRole('link', { name: /^order LY-/ }).click()
  await page.getByRole('heading', { name: 'Your order' }).waitFor()
  await expectAccessibleAndFits(page, 'order')
})

test('every step of the cart dialog is accessible and fits', async () => {
  const page = await openPage(store, { viewport: PHONE })
  await goToContact(page)
  await pressIn(page, 'Proceed to Payment')
  await cartDialog(page).getByText('Full Name is required.').first().waitFor()
  await expectAccessibleAndFits(page, 'dialog, contact', 'dialog')
  await goOnToPanel(page, 'axe-dialog@example.com')
  await fillCard(page)
  // Alone, the card provider's frame would be judged as a page of its own.
  await expectAccessibleAndFits(page, 'dialog, payment by card')
  await cartDialog(page).getByRole('tab', { name: 'Cash App' }).click()
  await cartDialog(page).getByRole('button', { name: 'Pay $299.00 with Cash App' }).waitFor()
  await expectAccessibleAndFits(page, 'dialog, payment by cash app', 'dialog')
  await pressIn(page, 'Pay $299.00 with Cash App')
  await cartDialog(page).getByText('Send exactly this amount in Cash App').waitFor()
  await expectAccessibleAndFits(page, 'dialog, how to send the money', 'dialog')
  await pressIn(page, 'Back to Payment Options')
  await expectAccessibleAndFits(page, 'dialog, the question before going back', 'dialog')
  await pressIn(page, 'Cancel It')
  // The order's packages come back to the cart first, and the card's fields with them.
  await expect.poll(() => payButton(page).isEnabled()).toBe(true)
  await payByCard(page)
  await seeSuccess(page)
  await cartDialog(page).getByText('Payment ID').waitFor()
  await expectAccessibleAndFits(page, 'dialog, success', 'dialog')
})

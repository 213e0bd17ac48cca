/** A press takes the focus from a field. The field's error must not push away the button that is being pressed. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { withBrowser } from './support/browser.ts'
import { cartDialog, putInCart, VIP_JUNIOR } from './support/shopping.ts'
import { hasFocus, press, pressSlowly } from './support/steps.ts'
import { REPS, withSharedStore } from './support/store.ts'
import { logInWith } from './support/team.ts'

const [RITA] = REPS
const { openPage } = withBrowser()
const store = withSharedStore((store) => store.setStock(VIP_JUNIOR.id, 20))

/** Presses a button while a field has the focus. */
async function pressAfter(page: Page, field: Locator, button: Locator): Promise<void> {
  await field.focus()
  await pressSlowly(page, button, () => expect.poll(() => hasFocus(field)).toBe(false))
}

test('contact in the cart: the first press counts, and shows what is wrong', async () => {
  const page = await openPage(store)
  await putInCart(page, VIP_JUNIOR.id)
  await page.goto('/leads?state=Texas&county=Travis')
  await press(page, 'Cart (1)')
  const dialog = cartDialog(page)
  await press(dialog, 'Pay without leaving this page')
  await dialog.getByLabel(/^Full Name/).fill('Ada Buyer')
  const email = dialog.getByLabel(/^Email/)
  await email.fill('nope')

  await pressAfter(page, email, dialog.getByRole('button', { name: 'Proceed to Payment', exact: true }))

  // A form that was submitted moves the focus to its first wrong field.
  await dialog.locator(':focus[aria-invalid="true"]').waitFor()
  expect(await email.getAttribute('aria-invalid')).toBe('true')
})

test('invoice: the first press on a switch below counts, though the address is wrong', async () => {
  const page = await openPage(store)
  await logInWith(page.request, RITA)
  await page.goto('/sales-dashboard?tab=invoice')
  const invoice = page.getByRole('form', { name: 'Invoice' })
  await invoice.getByLabel('Email').fill('nope')
  const reminder = invoice.getByRole('switch', { name: 'Reminder' })
  const before = await reminder.getAttribute('aria-checked')

  await pressAfter(page, invoice.getByLabel('Email'), reminder)

  await expect.poll(() => reminder.getAttribute('aria-checked')).not.toBe(before)
  await expect.poll(() => invoice.getByLabel('Email').getAttribute('aria-invalid')).toBe('true')
})

/** A press takes the focus from a field. The field's error must not push away the button that is being pressed. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { withBrowser } from './support/browser.ts'
import { cartDialog, putInCart, VIP_JUNIOR } from './support/shopping.ts'
import { ADMIN, REPS, withSharedStore } from './support/store.ts'
import { logInWith } from './support/team.ts'

const [RITA] = REPS
const COUNTY = '/leads?state=Texas&county=Travis'
const { openPage } = withBrowser()
const store = withSharedStore((store) => store.setStock(VIP_JUNIOR.id, 20))

/** Presses a button with the pointer while a field has the focus, as slowly as a finger does. */
async function pressSlowly(page: Page, field: Locator, button: Locator): Promise<void> {
  await button.scrollIntoViewIfNeeded()
  await field.focus()
  const before = await button.boundingBox()
  if (!before) throw new Error('The button is not visible.')
  await page.mouse.move(before.x + before.width / 2, before.y + before.height / 2)
  await page.mouse.down()
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(false)
  // What the lost focus changes is painted.
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))))
  expect(await button.boundingBox(), 'where the button is during the press').toEqual(before)
  await page.mouse.up()
}

interface Form {
  name: string
  member?: { email: string; password: string }
  path: string
  open?: (page: Page) => Promise<unknown>
  /** The form; the whole page if left out. */
  place?: (page: Page) => Locator
  /** Typed in this order; the last one is wrong and has the focus. */
  texts: Readonly<Record<string, string>>
  button: string | RegExp
}

const byButton = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click()

const FORMS: readonly Form[] = [
  {
    name: 'contact in the cart',
    path: COUNTY,
    open: async (page) => {
      await page.getByRole('button', { name: 'Cart (1)' }).click()
      await cartDialog(page).getByRole('button', { name: 'Pay here instead' }).click()
    },
    place: cartDialog,
    texts: { 'Full Name': 'Ada Buyer', Email: 'nope' },
    button: 'Proceed to Payment',
  },
  {
    name: 'new customer',
    member: RITA,
    path: '/sales-dashboard?tab=customers',
    open: byButton('New Customer'),
    place: (page) => page.getByRole('dialog'),
    texts: { Name: 'Carla Customer', Email: 'nope' },
    button: 'Create Customer',
  },
  {
    name: 'offer',
    member: ADMIN,
    path: '/admin-enhanced?tab=offers',
    place: (page) => page.getByRole('form', { name: 'Create Custom Offer' }),
    texts: { 'Offer Name': 'Spring', 'Percent off': '100000' },
    button: 'Create Offer',
  },
]

test.each(FORMS)('$name: the first press counts, and shows what is wrong', async (form) => {
  const page = await openPage(store, { expects: [/status of 4\d\d/] })
  if (form.member) await logInWith(page.request, form.member)
  else await putInCart(page, VIP_JUNIOR.id)
  await page.goto(form.path)
  await form.open?.(page)
  const place = form.place?.(page) ?? page.locator('#root')
  const fields = Object.entries(form.texts).map(([label, text]) => ({
    field: place.getByLabel(new RegExp(`^${label}`)),
    text,
  }))
  for (const { field, text } of fields) await field.fill(text)
  const wrong = fields.at(-1)?.field ?? place

  await pressSlowly(page, wrong, place.getByRole('button', { name: form.button, exact: true }))

  // A form that was submitted moves the focus to its first wrong field.
  await place.locator(':focus[aria-invalid="true"]').waitFor()
  expect(await wrong.getAttribute('aria-invalid')).toBe('true')
})

test('invoice: the first press on a switch below counts, though the address is wrong', async () => {
  const page = await openPage(store)
  await logInWith(page.request, RITA)
  await page.goto('/sales-dashboard?tab=invoice')
  const invoice = page.getByRole('form', { name: 'Invoice' })
  await invoice.getByLabel('Email').fill('nope')
  const reminder = invoice.getByRole('switch', { name: 'Reminder' })
  const before = await reminder.getAttribute('aria-checked')

  await pressSlowly(page, invoice.getByLabel('Email'), reminder)

  await expect.poll(() => reminder.getAttribute('aria-checked')).not.toBe(before)
  await expect.poll(() => invoice.getByLabel('Email').getAttribute('aria-invalid')).toBe('true')
})

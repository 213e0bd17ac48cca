import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { expectAccessibleAndFits } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { goToPanel, pressIn, seeSuccess } from './support/cart-purchase.ts'
import { signInAs } from './support/members.ts'
import {
  addToCart,
  CARDS,
  cardField,
  cartDialog,
  chooseTravis,
  fillCard,
  TRAVIS,
  VIP_JUNIOR,
} from './support/shopping.ts'
import { ADMIN, type Store, startStore } from './support/store.ts'
import { openAs, seeToast } from './support/team.ts'

const STOCK = 9
const PHONE = { width: 375, height: 740 }
const REFERENCE = /LY-[0-9A-Z]{8}/

const { openPage } = withBrowser()
let store: Store

beforeAll(async () => {
  store = await startStore()
})
afterAll(() => store.stop())
beforeEach(() => store.setStock(VIP_JUNIOR.id, STOCK))

const stock = () => store.stockOf(TRAVIS, VIP_JUNIOR.id)

/** From the leads page to the waiting order. @returns its reference */
async function chooseCashApp(page: Page, email: string): Promise<string> {
  await goToPanel(page, email)
  await cartDialog(page).getByRole('tab', { name: 'Cash App' }).click()
  await pressIn(page, 'Pay $299.00 with Cash App')
  await seeDetails(page)
  const reference = REFERENCE.exec((await cartDialog(page).textContent()) ?? '')?.[0]
  expect(reference, 'a reference beside the amount').toBeDefined()
  return reference ?? ''
}

/** Goes back to the card, and answers the question. */
async function goBack(page: Page): Promise<void> {
  await pressIn(page, 'Back to Payment Options')
  await pressIn(page, 'Cancel It')
}

const seeDetails = (page: Page) => cartDialog(page).getByText('Send exactly this amount in Cash App').waitFor()

/** An administrator checks Cash App and confirms that the money is there. */
async function verifyFromTheQueue(reference: string): Promise<void> {
  const page = await openPage(store)
  await openAs(page, ADMIN, '/admin-enhanced/cash-app')
  await page.getByRole('button', { name: `Verify ${reference}` }).waitFor()
  await expectAccessibleAndFits(page, 'the queue of the cash app')
  await page.getByRole('button', { name: `Verify ${reference}` }).click()
  await page.getByLabel('Transfer ID').fill('transfer 4711')
  await page.getByRole('button', { name: 'Yes, $299.00 arrived' }).click()
  await seeToast(page, 'Order paid')
  await page.getByText('No payments to check').waitFor()
  await page.getByRole('row').filter({ hasText: reference }).getByText('“transfer 4711”').waitFor()
}

test('a Cash App order is held for a day, survives a reload, and is paid once verified from the queue', async () => {
  const page = await openPage(store, { viewport: PHONE })
  const email = 'cash@example.com'

  const reference = await chooseCashApp(page, email)
  await cartDialog(page).getByRole('button', { name: 'Copy Payment Details' }).waitFor()
  expect(await stock()).toBe(STOCK - 1)
  await expect.poll(() => store.mailbox(email), { timeout: 15_000 }).toHaveLength(1)
  const [howToPay] = await store.mailbox(email)
  expect(howToPay?.text).toContain(reference)

  await page.reload()
  await cartDialog(page).getByText(reference).first().waitFor()

  await verifyFromTheQueue(reference)
  await expect.poll(() => store.mailbox(email), { timeout: 15_000 }).toHaveLength(2)
  expect(await stock()).toBe(STOCK - 1)
})

test('going back to the card keeps the packages and pays the same order by card', async () => {
  const page = await openPage(store)
  const reference = await chooseCashApp(page, 'back@example.com')

  await goBack(page)
  await fillCard(page, CARDS.good)
  await pressIn(page, 'Pay $299.00')
  await seeSuccess(page)

  const paid = async () =>
    (await store.mailbox('back@example.com')).filter(({ subject }) => subject.includes(reference))
  await expect.poll(async () => (await paid()).length, { timeout: 15_000 }).toBeGreaterThanOrEqual(1)
  expect(await stock()).toBe(STOCK - 1)
})

test('a card payment still being set up is called off when Cash App is chosen, and set up again if that fails', async () => {
  const page = await openPage(store, { expects: [/ERR_FAILED/] })
  const ordered = page.waitForResponse('**/api/cash-app-orders')
  let asked = 0
  await page.route('**/api/create-payment-intent', async (route) => {
    asked += 1
    // By then the cart is empty, so the store refuses, unless the page no longer asks.
    await ordered
    await route.continue()
  })
  await page.route('**/api/cash-app-orders', (route) => route.abort(), { times: 1 })
  await goToPanel(page, 'hasty@example.com')
  await cartDialog(page).getByRole('tab', { name: 'Cash App' }).click()

  await pressIn(page, 'Pay $299.00 with Cash App')
  await expect.poll(() => asked).toBe(2)
  await pressIn(page, 'Pay $299.00 with Cash App')
  await seeDetails(page)

  await page.unroute('**/api/create-payment-intent')
  await goBack(page)
  await fillCard(page, CARDS.good)
  await pressIn(page, 'Pay $299.00')
  await seeSuccess(page)
})

test('the card form shown after going back belongs to a payment that can still be paid', async () => {
  const page = await openPage(store)
  await chooseCashApp(page, 'patient@example.com')
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/create-payment-intent', async (route) => {
    await answer.promise
    await route.continue()
  })
  const asked = page.waitForRequest('**/api/create-payment-intent')

  await goBack(page)
  await asked
  await cartDialog(page).getByText('Setting up secure payment…').waitFor()
  const nextForm = cardField(page, 'Card number').waitFor({ timeout: 2_000 })

  await expect(nextForm, 'a form while its payment is asked for').rejects.toThrow(/Timeout/)
  answer.resolve()
  await fillCard(page, CARDS.good)
  await pressIn(page, 'Pay $299.00')
  await seeSuccess(page)
})

test('the home page and the cart name the payment methods that are on, and no others', async () => {
  const admin = await signInAs(store, ADMIN)
  await admin.call('POST', '/api/profile/proof', { password: ADMIN.password })
  const setHandle = (before: string, after: string) =>
    admin.call('PUT', '/api/admin/settings', { changes: [{ name: 'cashAppHandle', before, after }] })
  const seeWays = async (home: string, cart: string, note: string) => {
    const page = await openPage(store)
    await page.goto('/')
    await page.getByText(`By ${home}. New customers get an activation email within 24 hours.`).waitFor()
    expect(await page.getByText(/wallet|Apple Pay|Google Pay/i).count()).toBe(0)
    await chooseTravis(page)
    await addToCart(page, VIP_JUNIOR.name)
    await page.getByRole('button', { name: /^Cart \(/ }).click()
    await cartDialog(page).getByText(`Secure payment by ${cart}.`).waitFor()
    await cartDialog(page).getByText(note, { exact: true }).waitFor()
  }

  await seeWays('card or Cash App', 'card and Cash App', 'Secure payment with Stripe and Cash App')
  await setHandle('$leadyard', '')

  await seeWays('card', 'card', 'Secure payment with Stripe')
  await setHandle('', '$leadyard')
})

test('going back asks first and says what ends, works by keyboard on a phone, and emails the buyer', async () => {
  const page = await openPage(store, { viewport: PHONE })
  const email = 'asked@example.com'
  const reference = await chooseCashApp(page, email)
  const back = cartDialog(page).getByRole('button', { name: 'Back to Payment Options' })
  const question = cartDialog(page).getByRole('region', { name: `Cancel order ${reference}?` })

  await back.focus()
  await page.keyboard.press('Enter')
  await question.getByText('Have you sent the money already?').waitFor()
  await question.getByText(/reserved for up to 30 minutes/).waitFor()
  // Before it is looked at in other widths, from which a page does not come back to where it was scrolled.
  const bottom = async () => {
    const box = await question.getByRole('button').last().boundingBox()
    return (box?.y ?? Infinity) + (box?.height ?? 0)
  }
  await expect.poll(bottom).toBeLessThanOrEqual(PHONE.height)
  await expectAccessibleAndFits(page, 'the question before a Cash App order is canceled')
  expect(await question.getByText(/^Cancel order/).evaluate((title) => title === document.activeElement)).toBe(true)
  await page.keyboard.press('Tab')
  await question.getByRole('button', { name: 'Keep the Order' }).focus()
  await page.keyboard.press('Enter')

  await back.waitFor()
  expect(await back.evaluate((button) => button === document.activeElement)).toBe(true)
  await cartDialog(page).getByText(reference).first().waitFor()
  await goBack(page)
  await cardField(page, 'Card number').waitFor()
  const subjects = async () => (await store.mailbox(email)).map(({ subject }) => subject)
  await expect.poll(subjects, { timeout: 15_000 }).toContain(`Order ${reference}: Cash App payment no longer needed`)
})

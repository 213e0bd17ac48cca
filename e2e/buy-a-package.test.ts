import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withBrowser } from './support/browser.ts'
import {
  addToCart,
  CARDS,
  cartDialog,
  chooseTravis,
  fillCard,
  goToCheckout,
  openDetails,
  PREMIER_INVESTOR,
  packageRow,
  payButton,
  seeReceipt,
  TRAVIS,
  VIP_JUNIOR,
} from './support/shopping.ts'
import { type Store, startStore } from './support/store.ts'

/** The browser's own line about a 402; the decline itself is what the test is about. */
const DECLINED = /status of 402/
const STOCK = 5

const { openPage } = withBrowser()
let store: Store

beforeAll(async () => {
  store = await startStore()
})
afterAll(() => store.stop())
beforeEach(async () => {
  await store.setStock(VIP_JUNIOR.id, STOCK)
  await store.setStock(PREMIER_INVESTOR.id, STOCK)
})

test('two packages paid by card become one order, one mail and a page that shows it paid', async () => {
  const page = await openPage(store)
  await chooseTravis(page)
  await addToCart(page, VIP_JUNIOR.name)
  await packageRow(page, PREMIER_INVESTOR.name).getByRole('radio', { name: 'SMS' }).check()
  await addToCart(page, PREMIER_INVESTOR.name)
  await page.getByText('PREMIER package with 30 leads added to cart.').first().waitFor()
  await packageRow(page, VIP_JUNIOR.name)
    .getByText(`${STOCK - 1} available`)
    .waitFor()

  await goToCheckout(page, 'two@example.com')
  await fillCard(page, CARDS.good)
  await page.getByRole('button', { name: 'Pay $578.00' }).click()
  const reference = await seeReceipt(page)
  const paymentId = await page.getByText(/^Payment ID pi_\w+$/).textContent()
  await page.reload()
  await page.getByText(paymentId ?? '', { exact: true }).waitFor()

  await expect.poll(() => store.mailbox('two@example.com'), { timeout: 15_000 }).toHaveLength(1)
  const [mail] = await store.mailbox('two@example.com')
  expect(mail?.text).toContain(reference)
  const link = /http\S+\/order\/[\w-]+/.exec(mail?.text ?? '')?.[0]
  await page.goto(new URL(link ?? '').pathname)
  await page.getByText('Paid', { exact: true }).first().waitFor()
  await page.getByText(reference).first().waitFor()
  expect(await page.evaluate(() => localStorage.getItem('cart-items'))).toBe('[]')
  await expect.poll(() => store.stockOf(TRAVIS, VIP_JUNIOR.id)).toBe(STOCK - 1)
})

test('a declined card loses nothing that was typed, also over a reload, and another card then pays', async () => {
  const page = await openPage(store, { expects: [DECLINED] })
  await chooseTravis(page)
  await addToCart(page, VIP_JUNIOR.name)
  await goToCheckout(page, 'declined@example.com')
  await openDetails(page)
  await page.getByLabel('Business Name').fill('Buyer & Daughters')

  await fillCard(page, CARDS.declined)
  await payButton(page).click()
  await page.getByRole('alert').filter({ hasText: 'Your card was declined.' }).first().waitFor()
  expect(await store.mailbox('declined@example.com')).toEqual([])

  await page.reload()
  await expect.poll(() => page.getByLabel('Full Name').inputValue()).toBe('Ada Buyer')
  expect(await page.getByLabel('Business Name').inputValue()).toBe('Buyer & Daughters')
  await fillCard(page, CARDS.good)
  await payButton(page).click()
  await seeReceipt(page)
})

test('pressing Pay twice makes one order and one mail', async () => {
  const page = await openPage(store)
  await chooseTravis(page)
  await addToCart(page, VIP_JUNIOR.name)
  await goToCheckout(page, 'twice@example.com')
  await fillCard(page, CARDS.good)

  await payButton(page).dblclick()
  await seeReceipt(page)

  await expect.poll(() => store.mailbox('twice@example.com'), { timeout: 15_000 }).toHaveLength(1)
  await expect.poll(() => store.stockOf(TRAVIS, VIP_JUNIOR.id)).toBe(STOCK - 1)
})

test('a payment that fails 3-D Secure charges nothing, and one that passes becomes an order', async () => {
  const page = await openPage(store, { expects: [DECLINED] })
  await chooseTravis(page)
  await addToCart(page, VIP_JUNIOR.name)
  await goToCheckout(page, 'secure@example.com')
  const challenge = page.frameLocator('dialog iframe')

  await fillCard(page, CARDS.threeDSecure)
  await payButton(page).click()
  await challenge.getByRole('button', { name: 'Fail' }).click()
  await page.getByRole('alert').filter({ hasText: 'Payment Failed' }).first().waitFor()
  expect(await store.mailbox('secure@example.com')).toEqual([])

  await fillCard(page, CARDS.threeDSecure)
  await payButton(page).click()
  await challenge.getByRole('button', { name: 'Complete' }).click()
  await seeReceipt(page)
})

test('an order still arrives by mail if the browser is closed right after paying', async () => {
  const page = await openPage(store)
  await chooseTravis(page)
  await addToCart(page, VIP_JUNIOR.name)
  await goToCheckout(page, 'closed@example.com')
  await fillCard(page, CARDS.good)
  // The money has moved when the page starts to record the order; that call never leaves the browser.
  const recording = page.waitForEvent('request', (request) => request.url().endsWith('/api/orders'))
  await page.route('**/api/orders', () => undefined)

  await payButton(page).click()
  await recording
  await page.close()

  await expect.poll(() => store.mailbox('closed@example.com'), { timeout: 30_000 }).toHaveLength(1)
  await expect.poll(() => store.stockOf(TRAVIS, VIP_JUNIOR.id)).toBe(STOCK - 1)
})

test('contact details are checked when a field is left, and the error goes away once they are right', async () => {
  const page = await openPage(store)
  await chooseTravis(page)
  await addToCart(page, VIP_JUNIOR.name)
  await goToCheckout(page, 'nobody@')
  await page.getByLabel('Full Name').fill('')
  await openDetails(page)
  await page.getByLabel('Cell Phone').focus()

  await page.getByText('Full Name is required.').waitFor()
  await page.getByText('Please enter a valid email address.').waitFor()
  await page.getByLabel('Email').fill('somebody@example.com')
  await page.getByText('Please enter a valid email address.').waitFor({ state: 'detached' })

  await fillCard(page, CARDS.good)
  await payButton(page).click()
  await page.getByText('Validation Error').first().waitFor()
  expect(await page.getByLabel('Full Name').evaluate((field) => field === document.activeElement)).toBe(true)
})

test('a package removed from the cart is back on sale, and an emptied cart says so', async () => {
  const page = await openPage(store)
  await chooseTravis(page)
  await addToCart(page, VIP_JUNIOR.name)
  await page.getByRole('button', { name: 'Cart (1)' }).click()

  await cartDialog(page)
    .getByRole('button', { name: /^Remove VIP Junior Package/ })
    .click()

  await page.getByText('Item removed and inventory restored').first().waitFor()
  await cartDialog(page).getByText('Your cart is empty').waitFor()
  await expect.poll(() => store.stockOf(TRAVIS, VIP_JUNIOR.id)).toBe(STOCK)
})

import { beforeEach, expect, test } from 'vitest'
import { expectAccessibleAndFits, PHONE as SMALL_PHONE } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import {
  addToCart,
  addVip,
  CARDS,
  cardField,
  cartDialog,
  deliverBy,
  fillCard,
  goToCheckout,
  openDetails,
  PREMIER_INVESTOR,
  packageRow,
  payButton,
  payByCard,
  putInCart,
  seeReceipt,
  takeVipToCheckout,
  VIP_JUNIOR,
} from './support/shopping.ts'
import { hasFocus, pressSlowly, see } from './support/steps.ts'
import { withSharedStore } from './support/store.ts'

const DECLINED = /status of 402/
const STOCK = 5
const PHONE = { width: 375, height: 667 }
const { openPage } = withBrowser()
const store = withSharedStore()

beforeEach(() => store.setStocks(STOCK))

test('an email address with a slip is questioned, and one press mends it', async () => {
  const page = await openPage(store, { viewport: { width: 375, height: 800 } })
  await addVip(page)
  await goToCheckout(page, 'bob@gmial.com')
  await page.getByText('Did you mean').waitFor()
  await page.getByRole('button', { name: 'bob@gmail.com' }).click()
  await page.getByText('Did you mean').waitFor({ state: 'detached' })
  expect(await page.getByLabel('Email').inputValue()).toBe('bob@gmail.com')
})

test('two packages paid by card become one order, one mail and a page that shows it paid', async () => {
  const page = await openPage(store)
  await addVip(page)
  await deliverBy(page, 'SMS')
  await addToCart(page, PREMIER_INVESTOR.name)
  await page.getByText('PREMIER package with 30 leads added to cart.').first().waitFor()
  await see(packageRow(page), `${STOCK - 1} available`)

  await goToCheckout(page, 'two@example.com')
  await fillCard(page)
  await page.getByRole('button', { name: 'Pay $578.00' }).waitFor()
  await see(page, 'One-time charge. We’ll email your receipt to two@example.com.')
  await cardField(page, 'Security code').press('Enter')
  await see(page, 'Add a US or Canadian number, or press again for leads by email.')
  await page.getByRole('button', { name: 'Pay $578.00' }).click()
  const reference = await seeReceipt(page)
  const paymentId = await page.getByText(/^Payment ID pi_\w+$/).textContent()
  await page.reload()
  await page.getByText(`Receipt ${reference}`).click()
  await page.getByText(paymentId ?? '', { exact: true }).waitFor()

  await expect.poll(() => store.mailbox('two@example.com'), { timeout: 15_000 }).toHaveLength(1)
  const [mail] = await store.mailbox('two@example.com')
  expect(mail?.text).toContain(reference)
  const link = /http\S+\/order\/[\w-]+/.exec(mail?.text ?? '')?.[0]
  await page.goto(new URL(link ?? '').pathname)
  await page.getByText('Paid', { exact: true }).first().waitFor()
  await page.getByText(reference).first().waitFor()
  expect(await page.evaluate(() => localStorage.getItem('cart-items'))).toBe('[]')
  await expect.poll(() => store.stockOf()).toBe(STOCK - 1)
})

test('a declined card loses nothing that was typed, also over a reload; another pays once, though Pay is pressed twice; each screen fits', async () => {
  const page = await openPage(store, { viewport: SMALL_PHONE, expects: [DECLINED] })
  await addVip(page)
  await packageRow(page).getByRole('button', { name: 'Add to Cart' }).waitFor()
  await expectAccessibleAndFits(page, 'leads')
  await page.getByRole('button', { name: 'Cart (1)' }).click()
  await cartDialog(page).getByRole('heading', { name: 'VIP Junior Package' }).waitFor()
  await expectAccessibleAndFits(page, 'cart')
  await page.keyboard.press('Escape')
  await goToCheckout(page, 'declined@')
  await openDetails(page)
  await page.getByLabel('Cell Phone').focus()
  await page.getByText('Please enter a valid email address.').waitFor()
  await expect.poll(() => payButton(page).isEnabled()).toBe(true)
  await expectAccessibleAndFits(page, 'checkout')
  await page.getByLabel('Email').fill('declined@example.com')
  await page.getByLabel('Business Name').fill('Buyer & Daughters')

  await payByCard(page, CARDS.declined)
  await page.getByRole('alert').filter({ hasText: 'Your card was declined.' }).first().waitFor()
  expect(await store.mailbox('declined@example.com')).toEqual([])

  await page.reload()
  await expect.poll(() => page.getByLabel('Full Name').inputValue()).toBe('Ada Buyer')
  expect(await page.getByLabel('Business Name').inputValue()).toBe('Buyer & Daughters')
  await fillCard(page)
  await payButton(page).dblclick()
  await seeReceipt(page)
  await expectAccessibleAndFits(page, 'payment success')
  await page.goto(page.url().replace('/payment-success?order=', '/order/'))
  await page.getByRole('heading', { name: 'Your order' }).waitFor()
  await expectAccessibleAndFits(page, 'order')

  await expect.poll(() => store.mailbox('declined@example.com'), { timeout: 15_000 }).toHaveLength(1)
  await expect.poll(() => store.stockOf()).toBe(STOCK - 1)
})

test('a payment that fails 3-D Secure charges nothing, and one that passes becomes an order', async () => {
  const page = await openPage(store, { expects: [DECLINED] })
  await takeVipToCheckout(page, 'secure@example.com')
  const challenge = page.frameLocator('dialog iframe')

  await payByCard(page, CARDS.threeDSecure)
  await challenge.getByRole('button', { name: 'Fail' }).click()
  await page.getByRole('alert').filter({ hasText: 'Payment Failed' }).first().waitFor()
  expect(await store.mailbox('secure@example.com')).toEqual([])

  await payByCard(page, CARDS.threeDSecure)
  await challenge.getByRole('button', { name: 'Complete' }).click()
  await seeReceipt(page)
})

test('an order still arrives by mail if the browser is closed right after paying', async () => {
  const page = await openPage(store)
  await takeVipToCheckout(page, 'closed@example.com')
  await fillCard(page)
  // The money has moved when the page starts to record the order; that call never leaves the browser.
  const recording = page.waitForEvent('request', (request) => request.url().endsWith('/api/orders'))
  await page.route('**/api/orders', () => undefined)

  await payButton(page).click()
  await recording
  await page.close()

  await expect.poll(() => store.mailbox('closed@example.com'), { timeout: 30_000 }).toHaveLength(1)
  await expect.poll(() => store.stockOf()).toBe(STOCK - 1)
})

test('on a phone twelve packages are one line, Pay is within the second screen, and there is one timer', async () => {
  await store.setStock(VIP_JUNIOR.id, 12)
  const page = await openPage(store, { viewport: PHONE })
  for (let line = 0; line < 12; line += 1) await putInCart(page, VIP_JUNIOR.id)
  await page.goto('/checkout')

  const details = page.getByRole('button', { name: 'Order details (12) · $3,588.00' })
  await details.waitFor()
  await cardField(page, 'Card number').waitFor()
  const box = await payButton(page).boundingBox()
  expect((box?.y ?? Number.NaN) + (box?.height ?? 0)).toBeLessThan(2 * PHONE.height)
  expect(await page.getByRole('timer').count()).toBe(1)
  await page.getByRole('region', { name: 'Before you pay' }).getByRole('link', { name: 'terms of sale' }).waitFor()
  await expectAccessibleAndFits(page, 'the folded checkout')
  await details.press('Enter')
  expect(await page.getByRole('region', { name: 'Order Summary' }).getByText(VIP_JUNIOR.name).count()).toBe(12)
})

/** A press takes the focus from a field. The field's error must not push away the button that is being pressed. */
test('the first press on Pay counts, though the card’s field is wrong', async () => {
  const page = await openPage(store)
  await putInCart(page, VIP_JUNIOR.id)
  await page.goto('/leads')
  await goToCheckout(page, 'steady@example.com')
  await cardField(page, 'Card number').fill('4242 4242 4242 4241')
  const frame = page.locator('iframe[title="Secure payment input frame"]')
  expect(await hasFocus(frame)).toBe(true)
  const form = page.frameLocator('iframe[title="Secure payment input frame"]')
  await pressSlowly(page, payButton(page), () => see(form, /card number is invalid/))

  await form
    .getByText(/expiration date/)
    .last()
    .waitFor()
})

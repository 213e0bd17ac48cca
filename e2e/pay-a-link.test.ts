import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withBrowser } from './support/browser.ts'
import { mailedLink } from './support/mailed-links.ts'
import { type Member, sendLink, signInAs } from './support/members.ts'
import { CARDS, fillCard, moveToForm, PREMIER_INVESTOR, payButton, TRAVIS, VIP_JUNIOR } from './support/shopping.ts'
import { type Store, startStore } from './support/store.ts'

/** The browser's own line about a 402; the decline itself is what the test is about. */
const DECLINED = /status of 402/
/** The browser's own line about a call made without a connection. */
const OFFLINE = /ERR_INTERNET_DISCONNECTED/
const MISSING = /status of 404/
const PHONE = { width: 375, height: 740 }
const STOCK = 50

const { openPage } = withBrowser()
let store: Store
let rep: Member

beforeAll(async () => {
  store = await startStore()
  rep = await signInAs(store)
})
afterAll(() => store.stop())
beforeEach(async () => {
  await store.setStock(VIP_JUNIOR.id, STOCK)
  await store.setStock(PREMIER_INVESTOR.id, STOCK)
})

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const invoiceOf = (token: string) =>
  rep.call<{ status: string; openedAt: string | null; paymentId: string | null }>('GET', `/api/invoices/${token}`)

test('a customer pays on a phone from the link in the mail, without an account, and the receipt comes by mail', async () => {
  const email = 'phone@example.com'
  const sent = await sendLink(rep, {
    email,
    packageIds: [VIP_JUNIOR.id, PREMIER_INVESTOR.id],
    specialOffers: 'Five extra leads.\n<img src=x onerror=alert(1)>',
  })
  const page = await openPage(store, { viewport: PHONE })
  await page.goto(await mailedLink(store, email, '/payment/'))

  await heading(page, 'Your payment request').waitFor()
  await page.getByText('Carla Customer').waitFor()
  await page.getByText('<img src=x onerror=alert(1)>').waitFor()
  expect(await page.getByRole('timer', { name: 'Time left to pay' }).textContent()).toMatch(
    /^(24:00:00|23:5\d:\d\d) left$/,
  )
  await heading(page, 'Payment Method').scrollIntoViewIfNeeded()
  await fillCard(page, CARDS.good)
  await page.getByRole('button', { name: 'Pay $578.00' }).click()

  await heading(page, 'Payment Successful').waitFor()
  await page
    .getByText('Your order has been processed successfully. You will receive an email confirmation shortly.')
    .first()
    .waitFor()
  const invoice = await invoiceOf(sent.token)
  expect(invoice).toMatchObject({ status: 'paid', openedAt: expect.any(String) })
  await page.getByText(`Payment ID ${invoice.paymentId}`).waitFor()
  await page.getByRole('heading', { name: 'What happens next' }).waitFor()
  await expect.poll(async () => (await store.mailbox(email)).length, { timeout: 15_000 }).toBe(2)
  await expect.poll(() => store.stockOf(TRAVIS, VIP_JUNIOR.id)).toBe(STOCK - 1)

  await page.reload()
  await heading(page, 'Payment Successful').waitFor()
  const soldTo = (seenBy: Page) =>
    seenBy.getByRole('region', { name: 'Order', exact: true }).getByText(/@/).textContent()
  expect(await soldTo(page)).toBe(email)
  const stranger = await openPage(store)
  await stranger.goto(`/payment/${sent.token}`)
  await heading(stranger, 'Payment Successful').waitFor()
  expect(await soldTo(stranger)).toBe('p…@e…')
})

test('leads delivered while the customer reads the thank-you page appear on it and on its receipt', async () => {
  const backed = VIP_JUNIOR.id.replace('vacant', 'owner')
  await store.addLeads(backed, 30)
  const sent = await sendLink(rep, { email: 'leads-link@example.com', packageIds: [backed] })
  const page = await openPage(store)
  await page.goto(`/payment/${sent.token}`)
  await fillCard(page, CARDS.good)
  await payButton(page).click()

  await page.getByText('Everything is delivered.', { exact: false }).waitFor()
  await page.getByText('We process your order within 24 hours', { exact: false }).waitFor({ state: 'detached' })
  await page.getByRole('region', { name: 'Order', exact: true }).getByText('Delivered', { exact: true }).waitFor()
})

test('a declined card is explained, and another card pays the same link', async () => {
  const sent = await sendLink(rep, { email: 'declined-link@example.com', packageIds: [VIP_JUNIOR.id] })
  const page = await openPage(store, { expects: [DECLINED] })
  await page.goto(`/payment/${sent.token}`)

  await fillCard(page, CARDS.declined)
  await payButton(page).click()
  const alert = page.getByRole('alert').filter({ hasText: 'Payment Failed' }).first()
  await alert.waitFor()
  expect(await alert.textContent()).toContain('Your card was declined. You were not charged.')
  await page.getByText('Payment Error', { exact: true }).first().waitFor()
  expect((await invoiceOf(sent.token)).status).toBe('sent')

  await fillCard(page, CARDS.good)
  await payButton(page).click()
  await heading(page, 'Payment Successful').waitFor()
})

test('without a connection the pay button is disabled and says why; afterwards the typed card pays', async () => {
  const email = 'offline-link@example.com'
  const sent = await sendLink(rep, { email, packageIds: [VIP_JUNIOR.id] })
  const page = await openPage(store, { viewport: PHONE, expects: [OFFLINE] })
  await page.goto(`/payment/${sent.token}`)
  await heading(page, 'Payment Method').scrollIntoViewIfNeeded()
  await fillCard(page, CARDS.good)
  await page.context().setOffline(true)

  const notice = page.getByRole('status').filter({ hasText: 'You are offline' })
  await notice.getByText('You can pay when your connection is back. We kept what you typed.').waitFor()
  expect(await payButton(page).isDisabled()).toBe(true)
  await page.context().setOffline(false)
  await notice.waitFor({ state: 'detached' })
  await payButton(page).click()

  await heading(page, 'Payment Successful').waitFor()
  expect((await invoiceOf(sent.token)).status).toBe('paid')
})

test('pressing Pay twice pays once', async () => {
  const email = 'twice-link@example.com'
  const sent = await sendLink(rep, { email, packageIds: [VIP_JUNIOR.id] })
  const page = await openPage(store)
  await page.goto(`/payment/${sent.token}`)
  await fillCard(page, CARDS.good)

  await payButton(page).dblclick()
  await heading(page, 'Payment Successful').waitFor()

  await expect.poll(async () => (await store.mailbox(email)).length, { timeout: 15_000 }).toBe(2)
  await expect.poll(() => store.stockOf(TRAVIS, VIP_JUNIOR.id)).toBe(STOCK - 1)
})

test('a link paid in one tab shows as paid in the other, without asking for a card again', async () => {
  const sent = await sendLink(rep, { email: 'tabs-link@example.com', packageIds: [VIP_JUNIOR.id] })
  const page = await openPage(store)
  const other = await openPage(store, { beside: page })
  await page.goto(`/payment/${sent.token}`)
  await other.goto(`/payment/${sent.token}`)
  await moveToForm(other)
  await payButton(other).waitFor()

  await fillCard(page, CARDS.good)
  await payButton(page).click()
  await heading(page, 'Payment Successful').waitFor()

  await heading(other, 'Payment Successful').waitFor()
})

test('3-D Secure brings the customer back to the link: failing charges nothing, passing pays', async () => {
  const sent = await sendLink(rep, { email: 'secure-link@example.com', packageIds: [VIP_JUNIOR.id] })
  const page = await openPage(store, { expects: [DECLINED] })
  await page.goto(`/payment/${sent.token}`)
  const challenge = page.frameLocator('dialog iframe')

  await fillCard(page, CARDS.threeDSecure)
  await payButton(page).click()
  await challenge.getByRole('button', { name: 'Fail' }).click()
  await page.getByRole('alert').filter({ hasText: 'Payment Failed' }).first().waitFor()
  await fillCard(page, CARDS.threeDSecure)
  await payButton(page).click()
  await challenge.getByRole('button', { name: 'Complete' }).click()

  await heading(page, 'Payment Successful').waitFor()
})

test('a customer whose payment could not be recorded reads that it is safe, and sees the receipt once it is', async () => {
  const sent = await sendLink(rep, { email: 'unrecorded-link@example.com', packageIds: [VIP_JUNIOR.id] })
  const page = await openPage(store, { expects: [/ERR_FAILED/], viewport: PHONE })
  await page.goto(`/payment/${sent.token}`)
  await heading(page, 'Payment Method').scrollIntoViewIfNeeded()
  await fillCard(page, CARDS.good)
  let isBroken = true
  await page.route('**/api/payment-request/*/pay', (route) => (isBroken ? route.abort() : route.continue()))

  await payButton(page).click()
  const notice = page.getByRole('alert').filter({ hasText: 'Your payment is safe, so please do not pay again.' })
  await notice.getByText('Payment succeeded but order processing failed. Please contact support.').waitFor()
  expect(await notice.getByRole('link').getAttribute('href')).toMatch(/^mailto:/)
  isBroken = false

  await heading(page, 'Payment Successful').waitFor()
})

test('a payment that returns from the bank’s own page is confirmed, and leaves nothing in the link’s address', async () => {
  const sent = await sendLink(rep, { email: 'returned-link@example.com', packageIds: [VIP_JUNIOR.id] })
  const page = await openPage(store)
  await page.goto(`/payment/${sent.token}`)
  await fillCard(page, CARDS.good)
  // The page is left in the moment of paying, as for a bank that opens its own page.
  const paying = page.waitForRequest((request) => request.url().endsWith(`/api/payment-request/${sent.token}/pay`))
  await page.route('**/pay', () => undefined)
  await payButton(page).click()
  const { paymentId } = (await paying).postDataJSON()
  await page.unroute('**/pay')

  await page.goto(
    `/payment/${sent.token}?payment_intent=${paymentId}&payment_intent_client_secret=s&redirect_status=succeeded`,
  )

  await heading(page, 'Payment Successful').waitFor()
  await page.waitForURL((url) => url.pathname === `/payment/${sent.token}` && url.search === '')
})

test('a token in the query redirects to the link itself', async () => {
  const sent = await sendLink(rep, { email: 'query-link@example.com', packageIds: [VIP_JUNIOR.id] })
  const page = await openPage(store)

  await page.goto(`/payment?token=${sent.token}`)

  await page.waitForURL((url) => url.pathname === `/payment/${sent.token}` && url.search === '')
  await moveToForm(page)
  await page.getByRole('button', { name: 'Pay $299.00' }).waitFor()
})

test.each(['/payment', '/payment/guessed', `/payment/${'x'.repeat(150)}`])(
  '%s says that no request was found',
  async (path) => {
    const page = await openPage(store, { expects: [MISSING, /status of 400/] })

    await page.goto(path)

    await heading(page, 'Payment Request Not Found').waitFor()
    await page.getByText('may have expired or does not exist').waitFor()
  },
)

test('a replaced link says to look in the mail without revealing the new one, and the new one can be paid', async () => {
  const email = 'replaced-link@example.com'
  const sent = await sendLink(rep, { email, packageIds: [VIP_JUNIOR.id] })
  const old = await mailedLink(store, email, '/payment/')
  const page = await openPage(store)
  await page.goto(old)
  await moveToForm(page)
  await payButton(page).waitFor()

  await rep.call('POST', `/api/sales/payment-requests/${sent.id}/resend`, {})
  await page.reload()

  await heading(page, 'Payment Request Expired').waitFor()
  await page.getByText('We emailed you the newer link').waitFor()
  expect(await page.getByText('Carla Customer').count()).toBe(0)
  const newer = await mailedLink(store, email, '/payment/', 2)
  expect(newer).not.toBe(old)
  expect(await page.content()).not.toContain(newer)
  await page.goto(newer)
  await fillCard(page, CARDS.good)
  await payButton(page).click()
  await heading(page, 'Payment Successful').waitFor()
})

test('a link withdrawn while the card is being typed takes no money and says why', async () => {
  const sent = await sendLink(rep, { email: 'voided-link@example.com', packageIds: [VIP_JUNIOR.id] })
  const page = await openPage(store, { expects: [/status of 409/] })
  await page.goto(`/payment/${sent.token}`)
  await fillCard(page, CARDS.good)

  await rep.call('POST', `/api/sales/payment-requests/${sent.id}/void`)
  await payButton(page).click()

  await heading(page, 'Payment Request Expired').waitFor()
  await page.getByText('was withdrawn by your sales representative').waitFor()
  await expect.poll(() => store.stockOf(TRAVIS, VIP_JUNIOR.id)).toBe(STOCK)
})

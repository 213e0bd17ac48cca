import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { expectAccessibleAndFits, PHONE } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { mailedLink } from './support/mailed-links.ts'
import { memberOf, sendLink } from './support/members.ts'
import { CARDS, fillCard, moveToForm, PREMIER_INVESTOR, payButton, payByCard, VIP_JUNIOR } from './support/shopping.ts'
import { heading, see } from './support/steps.ts'
import { withSharedStore } from './support/store.ts'

const STOCK = 50
const KEPT = 'payment-request'
const { openPage } = withBrowser()
const store = withSharedStore()
const rep = memberOf(store)

beforeEach(() => store.setStocks(STOCK))

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
    /^(24 h 0|23 h 5\d) min left$/,
  )
  await heading(page, 'Payment Method').scrollIntoViewIfNeeded()
  await fillCard(page)
  await page.getByRole('button', { name: 'Pay $578.00' }).click()

  await heading(page, 'Payment Successful').waitFor()
  await see(page, 'Your order has been processed successfully. You will receive an email confirmation shortly.')
  const invoice = await invoiceOf(sent.token)
  expect(invoice).toMatchObject({ status: 'paid', openedAt: expect.any(String) })
  await page.getByText(`Payment ID ${invoice.paymentId}`).waitFor()
  await page.getByRole('heading', { name: 'What happens next' }).waitFor()
  await expectAccessibleAndFits(page, 'paid')
  await expect.poll(async () => (await store.mailbox(email)).length, { timeout: 15_000 }).toBe(2)
  await expect.poll(() => store.stockOf()).toBe(STOCK - 1)

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

test('a declined card is explained, another card pays the same link once, and the other tab shows it', async () => {
  const sent = await sendLink(rep, { email: 'declined-link@example.com', packageIds: [VIP_JUNIOR.id] })
  const page = await openPage(store, { viewport: PHONE, expects: [/status of 402/] })
  await page.goto(`/payment?token=${sent.token}`)
  await page.waitForURL((url) => url.pathname === `/payment/${sent.token}` && url.search === '')
  const other = await openPage(store, { beside: page })
  await other.goto(`/payment/${sent.token}`)
  await moveToForm(other)
  await payButton(other).waitFor()

  await payByCard(page, CARDS.declined)
  const alert = page.getByRole('alert').filter({ hasText: 'Payment Failed' }).first()
  await alert.waitFor()
  expect(await alert.textContent()).toContain('Your card was declined. You were not charged.')
  await expectAccessibleAndFits(page, 'declined')
  expect((await invoiceOf(sent.token)).status).toBe('sent')

  await fillCard(page)
  await payButton(page).dblclick()
  await heading(page, 'Payment Successful').waitFor()
  await heading(other, 'Payment Successful').waitFor()
  await expect.poll(async () => (await store.mailbox('declined-link@example.com')).length, { timeout: 15_000 }).toBe(2)
  await expect.poll(() => store.stockOf()).toBe(STOCK - 1)
})

test('a customer whose payment could not be recorded reads that it is safe, and sees the receipt once it is', async () => {
  const sent = await sendLink(rep, { email: 'unrecorded-link@example.com', packageIds: [VIP_JUNIOR.id] })
  const page = await openPage(store, { expects: [/ERR_FAILED/], viewport: PHONE })
  await page.goto(`/payment/${sent.token}`)
  await heading(page, 'Payment Method').scrollIntoViewIfNeeded()
  await fillCard(page)
  let isBroken = true
  await page.route('**/api/payment-request/*/pay', (route) => (isBroken ? route.abort() : route.continue()))

  await payButton(page).click()
  const notice = page.getByRole('alert').filter({ hasText: 'Your payment is safe, so please do not pay again.' })
  await notice.getByText('Payment succeeded but order processing failed. Please contact support.').waitFor()
  expect(await notice.getByRole('link').getAttribute('href')).toMatch(/^mailto:/)
  isBroken = false

  await heading(page, 'Payment Successful').waitFor()
})

test('a link withdrawn while the card is being typed takes no money and says why', async () => {
  const sent = await sendLink(rep, { email: 'voided-link@example.com', packageIds: [VIP_JUNIOR.id] })
  const page = await openPage(store, { viewport: PHONE, expects: [/status of 409/] })
  await page.goto(`/payment/${sent.token}`)
  await fillCard(page)

  await rep.call('POST', `/api/sales/payment-requests/${sent.id}/void`)
  await payButton(page).click()

  await heading(page, 'Payment Link Canceled').waitFor()
  await page.getByText('Your sales representative canceled this payment link').waitFor()
  await expectAccessibleAndFits(page, 'ended')
  await expect.poll(() => store.stockOf()).toBe(STOCK)
})

test('a token in the home page’s address opens the request over the leads page, where it can be paid', async () => {
  const { token } = await sendLink(rep, { email: 'home-token@example.com', packageIds: [VIP_JUNIOR.id] })
  const page = await openPage(store, { viewport: PHONE })

  await page.goto(`/?token=${token}`)
  await page.getByText('Payment Request Loaded').first().waitFor()
  await page.getByText('Redirecting to checkout...').first().waitFor()
  await page.waitForURL((url) => url.pathname === '/leads' && url.search === '')
  const overlay = page.getByRole('dialog', { name: 'Payment Request' })
  await overlay.getByRole('heading', { name: 'Your payment request', exact: true }).waitFor()
  expect(await page.evaluate((key) => localStorage.getItem(key), KEPT)).toBeNull()

  await fillCard(page)
  await expectAccessibleAndFits(page, 'overlay')
  await overlay.getByRole('button', { name: 'Pay $299.00' }).click()
  await overlay.getByRole('heading', { name: 'Payment Successful!', exact: true }).waitFor()
  await overlay.getByRole('button', { name: 'Close' }).click()
  await overlay.waitFor({ state: 'detached' })
  await page.goBack()
  await page.waitForURL((url) => url.pathname === '/' && url.search === '')
})

test('amount, lines and status of a link come from the server, not from what a browser kept', async () => {
  const { token } = await sendLink(rep, { email: 'forged@example.com', packageIds: [VIP_JUNIOR.id] })
  const page = await openPage(store, { expects: [/stored payment request cannot be read/] })
  const keep = (text: string) =>
    page.evaluate(([key = '', value = '']) => localStorage.setItem(key, value), [KEPT, text])
  await page.goto('/checkout')
  await keep('{broken')
  await page.goto('/leads')
  // The heading comes with the page, before anything is read; the next text must not be taken in place of this one.
  await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), KEPT)).toBeNull()
  await keep(JSON.stringify({ token, total: '1.00', status: 'paid', cartData: [] }))
  await page.reload()

  await moveToForm(page)
  await page.getByRole('dialog', { name: 'Payment Request' }).getByRole('button', { name: 'Pay $299.00' }).waitFor()
})

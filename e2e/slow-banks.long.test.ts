import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { answerBank, useBankPage } from './support/bank-page.ts'
import { withBrowser } from './support/browser.ts'
import { startCardServer } from './support/card-server.ts'
import { memberOf, sendLink } from './support/members.ts'
import * as shopping from './support/shopping.ts'
import { heading, see } from './support/steps.ts'
import { REPS, withStore } from './support/store.ts'
import { openDashboard } from './support/team.ts'

/** Past the link's 24 hours, and past the hour for which its packages stay set aside after that. */
const LONG_OVER_MS = 26 * 60 * 60 * 1000
const { openPage } = withBrowser()
const cardServer = await startCardServer(() => store.url)
afterAll(() => cardServer.stop())
const store = withStore(cardServer.env)
const rep = memberOf(store)
afterEach(() => cardServer.control({ reset: 'true' }))

beforeEach(() => store.setStocks(1))

async function paySlowly(page: Page, meanwhile: string): Promise<string> {
  await shopping.fillCard(page)
  await cardServer.control({ card_outcome: 'processing' })
  await shopping.payButton(page).click()
  await heading(page, meanwhile).waitFor()
  return new URL(page.url()).searchParams.get('payment_intent') ?? ''
}

async function expectRefundMail(email: string, amount: string): Promise<void> {
  await expect.poll(async () => (await store.mailbox(email))[0]?.subject).toMatch(/^Order LY-\w+: refunded$/)
  expect((await store.mailbox(email))[0]?.text).toContain(`We are refunding the full amount to your card: ${amount}.`)
}

test('a customer returns from the bank’s own page to the link: declining charges nothing, approving pays it', async () => {
  const { token } = await sendLink(rep, { email: 'bank-link@example.com', packageIds: [shopping.VIP_JUNIOR.id] })
  const statusOf = async () => (await rep.call('GET', `/api/invoices/${token}`)).status
  const page = await openPage(store, { expects: [/status of 402/] })
  await useBankPage(page, cardServer)
  await page.goto(`/payment/${token}`)

  await shopping.payByCard(page, shopping.CARDS.threeDSecure)
  await answerBank(page, 'fail')
  await page.getByRole('heading', { name: 'Payment Failed', exact: true }).waitFor()
  await expect.poll(() => statusOf()).toBe('sent')
  await page.getByRole('button', { name: 'Back to your payment request' }).click()
  await page.waitForURL((url) => url.pathname === `/payment/${token}` && url.search === '')

  await shopping.payByCard(page, shopping.CARDS.threeDSecure)
  await answerBank(page, 'complete')
  await page.getByRole('heading', { name: 'Payment Successful', exact: true }).waitFor()
  await page.waitForURL((url) => url.pathname === `/payment/${token}` && url.search === '')
  await expect.poll(() => statusOf()).toBe('paid')
})

test('money that arrives after a link expired and its package was sold is refunded in full, and page, mail and list say so', async () => {
  const email = 'late@example.com'
  const { token } = await sendLink(rep, { email, packageIds: [shopping.VIP_JUNIOR.id] })
  const page = await openPage(store, { expects: [/status of 409/] })
  await page.goto(`/payment/${token}`)
  const paymentId = await paySlowly(page, 'Confirming your payment')

  await store.ageLink(token, LONG_OVER_MS)
  await expect.poll(() => store.stockOf()).toBe(1)
  await sendLink(rep, { email: 'faster@example.com', packageIds: [shopping.VIP_JUNIOR.id] })
  await cardServer.release(paymentId, 'succeeded')

  await heading(page, 'Payment Refunded').waitFor()
  await page
    .getByText(
      `We are refunding the full amount to your card. Banks take 5 to 10 business days to show it. We will also`,
    )
    .waitFor()
  await page.getByText('It was no longer available when your payment arrived').waitFor()
  expect(await page.getByText('processed successfully').count()).toBe(0)
  // The page tells what was decided; the card server is asked for the money right after.
  await expect
    .poll(async () => (await cardServer.stripe.refunds.list({ payment_intent: paymentId })).data)
    .toMatchObject([{ amount: 29_900, status: 'succeeded' }])
  await expectRefundMail(email, shopping.VIP_JUNIOR.price)
  await page.getByRole('link', { name: 'Follow your order' }).click()
  await page.getByText('We refunded your card.').waitFor()

  await openDashboard(page, REPS[0], `?tab=requests&search=late`)
  await see(page.getByRole('row', { name: /late@example\.com/ }), 'Refunded: $299.00')
  await page.goto(`/invoice/${token}`)
  await page.getByRole('list', { name: 'What happened, newest first' }).getByText('Refunded: $299.00').waitFor()
  await expect.poll(() => store.stockOf()).toBe(0)
})

test('a buyer whose payment arrives after the hold, with the package sold, sees a refund instead of an order', async () => {
  const email = 'late-buyer@example.com'
  const page = await openPage(store, { expects: [/status of 409/] })
  await shopping.chooseTravis(page)
  await shopping.addToCart(page, shopping.PREMIER_INVESTOR.name)
  await shopping.goToCheckout(page, email)
  const paymentId = await paySlowly(page, 'Thank you for your order')

  // When the store hears that the bank is busy, it extends the hold once; the hold still expires.
  const endHold = async () => {
    await store.endHoldsIn(0, shopping.PREMIER_INVESTOR.id)
    return store.stockOf(shopping.PREMIER_INVESTOR.id)
  }
  await expect.poll(endHold).toBe(1)
  await sendLink(rep, { email: 'faster-too@example.com', packageIds: [shopping.PREMIER_INVESTOR.id] })
  await cardServer.release(paymentId, 'succeeded')

  await heading(page, 'Payment Refunded').waitFor()
  await page.getByText('It was no longer available when your payment arrived').waitFor()
  expect(await page.getByText('We have your payment').count()).toBe(0)
  await expectRefundMail(email, shopping.PREMIER_INVESTOR.price)
})

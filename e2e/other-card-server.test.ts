/** A store that pays at a server which is not its own (`STRIPE_API_BASE`); having it here, a test can also slow its bank. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { answerBank, useBankPage } from './support/bank-page.ts'
import { withBrowser } from './support/browser.ts'
import { type CardServer, startCardServer } from './support/card-server.ts'
import { sendLink, signInAs } from './support/members.ts'
import {
  addToCart,
  CARDS,
  cartDialog,
  chooseTravis,
  fillCard,
  goToCheckout,
  PREMIER_INVESTOR,
  payButton,
  seeReceipt,
  TRAVIS,
  VIP_JUNIOR,
} from './support/shopping.ts'
import { type Store, startStore } from './support/store.ts'

const STOCK = 5

const { openPage } = withBrowser()
let cardServer: CardServer
let store: Store

beforeAll(async () => {
  cardServer = await startCardServer(() => store?.url)
  // Long enough to pay in, short enough to watch a hold's time go by.
  store = await startStore({ ...cardServer.env, HOLD_MINUTES: '0.3' })
  await store.setStock(VIP_JUNIOR.id, STOCK)
})
afterEach(() => cardServer.control({ reset: 'true' }))
afterAll(async () => {
  await store?.stop()
  await cardServer?.stop()
})

async function fillCheckout(page: Page, email: string, card: string, wanted = VIP_JUNIOR): Promise<void> {
  await chooseTravis(page)
  await addToCart(page, wanted.name)
  await goToCheckout(page, email)
  await fillCard(page, card)
}

test('the other server charges a card typed into the store’s page, and the order arrives', async () => {
  const page = await openPage(store)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/v1/')) asked.push(new URL(request.url()).origin)
  })
  await fillCheckout(page, 'elsewhere@example.com', CARDS.good)

  await payButton(page).click()
  const reference = await seeReceipt(page)

  expect(new Set(asked)).toEqual(new Set([cardServer.origin]))
  const { data: charges } = await cardServer.stripe.charges.list()
  expect(charges).toMatchObject([{ status: 'succeeded', amount: 29_900 }])
  await expect.poll(() => store.mailbox('elsewhere@example.com'), { timeout: 15_000 }).toHaveLength(1)
  expect((await store.mailbox('elsewhere@example.com'))[0]?.text).toContain(reference)
})

test('3-D Secure at the other server can be passed within the store’s page', async () => {
  const page = await openPage(store)
  await fillCheckout(page, 'secure-elsewhere@example.com', CARDS.threeDSecure)

  await payButton(page).click()
  await page.frameLocator('dialog iframe').getByRole('button', { name: 'Complete' }).click()

  await seeReceipt(page)
})

test('3-D Secure on the bank’s own page takes the buyer there and back to the receipt', async () => {
  const page = await openPage(store)
  await useBankPage(page, cardServer)
  await fillCheckout(page, 'bank@example.com', CARDS.threeDSecure)

  await payButton(page).click()
  await answerBank(page, 'complete')

  await seeReceipt(page)
  await page.waitForURL((url) => url.pathname === '/payment-success' && !url.searchParams.has('payment_intent'))
})

test('a customer returns from the bank’s own page to the link: declining charges nothing, approving pays it', async () => {
  const rep = await signInAs(store)
  const { token } = await sendLink(rep, { email: 'bank-link@example.com', packageIds: [VIP_JUNIOR.id] })
  const statusOf = async () => (await rep.call('GET', `/api/invoices/${token}`)).status
  const page = await openPage(store, { expects: [/status of 402/] })
  await useBankPage(page, cardServer)
  await page.goto(`/payment/${token}`)

  await fillCard(page, CARDS.threeDSecure)
  await payButton(page).click()
  await answerBank(page, 'fail')
  await page.getByRole('heading', { name: 'Payment Failed', exact: true }).waitFor()
  await expect.poll(() => statusOf()).toBe('sent')
  await page.getByRole('button', { name: 'Back to your payment request' }).click()
  await page.waitForURL((url) => url.pathname === `/payment/${token}` && url.search === '')

  await fillCard(page, CARDS.threeDSecure)
  await payButton(page).click()
  await answerBank(page, 'complete')
  await page.getByRole('heading', { name: 'Payment Successful', exact: true }).waitFor()
  await page.waitForURL((url) => url.pathname === `/payment/${token}` && url.search === '')
  await expect.poll(() => statusOf()).toBe('paid')
})

test('packages whose payment is processing leave the cart and are not shown as expired', async () => {
  const page = await openPage(store)
  await store.setStock(PREMIER_INVESTOR.id, 1)
  await fillCheckout(page, 'processing@example.com', CARDS.good, PREMIER_INVESTOR)
  await cardServer.control({ card_outcome: 'processing' })
  // The store hears of the payment from the provider only, and the page does not hear from the store.
  await page.route('**/api/orders', () => undefined)

  await payButton(page).click()
  await page.getByRole('heading', { name: 'Thank you for your order' }).waitFor()
  await page.getByRole('button', { name: 'Cart, 0 items' }).waitFor({ timeout: 40_000 })

  expect(await page.getByText('Reservation ended').count()).toBe(0)
  await page.getByRole('button', { name: 'Cart, 0 items' }).click()
  await cartDialog(page).getByText('Your payment is being processed').waitFor()
  await cartDialog(page).getByText('1 package left your cart with it.').waitFor()
  expect(await cartDialog(page).getByText('A reservation ran out').count()).toBe(0)
  await expect.poll(() => store.stockOf(TRAVIS, PREMIER_INVESTOR.id)).toBe(0)
})

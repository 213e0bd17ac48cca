/** What a customer sees of a payment link: each of its states, also one that ends while it is open. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessibleAndFits, PHONE } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { type Member, sendLink, signInAs } from './support/members.ts'
import { CARDS, fillCard, moveToForm, payButton, TRAVIS, VIP_JUNIOR } from './support/shopping.ts'
import { REPS, type Store, startStore } from './support/store.ts'
import { openAs } from './support/team.ts'

const CUSTOMER = 'مكتب العقارات'
/** How long a link lives. */
const LINK_MS = 24 * 60 * 60 * 1000
/** Enough to open a link and type a card, short enough to watch it end. */
const LEFT_MS = 36_000
/** How long a person would wait for such a link to expire. */
const LINK_END = { timeout: 45_000 }

const { openPage } = withBrowser()
let store: Store
let rep: Member

beforeAll(async () => {
  store = await startStore()
  rep = await signInAs(store)
  await store.setStock(VIP_JUNIOR.id, 100)
})
afterAll(() => store.stop())

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const send = (email: string) =>
  sendLink(rep, { email, packageIds: [VIP_JUNIOR.id], specialOffers: 'Five extra leads.', name: CUSTOMER })

test('every state of a payment link is accessible and fits', async () => {
  const page = await openPage(store, {
    viewport: PHONE,
    expects: [/status of 40[24]/],
  })
  const email = 'screens@example.com'
  const [paid, voided] = [await send(email), await send(email)]
  await rep.call('POST', `/api/sales/payment-requests/${voided.id}/void`)

  await page.goto('/payment/guessed')
  await heading(page, 'Payment Request Not Found').waitFor()
  await expectAccessibleAndFits(page, 'not found')
  await page.goto(`/payment/${voided.token}`)
  await heading(page, 'Payment Request Expired').waitFor()
  await expectAccessibleAndFits(page, 'ended')
  await page.goto(`/?token=${paid.token}`)
  await heading(page, 'Payment Method').scrollIntoViewIfNeeded()
  await moveToForm(page)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Pay \$/ })
    .waitFor()
  await expectAccessibleAndFits(page, 'overlay')
  await page.goto(`/payment/${paid.token}`)
  await heading(page, 'Payment Method').scrollIntoViewIfNeeded()
  await fillCard(page, CARDS.declined)
  await payButton(page).click()
  await page.getByRole('alert').filter({ hasText: 'Payment Failed' }).first().waitFor()
  await expectAccessibleAndFits(page, 'declined')
  await fillCard(page, CARDS.good)
  await payButton(page).click()
  await heading(page, 'Payment Successful').waitFor()
  await expectAccessibleAndFits(page, 'paid')
})

test('a link counts as opened once a customer does something on its page, not before', async () => {
  const sent = await send('scanner@example.com')
  const invoice = () => rep.call<{ openedAt: string | null }>('GET', `/api/invoices/${sent.token}`)
  const reply = await fetch(`${store.url}/payment/${sent.token}`)
  await fetch(`${store.url}/api/payment-request/${sent.token}`)
  expect((await invoice()).openedAt).toBeNull()
  expect(
    ['cache-control', 'referrer-policy', 'x-robots-tag'].map((name) => reply.headers.get(name)),
    'what the page says about its secret address',
  ).toEqual(['no-store', 'no-referrer', 'noindex'])

  const page = await openPage(store)
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'POST') calls.push(pathname)
  })
  await page.goto(`/payment/${sent.token}`)
  const payNow = page.getByRole('button', { name: 'Pay now' })
  await payNow.waitFor()
  // What a scanner's browser does: it runs scripts, scrolls by them and presses what they find.
  await payNow.evaluate((button: HTMLElement) => {
    scrollTo(0, document.body.scrollHeight)
    button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }))
    button.click()
  })
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  expect(calls).toEqual([])
  const member = await openPage(store)
  await openAs(member, REPS[0], `/payment/${sent.token}`)
  const told = member.waitForResponse('**/opened')
  await moveToForm(member)
  await told
  expect((await invoice()).openedAt).toBeNull()

  // The pointer on its way to the button shows the form in its place.
  await moveToForm(page)
  await payButton(page).waitFor()

  await expect.poll(async () => (await invoice()).openedAt).not.toBeNull()
  expect(calls.filter((path) => path.endsWith('/opened'))).toHaveLength(1)
})

test('a link that expires while it is open ends and returns its units, but not during a payment', async () => {
  const stock = await store.stockOf(TRAVIS, VIP_JUNIOR.id)
  const sendForSeconds = async (email: string) => {
    const { token } = await send(email)
    await store.ageLink(token, LINK_MS - LEFT_MS)
    return token
  }
  const [left, begun] = [await openPage(store), await openPage(store)]
  await left.goto(`/payment/${await sendForSeconds('over@example.com')}`)
  await moveToForm(left)
  await payButton(left).waitFor()
  const token = await sendForSeconds('last-second@example.com')
  await begun.goto(`/payment/${token}`)
  await fillCard(begun, CARDS.threeDSecure)
  await payButton(begun).click()
  const challenge = begun.frameLocator('dialog iframe')
  await challenge.getByRole('button', { name: 'Complete' }).waitFor()

  await heading(left, 'Payment Request Expired').waitFor(LINK_END)
  await left
    .getByText('This payment request has expired. Please contact your sales representative for a new payment link.')
    .waitFor()
  await left.getByText('It expired while this page was open. You were not charged.').waitFor()
  expect(await payButton(left).count()).toBe(0)

  // The bank still asks when the time is over.
  await expect
    .poll(() => begun.getByRole('timer', { name: 'Time left to pay' }).textContent(), LINK_END)
    .toBe('00:00 left')
  expect(await heading(begun, 'Payment Request Expired').count()).toBe(0)
  await begun.getByText(CUSTOMER).waitFor()
  await expect.poll(() => store.stockOf(TRAVIS, VIP_JUNIOR.id), { timeout: 10_000 }).toBe(stock - 1)
  await left.reload()
  await heading(left, 'Payment Request Expired').waitFor()
  expect(await left.getByText(CUSTOMER).count()).toBe(0)
  await left.getByText('Sent by Rita Rep').waitFor()
  expect(await left.getByRole('main').getByRole('link').count()).toBe(1)
  await left.getByRole('main').getByRole('button').click()
  const asked = left.getByText('We asked your sales representative for a new link')
  await asked.waitFor()
  await left.reload()
  await asked.waitFor()
  expect(await left.getByRole('main').getByRole('button').count()).toBe(0)

  await challenge.getByRole('button', { name: 'Complete' }).click()
  await heading(begun, 'Payment Successful').waitFor()
  const { status } = await rep.call<{ status: string }>('GET', `/api/invoices/${token}`)
  expect(status).toBe('paid')
})

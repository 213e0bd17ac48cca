/** What a rep leaves open follows what customers do: lists and invoices are read again by themselves. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withBrowser } from './support/browser.ts'
import { type Member, sendLink, signInAs } from './support/members.ts'
import { CARDS, fillCard, moveToForm, payButton, VIP_JUNIOR } from './support/shopping.ts'
import { REPS, type Store, startStore } from './support/store.ts'
import { openDashboard } from './support/team.ts'

const [RITA, SVEN] = REPS
/** A little more than the 15 s after which an open list is read again. */
const READ_AGAIN_MS = 16_000
/** Less than that: what shows within it was not waited for in real time. */
const SOON = { timeout: 8_000 }
const HOUR_MS = 60 * 60 * 1000

const { openPage } = withBrowser()
let store: Store

beforeAll(async () => {
  store = await startStore()
  await store.setStock(VIP_JUNIOR.id, 100)
})
afterAll(() => store.stop())

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const bodyRows = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row')
const rowSaying = (page: Page, text: RegExp) => bodyRows(page).filter({ hasText: text })
const send = (rep: Member, name: string) =>
  sendLink(rep, { name, email: `${name.toLowerCase().replace(' ', '.')}@example.com`, packageIds: [VIP_JUNIOR.id] })

/** A second page of the signed-in rep, whose time the test can move. */
async function openBeside(page: Page, path: string): Promise<Page> {
  const tab = await openPage(store, { beside: page })
  await tab.clock.install()
  await tab.goto(path)
  return tab
}

test('a request paid by its customer turns paid in the rep’s open lists and invoice without a reload', async () => {
  const { token } = await send(await signInAs(store, RITA), 'Paula Pays')
  const first = await openPage(store)
  await openDashboard(first, RITA)
  const requests = await openBeside(first, '/sales-dashboard?tab=requests')
  const history = await openBeside(first, '/sales-dashboard?tab=history')
  const invoice = await openBeside(first, `/invoice/${token}`)
  await rowSaying(requests, /Paula Pays.*Sent/).waitFor()
  await rowSaying(history, /Paula Pays.*Sent/).waitFor()
  await invoice.getByText('Not paid', { exact: true }).waitFor()

  const customer = await openPage(store)
  await customer.goto(`/payment/${token}`)
  await fillCard(customer, CARDS.good)
  await payButton(customer).click()
  await heading(customer, 'Payment Successful').waitFor()
  for (const tab of [requests, history, invoice]) await tab.clock.fastForward(READ_AGAIN_MS)

  await rowSaying(requests, /Paula Pays.*Paid/).waitFor(SOON)
  await rowSaying(history, /Paula Pays.*Paid/).waitFor(SOON)
  await invoice.getByRole('link', { name: /^Receipt PDF/ }).waitFor(SOON)
  expect(await invoice.getByText('Not paid', { exact: true }).count()).toBe(0)
})

test('a link withdrawn by the rep ends on the customer’s open page without a reload', async () => {
  const rita = await signInAs(store, RITA)
  const { id, token } = await send(rita, 'Vera Void')
  const customer = await openPage(store)
  await customer.clock.install()
  await customer.goto(`/payment/${token}`)
  await moveToForm(customer)
  await payButton(customer).waitFor()

  await rita.call('POST', `/api/sales/payment-requests/${id}/void`)
  await customer.clock.fastForward(READ_AGAIN_MS)

  await heading(customer, 'Payment Request Expired').waitFor(SOON)
  await customer.getByText('was withdrawn by your sales representative').waitFor()
})

test('the queue counts links that expire in the next 2 hours and shows only those, soonest first', async () => {
  const sven = await signInAs(store, SVEN)
  const ages = { 'Fresh Today': 0, 'Near End': 22.5, 'Nearest End': 23.5, 'Long Over': 25 }
  const links = new Map<string, string>()
  for (const [name, hours] of Object.entries(ages)) {
    const { id, token } = await send(sven, name)
    links.set(name, id)
    await store.ageLink(token, hours * HOUR_MS)
  }
  const page = await openPage(store)
  await openDashboard(page, SVEN, '?tab=requests')
  await expect.poll(() => bodyRows(page).count()).toBe(4)

  await page.getByRole('button', { name: 'Expires in the next 2 hours (2)' }).click()

  await expect.poll(() => bodyRows(page).count()).toBe(2)
  expect(await bodyRows(page).nth(0).textContent()).toMatch(/Nearest End.*Expires in (29|30) min/)
  expect(await bodyRows(page).nth(1).textContent()).toMatch(/Near End.*Expires in 1 h/)
  expect(await page.getByRole('button', { name: /^Expires in/ }).getAttribute('aria-pressed')).toBe('true')
  await sven.call('POST', `/api/sales/payment-requests/${links.get('Nearest End')}/void`)
  await page.reload()
  await page.getByRole('button', { name: 'Expires in the next 2 hours (1)' }).waitFor()
  await expect.poll(() => bodyRows(page).count()).toBe(1)

  await page.getByRole('button', { name: /^Expires in/ }).click()
  await expect.poll(() => bodyRows(page).count()).toBe(4)
})

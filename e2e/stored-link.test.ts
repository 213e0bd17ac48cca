import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withBrowser } from './support/browser.ts'
import { type Member, sendLink, signInAs } from './support/members.ts'
import { CARDS, fillCard, moveToForm, VIP_JUNIOR } from './support/shopping.ts'
import { type Store, startStore } from './support/store.ts'

const KEY = 'payment-request'
const MISSING = /status of 404/

const { openPage } = withBrowser()
let store: Store
let rep: Member

beforeAll(async () => {
  store = await startStore()
  rep = await signInAs(store)
  await store.setStock(VIP_JUNIOR.id, 50)
})
afterAll(() => store.stop())

const overlay = (page: Page) => page.getByRole('dialog', { name: 'Payment Request' })
const inOverlay = (page: Page, name: string) => overlay(page).getByRole('heading', { name, exact: true })
const stored = (page: Page) => page.evaluate((key) => localStorage.getItem(key), KEY)
const send = (email: string) => sendLink(rep, { email, packageIds: [VIP_JUNIOR.id] })

/** Opens the leads page in a browser whose storage holds a text under the request's key. */
async function openLeadsWith(page: Page, text: string): Promise<void> {
  await page.goto('/checkout')
  await page.evaluate(([key = '', value = '']) => localStorage.setItem(key, value), [KEY, text])
  await page.goto('/leads')
  await page.getByRole('heading', { name: 'Browse Premium Leads' }).waitFor()
}

test('a token in the home page’s address opens the request over the leads page, where it can be paid', async () => {
  const { token } = await send('home-token@example.com')
  const page = await openPage(store)

  await page.goto(`/?token=${token}`)
  await page.getByText('Payment Request Loaded').first().waitFor()
  await page.getByText('Redirecting to checkout...').first().waitFor()
  await page.waitForURL((url) => url.pathname === '/leads' && url.search === '')
  await inOverlay(page, 'Your payment request').waitFor()
  expect(await stored(page)).toBeNull()

  await fillCard(page, CARDS.good)
  await overlay(page).getByRole('button', { name: 'Pay $299.00' }).click()
  await inOverlay(page, 'Payment Successful!').waitFor()
  await overlay(page).getByRole('button', { name: 'Close' }).click()
  await overlay(page).waitFor({ state: 'detached' })
  await page.goBack()
  await page.waitForURL((url) => url.pathname === '/' && url.search === '')
})

test('an unknown token in the home page’s address says whom to contact, and the page stays', async () => {
  const page = await openPage(store, { expects: [MISSING] })

  await page.goto('/?token=guessed')

  await page.getByText('Failed to load payment request. Please contact your sales representative.').first().waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  expect(await stored(page)).toBeNull()
})

test('amount, lines and status come from the server, not from storage', async () => {
  const { token } = await send('forged@example.com')
  const page = await openPage(store)

  await openLeadsWith(page, JSON.stringify({ token, total: '1.00', status: 'paid', cartData: [] }))

  await moveToForm(page)
  await overlay(page).getByRole('button', { name: 'Pay $299.00' }).waitFor()
  expect(await stored(page)).toBeNull()
  await page.reload()
  await page.getByRole('heading', { name: 'Browse Premium Leads' }).waitFor()
  expect(await overlay(page).count()).toBe(0)
})

test('a stored request that was withdrawn says that it has ended', async () => {
  const { id, token } = await send('voided-overlay@example.com')
  await rep.call('POST', `/api/sales/payment-requests/${id}/void`)
  const page = await openPage(store)

  await openLeadsWith(page, JSON.stringify({ token }))

  await inOverlay(page, 'Payment Request Expired').waitFor()
})

test.each(['{broken', '"text"', '{"token":7}'])('%s in storage is logged and ignored', async (text) => {
  const page = await openPage(store, { expects: [/stored payment request cannot be read/] })
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))

  await openLeadsWith(page, text)

  await expect.poll(() => complaints.filter((one) => one.includes('stored payment request')).length).toBe(1)
  expect(await overlay(page).count()).toBe(0)
  expect(await stored(page)).toBeNull()
})

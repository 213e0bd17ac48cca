/** How an administrator sees what the store sells: nothing yet, the first sales, a refund, and any period of it. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeCsv } from '#contract/csv.ts'
import { addDays } from '#contract/days.ts'
import { storeDayOf } from '#contract/store-day.ts'
import { USUAL_STORE_ZONE } from '#contract/store-zone.ts'
import { expectAccessibleAndFits, PHONE } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { type Member, sendLink, signInAs } from './support/members.ts'
import {
  addToCart,
  CARDS,
  chooseTravis,
  fillCard,
  goToCheckout,
  PREMIER_INVESTOR,
  payButton,
  seeReceipt,
  VIP_JUNIOR,
} from './support/shopping.ts'
import { ADMIN, REPS, type Store, startStore } from './support/store.ts'
import { card, openAs } from './support/team.ts'

const { openPage } = withBrowser()
const [RITA] = REPS
const POLL_MS = 30_000
let store: Store
let admin: Member

beforeAll(async () => {
  store = await startStore()
  for (const { id } of [VIP_JUNIOR, PREMIER_INVESTOR]) await store.setStock(id, 10)
  admin = await signInAs(store, ADMIN)
})
afterAll(() => store.stop())

const figure = (page: Page, strip: string, label: string) =>
  card(page, strip)
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${label}$`) })
    .locator('xpath=following-sibling::dd')
const STORE = 'The store’s figures'
const PERIOD = 'Figures of the period'
const OVERVIEW = 'Sales History Overview'
const PARTS = 'Where the Revenue Came From'
const rows = (page: Page, table: string) =>
  page.getByRole('table', { name: table, exact: true }).locator('tbody').getByRole('row')

async function openAnalytics(page: Page, query = ''): Promise<void> {
  await openAs(page, ADMIN, `/admin-enhanced?tab=analytics${query}`)
  await card(page, 'Package Performance').waitFor()
}

/** As if half a minute had passed: what is read every 30 seconds is read now. */
const letPollPass = (page: Page) => page.clock.fastForward(POLL_MS)

/** A buyer's purchase by card in the store. @returns the order's id */
async function buyPremier(): Promise<string> {
  const page = await openPage(store)
  await chooseTravis(page)
  await addToCart(page, PREMIER_INVESTOR.name)
  const opened = page.waitForResponse((one) => one.url().endsWith('/api/create-payment-intent') && one.ok())
  await goToCheckout(page, 'ada@example.com')
  const { orderId }: { orderId: string } = await (await opened).json()
  await fillCard(page, CARDS.good)
  await payButton(page).click()
  await seeReceipt(page)
  return orderId
}

/** A rep's sale through a link, paid another way than by card. */
async function sellByLink(): Promise<void> {
  const rita = await signInAs(store, RITA)
  const { token } = await sendLink(rita, { email: 'carla@example.com', packageIds: [VIP_JUNIOR.id] })
  await admin.call('POST', `/api/admin/payment-request/${token}/mark-paid`, { reference: 'Wire 7' })
}

async function download(page: Page, name: string): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()])
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

test('a store without sales says that history and packages will appear later, and the page is accessible and fits', async () => {
  const page = await openPage(store)
  await openAnalytics(page)

  await card(page, OVERVIEW).getByText('Sales History Coming Soon', { exact: true }).waitFor()
  await card(page, 'Package Performance').getByText('No Sales Data Yet', { exact: true }).waitFor()
  expect(await figure(page, STORE, 'Total Revenue').textContent()).toContain('$0.00')
  expect(await figure(page, STORE, 'Total Orders').textContent()).toMatch(/^0/)
  expect(await figure(page, STORE, 'Growth Rate').textContent()).toMatch(/^—no revenue .* to compare with$/)
  expect(await figure(page, STORE, 'Leads Sold').textContent()).toMatch(/^0/)
  await expectAccessibleAndFits(page, 'analytics without sales')
})

test('two purchases and a refund show up at the next poll in figures, chart, table and file', async () => {
  const page = await openPage(store)
  await page.clock.install()
  await openAnalytics(page, '&period=7')
  const today = storeDayOf(Date.now(), USUAL_STORE_ZONE)

  await sellByLink()
  const orderId = await buyPremier()
  await letPollPass(page)

  await expect.poll(() => figure(page, STORE, 'Total Revenue').textContent()).toContain('$578.00')
  expect(await figure(page, STORE, 'Total Orders').textContent()).toMatch(/^2/)
  await expect.poll(() => figure(page, PERIOD, 'Revenue').textContent()).toBe('$578.00no sales before')
  expect(await page.getByText('Sales History Coming Soon').count()).toBe(0)
  await card(page, OVERVIEW)
    .getByText(/Eastern Time \(America\/New_York\)/)
    .waitFor()
  expect(await rows(page, 'Package performance').allTextContents()).toEqual([
    expect.stringMatching(/^VIP Junior Package.*Vacant Houses.*\$299\.00.*1$/),
    expect.stringMatching(/^Premier Investor Package.*Vacant Houses.*\$279\.00.*1$/),
  ])

  await page.getByRole('application', { name: /^Revenue/ }).focus()
  for (let day = 1; day < 7; day += 1) await page.keyboard.press('ArrowRight')
  await card(page, OVERVIEW).getByRole('status').filter({ hasText: '$578.00' }).waitFor()
  await card(page, OVERVIEW).getByRole('status').filter({ hasText: '2 orders' }).waitFor()
  expect(await rows(page, 'Sales by day').count()).toBe(7)
  expect(await rows(page, 'Sales by day').last().textContent()).toContain('$578.00')

  await admin.call('POST', `/api/admin/orders/${orderId}/refunds`, {
    attemptId: randomUUID(),
    reason: 'Bought by mistake',
  })
  await letPollPass(page)

  await expect.poll(() => figure(page, STORE, 'Total Revenue').textContent()).toContain('$299.00')
  await card(page, OVERVIEW)
    .getByText(/\$279\.00 in refunds in this period/)
    .waitFor()
  await card(page, PARTS).getByLabel('By').selectOption('Channel')
  await expect
    .poll(() => rows(page, 'Sales by channel').first().textContent())
    .toMatch(/^Payment link.*100%.*\$299\.00/)
  const { leads: sold }: { leads: number } = (
    await admin.call<{ total: { leads: number } }>('GET', `/api/admin/sales-overview?from=${today}&to=${today}`)
  ).total
  const header = ['Revenue', 'Refunded', 'Orders', 'Packages', 'Leads']
  expect(await download(page, 'Download CSV of sales by channels')).toEqual({
    name: `sales-by-channel_${addDays(today, -6)}_${today}.csv`,
    text: writeCsv([
      ['Channel', ...header],
      ['Payment link', '299.00', '0.00', 1, 1, sold],
      ['Storefront', '0.00', '279.00', 1, 0, 0],
    ]),
  })
  const series = await download(page, 'Download CSV of sales by day')
  expect(series.text.split('\r\n').at(-2)).toBe(`${today},299.00,279.00,2,1,${sold}`)
  expect(series.text.split('\r\n')).toHaveLength(1 + 7 + 1)
})

test('every choice is in the URL, and an end before its start is reported at the field', async () => {
  const page = await openPage(store)
  await openAnalytics(page)
  const today = storeDayOf(Date.now(), USUAL_STORE_ZONE)
  const overview = card(page, OVERVIEW)
  await overview.getByText(/Nothing sold before, so there is nothing to compare with/).waitFor()

  await overview.getByLabel('Period', { exact: true }).selectOption('Custom dates')
  expect(await overview.getByLabel('To', { exact: true }).inputValue()).toBe(today)
  await overview.getByLabel('From', { exact: true }).fill('2026-02-01')
  await overview.getByLabel('To', { exact: true }).fill('2026-01-15')
  await page.keyboard.press('Enter')
  await overview
    .getByText('The end date is before the start date. Choose Feb 1, 2026 or later, or an earlier start date.')
    .waitFor()
  expect(await overview.getByLabel('To', { exact: true }).getAttribute('aria-invalid')).toBe('true')
  await overview.getByLabel('To', { exact: true }).fill('2026-02-28')
  expect(await overview.getByLabel('To', { exact: true }).getAttribute('aria-invalid')).toBeNull()
  await page.keyboard.press('Enter')
  await overview.getByText(/Feb 1 to Feb 28, 2026\. Nothing sold before/).waitFor()
  expect(await figure(page, PERIOD, 'Revenue').textContent()).toBe('$0.00no sales before')
  await card(page, PARTS).getByText('Nothing sold in this period').waitFor()
  await overview.getByRole('radio', { name: 'Week' }).check()
  await overview.getByRole('radio', { name: 'Table' }).check()
  await card(page, PARTS).getByLabel('By').selectOption('County')
  await page.reload()

  await expect.poll(() => rows(page, 'Sales by week').count()).toBe(5)
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    tab: 'analytics',
    period: 'custom',
    from: '2026-02-01',
    to: '2026-02-28',
    by: 'week',
    view: 'table',
    dimension: 'county',
  })
})

test('a period that is too long gets an explanation, and figures that fail to load can be tried again', async () => {
  const page = await openPage(store, { expects: [/status of 400/, /ERR_FAILED/] })
  await openAnalytics(page, '&period=custom&from=2016-01-01&to=2026-01-01')
  await card(page, OVERVIEW)
    .getByText(/a period can be five years at most/)
    .waitFor()

  await page.route('**/api/admin/{analytics,sales-overview}*', (route) => route.abort())
  await page.goto('/admin-enhanced?tab=analytics')
  await page.getByText('The figures could not be loaded').waitFor()
  await page.getByText('The sales history could not be loaded').waitFor()
  await page.unrouteAll()
  await card(page, OVERVIEW).getByRole('button', { name: 'Try again' }).click()
  await page
    .getByRole('alert')
    .filter({ hasText: 'The figures could not be loaded' })
    .getByRole('button', { name: 'Try again' })
    .click()

  await expect.poll(() => figure(page, STORE, 'Total Revenue').textContent()).toContain('$299.00')
  await figure(page, PERIOD, 'Revenue').waitFor()
})

test('the analytics are accessible and fit', async () => {
  const page = await openPage(store, { viewport: PHONE })
  const today = storeDayOf(Date.now(), USUAL_STORE_ZONE)
  await openAnalytics(page, `&period=custom&from=${addDays(today, -13)}&to=${today}`)
  await page.getByRole('application', { name: /^Orders/ }).waitFor()
  await expectAccessibleAndFits(page, 'analytics')
})

/** How an administrator sees what the store sells: nothing yet, the first sales, a refund. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeCsv } from '#contract/csv.ts'
import { addDays } from '#contract/days.ts'
import { storeDayOf } from '#contract/store-day.ts'
import { USUAL_STORE_ZONE } from '#contract/store-zone.ts'
import { expectAccessibleAndFits } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { type Member, sendLink, signInAs } from './support/members.ts'
import { buyAtOnce, PREMIER_INVESTOR, VIP_JUNIOR } from './support/shopping.ts'
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

test('the first purchases and a refund show up at the next poll in figures, chart, table and file of a period in the URL', async () => {
  const page = await openPage(store)
  await page.clock.install()
  await openAnalytics(page, '&period=7')
  const today = storeDayOf(Date.now(), USUAL_STORE_ZONE)
  await card(page, OVERVIEW).getByText('Sales History Coming Soon', { exact: true }).waitFor()
  await card(page, 'Package Performance').getByText('No Sales Data Yet', { exact: true }).waitFor()
  expect(await figure(page, STORE, 'Total Revenue').textContent()).toContain('$0.00')
  await expectAccessibleAndFits(page, 'analytics without sales')

  await sellByLink()
  await buyAtOnce(await openPage(store), 'ada@example.com', PREMIER_INVESTOR.id)
  await letPollPass(page)

  await expect.poll(() => figure(page, STORE, 'Total Revenue').textContent()).toContain('$578.00')
  expect(await figure(page, STORE, 'Total Orders').textContent()).toMatch(/^2/)
  await expect.poll(() => figure(page, PERIOD, 'Revenue').textContent()).toBe('$578.00no sales before')
  expect(await page.getByText('Sales History Coming Soon').count()).toBe(0)
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

  await expectAccessibleAndFits(page, 'analytics')

  const [{ id: orderId }] = await admin.call<[{ id: string }]>('GET', '/api/admin/orders?search=ada@example.com')
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
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    tab: 'analytics',
    period: '7',
    dimension: 'channel',
  })
})

/** What an administrator sets counts in the shop without a restart; and what buyers look at is seen by administrators. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeDayOf } from '#contract/store-day.ts'
import { USUAL_STORE_ZONE } from '#contract/store-zone.ts'
import { expectAccessibleAndFits } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { signInAs } from './support/members.ts'
import { chooseTravis, putInCart, VIP_JUNIOR } from './support/shopping.ts'
import { ADMIN, type Store, startStore } from './support/store.ts'
import { openAs, seeToast } from './support/team.ts'

const { openPage } = withBrowser()
let store: Store

beforeAll(async () => {
  store = await startStore()
  await store.setStock(VIP_JUNIOR.id, 10)
})
afterAll(() => store.stop())

const field = (page: Page, label: string) => page.getByLabel(new RegExp(`^${label}`))
const changes = (page: Page) => page.getByRole('list', { name: 'Old and new values' })

test('changes of brand and hold time show old and new, also a colleague’s, apply in the shop at once, and can be reset', async () => {
  const page = await openPage(store, { expects: [/status of 409/] })
  await openAs(page, ADMIN, '/admin-enhanced/settings')
  await field(page, 'Hold time').fill('0.3')
  await field(page, 'Hold time').press('Tab')
  await page.getByText('Enter 1 to 120 minutes.').waitFor()
  await expectAccessibleAndFits(page, 'settings')
  await field(page, 'Hold time').fill('7')
  await field(page, 'Brand name').fill('Plat & Co.')
  expect(await changes(page).getByRole('listitem').allTextContents()).toEqual([
    'Brand name: Leadyard → to Plat & Co.',
    'Hold time: 30 minutes → to 7 minutes',
  ])
  const colleague = await signInAs(store, ADMIN)
  const change = { name: 'holdMinutes', before: 30, after: 45 }
  await colleague.call('PUT', '/api/admin/settings', { changes: [change] })
  await page.getByRole('button', { name: 'Save 2 changes' }).click()
  await page.getByText('Someone else changed a setting').waitFor()
  await changes(page).getByText('45 minutes').waitFor()
  await page.getByRole('button', { name: 'Save 2 changes' }).click()
  await seeToast(page, '2 settings saved')

  const buyer = await openPage(store)
  await chooseTravis(buyer)
  await buyer.getByRole('banner').getByText('Plat & Co.').waitFor()
  await putInCart(buyer, VIP_JUNIOR.id)
  const { lines }: { lines: { expiresAt: string }[] } = await (await buyer.request.get('/api/cart')).json()
  const leftMs = Date.parse(lines[0]?.expiresAt ?? '') - Date.now()
  expect(leftMs).toBeGreaterThan(5 * 60_000)
  expect(leftMs).toBeLessThanOrEqual(7 * 60_000)

  for (const name of ['Brand name', 'Hold time'])
    await page.getByRole('button', { name: `Use the default of ${name}` }).click()
  await changes(page).getByText('Leadyard (default)').waitFor()
  await page.getByRole('button', { name: 'Save 2 changes' }).click()
  await expect
    .poll(async () => (await buyer.request.get('/api/config')).json())
    .toMatchObject({ brand: 'Leadyard', holdMinutes: 30 })
})

test('a county that a visitor opened is in the list of demand, and links to its inventory', async () => {
  const buyer = await openPage(store)
  await chooseTravis(buyer)
  const today = storeDayOf(Date.now(), USUAL_STORE_ZONE)
  const admin = await signInAs(store, ADMIN)
  const counted = () =>
    admin.call<{ rows: { county: string; views: number }[] }>('GET', `/api/admin/demand?from=${today}&to=${today}`)
  const views = async () => (await counted()).rows.find(({ county }) => county === 'Travis')?.views
  await expect.poll(views, { timeout: 20_000 }).toBe(1)

  const page = await openPage(store)
  await openAs(page, ADMIN, '/admin-enhanced?tab=analytics')
  const list = page.getByRole('region', { name: 'Counties by Demand' })
  expect(await list.getByRole('row', { name: /^Travis, Texas/ }).textContent()).toMatch(/^Travis, TexasViews[1-9]/)
  await expectAccessibleAndFits(page, 'counties by demand')
  await list.getByRole('button', { name: 'Sold' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('sort')).toBe('sales')

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    list.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  expect(await readFile(await file.path(), 'utf8')).toContain('Travis')
  await list.getByRole('link', { name: 'Travis, Texas' }).click()

  await expect
    .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
    .toMatchObject({ tab: 'inventory', state: 'Texas', county: 'Travis' })
})

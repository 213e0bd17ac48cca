/** What an administrator sets counts in the shop without a restart; and what buyers look at is seen by administrators. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessibleAndFits } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { signInAs } from './support/members.ts'
import { chooseTravis, packageRow, VIP_JUNIOR } from './support/shopping.ts'
import { ADMIN, type Store, startStore } from './support/store.ts'
import { openAs, seeToast } from './support/team.ts'

const { openPage } = withBrowser()
let store: Store

beforeAll(async () => {
  store = await startStore()
  await store.setStock(VIP_JUNIOR.id, 10)
})
afterAll(() => store.stop())

async function openSection(page: Page, address: string): Promise<void> {
  await openAs(page, ADMIN, address)
}
const field = (page: Page, label: string) => page.getByLabel(new RegExp(`^${label}`))
const changes = (page: Page) => page.getByRole('list', { name: 'Old and new values' })

test('changes of brand, hold time and zone show old and new, apply in the shop at once, and can be reset', async () => {
  const page = await openPage(store)
  await openSection(page, '/admin-enhanced/settings')
  expect(await page.getByRole('button', { name: 'Save changes' }).isDisabled()).toBe(true)

  await field(page, 'Hold time').fill('0.3')
  await field(page, 'Hold time').press('Tab')
  await page.getByText('Enter 1 to 120 minutes.').waitFor()
  await expectAccessibleAndFits(page, 'settings')
  await field(page, 'Hold time').fill('7')
  await field(page, 'Brand name').fill('Plat & Co.')
  await field(page, 'Time zone').selectOption('America/Phoenix')
  expect(await changes(page).getByRole('listitem').allTextContents()).toEqual([
    'Brand name: Leadyard → to Plat & Co.',
    'Hold time: 30 minutes → to 7 minutes',
    'Time zone: America/New_York → to America/Phoenix',
  ])
  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stay here' }).click()
  await page.getByRole('button', { name: 'Save 3 changes' }).click()
  await seeToast(page, '3 settings saved')

  const buyer = await openPage(store)
  await chooseTravis(buyer)
  await buyer.getByRole('banner').getByText('Plat & Co.').waitFor()
  await packageRow(buyer, VIP_JUNIOR.name).getByRole('button', { name: 'Add to Cart' }).click()
  await packageRow(buyer, VIP_JUNIOR.name).getByRole('button', { name: 'Added!' }).waitFor()
  const { lines }: { lines: { expiresAt: string }[] } = await (await buyer.request.get('/api/cart')).json()
  const leftMs = Date.parse(lines[0]?.expiresAt ?? '') - Date.now()
  expect(leftMs).toBeGreaterThan(5 * 60_000)
  expect(leftMs).toBeLessThanOrEqual(7 * 60_000)

  for (const name of ['Brand name', 'Hold time', 'Time zone'])
    await page.getByRole('button', { name: `Use the default of ${name}` }).click()
  await changes(page).getByText('Leadyard (default)').waitFor()
  await page.getByRole('button', { name: 'Save 3 changes' }).click()
  await page
    .getByText(/Default/)
    .first()
    .waitFor()
  await expect
    .poll(async () => (await buyer.request.get('/api/config')).json())
    .toMatchObject({ brand: 'Leadyard', holdMinutes: 30, timeZone: 'America/New_York' })
})

test('a colleague’s change is shown next to the field, and saving again replaces it', async () => {
  const page = await openPage(store, { expects: [/status of 409/] })
  await openSection(page, '/admin-enhanced/settings')
  await field(page, 'Payment link time').fill('12')
  const colleague = await signInAs(store, ADMIN)
  const change = { name: 'linkHours', before: 24, after: 48 }
  await colleague.call('PUT', '/api/admin/settings', { changes: [change] })

  await page.getByRole('button', { name: 'Save 1 change' }).click()

  await page.getByText('Someone else changed a setting').waitFor()
  expect(await field(page, 'Payment link time').inputValue()).toBe('12')
  await changes(page).getByText('48 hours').waitFor()
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await seeToast(page, '1 setting saved')
})

test('a county that a visitor opened is in the list of demand, and links to its inventory', async () => {
  const page = await openPage(store, { expects: [/net::ERR_FAILED/] })
  await openSection(page, '/admin-enhanced?tab=analytics')
  const list = page.getByRole('region', { name: 'Counties by Demand' })
  const buyer = await openPage(store)
  await chooseTravis(buyer)
  await packageRow(buyer, VIP_JUNIOR.name).getByRole('button', { name: 'Add to Cart' }).click()

  await expect
    .poll(
      async () => {
        await page.reload()
        return list
          .getByRole('row', { name: /^Travis, Texas/ })
          .textContent({ timeout: 5_000 })
          .catch(() => '')
      },
      { timeout: 20_000, interval: 1_000 },
    )
    .toMatch(/^Travis, TexasViews[1-9]/)
  await expectAccessibleAndFits(page, 'counties by demand')
  await list.getByRole('button', { name: 'Sold' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('sort')).toBe('sales')

  await page.route('**/api/admin/demand*.csv*', (route) => route.abort(), { times: 1 })
  await list.getByRole('button', { name: 'Download CSV' }).click()
  await list.getByText('The file could not be created').waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    list.getByRole('button', { name: 'Try again' }).click(),
  ])
  expect(await readFile(await file.path(), 'utf8')).toContain('Travis')
  await list.getByRole('link', { name: 'Travis, Texas' }).click()

  await expect
    .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
    .toMatchObject({ tab: 'inventory', state: 'Texas', county: 'Travis' })
})

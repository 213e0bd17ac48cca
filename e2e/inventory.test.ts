import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessibleAndFits } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { type Member, signInAs } from './support/members.ts'
import { addToCart, cartDialog, chooseTravis, packageRow, VIP_JUNIOR } from './support/shopping.ts'
import { ADMIN, type Store, startStore } from './support/store.ts'
import { openAs, seeToast } from './support/team.ts'

const { openPage } = withBrowser()
const VIP_NAME = 'VIP Junior Package, Vacant Houses'
const SAVED = 'Package availability updated successfully!'
let store: Store
/** The administrator over the API, as a colleague who works at the same time. */
let other: Member

beforeAll(async () => {
  store = await startStore()
  await store.setStock(VIP_JUNIOR.id, 12)
  other = await signInAs(store, ADMIN)
})
afterAll(() => store.stop())

async function openInventory(page: Page, search = ''): Promise<void> {
  await openAs(page, ADMIN, `/admin-enhanced?tab=inventory${search}`)
  await page.getByRole('heading', { name: 'Set the stock of a package' }).waitFor()
}

const countField = (page: Page) => page.getByLabel('New Availability Count')
const updateButton = (page: Page) => page.getByRole('button', { name: 'Update Inventory' })
const card = (page: Page, id: string) => page.getByRole('button', { name: new RegExp(`ID: ${id}$`) })

test('stock goes to 0 and back and the shop follows; a stuck hold is released, and its buyer sees the line as lost', async () => {
  const buyer = await openPage(store)
  await chooseTravis(buyer)
  const page = await openPage(store)
  await openInventory(page)
  await page.getByRole('region', { name: 'Low stock in the whole store' }).getByRole('row').nth(1).waitFor()
  await expectAccessibleAndFits(page, 'inventory, the whole store')
  await page.getByRole('combobox', { name: 'County, city or ZIP' }).fill('78704')
  await page.getByRole('option', { name: /^Travis County, TX/ }).click()
  await page.getByLabel('Package', { exact: true }).selectOption(`${VIP_NAME} (20 leads)`)
  const facts = page.getByRole('region', { name: 'Current Package Information' })
  await facts.getByText('Travis, Texas').waitFor()
  await page.getByRole('region', { name: 'Inventory Summary', exact: true }).getByText('48', { exact: true }).waitFor()
  expect(await updateButton(page).isDisabled()).toBe(true)

  await countField(page).fill('0')
  await page.getByLabel('Reason').fill('Damaged file')
  await updateButton(page).click()

  await seeToast(page, SAVED)
  await expect.poll(() => countField(page).inputValue()).toBe('')
  await packageRow(buyer, VIP_JUNIOR.name).getByRole('button', { name: 'Out of Stock' }).waitFor()
  await page.getByRole('region', { name: 'Low Stock Alert' }).getByText(`Sold out: ${VIP_NAME}`).waitFor()

  await card(page, VIP_JUNIOR.id).click()
  await countField(page).fill('15')
  await countField(page).press('Enter')
  await packageRow(buyer, VIP_JUNIOR.name).getByText('15 available').waitFor()
  await addToCart(buyer, VIP_JUNIOR.name)

  await card(page, VIP_JUNIOR.id).click()
  await page.getByRole('button', { name: 'History and holds' }).click()
  const story = page.getByRole('dialog', { name: VIP_NAME })
  const told = story.getByRole('region', { name: 'History' }).getByRole('listitem').filter({ hasText: 'Damaged file' })
  await told.getByText('12', { exact: true }).waitFor()
  await told.getByText('0', { exact: true }).waitFor()
  await expectAccessibleAndFits(page, 'the story of a package')
  await story.getByRole('button', { name: 'Release the hold of A buyer’s cart' }).click()
  const question = page.getByRole('dialog', { name: 'Release this hold?' })
  await question.getByLabel('Reason').fill('Called the buyer')
  await question.getByRole('button', { name: 'Release the hold' }).click()
  await story.getByText('No live holds.').waitFor()
  await story.getByText(': Called the buyer').waitFor()
  // The buyer looks at the page again.
  await buyer.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await seeToast(buyer, 'Removed from your cart')
  await buyer.getByRole('button', { name: /^Cart/ }).first().click()
  await cartDialog(buyer).getByText('The store removed something from your cart').waitFor()
  await cartDialog(buyer)
    .getByRole('button', { name: /^Add again: VIP Junior/ })
    .waitFor()
})

test('stock that comes from leads takes no count, and its sizes that ran low together are one alert', async () => {
  for (const id of ['48113-landlord-vip-20', '48113-landlord-vip-30']) await store.setStock(id, 40)
  await store.runScheduled('tell-low-stock')
  for (const id of ['48113-landlord-vip-20', '48201-owner-vip-20']) await store.addLeads(id, 46)
  await store.runScheduled('tell-low-stock')
  const page = await openPage(store)
  await openInventory(page, '&state=Texas&county=Harris')

  // Its leads once, though each of four sizes could be made of them; the shop adds nothing up.
  await page.getByRole('region', { name: 'Inventory Summary', exact: true }).getByText('46', { exact: true }).waitFor()
  const buyer = await openPage(store)
  await buyer.goto('/leads?state=Texas&county=Harris')
  await buyer.getByText('2 of 48 packages available', { exact: true }).waitFor()

  const mine = card(page, '48201-owner-vip-20')
  await mine.getByText('From leads').waitFor()
  await mine.click()

  const way = page.getByRole('link', { name: 'Upload a lead file' })
  await expect.poll(() => way.evaluate((link) => link === document.activeElement)).toBe(true)
  await page.getByText('46 leads are left for all four sizes together.').waitFor()
  expect(await countField(page).count()).toBe(0)
  expect(await updateButton(page).count()).toBe(0)
  await expectAccessibleAndFits(page, 'inventory of leads')
  await page.getByRole('link', { name: 'the leads of Harris, Texas' }).click()
  await page.getByRole('button', { name: 'Set stock by hand…' }).waitFor()
  await expectAccessibleAndFits(page, 'lead list of a county')

  await page.goto('/admin-enhanced/attention')
  const alert = page.getByRole('region', { name: /low-stock alert/ })
  await alert.getByText('Dallas, Texas · Distant/Tired Landlords · VIP').waitFor()
  const [, count] = /^(\d+)/.exec((await alert.getByRole('heading').first().textContent()) ?? '') ?? []
  await alert.getByRole('link', { name: 'Restock' }).click()

  const rows = page.getByRole('table', { name: 'Low-stock alerts' }).getByRole('row')
  const alerted = rows
    .filter({ hasText: 'VIP, all sizes, Distant/Tired Landlords' })
    .filter({ hasText: 'Dallas, Texas' })
  await alerted.getByText('46 leads').waitFor()
  expect((await rows.count()) - 1).toBe(Number(count))
  await expectAccessibleAndFits(page, 'inventory, low-stock alerts')
  await alerted.getByRole('button', { name: 'See stock' }).click()
  await page.getByText('This stock comes from leads.').waitFor()
})

test('a change of many packages matches its preview, and a colleague’s edit in between asks again', async () => {
  const page = await openPage(store, { expects: [/status of 409/] })
  await openInventory(page, '&state=Delaware')
  await page.getByRole('button', { name: 'Change many packages' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change many packages' })
  await dialog.getByText('1 of 3 chosen: Delaware.').waitFor()
  await dialog.getByRole('button', { name: 'None of Tiers' }).click()
  await dialog.getByRole('checkbox', { name: 'VIP' }).check()
  await dialog.getByLabel('New count').fill('25')
  await dialog.getByRole('button', { name: 'Change 36 packages' }).waitFor()
  await dialog.getByText('0 → 900 units in all.').waitFor()
  await expectAccessibleAndFits(page, 'many packages')

  await other.call('PUT', '/api/admin/packages/10001-vacant-vip-20/availability', { available: 4 })
  await dialog.getByRole('button', { name: 'Change 36 packages' }).click()
  await dialog.getByText('Someone else changed stock').waitFor()
  await dialog.getByText('4 → 900 units in all.').waitFor()
  await dialog.getByRole('button', { name: 'Change 36 packages' }).click()

  await seeToast(page, '36 packages updated')
  await page.getByLabel('County', { exact: true }).selectOption('Kent')
  await page.getByRole('heading', { name: 'Complete Inventory' }).waitFor()
  await card(page, '10001-owner-vip-100').getByText('25', { exact: true }).waitFor()
})

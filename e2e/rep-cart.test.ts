import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withBrowser } from './support/browser.ts'
import { addToCart, chooseTravis, PREMIER_INVESTOR, TRAVIS, VIP_JUNIOR } from './support/shopping.ts'
import { REPS, type Store, startStore } from './support/store.ts'
import { card, openAs, openDashboard, seeDashboard, seeToast } from './support/team.ts'

const { openPage } = withBrowser()
const [RITA, SVEN] = REPS
const TRAVIS_PACKAGES = '?state=Texas&county=Travis&tab=packages'
let store: Store

beforeAll(async () => {
  store = await startStore()
  await store.setStock(VIP_JUNIOR.id, 5)
  await store.setStock(PREMIER_INVESTOR.id, 1)
})
afterAll(() => store.stop())

const row = (page: Page, name: string) => page.getByRole('row', { name })
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const openTab = (page: Page, name: string) => tab(page, name).click()
const figures = (page: Page) => card(page, 'Your figures')

test('a rep chooses a market, holds packages by email and by SMS, and gives one back', async () => {
  const page = await openPage(store)
  await openDashboard(page, RITA)

  await page.getByLabel('State').selectOption(TRAVIS.state)
  await page.getByLabel('County', { exact: true }).selectOption(TRAVIS.county)
  await page.getByLabel('Lead Type').selectOption('Vacant Houses')
  await page.getByRole('link', { name: 'Browse Packages' }).click()
  await row(page, VIP_JUNIOR.name).getByRole('button', { name: 'Add to Cart - Email' }).click()
  await seeToast(page, 'VIP package with 20 leads added to cart.')
  await row(page, 'Premier Investor').getByRole('button', { name: 'Add to Cart - SMS' }).click()
  await seeToast(page, 'PREMIER package with 30 leads added to cart.')
  await expect.poll(() => store.stockOf(TRAVIS, VIP_JUNIOR.id)).toBe(4)

  await openTab(page, 'Sales Cart')
  const vip = row(page, 'VIP Exclusive')
  expect(await vip.textContent()).toMatch(/Junior Package, 20 leads.*Vacant Houses.*Travis, Texas.*Email.*\$299\.00/)
  expect(await row(page, 'Premier Semi-Exclusive').textContent()).toMatch(/SMS Text.*\$279\.00/)
  await vip.getByRole('timer').waitFor()
  await page.getByRole('tabpanel').getByText('$578.00').waitFor()

  await vip.getByRole('button', { name: /^Remove VIP/ }).click()
  await seeToast(page, 'Item removed and inventory restored')
  await page.getByRole('tabpanel').getByText('$279.00').first().waitFor()
  expect(await vip.count()).toBe(0)
  await expect.poll(() => store.stockOf(TRAVIS, VIP_JUNIOR.id)).toBe(5)
})

test('both buttons are disabled while a package is sold out, and enabled without a reload when a unit returns', async () => {
  const page = await openPage(store)
  await openDashboard(page, SVEN, TRAVIS_PACKAGES)
  const soldOut = row(page, 'Premier Investor')
  await soldOut.getByText('0 available').waitFor()
  expect(await soldOut.getByRole('button', { name: 'Add to Cart - Email' }).isDisabled()).toBe(true)
  expect(await soldOut.getByRole('button', { name: 'Add to Cart - SMS' }).isDisabled()).toBe(true)

  await store.setStock(PREMIER_INVESTOR.id, 1)
  await soldOut.getByText('1 available').waitFor()
  expect(await soldOut.getByRole('button', { name: 'Add to Cart - SMS' }).isEnabled()).toBe(true)
})

test('a rep’s cart is the same on every device and separate from everyone else’s', async () => {
  const visitor = await openPage(store)
  await chooseTravis(visitor)
  await addToCart(visitor, VIP_JUNIOR.name)
  await openAs(visitor, SVEN, '/sales-dashboard?tab=cart')
  await seeDashboard(visitor)
  await visitor.getByText('Your cart is empty', { exact: true }).waitFor()
  await visitor.getByRole('button', { name: 'Logout' }).click()
  await visitor.getByRole('button', { name: /^Cart, 1 item/ }).waitFor()

  const rita = await openPage(store)
  await openDashboard(rita, RITA, '?tab=cart')
  await row(rita, 'Premier Semi-Exclusive').waitFor()
})

test('the market and the tab are in the address, and a recent county is one press away', async () => {
  const page = await openPage(store)
  await openDashboard(page, RITA, '?tab=packages')
  await page.getByText('Please select a state and county first').waitFor()
  await page.getByRole('link', { name: 'Go to Market Selection' }).click()

  await page.getByRole('combobox', { name: 'County, city or ZIP' }).fill('travis tx')
  await page.getByRole('option', { name: /^Travis County, TX/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Travis', exact: true }).waitFor()
  await page.getByLabel('Lead Type').selectOption('Owner Occupied')
  await openTab(page, 'Browse Packages')
  await page.waitForURL('**/sales-dashboard?state=Texas&county=Travis&type=owner&tab=packages')
  await page.reload()
  await row(page, VIP_JUNIOR.name).waitFor()
  expect(await page.getByLabel('Lead Type').inputValue()).toBe('Owner Occupied')

  await page.goto('/sales-dashboard')
  await page.getByRole('button', { name: 'Travis, Texas' }).click()
  await page.getByRole('heading', { name: 'Travis', exact: true }).waitFor()
})

test('every tab can be reached by keyboard: single keys, which can be turned off, and arrows along the rail', async () => {
  const page = await openPage(store)
  await openDashboard(page, RITA)
  const selected = () => page.getByRole('tab', { selected: true }).textContent()

  await page.keyboard.press('3')
  await page.waitForURL('**/sales-dashboard?tab=cart')
  expect(await selected()).toBe('Sales Cart')
  // A frame after the key, the focus goes to the panel.
  await page.locator('[role="tabpanel"]:focus, [data-step-region]:focus').waitFor()
  await tab(page, 'Sales Cart').focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/sales-dashboard?tab=packages')
  expect(await selected()).toBe('Browse Packages')

  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).getByLabel('Use letter and number shortcuts').uncheck()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.keyboard.press('8')
  await page.keyboard.press('?')
  expect(await selected()).toBe('Browse Packages')
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('Refresh Data reads what is on screen again and shows when', async () => {
  const page = await openPage(store)
  await openDashboard(page, RITA, '?tab=profile')
  await card(page, 'Statistics').getByText('Total Customers').waitFor()
  const added = await page.request.post('/api/sales/customers', {
    data: { name: 'Ada Buyer', email: 'ada@example.com', phone: '', address: '', businessName: '', notes: '' },
  })
  expect(added.ok(), await added.text()).toBe(true)
  expect(await card(page, 'Statistics').textContent()).toContain('Total Customers0')

  await page.getByRole('button', { name: 'Refresh Data' }).click()

  await expect.poll(() => card(page, 'Statistics').textContent()).toContain('Total Customers1')
  await page.getByText(/^Updated at \d/).waitFor()
})

test('on a phone the tabs become a menu', async () => {
  const page = await openPage(store, { viewport: { width: 320, height: 700 } })
  await openDashboard(page, RITA)

  await page.getByRole('combobox', { name: 'Section' }).selectOption('Sales Cart')
  await page.waitForURL('**/sales-dashboard?tab=cart')

  await row(page, 'Premier Semi-Exclusive').waitFor()
  expect(await figures(page).textContent()).toContain('$279.00')
})

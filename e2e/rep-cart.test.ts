import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessibleAndFits, PHONE } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { chooseTravis, PREMIER_INVESTOR, putInCart, TRAVIS, VIP_JUNIOR } from './support/shopping.ts'
import { REPS, type Store, startStore } from './support/store.ts'
import { card, openAs, openDashboard, seeToast } from './support/team.ts'

const { openPage } = withBrowser()
const [RITA, SVEN] = REPS
let store: Store

beforeAll(async () => {
  store = await startStore()
  await store.setStock(VIP_JUNIOR.id, 5)
})
afterAll(() => store.stop())

const row = (page: Page, name: string) => page.getByRole('row', { name })
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

test('a rep finds a market, holds packages by email and by SMS once they are in stock, and gives one back', async () => {
  const page = await openPage(store)
  await openDashboard(page, RITA)
  await page.getByText('No county chosen yet').waitFor()
  await expectAccessibleAndFits(page, 'market selection')

  await page.getByRole('combobox', { name: 'County, city or ZIP' }).fill('travis tx')
  await page.getByRole('option', { name: /^Travis County, TX/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Travis', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Browse Packages' }).click()
  await page.waitForURL('**/sales-dashboard?state=Texas&county=Travis&tab=packages')
  const soldOut = row(page, 'Premier Investor')
  const bySms = soldOut.getByRole('button', { name: 'Add to Cart - SMS' })
  await soldOut.getByText('0 available').waitFor()
  expect(await soldOut.getByRole('button', { name: 'Add to Cart - Email' }).isDisabled()).toBe(true)
  expect(await bySms.isDisabled()).toBe(true)
  await store.setStock(PREMIER_INVESTOR.id, 1)
  await soldOut.getByText('1 available').waitFor()
  await bySms.click()
  await seeToast(page, 'PREMIER package with 30 leads added to cart.')
  await row(page, VIP_JUNIOR.name).getByRole('button', { name: 'Add to Cart - Email' }).click()
  await seeToast(page, 'VIP package with 20 leads added to cart.')
  await expect.poll(() => store.stockOf(TRAVIS, VIP_JUNIOR.id)).toBe(4)
  await expectAccessibleAndFits(page, 'packages')

  await tab(page, 'Sales Cart').click()
  const vip = row(page, 'VIP Exclusive')
  await vip.getByRole('timer').waitFor()
  expect(await vip.textContent()).toMatch(/Junior Package, 20 leads.*Vacant Houses.*Travis, Texas.*Email.*\$299\.00/)
  expect(await row(page, 'Premier Semi-Exclusive').textContent()).toMatch(/SMS Text.*\$279\.00/)
  await page.getByRole('tabpanel').getByText('$578.00').waitFor()
  await expectAccessibleAndFits(page, 'cart')

  await vip.getByRole('button', { name: /^Remove VIP/ }).click()
  await seeToast(page, 'Item removed and inventory restored')
  await page.getByRole('tabpanel').getByText('$279.00').first().waitFor()
  expect(await vip.count()).toBe(0)
  await expect.poll(() => store.stockOf(TRAVIS, VIP_JUNIOR.id)).toBe(5)

  const phone = await openPage(store, { viewport: PHONE })
  await openDashboard(phone, RITA)
  await phone.getByRole('combobox', { name: 'Section' }).selectOption('Sales Cart')
  await row(phone, 'Premier Semi-Exclusive').waitFor()
})

test('a rep’s cart is separate from the one that the browser had before, which is back after logging out', async () => {
  const visitor = await openPage(store)
  await putInCart(visitor, VIP_JUNIOR.id)
  await chooseTravis(visitor)
  await openAs(visitor, SVEN, '/sales-dashboard?tab=cart')
  await visitor.getByText('Your cart is empty', { exact: true }).waitFor()
  await visitor.getByRole('button', { name: 'Logout' }).click()
  await visitor.getByRole('button', { name: /^Cart, 1 item/ }).waitFor()
})

test('every tab can be reached by keyboard, keys can be turned off, and Refresh Data reads what is on screen again', async () => {
  const page = await openPage(store)
  await openDashboard(page, SVEN)
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
  const keys = page.getByRole('dialog', { name: 'Keys' })
  await keys.waitFor()
  await expectAccessibleAndFits(page, 'keys')
  await keys.getByLabel('Use letter and number shortcuts').uncheck()
  await page.keyboard.press('Escape')
  await keys.waitFor({ state: 'hidden' })
  await page.keyboard.press('8')
  await page.keyboard.press('?')
  expect(await selected()).toBe('Browse Packages')
  expect(await page.getByRole('dialog').count()).toBe(0)

  await tab(page, 'My Profile').click()
  await card(page, 'Statistics').getByText('Total Customers').waitFor()
  await expectAccessibleAndFits(page, 'my profile')
  const added = await page.request.post('/api/sales/customers', {
    data: { name: 'Ada Buyer', email: 'ada@example.com', phone: '', address: '', businessName: '', notes: '' },
  })
  expect(added.ok(), await added.text()).toBe(true)
  expect(await card(page, 'Statistics').textContent()).toContain('Total Customers0')
  await page.getByRole('button', { name: 'Refresh Data' }).click()
  await expect.poll(() => card(page, 'Statistics').textContent()).toContain('Total Customers1')
})

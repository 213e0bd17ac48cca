/** The lines of screens.ts about the prices on the administrators' dashboard. */
import type { Locator, Page } from 'playwright-core'
import { logInWith, openAs } from '../../e2e/support/team.ts'
import type { Screen } from './screen.ts'
import { TEAM } from './team.ts'

export const PRICING: readonly Screen[] = [
  {
    screen: 'pricing',
    state: 'page',
    shows: 'the prices, what is planned, and the history',
    isTall: true,
    async show(page) {
      await openPricing(page)
      await page.getByRole('table', { name: 'Price history' }).waitFor()
    },
  },
  {
    screen: 'pricing',
    state: 'price',
    shows: 'a price in the form, and what saving it will do',
    isTall: true,
    async show(page) {
      await openPricing(page)
      await page.getByRole('button', { name: 'Change VIP Junior Package, Vacant Houses' }).click()
      await page.getByLabel('New Price ($)').fill('310')
      await page.getByText(/^Affects 3,142 packages/).waitFor()
    },
  },
  {
    screen: 'pricing',
    state: 'complaint',
    shows: 'a price that cannot be one',
    isTall: true,
    async show(page) {
      await openPricing(page)
      await page.getByRole('button', { name: 'Change VIP Junior Package, Vacant Houses' }).click()
      await page.getByLabel('New Price ($)').fill('299.999')
      await page.getByLabel('New Price ($)').press('Tab')
      await page.getByText('A price has two decimals at most.').waitFor()
    },
  },
  {
    screen: 'pricing',
    state: 'many-empty',
    shows: 'a change of many prices, nothing chosen yet',
    show: (page) => openMany(page),
  },
  {
    screen: 'pricing',
    state: 'many',
    shows: 'a change of many prices with its preview, for a moment to come',
    async show(page) {
      const dialog = await openMany(page)
      await dialog.getByRole('checkbox', { name: 'Vacant Houses' }).check()
      await dialog.getByRole('checkbox', { name: 'VIP' }).check()
      await dialog.getByRole('button', { name: 'All of Package sizes' }).click()
      await dialog.getByLabel('Percent change').fill('5')
      await dialog.getByRole('radio', { name: 'At a set time' }).check()
      await dialog.getByLabel(/^From\s*New York time/).fill('2035-07-02T00:00')
      await dialog.getByText(/^4 prices\. Affects/).waitFor()
      await dialog.getByRole('table').scrollIntoViewIfNeeded()
    },
  },
  {
    screen: 'pricing',
    state: 'undo',
    shows: 'the question before a change is undone',
    async show(page) {
      await openPricing(page)
      await page
        .getByRole('button', { name: /^Undo the change/ })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    screen: 'pricing',
    state: 'county',
    shows: 'the prices of a county, one of them its own, and what it would cost without it',
    isTall: true,
    async show(page) {
      await logInWith(page.request, TEAM.ana)
      await page.route('**/api/admin/pricing/area-prices*', async (route) => {
        const reply = await route.fetch()
        const body: { prices: object[] } = await reply.json()
        const own = { price: '325.00', level: 'county' }
        await route.fulfill({
          json: { ...body, prices: body.prices.map((one, at) => (at === 0 ? { ...one, ...own } : one)) },
        })
      })
      await page.goto('/admin-enhanced?tab=pricing&state=Texas&county=Travis')
      await page.getByRole('button', { name: /^Change VIP Junior Package, Vacant Houses/ }).click()
      await page.getByRole('button', { name: 'Use the national price ($299.00)' }).waitFor()
    },
  },
  {
    screen: 'pricing',
    state: 'new-store',
    shows: 'no price was changed yet',
    isTall: true,
    async show(page) {
      await page.route('**/api/admin/pricing/changes*', (route) => route.fulfill({ json: [] }))
      await openPricing(page)
      await page.getByText('No price changes yet').waitFor()
    },
  },
  {
    screen: 'pricing',
    state: 'loading',
    shows: 'the prices are on their way',
    async show(page) {
      await page.route('**/api/pricing', () => {})
      await openTab(page)
      await page.getByText('Loading prices').waitFor({ state: 'attached' })
    },
  },
  {
    screen: 'pricing',
    state: 'error',
    shows: 'the prices could not be loaded',
    async show(page) {
      await page.route('**/api/pricing', (route) => route.abort())
      await openTab(page)
      await page.getByText('The prices could not be loaded').waitFor()
    },
  },
]

async function openTab(page: Page): Promise<void> {
  await openAs(page, TEAM.ana, '/admin-enhanced?tab=pricing')
}

async function openPricing(page: Page): Promise<void> {
  await openTab(page)
  await page.getByRole('button', { name: 'Change VIP Junior Package, Vacant Houses' }).waitFor()
}

async function openMany(page: Page): Promise<Locator> {
  await openPricing(page)
  await page.getByRole('button', { name: 'Change many prices' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change many prices' })
  await dialog.waitFor()
  return dialog
}

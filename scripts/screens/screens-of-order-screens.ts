/** The lines of screens.ts about the order screens: orders, the cash app, disputes. */
import type { Page } from 'playwright-core'
import { openAs } from '../../e2e/support/team.ts'
import type { Screen } from './screen.ts'
import { TEAM } from './team.ts'

const EMPTY_QUEUE = { orders: [], waiting: 0, now: '2026-11-22T12:00:00.000Z' }

export const ORDER_SCREENS: readonly Screen[] = [
  {
    screen: 'admin-orders',
    state: 'list',
    shows: 'all paid orders, the newest first',
    isTall: true,
    show: (page) => openOrders(page),
  },
  {
    screen: 'admin-orders',
    state: 'filters',
    shows: 'the orders behind a figure of the analytics, with all filters',
    async show(page) {
      await openOrders(page, '?dimension=tier&value=vip&label=VIP&from=2026-01-01')
      await page.getByText('Orders behind this figure: Tier: VIP').waitFor()
    },
  },
  {
    screen: 'admin-orders',
    state: 'nothing-fits',
    shows: 'a search that finds nothing',
    async show(page) {
      await openSection(page, 'orders?search=zebulon')
      await page.getByText('No orders found').waitFor()
    },
  },
  {
    screen: 'admin-orders',
    state: 'order',
    shows: 'one order in the drawer',
    show: (page) => openOrder(page),
  },
  {
    screen: 'admin-orders',
    state: 'refund',
    shows: 'what giving the whole order back will do',
    async show(page) {
      await openOrder(page)
      await page.getByRole('button', { name: 'Refund', exact: true }).click()
      await page.getByText('What will happen').waitFor()
    },
  },
  {
    screen: 'admin-orders',
    state: 'refund-complaint',
    shows: 'an amount that is more than what is left',
    async show(page) {
      await openOrder(page)
      await page.getByRole('button', { name: 'Refund', exact: true }).click()
      const question = page.getByRole('dialog', { name: /^Refund LY-/ })
      await question.getByRole('radio', { name: 'Some packages' }).check()
      await question.getByRole('checkbox').first().check()
      await question.getByLabel('Amount in dollars').fill('9999')
      await question.getByRole('button', { name: 'Refund', exact: true }).click()
      await question.getByText(/^That is more than/).waitFor()
    },
  },
  {
    screen: 'admin-orders',
    state: 'empty',
    shows: 'nothing was sold yet',
    async show(page) {
      await page.route('**/api/admin/orders', (route) => route.fulfill({ json: [] }))
      await openSection(page, 'orders')
      await page.getByText('No sales yet').waitFor()
    },
  },
  {
    screen: 'admin-orders',
    state: 'error',
    shows: 'the list cannot be read',
    async show(page) {
      await page.route('**/api/admin/orders', (route) => route.abort())
      await openSection(page, 'orders')
      await page.getByText('The orders could not be loaded').waitFor()
    },
  },
  {
    screen: 'admin-cash-app',
    state: 'waiting',
    shows: 'orders that wait for somebody to look into the cash app',
    async show(page) {
      await openSection(page, 'cash-app')
      await page.getByText('grace@example.com').first().waitFor()
    },
  },
  {
    screen: 'admin-cash-app',
    state: 'empty',
    shows: 'nobody waits',
    async show(page) {
      await page.route('**/api/admin/cash-app-orders', (route) => route.fulfill({ json: EMPTY_QUEUE }))
      await openSection(page, 'cash-app')
      await page.getByText('No payments to check').waitFor()
    },
  },
  {
    screen: 'admin-disputes',
    state: 'list',
    shows: 'disputed payments, what is due first on top',
    async show(page) {
      await openSection(page, 'disputes')
      await page.getByRole('table').getByRole('button', { name: /^LY-/ }).first().waitFor()
    },
  },
  {
    screen: 'admin-disputes',
    state: 'evidence',
    shows: 'what the bank asks for, filled in from what the store knows',
    async show(page) {
      await openSection(page, 'disputes')
      await page.getByRole('table').getByRole('button', { name: /^LY-/ }).first().click()
      await page.getByRole('dialog', { name: /^Dispute on / }).waitFor()
    },
  },
  {
    screen: 'admin-disputes',
    state: 'empty',
    shows: 'no payment is disputed',
    async show(page) {
      await page.route('**/api/admin/disputes', (route) => route.fulfill({ json: [] }))
      await openSection(page, 'disputes')
      await page.getByText('No disputes').waitFor()
    },
  },
]

async function openSection(page: Page, address: string): Promise<void> {
  await openAs(page, TEAM.ana, `/admin-enhanced/${address}`)
}

async function openOrders(page: Page, query = ''): Promise<void> {
  await openSection(page, `orders${query}`)
  await page.getByRole('table', { name: 'Orders' }).waitFor()
}

async function openOrder(page: Page): Promise<void> {
  await openOrders(page)
  await page.getByRole('button', { name: /^LY-/ }).first().click()
  await page.getByRole('heading', { name: 'What happened' }).waitFor()
}

/** The lines of screens.ts about the sales dashboard. */
import type { Page } from 'playwright-core'
import { VIP_JUNIOR } from '../../e2e/support/shopping.ts'
import { card, logInWith, seeDashboard } from '../../e2e/support/team.ts'
import type { Screen } from './screen.ts'
import { fillCart } from './steps.ts'
import { haveTwoSessions, TEAM } from './team.ts'

type Member = (typeof TEAM)[keyof typeof TEAM]

export const SALES: readonly Screen[] = [
  {
    screen: 'sales',
    state: 'market-empty',
    shows: 'where a sale begins',
    show: openMarket,
  },
  {
    screen: 'sales',
    state: 'market',
    shows: 'a county is chosen',
    isTall: true,
    async show(page) {
      await openSales(page, 'state=Texas&county=Travis')
      await page.getByRole('heading', { name: 'Travis', exact: true }).waitFor()
    },
  },
  {
    screen: 'sales',
    state: 'packages',
    shows: 'the county’s packages',
    isTall: true,
    async show(page) {
      await openSales(page, 'tab=packages&state=Texas&county=Travis')
      await page.getByRole('row', { name: VIP_JUNIOR.name }).waitFor()
    },
  },
  {
    screen: 'sales',
    state: 'cart',
    shows: 'what is held for the customer',
    isTall: true,
    async show(page) {
      await openSales(page, 'tab=cart', { withCart: true })
      await page
        .getByRole('button', { name: /^Remove VIP/ })
        .first()
        .waitFor()
    },
  },
  {
    screen: 'sales',
    state: 'cart-empty',
    shows: 'nothing is held',
    async show(page) {
      await openSales(page, 'tab=cart')
      await page.getByText('Your cart is empty').waitFor()
    },
  },
  {
    screen: 'sales',
    state: 'invoice',
    shows: 'an invoice that can be sent',
    isTall: true,
    async show(page) {
      await openSales(page, 'tab=invoice', { withCart: true })
      await page.getByRole('combobox', { name: 'Customer' }).fill('carla')
      await page.getByRole('option', { name: /^Carla/ }).click()
      await page.getByLabel('Special Offers / Notes').fill('Five extra leads with this order.')
      await page.getByRole('button', { name: 'Send Invoice to Customer, $578.00' }).waitFor()
    },
  },
  {
    screen: 'sales',
    state: 'invoice-empty',
    shows: 'what is still missing',
    isTall: true,
    async show(page) {
      await openSales(page, 'tab=invoice')
      await page.getByText(/Still needed/).waitFor()
    },
  },
  {
    screen: 'sales',
    state: 'requests',
    shows: 'links in every state',
    isTall: true,
    show: openRequests,
  },
  {
    screen: 'sales',
    state: 'request-menu',
    shows: 'what can be done with a link',
    async show(page) {
      await openRequests(page)
      await page
        .getByRole('button', { name: /^More for Omar/ })
        .first()
        .click()
      await page.getByRole('menuitem', { name: 'Void' }).waitFor()
    },
  },
  {
    screen: 'sales',
    state: 'requests-empty',
    shows: 'nothing sent yet',
    async show(page) {
      await openSales(page, 'tab=requests', { member: TEAM.sven })
      await page.getByText('Nothing sent yet').waitFor()
    },
  },
  {
    screen: 'sales',
    state: 'history',
    shows: 'what was invoiced, and what came in',
    isTall: true,
    async show(page) {
      await openSales(page, 'tab=history')
      await firstRow(page).waitFor()
    },
  },
  {
    screen: 'sales',
    state: 'customers',
    shows: 'the rep’s customers',
    isTall: true,
    async show(page) {
      await openSales(page, 'tab=customers')
      await page.getByRole('article').first().waitFor()
    },
  },
  {
    screen: 'sales',
    state: 'customer',
    shows: 'one customer, and what happened',
    async show(page) {
      await openSales(page, 'tab=customers')
      await page.getByRole('button', { name: 'Carla Customer', exact: true }).click()
      await page.getByText('What happened').waitFor()
    },
  },
  {
    screen: 'sales',
    state: 'customers-empty',
    shows: 'no customer yet',
    async show(page) {
      await openSales(page, 'tab=customers', { member: TEAM.sven })
      await page.getByText('No customers yet').waitFor()
    },
  },
  {
    screen: 'sales',
    state: 'profile',
    shows: 'the account, inside the dashboard',
    isTall: true,
    async show(page, { url }) {
      await haveTwoSessions(url, page.request)
      await page.goto('/sales-dashboard?tab=profile')
      await card(page, 'Sessions').getByText('This browser').waitFor()
    },
  },
  {
    screen: 'sales',
    state: 'palette',
    shows: 'a county, a customer or an action by a few letters',
    async show(page) {
      await openMarket(page)
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: /^Find a county/ }).fill('car')
      await page
        .getByRole('option', { name: /^Carla Customer/ })
        .first()
        .waitFor()
    },
  },
  {
    screen: 'sales',
    state: 'keys',
    shows: 'what the keyboard does',
    async show(page) {
      await openMarket(page)
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    },
  },
]

interface SalesOptions {
  member?: Member
  withCart?: boolean
}

/** Logs in and opens the dashboard at an address within it. */
async function openSales(page: Page, query = '', options: SalesOptions = {}): Promise<void> {
  await logInWith(page.request, options.member ?? TEAM.rita)
  if (options.withCart) await fillCart(page)
  await page.goto(`/sales-dashboard?${query}`)
  await seeDashboard(page)
}

async function openMarket(page: Page): Promise<void> {
  await openSales(page)
  await page.getByText('No county chosen yet').waitFor()
}

const firstRow = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row').first()

async function openRequests(page: Page): Promise<void> {
  await openSales(page, 'tab=requests')
  await firstRow(page).waitFor()
}

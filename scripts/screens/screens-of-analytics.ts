/** The lines of screens.ts about the analytics of the admin dashboard. */
import type { Page, Route } from 'playwright-core'
import type { AdminAnalytics } from '#contract/sales/analytics.ts'
import { card, openAs } from '../../e2e/support/team.ts'
import type { Screen } from './screen.ts'
import { TEAM } from './team.ts'

const ANALYTICS_CALLS = '**/api/admin/{analytics,sales-overview}*'
const NOTHING: AdminAnalytics = {
  totalRevenue: 0,
  totalOrders: 0,
  growthRate: null,
  totalLeadsSold: 0,
  packagePerformance: [],
}

export const ANALYTICS: readonly Screen[] = [
  {
    screen: 'admin',
    state: 'analytics',
    shows: 'what the store sold, over the last 30 days and all time',
    isTall: true,
    isOfDays: true,
    async show(page) {
      await openAnalytics(page)
      await page.getByRole('application', { name: /^Orders/ }).waitFor()
    },
  },
  {
    screen: 'admin',
    state: 'analytics-table',
    shows: 'the last 90 days as a table, by county',
    isTall: true,
    isOfDays: true,
    async show(page) {
      await openAnalytics(page, '&period=90&view=table&dimension=county')
      await page.getByRole('table', { name: 'Sales by county' }).waitFor()
    },
  },
  {
    screen: 'admin',
    state: 'analytics-own-period',
    shows: 'an end before its start',
    isTall: true,
    isOfDays: true,
    async show(page) {
      await openAnalytics(page, '&period=custom&from=2026-02-02&to=2026-02-01')
      await page.getByText(/The end date is before the start date/).waitFor()
    },
  },
  {
    screen: 'admin',
    state: 'analytics-empty',
    shows: 'a store without sales',
    isTall: true,
    async show(page) {
      await page.route('**/api/admin/analytics', (route: Route) => route.fulfill({ json: NOTHING }))
      await openAnalytics(page)
      await page.getByText('Sales History Coming Soon').waitFor()
    },
  },
  {
    screen: 'admin',
    state: 'analytics-loading',
    shows: 'the figures are on their way',
    isTall: true,
    async show(page) {
      await page.route(ANALYTICS_CALLS, () => {})
      await openAnalytics(page)
      await page.getByText('Loading the figures').waitFor({ state: 'attached' })
    },
  },
  {
    screen: 'admin',
    state: 'analytics-error',
    shows: 'the figures could not be loaded',
    isTall: true,
    async show(page) {
      await page.route(ANALYTICS_CALLS, (route: Route) => route.abort())
      await openAnalytics(page)
      await page.getByText('The sales history could not be loaded').waitFor()
    },
  },
]

async function openAnalytics(page: Page, query = ''): Promise<void> {
  await openAs(page, TEAM.ana, `/admin-enhanced?tab=analytics${query}`)
  await card(page, 'Sales History Overview').waitFor()
}

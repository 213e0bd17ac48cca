/** The lines of screens.ts about stock on the administrators' dashboard. */
import type { Page } from 'playwright-core'
import { openAs } from '../../e2e/support/team.ts'
import type { Screen } from './screen.ts'
import { TEAM } from './team.ts'

const TRAVIS = '&state=Texas&county=Travis'
const SCARCE = '48453-landlord-vip-50'

export const INVENTORY: readonly Screen[] = [
  {
    screen: 'inventory',
    state: 'page',
    shows: 'what runs low in the whole store, before a county is chosen',
    isTall: true,
    async show(page) {
      await openTab(page)
      await page.getByRole('table', { name: 'Low stock' }).waitFor()
    },
  },
  {
    screen: 'inventory',
    state: 'county',
    shows: 'the inventory of a county with a package in the form',
    isTall: true,
    async show(page) {
      await openTab(page, `${TRAVIS}&package=${SCARCE}`)
      await page.getByRole('heading', { name: 'Current Package Information' }).waitFor()
      await page.getByLabel('New Availability Count').fill('40')
    },
  },
  {
    screen: 'inventory',
    state: 'complaint',
    shows: 'a count that cannot be one',
    async show(page) {
      await openTab(page, `${TRAVIS}&package=${SCARCE}`)
      await page.getByRole('heading', { name: 'Current Package Information' }).waitFor()
      await page.getByLabel('New Availability Count').fill('-1')
      await page.getByLabel('New Availability Count').press('Tab')
      await page.getByText('Stock cannot be below zero.').waitFor()
    },
  },
  {
    screen: 'inventory',
    state: 'story',
    shows: 'where the units of a package are, who holds some, and its history',
    async show(page) {
      await openTab(page, `${TRAVIS}&package=48453-vacant-vip-20&open=story`)
      await page.getByRole('region', { name: 'History' }).getByRole('listitem').first().waitFor()
    },
  },
  {
    screen: 'inventory',
    state: 'many',
    shows: 'a change of many packages with its preview',
    async show(page) {
      await openTab(page, '&state=Texas&open=many-packages')
      const dialog = page.getByRole('dialog', { name: 'Change many packages' })
      await dialog.getByLabel('New count').fill('25')
      await dialog.getByText('Will change').scrollIntoViewIfNeeded()
    },
  },
  {
    screen: 'inventory',
    state: 'new-store',
    shows: 'nothing was ever stocked',
    async show(page) {
      await page.route('**/api/admin/stock/low*', (route) => route.fulfill({ json: [] }))
      await openTab(page)
      await page.getByText('Nothing is running low').waitFor()
    },
  },
  {
    screen: 'inventory',
    state: 'loading',
    shows: 'the inventory of a county is on its way',
    async show(page) {
      await page.route('**/api/packages/Texas/Travis', () => {})
      await page.route('**/api/live/**', () => {})
      await openTab(page, TRAVIS)
      await page.getByText('Loading the inventory').waitFor({ state: 'attached' })
    },
  },
  {
    screen: 'inventory',
    state: 'error',
    shows: 'the inventory could not be loaded',
    async show(page) {
      await page.route('**/api/packages/Texas/Travis', (route) => route.abort())
      await page.route('**/api/live/**', (route) => route.fulfill({ status: 204 }))
      await openTab(page, TRAVIS)
      await page.getByText('The inventory could not be loaded').waitFor()
    },
  },
]

async function openTab(page: Page, search = ''): Promise<void> {
  await openAs(page, TEAM.ana, `/admin-enhanced?tab=inventory${search}`)
  await page.getByRole('heading', { name: 'Set the stock of a package' }).waitFor()
}

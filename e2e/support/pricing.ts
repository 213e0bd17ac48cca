/** The tab of the administrators' dashboard for prices. */
import type { Locator, Page } from 'playwright-core'
import { ADMIN } from './store.ts'
import { openAs, seeDashboard } from './team.ts'

export const VIP_NAME = 'VIP Junior Package, Vacant Houses'

/** Logs in as the administrator and waits for the prices. */
export async function openPricing(page: Page): Promise<void> {
  await openAs(page, ADMIN, '/admin-enhanced?tab=pricing')
  await seeDashboard(page, 'Admin Dashboard')
  await priceIn(page, VIP_NAME).waitFor()
}

/** The button of a price in the table. */
export const priceIn = (page: Page, name: string) => page.getByRole('button', { name: `Change ${name}` })
export const priceField = (page: Page) => page.getByLabel('New Price ($)')
export const updateButton = (page: Page) => page.getByRole('button', { name: 'Update Pricing' })
export const history = (page: Page) => page.getByRole('region', { name: 'History' })
export const planned = (page: Page) => page.getByRole('region', { name: 'Planned changes' })

/** All lead types and sizes of the VIP tier, by percent. */
export async function chooseVip(dialog: Locator, percent: string): Promise<void> {
  await dialog.getByRole('button', { name: 'All of Lead types' }).click()
  await dialog.getByRole('checkbox', { name: 'VIP' }).check()
  await dialog.getByRole('button', { name: 'All of Package sizes' }).click()
  await dialog.getByLabel('Percent change').fill(percent)
}

/** Opens the form for many prices. */
export async function openMany(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Change many prices' }).click()
  return page.getByRole('dialog', { name: 'Change many prices' })
}

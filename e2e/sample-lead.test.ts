/** What a lead is can be seen before paying: on the home page, at every tier of a county, and as a file. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { csvRows } from '#testing/deliveries.ts'
import { expectAccessibleAndFits, PHONE } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { chooseTravis } from './support/shopping.ts'
import { type Store, startStore } from './support/store.ts'

const { openPage } = withBrowser()
let store: Store

beforeAll(async () => {
  store = await startStore({ LATE_CREDIT_PERCENT: '15', SUPPORT_EMAIL: 'help@example.com' })
})
afterAll(() => store.stop())

const sample = (page: Page) => page.getByRole('region', { name: 'See a lead before you buy one' })
/** The names of the columns on screen, in order. */
const columnsOf = (page: Page) => page.getByRole('figure').locator('dt').allTextContents()

test('the home page shows a lead with the columns of the file that it offers, and what is promised', async () => {
  const page = await openPage(store)
  await page.goto('/')
  await page.getByRole('link', { name: 'See a sample lead' }).click()
  await sample(page).getByText('Sample: invented people').waitFor()

  const saved = page.waitForEvent('download')
  await sample(page).getByRole('link', { name: 'Download CSV' }).click()
  const file = await saved
  const [header = [], ...rows] = csvRows(await readFile(await file.path()))

  expect(file.suggestedFilename()).toBe('sample-leads.csv')
  expect(await columnsOf(page)).toEqual(header)
  expect(rows).toHaveLength(3)
  await sample(page).getByRole('row', { name: 'VIP Exclusive 0-2 days 1', exact: true }).waitFor()
  await sample(page).getByRole('row', { name: 'Premier Semi-Exclusive 3-9 days 3', exact: true }).waitFor()
  await sample(page).getByText('Within 24 hours of payment').waitFor()
  await sample(page).getByText('15% of what you paid for the package, as store credit').waitFor()
  await sample(page).getByText('report up to 20% of a package within 14 days').waitFor()
})

test('the sample is there without JavaScript, and stays the same element when its code arrives', async () => {
  const plain = await openPage(store, { hasNoScripts: true })
  await plain.goto('/')
  await sample(plain).getByText('15% of what you paid for the package, as store credit').waitFor()
  await sample(plain).getByText('marlene.voss@example.com').waitFor()

  const page = await openPage(store)
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/assets/below-hero-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/')
  await page.getByRole('cell', { name: '$299' }).first().waitFor()
  const element = await sample(page).elementHandle()
  letGo()
  await page.getByText('larger packages cost less per lead').waitFor()
  await page.getByRole('region', { name: 'Stop marketing and start closing' }).getByText('$299').first().waitFor()

  expect(await element?.evaluate((one) => one.isConnected)).toBe(true)
})

test('each tier of a county opens a sample of its own by keyboard, which fits and is accessible', async () => {
  const page = await openPage(store, { viewport: PHONE })
  await chooseTravis(page)
  await page.getByRole('tab', { name: 'Owner Occupied' }).click()

  for (const [tier, age, buyers] of [
    ['VIP', '0-2 days', '1 at most'],
    ['Premier', '3-9 days', '3 at most'],
    ['Premium', '10-30 days', '10 at most'],
    ['Standard', '30-60 days', '10 at most'],
  ] as const) {
    const link = page.getByRole('button', { name: `See a sample ${tier} lead` })
    await link.press('Enter')
    const dialog = page.getByRole('dialog', { name: `A sample ${tier} lead` })
    await dialog.getByText('Dario Quintana').waitFor()
    await dialog.getByText(age, { exact: true }).waitFor()
    await dialog.getByText(buyers).waitFor()
    if (tier === 'VIP') await expectAccessibleAndFits(page, 'a sample lead', 'dialog')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    expect(await link.evaluate((button) => button === document.activeElement)).toBe(true)
  }
})

test('a sample whose code does not arrive says so, and opens at the next try', async () => {
  const page = await openPage(store, { expects: [/Failed to load resource|ERR_FAILED/] })
  await chooseTravis(page)
  await page.route('**/assets/sample-dialog-*.js', (route) => route.abort())

  await page.getByRole('button', { name: 'See a sample VIP lead' }).click()
  await page.getByText('The sample could not be opened', { exact: true }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.unroute('**/assets/sample-dialog-*.js')
  await page.getByRole('button', { name: 'See a sample VIP lead' }).click()

  await page.getByRole('dialog', { name: 'A sample VIP lead' }).waitFor()
})

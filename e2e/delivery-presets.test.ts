/** Leads in the columns of a CRM: chosen on the delivery page, remembered by the browser. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { csvRows } from '#testing/deliveries.ts'
import { expectAccessibleAndFits } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { mailedLink } from './support/mailed-links.ts'
import { buyAtOnce, VIP_JUNIOR } from './support/shopping.ts'
import { type Store, startStore } from './support/store.ts'

const { openPage } = withBrowser()
let store: Store

beforeAll(async () => {
  store = await startStore()
})
afterAll(() => store.stop())

async function saveAs(page: Page, button: RegExp): Promise<{ name: string; rows: string[][] }> {
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const file = await saved
  return { name: file.suggestedFilename(), rows: csvRows(await readFile(await file.path())) }
}

const choice = (page: Page) => page.getByLabel('Where will you use your leads?')

test('a buyer downloads leads for HubSpot and for a dialer, the browser remembers the tool', async () => {
  const email = 'crm@example.com'
  await store.addLeads(VIP_JUNIOR.id, 30)
  const page = await openPage(store)
  const reference = await buyAtOnce(page, email)
  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto(await mailedLink(store, email, '/delivery/'))
  await choice(page).selectOption('HubSpot')
  await page.getByText('import the file as one file with one object').waitFor()
  await expectAccessibleAndFits(page, 'preset')
  expect(await page.getByRole('button', { name: /^Download Excel/ }).count()).toBe(0)
  const hubspot = await saveAs(page, /^Download for HubSpot/)
  await page.getByText('Downloaded', { exact: true }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: /^Download for HubSpot/ }).waitFor()
  await choice(page).selectOption('Dialer')
  const dialer = await saveAs(page, /^Download for a dialer/)
  await choice(page).selectOption('A spreadsheet')
  await page.getByRole('button', { name: /^Download Excel/ }).waitFor()

  expect(hubspot.name).toBe(`${reference}-1-vip-travis-hubspot.csv`)
  expect(hubspot.rows).toHaveLength(26)
  expect(hubspot.rows[0]?.slice(0, 5)).toEqual(['First name', 'Last name', 'Company name', 'Email', 'Phone number'])
  const [header = [], ...rows] = dialer.rows
  const phones = rows.map((row) => row[header.indexOf('Phone')] ?? '')
  expect(phones.length).toBeGreaterThan(25)
  expect(phones.filter((phone) => !/^\d{10}$/.test(phone))).toEqual([])

})
    .first()
    .click()
  await admin.getByRole('button', { name: /^View the file/ }).click()
  const dialog = admin.getByRole('dialog').last()
  await dialog.getByLabel('File').selectOption('HubSpot')
  await dialog.getByLabel('Reason').fill('The buyer asks which columns it has')
  await expectAccessibleAndFits(admin, 'view the file')
  expect(await saveAs(admin, /^Save the file/)).toEqual(hubspot)
})

/** The path of a lead: from a supplier’s file into stock, into an order, by email to its buyer, and to no one else. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { csvRows } from '#testing/deliveries.ts'
import { withBrowser } from './support/browser.ts'
import { choose, drawer, openLeadFiles, travisFile } from './support/lead-files.ts'
import { mailedLink } from './support/mailed-links.ts'
import {
  addToCart,
  CARDS,
  chooseTravis,
  fillCard,
  goToCheckout,
  packageRow,
  payButton,
  seeReceipt,
  TRAVIS,
  VIP_JUNIOR,
} from './support/shopping.ts'
import { withStore } from './support/store.ts'

/** Twenty leads, and five that the standard promotion adds. */
const LEADS_PER_PACKAGE = 25
const VIP_DAYS = 3

const { openPage } = withBrowser()
const store = withStore({}, (store) => store.setStock(VIP_JUNIOR.id, 0))

async function importFile(text: string): Promise<void> {
  const page = await openPage(store)
  await openLeadFiles(page)
  await choose(page, text, 'County records')
  await drawer(page).getByRole('button', { name: 'Check the file' }).click()
  await drawer(page)
    .getByRole('button', { name: /^Put .* leads on sale$/ })
    .click({ timeout: 30_000 })
  await page
    .getByRole('dialog', { name: /on sale\?$/ })
    .getByRole('button', { name: /^Put .* leads on sale$/ })
    .click()
  await drawer(page).getByText('new leads on sale', { exact: false }).waitFor({ timeout: 30_000 })
}

/** Buys the VIP package, opens the link in the mailbox and downloads. @returns the rows of the file by their headers */
async function buyAndDownload(
  page: Page,
  email: string,
): Promise<{ reference: string; rows: Record<string, string>[] }> {
  await chooseTravis(page)
  await addToCart(page, VIP_JUNIOR.name)
  await goToCheckout(page, email)
  await fillCard(page, CARDS.good)
  await payButton(page).click()
  const reference = await seeReceipt(page)
  await page.goto(await mailedLink(store, email, '/delivery/'))
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download CSV/ }).click()
  const [header = [], ...rows] = csvRows(await readFile(await (await saved).path()))
  return { reference, rows: rows.map((row) => Object.fromEntries(header.map((name, at) => [name, row[at] ?? '']))) }
}

const addressesOf = (rows: readonly Record<string, string>[]) => rows.map((row) => row.Address ?? '').sort()

test('one buyer gets leads of a file as VIP by mail and downloads them, and the next buyer gets others', async () => {
  const { text } = travisFile({ rows: 6_000, seed: 21, hasDefects: true })
  const [header = [], ...fileRows] = csvRows(Buffer.from(text))
  const inFile = new Set(fileRows.map((row) => row[header.indexOf('Property Address')]))
  const first = await openPage(store)
  await chooseTravis(first)
  await packageRow(first, VIP_JUNIOR.name).getByText('0 available', { exact: true }).waitFor()

  await importFile(text)
  const served = await store.stockOf(TRAVIS, VIP_JUNIOR.id)
  expect(served).toBeGreaterThanOrEqual(2)
  await packageRow(first, VIP_JUNIOR.name).getByText(`${served} available`, { exact: true }).waitFor()
  const one = await buyAndDownload(first, 'first@example.com')

  expect(one.rows).toHaveLength(LEADS_PER_PACKAGE)
  expect(addressesOf(one.rows)).toEqual((await store.leadsOf(one.reference)).map(({ address }) => address).sort())
  for (const row of one.rows) {
    expect(inFile).toContain(row.Address)
    expect(row).toMatchObject({ County: 'Travis', 'Lead type': 'Vacant Houses', Source: 'County records' })
    expect(Number(row['Age in days'])).toBeLessThan(VIP_DAYS)
  }
  await expect.poll(() => store.stockOf(TRAVIS, VIP_JUNIOR.id)).toBe(served - 1)

  const two = await buyAndDownload(await openPage(store), 'second@example.com')

  expect(two.rows).toHaveLength(LEADS_PER_PACKAGE)
  expect(new Set([...addressesOf(one.rows), ...addressesOf(two.rows)]).size).toBe(2 * LEADS_PER_PACKAGE)
})

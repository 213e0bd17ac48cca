import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { csvRows } from '#testing/deliveries.ts'
import { withBrowser } from './support/browser.ts'
import { choose, drawer, openImports, travisFile } from './support/lead-files.ts'
import { mailedLink } from './support/mailed-links.ts'
import { buyVip, packageRow, VIP_JUNIOR } from './support/shopping.ts'
import { download } from './support/steps.ts'
import { withStore } from './support/store.ts'

/** Twenty leads, and five that the standard promotion adds. */
const LEADS_PER_PACKAGE = 25
const VIP_DAYS = 3
const { openPage } = withBrowser()
const store = withStore({}, (store) => store.setStock(VIP_JUNIOR.id, 0))

async function buyAndDownload(page: Page, email: string) {
  const reference = await buyVip(page, email)
  await page.goto(await mailedLink(store, email, '/delivery/'))
  const { bytes } = await download(page, page.getByRole('button', { name: /^Download CSV/ }))
  const [header = [], ...rows] = csvRows(bytes)
  return { reference, rows: rows.map((row) => Object.fromEntries(header.map((name, at) => [name, row[at] ?? '']))) }
}

const addressesOf = (rows: readonly Record<string, string>[]) => rows.map((row) => row.Address ?? '').sort()

test('one buyer gets leads of a file as VIP by mail and downloads them, and the next buyer gets others', async () => {
  const { text } = travisFile({ rows: 6_000, seed: 21, hasDefects: true })
  const [header = [], ...fileRows] = csvRows(Buffer.from(text))
  const inFile = new Set(fileRows.map((row) => row[header.indexOf('Property Address')]))
  const first = await openPage(store)
  await first.goto('/leads?state=Texas&county=Travis')
  await first.getByText('VIP is not on sale yet in Travis County, Texas.').waitFor()

  const admin = await openPage(store)
  await openImports(admin)
  await choose(admin, text, 'County records')
  await drawer(admin).getByRole('button', { name: 'Check the file' }).click()
  await drawer(admin)
    .getByRole('button', { name: /^Put .* leads on sale$/ })
    .click({ timeout: 30_000 })
  await drawer(admin).getByText('new leads on sale', { exact: false }).waitFor({ timeout: 30_000 })
  const served = await store.stockOf()
  expect(served).toBeGreaterThanOrEqual(2)
  await packageRow(first).getByText(`${served} available`, { exact: true }).waitFor()
  const one = await buyAndDownload(first, 'first@example.com')

  expect(one.rows).toHaveLength(LEADS_PER_PACKAGE)
  expect(addressesOf(one.rows)).toEqual((await store.leadsOf(one.reference)).map(({ address }) => address).sort())
  for (const row of one.rows) {
    expect(inFile).toContain(row.Address)
    expect(row).toMatchObject({ County: 'Travis', 'Lead type': 'Vacant Houses', Source: 'County records' })
    expect(Number(row['Age in days'])).toBeLessThan(VIP_DAYS)
  }
  await expect.poll(() => store.stockOf()).toBe(served - 1)

  const two = await buyAndDownload(await openPage(store), 'second@example.com')

  expect(two.rows).toHaveLength(LEADS_PER_PACKAGE)
  expect(new Set([...addressesOf(one.rows), ...addressesOf(two.rows)]).size).toBe(2 * LEADS_PER_PACKAGE)
})

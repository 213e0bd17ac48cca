/** A lead file from a supplier, by an administrator: sent, its columns named, checked, put on sale, taken back. */
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LEAD_ROW_REASONS, type LeadRowReason } from '#contract/admin/lead-file-fields.ts'
import { formatDay } from '#web/lib/format-day.ts'
import { expectAccessibleAndFits, PHONE } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { cutNext } from './support/cut-connection.ts'
import { choose, drawer, openLeadFiles, travisFile } from './support/lead-files.ts'
import { chooseTravis, packageRow, VIP_JUNIOR } from './support/shopping.ts'
import { type Store, startStore } from './support/store.ts'

const { openPage } = withBrowser()
let store: Store

beforeAll(async () => {
  store = await startStore()
  await store.setStock(VIP_JUNIOR.id, 0)
})
afterAll(() => store.stop())

test('a file with planted errors is checked, reported, put on sale for everyone who is looking, and taken back', async () => {
  const { text, expected } = travisFile({ rows: 3_000, seed: 11, hasDefects: true })
  const buyer = await openPage(store)
  await chooseTravis(buyer)
  await packageRow(buyer, VIP_JUNIOR.name).getByText('0 available', { exact: true }).waitFor()
  // West of the store its days begin before midnight; the day that a file names is the one that counts, wherever it is read.
  const page = await openPage(store, { timeZone: 'America/Los_Angeles' })
  await openLeadFiles(page)

  await choose(page, text, 'County records')
  await drawer(page).getByText('We matched these by name.', { exact: false }).waitFor()
  const address = drawer(page).getByLabel('Property address (required)')
  const zip = drawer(page).getByLabel('ZIP (required)', { exact: true })
  await zip.selectOption('Not in the file')
  await address.selectOption('Not in the file')
  await drawer(page).getByRole('button', { name: 'Check the file' }).click()
  await drawer(page).getByText('Choose the column for “Property address”.').waitFor()
  await drawer(page).getByText('Choose the column for “ZIP”.').waitFor()
  expect(await address.evaluate((field) => field === document.activeElement)).toBe(true)
  expect([await address.getAttribute('aria-invalid'), await zip.getAttribute('aria-invalid')]).toEqual(['true', 'true'])
  await address.selectOption('Property Address')
  await zip.selectOption('Zip')
  await drawer(page).getByRole('button', { name: 'Check the file' }).click()

  const refused = Object.values(expected.refused).reduce((sum, rows) => sum + rows, 0)
  await drawer(page).getByText(`${refused} rows of 3,000 will not be imported`).waitFor({ timeout: 30_000 })
  await drawer(page).getByText('The stock of 48 packages will come from leads').waitFor()
  await drawer(page).getByText('It has an acquired date that does not exist').waitFor()
  await drawer(page).getByRole('button', { name: 'Show the first rows' }).click()
  const [, acquired = ''] = /,(\d{4}-\d\d-\d\d),[^,]*,[^,]*$/.exec(text.split('\n')[1] ?? '') ?? []
  await drawer(page)
    .getByText(new RegExp(`^Row 2\\. A new lead\\. .* acquired ${formatDay(acquired)}`))
    .waitFor()
  const saved = page.waitForEvent('download')
  await drawer(page).getByRole('button', { name: 'Download the report' }).click()
  const report = await readFile(await (await saved).path(), 'utf8')
  const lines = report.trimEnd().split('\r\n')
  expect(lines).toHaveLength(refused + 1)
  const told = Object.keys(expected.refused).map((reason) => {
    const words = `This row ${LEAD_ROW_REASONS[reason as LeadRowReason]}.`
    return [reason, lines.filter((line) => line.includes(words)).length]
  })
  expect(Object.fromEntries(told)).toEqual(expected.refused)
  expect(report).not.toMatch(/(^|,)"?[=@]/m)
  await packageRow(buyer, VIP_JUNIOR.name).getByText('0 available', { exact: true }).waitFor()

  const newLeads = expected.newLeads.toLocaleString('en-US')
  await drawer(page)
    .getByRole('button', { name: `Put ${newLeads} leads on sale` })
    .click()
  await page
    .getByRole('dialog', { name: `Put ${newLeads} leads on sale?` })
    .getByRole('button', { name: `Put ${newLeads} leads on sale` })
    .click()
  await drawer(page).getByText(`${newLeads} new leads on sale`, { exact: false }).waitFor({ timeout: 30_000 })
  await drawer(page).getByText(`${refused} rows of 3,000 were not imported`).waitFor()
  await packageRow(buyer, VIP_JUNIOR.name).getByText('0 available', { exact: true }).waitFor({ state: 'detached' })
  const served = await store.stockOf({ state: 'Texas', county: 'Travis' }, VIP_JUNIOR.id)
  expect(served).toBeGreaterThan(0)
  await packageRow(buyer, VIP_JUNIOR.name).getByText(`${served} available`, { exact: true }).waitFor()

  await page.reload()
  await drawer(page).getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('dialog', { name: 'Undo this import?' }).getByRole('button', { name: 'Undo import' }).click()
  await drawer(page).getByText('This import was undone').waitFor({ timeout: 30_000 })
  await packageRow(buyer, VIP_JUNIOR.name).getByText('0 available', { exact: true }).waitFor()
  await drawer(page).getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: /leads\.csv, County records.*Undone/ }).waitFor()
})

test('a broken connection loses nothing: sending resumes where it stopped, and the column mapping is remembered', async () => {
  const { text } = travisFile({ rows: 12_000, seed: 12, hasDefects: false })
  const page = await openPage(store, { expects: [/ERR_CONNECTION_RESET/] })
  await openLeadFiles(page)
  await cutNext(page, '**/lead-imports/*/parts/1', { isHeard: false })

  await choose(page, text.replace('Property Address,', 'Where,'), 'Slow line')
  await drawer(page).getByText('The upload was cut off').waitFor()
  await drawer(page).getByRole('button', { name: 'Resume upload' }).click()
  await drawer(page).getByLabel('Property address (required)').selectOption('Where')
  await drawer(page).getByRole('button', { name: 'Check the file' }).click()
  await drawer(page).getByRole('button', { name: 'Put 12,000 leads on sale' }).waitFor({ timeout: 30_000 })

  await drawer(page).getByRole('button', { name: 'Match columns again' }).click()
  await drawer(page).getByText('These are the columns you matched for this file.', { exact: false }).waitFor()
  expect(await drawer(page).getByLabel('Property address (required)').inputValue()).toBe('Where')
  await drawer(page).getByRole('button', { name: 'Close' }).last().click()
  await choose(
    page,
    travisFile({ rows: 5, seed: 13, hasDefects: false }).text.replace('Property Address,', 'Where,'),
    'Slow line',
  )
  await drawer(page).getByText('Matched the same way as the last file from Slow line.', { exact: false }).waitFor()
  expect(await drawer(page).getByLabel('Property address (required)').inputValue()).toBe('Where')
})

test('every step is accessible and fits', async () => {
  const { text } = travisFile({ rows: 60, seed: 320, hasDefects: true })
  const page = await openPage(store, { viewport: PHONE, expects: [/status of 400/] })
  await openLeadFiles(page)
  await choose(page, 'no csv', 'Accessible', 'leads.xlsx')
  await page.getByText('“leads.xlsx” is a workbook.', { exact: false }).waitFor()
  await expectAccessibleAndFits(page, 'lead files, the start')
  await choose(page, 'Address;City;Zip\n', 'Accessible')
  await drawer(page).getByText('This file cannot be read').waitFor()
  await expectAccessibleAndFits(page, 'a lead file that cannot be read', 'dialog')
  await drawer(page).getByRole('button', { name: 'Close' }).last().press('Enter')
  await choose(page, text, 'Accessible')
  // In the footer: the form is many screens long.
  const button = await drawer(page).getByRole('button', { name: 'Check the file' }).boundingBox()
  expect((button?.y ?? Number.NaN) + (button?.height ?? 0)).toBeLessThanOrEqual(800)
  await expectAccessibleAndFits(page, 'the columns of a lead file', 'dialog')
  await drawer(page).getByRole('button', { name: 'Check the file' }).press('Enter')
  const apply = drawer(page).getByRole('button', { name: /^Put \d+ leads on sale$/ })
  await apply.waitFor({ timeout: 30_000 })
  await drawer(page).getByRole('button', { name: 'Show the first rows' }).press('Enter')
  await drawer(page).getByRole('heading', { name: 'The first rows' }).waitFor()
  await expectAccessibleAndFits(page, 'a lead file that is ready', 'dialog')
  await apply.press('Enter')
  await page.getByText('Buyers see the new stock county by county', { exact: false }).waitFor()
  await expectAccessibleAndFits(page, 'the question before leads are on sale', 'dialog')
})

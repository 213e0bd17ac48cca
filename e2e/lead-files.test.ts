import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LEAD_ROW_REASONS, type LeadRowReason } from '#contract/admin/lead-file-fields.ts'
import { formatDay } from '#web/lib/format-day.ts'
import { expectAccessibleAndFits } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
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
  const { text, expected } = travisFile({ rows: 1_200, seed: 11, hasDefects: true })
  const buyer = await openPage(store)
  await chooseTravis(buyer)
  await packageRow(buyer, VIP_JUNIOR.name).getByText('0 available', { exact: true }).waitFor()
  // West of the store its days begin before midnight; the day that a file names is the one that counts, wherever it is read.
  const page = await openPage(store, { timeZone: 'America/Los_Angeles' })
  await openLeadFiles(page)

  await expectAccessibleAndFits(page, 'lead files, the start')
  await choose(page, text, 'County records')
  await drawer(page).getByText('We matched these by name.', { exact: false }).waitFor()
  await expectAccessibleAndFits(page, 'the columns of a lead file', 'dialog')
  await drawer(page).getByRole('button', { name: 'Check the file' }).click()

  const refused = Object.values(expected.refused).reduce((sum, rows) => sum + rows, 0)
  await drawer(page).getByText(`${refused} rows of 1,200 will not be imported`).waitFor({ timeout: 30_000 })
  await drawer(page).getByText('The stock of 48 packages will come from leads').waitFor()
  await drawer(page).getByText('It has an acquired date that does not exist').waitFor()
  await expectAccessibleAndFits(page, 'a lead file that is ready', 'dialog')
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
  await expectAccessibleAndFits(page, 'the question before leads are on sale', 'dialog')
  await page
    .getByRole('dialog', { name: `Put ${newLeads} leads on sale?` })
    .getByRole('button', { name: `Put ${newLeads} leads on sale` })
    .click()
  await drawer(page).getByText(`${newLeads} new leads on sale`, { exact: false }).waitFor({ timeout: 30_000 })
  await drawer(page).getByText(`${refused} rows of 1,200 were not imported`).waitFor()
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

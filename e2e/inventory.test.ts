import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { LEAD_ROW_REASONS, LEAD_VALUE_WORDS, type LeadRowReason } from '#contract/admin/lead-file-fields.ts'
import { formatDay } from '#web/lib/format-day.ts'
import { expectAccessibleAndFits } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { choose, chooseFile, drawer, openImports, travisFile } from './support/lead-files.ts'
import { memberOf } from './support/members.ts'
import { addToCart, cartDialog, chooseTravis, PREMIER_INVESTOR, packageRow, VIP_JUNIOR } from './support/shopping.ts'
import { download, hasFocus, press, see } from './support/steps.ts'
import { ADMIN, withStore } from './support/store.ts'
import { openAs, seeToast } from './support/team.ts'

const { openPage } = withBrowser()
const VIP_NAME = 'VIP Junior Package, Vacant Houses'
const store = withStore({}, async (store) => {
  await store.setStock(VIP_JUNIOR.id, 12)
  await store.setStock(PREMIER_INVESTOR.id, 3)
})
/** The administrator over the API, as a colleague who works at the same time. */
const other = memberOf(store, ADMIN)

async function openInventory(page: Page, search = ''): Promise<void> {
  await openAs(page, ADMIN, `/admin-enhanced?tab=inventory${search}`)
  await page.getByRole('button', { name: 'Change many packages' }).waitFor()
}

const countField = (page: Page) => page.getByLabel('New Availability Count')
const updateButton = (page: Page) => page.getByRole('button', { name: 'Update Inventory' })
const cell = (page: Page, id: string) => page.getByTitle(`ID: ${id}`)
const save = (page: Page, button: string) => download(page, page.getByRole('button', { name: button }))

test('stock goes to 0 and back and the shop follows; a stuck hold is released, and its buyer sees the line as lost', async () => {
  const buyer = await openPage(store)
  await chooseTravis(buyer)
  const page = await openPage(store)
  await openInventory(page, '&left=some')
  await page
    .getByRole('region', { name: /^Low stock in the whole store/ })
    .getByRole('row')
    .nth(1)
    .waitFor()
  await expectAccessibleAndFits(page, 'inventory, the whole store')
  await page.getByRole('combobox', { name: 'County, city or ZIP' }).fill('78704')
  await page.getByRole('option', { name: /^Travis County, TX/ }).click()
  await page.getByLabel('Package', { exact: true }).selectOption(`${VIP_NAME} (20 leads)`)
  const facts = page.getByRole('region', { name: 'Current Package Information' })
  await facts.getByText('Travis, Texas').waitFor()
  await page.getByRole('region', { name: 'Inventory Summary', exact: true }).getByText('48', { exact: true }).waitFor()
  expect(await updateButton(page).isDisabled()).toBe(true)

  await countField(page).fill('0')
  await page.getByLabel('Reason').fill('Damaged file')
  await updateButton(page).click()

  await seeToast(page, 'Package availability updated successfully!')
  await expect.poll(() => countField(page).inputValue()).toBe('')
  await buyer.getByText('VIP is sold out in Travis County, Texas.').waitFor()
  const alert = page.getByRole('region', { name: 'Low Stock Alert' })
  await alert.getByText('48 low: 47 sold out, 1 with 1 to 10 left').waitFor()
  await alert.getByRole('radio', { name: 'Only low' }).check()

  await cell(page, VIP_JUNIOR.id).click()
  await page.keyboard.type('15')
  await page.keyboard.press('Enter')
  await packageRow(buyer).getByText('15 available').waitFor()
  await alert.getByText('47 low: 46 sold out').waitFor()
  await addToCart(buyer)

  await press(facts, 'History and holds')
  const story = page.getByRole('dialog', { name: VIP_NAME })
  const told = story.getByRole('region', { name: 'History' }).getByRole('listitem').filter({ hasText: 'Damaged file' })
  await told.getByText('12', { exact: true }).waitFor()
  await told.getByText('0', { exact: true }).waitFor()
  await expectAccessibleAndFits(page, 'the story of a package')
  await story.getByRole('button', { name: 'Release the hold of A buyer’s cart' }).click()
  const question = page.getByRole('dialog', { name: 'Release this hold?' })
  await question.getByLabel('Reason').fill('Called the buyer')
  await question.getByRole('button', { name: 'Release the hold' }).click()
  await story.getByText('No live holds.').waitFor()
  await story.getByText(': Called the buyer').waitFor()
  await buyer.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await seeToast(buyer, 'Removed from your cart')
  await buyer.getByRole('button', { name: /^Cart/ }).first().click()
  await cartDialog(buyer).getByText('The store removed something from your cart').waitFor()
  await cartDialog(buyer)
    .getByRole('button', { name: /^Add again: VIP Junior/ })
    .waitFor()
})

test('a change of many packages matches its preview, a colleague’s edit in between asks again, and it is undone', async () => {
  const page = await openPage(store, { expects: [/status of 409/] })
  await openInventory(page, '&state=Delaware')
  await page.getByRole('button', { name: 'Change many packages' }).click()
  const dialog = page.getByRole('tabpanel', { name: 'Change many packages' })
  await dialog.getByRole('checkbox', { name: 'VIP' }).check()
  await dialog.getByLabel('New count').fill('25')
  await dialog.getByRole('button', { name: 'Change 36 packages' }).waitFor()
  await dialog.getByText('36 packages will change. 0 → 900 units in all.').waitFor()
  await dialog.getByRole('row', { name: 'VIP Junior Package 0 25' }).first().waitFor()
  await expectAccessibleAndFits(page, 'many packages')

  await other.call('PUT', '/api/admin/packages/10001-vacant-vip-20/availability', { available: 4 })
  await dialog.getByRole('button', { name: 'Change 36 packages' }).click()
  await dialog.getByText('Someone else changed these packages').waitFor()
  await dialog.getByText('36 packages will change. 4 → 900 units in all.').waitFor()
  await dialog.getByRole('button', { name: 'Change 36 packages' }).click()

  await seeToast(page, '36 packages updated')
  await page.getByLabel('County', { exact: true }).selectOption('Kent')
  await page.getByRole('heading', { name: 'Complete Inventory' }).waitFor()
  await expect.poll(() => cell(page, '10001-owner-vip-100').inputValue()).toBe('25')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await seeToast(page, 'Change undone')
  await expect.poll(() => cell(page, '10001-owner-vip-100').inputValue()).toBe('0')
  await expect.poll(() => cell(page, '10001-vacant-vip-20').inputValue()).toBe('4')
})

test('stock is exported, edited, checked with a report, applied, visible in the store, and undone', async () => {
  await store.setStocks(10)
  const buyer = await openPage(store)
  await chooseTravis(buyer)
  await packageRow(buyer).getByText('10 available', { exact: true }).waitFor()
  const page = await openPage(store)
  await openInventory(page)
  await page.getByRole('link', { name: 'Import and export' }).click()

  await page.getByLabel('Packages in').selectOption('Texas')
  const exported = await save(page, 'Export stock')
  expect(exported.name).toMatch(/^stock-texas-\d{4}-\d\d-\d\d\.csv$/)
  await page.getByText(`Saved as ${exported.name}.`).waitFor()
  const edit = (id: string, count: string) => (text: string) =>
    text.replace(new RegExp(`^(${id},.*),10,10\r$`, 'm'), `$1,${count},10\r`)
  await page.getByRole('radio', { name: 'Stock' }).check()
  await expectAccessibleAndFits(page, 'imports, with a file of stock')

  await chooseFile(page, edit(PREMIER_INVESTOR.id, '-1')(edit(VIP_JUNIOR.id, '3')(exported.text)), 'stock.csv')
  await page.getByText('1 row of 12,192 will not be imported').waitFor()
  await drawer(page).getByText('has a count below zero').waitFor()
  await expectAccessibleAndFits(page, 'an import of stock with a refused row', 'dialog')
  const report = await save(page, 'Download the report')
  expect(report.text).toMatch(
    /^\ufeffrow,reason,line\r\n\d+,This row has a count below zero\.,"48453-vacant-premier-30, Texas, /,
  )
  expect(await store.stockOf()).toBe(10)

  await drawer(page).getByRole('button', { name: 'Close' }).first().click()
  await chooseFile(page, edit(PREMIER_INVESTOR.id, '0')(edit(VIP_JUNIOR.id, '3')(exported.text)), 'stock.csv')
  await drawer(page).getByRole('button', { name: 'Set the stock of 2 packages' }).waitFor()
  await page.reload()
  await drawer(page).getByRole('button', { name: 'Set the stock of 2 packages' }).click()
  await expectAccessibleAndFits(page, 'an import that is ready, and the question', 'dialog')

  await page.getByText('2 packages changed').first().waitFor()
  await packageRow(buyer).getByText('3 available', { exact: true }).waitFor()
  await buyer.getByText('Premier is sold out in Travis County, Texas.').waitFor()
  await drawer(page).getByRole('button', { name: 'Undo import' }).click()
  await press(page.getByRole('dialog', { name: 'Undo this import?' }), 'Undo import')
  await drawer(page).getByText('This import was undone').waitFor()
  await packageRow(buyer).getByText('10 available', { exact: true }).waitFor()
  await drawer(page).getByRole('button', { name: 'Close' }).first().click()
  await page.getByRole('button', { name: /stock\.csv.*Undone.*2 packages set back/ }).waitFor()
  await page.getByRole('button', { name: /stock\.csv.*Checked, not applied.*1 package would change/ }).waitFor()
})

test('stock that comes from leads takes no count, and its sizes that ran low together are one alert', async () => {
  for (const id of ['48113-landlord-vip-20', '48113-landlord-vip-30']) await store.setStock(id, 40)
  await store.runScheduled('tell-low-stock')
  for (const id of ['48113-landlord-vip-20', '48201-owner-vip-20']) await store.addLeads(id, 46)
  await store.runScheduled('tell-low-stock')
  const page = await openPage(store)
  await openInventory(page, '&state=Texas&county=Harris')

  // Its leads once, though each of four sizes could be made of them; the shop adds nothing up.
  await page.getByRole('region', { name: 'Inventory Summary', exact: true }).getByText('46', { exact: true }).waitFor()
  const buyer = await openPage(store)
  await buyer.goto('/leads?state=Texas&county=Harris&type=owner')
  await buyer.getByRole('article').getByText('1 available', { exact: true }).first().waitFor()

  await page.getByRole('button', { name: /^VIP Junior Package, Owner Occupied: 1\s*From leads/ }).click()

  await page.getByRole('link', { name: 'Upload a lead file' }).waitFor()
  await see(page, '46 leads, 1 buyer each')
  expect(await countField(page).count()).toBe(0)
  expect(await updateButton(page).count()).toBe(0)
  await page.getByRole('link', { name: 'the leads of Harris, Texas' }).click()
  await page.getByRole('button', { name: 'Set stock by hand…' }).waitFor()
  await expectAccessibleAndFits(page, 'lead list of a county')

  await page.goto('/admin-enhanced/attention')
  const work = page.getByRole('list', { name: 'Needs attention' }).getByRole('listitem')
  await work.filter({ hasText: 'Low stock: ' }).first().waitFor()
  const listed = await work.filter({ hasText: 'Low stock: ' }).count()
  const [, count = listed] = /(\d+) low-stock alerts in all/.exec((await work.allTextContents()).join(' ')) ?? []
  await work.getByRole('link', { name: 'Restock' }).first().click()

  await page.getByRole('region', { name: `Low stock in the whole store: ${count} low-stock alert` }).waitFor()
  const alerted = page.getByRole('row', { name: /^Dallas, Texas/ })
  await see(alerted, /VIP .*Distant\/Tired Landlords: .* \(all sizes share 46 leads\)/)
  await press(alerted, 'Dallas, Texas')
  const there = page.getByRole('button', { name: /^VIP .*Distant\/Tired Landlords: .*From leads/ })
  await expect.poll(() => hasFocus(there.first())).toBe(true)
})

test('a file with planted errors is checked, reported, put on sale for everyone who is looking, and taken back', async () => {
  const { text, expected } = travisFile({ rows: 3_000, seed: 11, hasDefects: true })
  await store.setStock(VIP_JUNIOR.id, 0)
  const buyer = await openPage(store)
  await buyer.goto('/leads?state=Texas&county=Travis')
  const soldOut = buyer.getByText('VIP is sold out in Travis County, Texas.')
  await soldOut.waitFor()
  // West of the store its days begin before midnight; the day that a file names is the one that counts, wherever it is read.
  const page = await openPage(store, { timeZone: 'America/Los_Angeles' })
  await openImports(page)

  await expectAccessibleAndFits(page, 'lead files, the start')
  await choose(page, text, 'County records')
  await drawer(page).getByText('We matched the columns by their names', { exact: false }).waitFor()
  await expectAccessibleAndFits(page, 'the columns of a lead file', 'dialog')
  await drawer(page).getByRole('button', { name: 'Check the file' }).click()

  const refused = Object.values(expected.refused).reduce((sum, rows) => sum + rows, 0)
  await drawer(page).getByText(`${refused} rows of 3,000 will not be imported`).waitFor({ timeout: 30_000 })
  await drawer(page).getByText('The stock of 48 packages will come from leads').waitFor()
  await drawer(page).getByText('It has an acquired date that does not exist', { exact: true }).waitFor()
  await expectAccessibleAndFits(page, 'a lead file that is ready', 'dialog')
  await drawer(page).getByRole('button', { name: 'Show the first rows' }).click()
  const [, acquired = ''] = /,(\d{4}-\d\d-\d\d),[^,]*,[^,]*$/.exec(text.split('\n')[1] ?? '') ?? []
  await see(drawer(page), new RegExp(`^Row 2\\. A new lead\\. .* acquired ${formatDay(acquired)}`))
  const { text: report } = await save(page, 'Download the report')
  const lines = report
    .trimEnd()
    .split('\r\n')
    .filter((line) => !line.includes('is imported without'))
  expect(lines).toHaveLength(refused + 1)
  const told = Object.keys(expected.refused).map((reason) => {
    const words = LEAD_VALUE_WORDS[reason]?.split('…')[0] ?? `This row ${LEAD_ROW_REASONS[reason as LeadRowReason]}`
    return [reason, lines.filter((line) => line.includes(words)).length]
  })
  expect(Object.fromEntries(told)).toEqual(expected.refused)
  expect(report).not.toMatch(/(^|,)"?[=@]/m)
  await soldOut.waitFor()

  const newLeads = expected.newLeads.toLocaleString('en-US')
  await press(drawer(page), `Put ${newLeads} leads on sale`)
  await drawer(page).getByText(`${newLeads} new leads on sale`, { exact: false }).waitFor({ timeout: 30_000 })
  await drawer(page).getByText(`${refused} rows of 3,000 were not imported`).waitFor()
  const served = await store.stockOf()
  expect(served).toBeGreaterThan(0)
  await packageRow(buyer).getByText(`${served} available`, { exact: true }).waitFor()

  await page.reload()
  await drawer(page).getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('dialog', { name: 'Undo this import?' }).getByRole('button', { name: 'Undo import' }).click()
  await drawer(page).getByText('This import was undone').waitFor({ timeout: 30_000 })
  await soldOut.waitFor()
  await drawer(page).getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: /leads\.csv, County records.*Undone/ }).waitFor()
})

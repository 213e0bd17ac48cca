import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessibleAndFits } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { chooseTravis, PREMIER_INVESTOR, packageRow, VIP_JUNIOR } from './support/shopping.ts'
import { ADMIN, type Store, startStore } from './support/store.ts'
import { openAs } from './support/team.ts'

const { openPage } = withBrowser()
let store: Store

beforeAll(async () => {
  store = await startStore()
  await store.setStock(VIP_JUNIOR.id, 10)
  await store.setStock(PREMIER_INVESTOR.id, 10)
})
afterAll(() => store.stop())

const drawer = (page: Page) => page.getByRole('dialog').first()
const start = (page: Page) => page.getByRole('dialog', { name: 'Import and export stock' })

async function openFiles(page: Page): Promise<void> {
  await openAs(page, ADMIN, '/admin-enhanced?tab=inventory')
  await page.getByRole('button', { name: 'Import and export' }).click()
  await start(page).waitFor()
}

const choose = (page: Page, text: string, name = 'stock.csv') =>
  drawer(page)
    .getByLabel('Stock CSV file')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

/** Answers the question before the stock is set. */
const agree = (page: Page) =>
  page
    .getByRole('dialog', { name: /^Set the stock of .*\?$/ })
    .getByRole('button', { name: /^Set the stock/ })
    .click()

/** Saves what a button gives. @returns its name and text */
async function save(page: Page, button: string): Promise<{ name: string; text: string }> {
  const saved = page.waitForEvent('download')
  await drawer(page).getByRole('button', { name: button }).click()
  const file = await saved
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

test('stock is exported, edited, refused with a report, corrected, applied, and visible in the store', async () => {
  const buyer = await openPage(store)
  await chooseTravis(buyer)
  await packageRow(buyer, VIP_JUNIOR.name).getByText('10 available', { exact: true }).waitFor()
  const page = await openPage(store)
  await openFiles(page)

  await expectAccessibleAndFits(page, 'stock files, the start', 'dialog')
  await start(page).getByLabel('Packages in').selectOption('Texas')
  const exported = await save(page, 'Export stock')
  expect(exported.name).toMatch(/^stock-texas-\d{4}-\d\d-\d\d\.csv$/)
  await page.getByText(`Saved as ${exported.name}.`).waitFor()
  const edit = (id: string, count: string) => (text: string) =>
    text.replace(new RegExp(`^(${id},.*),10,10\r$`, 'm'), `$1,${count},10\r`)
  const wrong = edit(PREMIER_INVESTOR.id, '-1')(edit(VIP_JUNIOR.id, '3')(exported.text))

  await choose(page, wrong)
  await page.getByText('1 row of 12,192 cannot be imported').waitFor()
  await expectAccessibleAndFits(page, 'an import that is refused', 'dialog')
  await drawer(page).getByText('It has a count below zero.').waitFor()
  const report = await save(page, 'Download the report')
  expect(report.text).toMatch(
    /^row,reason,line\r\n\d+,This row has a count below zero\.,"48453-vacant-premier-30, Texas, /,
  )
  await expect.poll(() => store.stockOf({ state: 'Texas', county: 'Travis' }, VIP_JUNIOR.id)).toBe(10)

  await drawer(page).getByRole('button', { name: 'Choose another file' }).click()
  await choose(page, edit(PREMIER_INVESTOR.id, '0')(edit(VIP_JUNIOR.id, '3')(exported.text)))
  await drawer(page).getByRole('button', { name: 'Set the stock of 2 packages' }).waitFor()
  await page.reload()
  await drawer(page).getByRole('button', { name: 'Set the stock of 2 packages' }).click()
  await page.getByText('1 package will be sold out').waitFor()
  await expectAccessibleAndFits(page, 'an import that is ready, and the question', 'dialog')
  await agree(page)

  await page.getByText('2 packages changed').waitFor()
  await packageRow(buyer, VIP_JUNIOR.name).getByText('3 available', { exact: true }).waitFor()
  await packageRow(buyer, PREMIER_INVESTOR.name).getByRole('button', { name: 'Out of Stock' }).waitFor()
  await drawer(page).getByRole('button', { name: 'Done' }).click()
  await start(page)
    .getByRole('button', { name: /stock\.csv.*Applied.*2 packages changed/ })
    .waitFor()
  await start(page)
    .getByRole('button', { name: /stock\.csv.*Refused.*1 row refused/ })
    .waitFor()
})

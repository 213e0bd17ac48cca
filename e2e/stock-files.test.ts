import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessibleAndFits, PHONE } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { cutNext } from './support/cut-connection.ts'
import { type Member, signInAs } from './support/members.ts'
import { chooseTravis, PREMIER_INVESTOR, packageRow, VIP_JUNIOR } from './support/shopping.ts'
import { ADMIN, type Store, startStore } from './support/store.ts'
import { logIn, seeDashboard } from './support/team.ts'

const { openPage } = withBrowser()
let store: Store
/** The administrator over the API, as a colleague who works at the same time. */
let other: Member

beforeAll(async () => {
  store = await startStore()
  await store.setStock(VIP_JUNIOR.id, 10)
  await store.setStock(PREMIER_INVESTOR.id, 10)
  other = await signInAs(store, ADMIN)
})
afterAll(() => store.stop())

const drawer = (page: Page) => page.getByRole('dialog').first()
const start = (page: Page) => page.getByRole('dialog', { name: 'Import and export stock' })

async function openFiles(page: Page): Promise<void> {
  await page.goto('/admin-enhanced?tab=inventory')
  await page.getByRole('link', { name: 'Go to Login' }).click()
  await logIn(page, ADMIN)
  await seeDashboard(page, 'Admin Dashboard')
  await page.goto('/admin-enhanced?tab=inventory')
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

  await start(page).getByLabel('Packages in').selectOption('Texas')
  const exported = await save(page, 'Export stock')
  expect(exported.name).toMatch(/^stock-texas-\d{4}-\d\d-\d\d\.csv$/)
  await page.getByText(`Saved as ${exported.name}.`).waitFor()
  const edit = (id: string, count: string) => (text: string) =>
    text.replace(new RegExp(`^(${id},.*),10,10\r$`, 'm'), `$1,${count},10\r`)
  const wrong = edit(PREMIER_INVESTOR.id, '-1')(edit(VIP_JUNIOR.id, '3')(exported.text))

  await choose(page, wrong)
  await page.getByText('1 row of 12,192 cannot be imported').waitFor()
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

test('a broken connection loses nothing: the file is sent again, and a lost reply is recovered', async () => {
  await store.setStock(VIP_JUNIOR.id, 10)
  const page = await openPage(store, { expects: [/ERR_CONNECTION_RESET/, /status of 409/] })
  await openFiles(page)
  await cutNext(page, '**/stock-imports/*/file', { isHeard: false })

  await choose(page, `package_id,available\n${VIP_JUNIOR.id},21\n`)
  await page.getByText('The upload was cut off').waitFor()
  await drawer(page).getByRole('button', { name: 'Send stock.csv again' }).click()
  const apply = page.getByRole('button', { name: 'Set the stock of 1 package' })
  await apply.click()
  await store.setStock(VIP_JUNIOR.id, 11)
  await agree(page)
  await page
    .getByText('1 package of this file was changed by someone after it was checked, or follows', { exact: false })
    .waitFor()
  await drawer(page).getByRole('button', { name: 'Check again' }).click()
  await cutNext(page, '**/stock-imports/*/apply', { isHeard: true })
  await apply.click()
  await agree(page)

  await page.getByText('1 package changed').waitFor()
  await expect.poll(() => store.stockOf({ state: 'Texas', county: 'Travis' }, VIP_JUNIOR.id)).toBe(21)
  const [latest] = await other.call<{ state: string }[]>('GET', '/api/admin/stock-imports')
  expect(latest?.state).toBe('applied')
})

test('every step is accessible and fits', async () => {
  await store.setStock(VIP_JUNIOR.id, 10)
  const page = await openPage(store, { viewport: PHONE, expects: [/status of 400/] })
  await openFiles(page)
  await start(page).getByText('What the file needs').click()
  await expectAccessibleAndFits(page, 'stock files, the start', 'dialog')
  await choose(page, 'no csv', 'stock.xlsx')
  await page.getByText('“stock.xlsx” is a workbook.', { exact: false }).waitFor()
  await choose(page, 'package_id;available\n')
  await page.getByText('This file cannot be read').waitFor()
  await drawer(page).getByRole('button', { name: 'Choose another file' }).click()
  await choose(page, `package_id,available\n${VIP_JUNIOR.id},1\n${VIP_JUNIOR.id},2\n`)
  await page.getByText('1 row of 2 cannot be imported').waitFor()
  await expectAccessibleAndFits(page, 'an import that is refused', 'dialog')
  await drawer(page).getByRole('button', { name: 'Choose another file' }).press('Enter')
  await choose(page, `package_id,available,note\n${VIP_JUNIOR.id},77,x\n`)
  await page.getByRole('button', { name: 'Set the stock of 1 package' }).press('Enter')
  await page.getByText('Once you start, all of them are set within seconds.', { exact: false }).waitFor()
  await expectAccessibleAndFits(page, 'an import that is ready, and the question', 'dialog')
})

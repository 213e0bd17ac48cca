/** The lines of screens.ts about stock files on the administrators' dashboard. */
import type { Locator, Page } from 'playwright-core'
import { openAs } from '../../e2e/support/team.ts'
import type { Screen } from './screen.ts'
import { TEAM } from './team.ts'

const IMPORT = '**/api/admin/stock-imports/sti_*'
const GOOD = [
  'package_id,available,remark',
  '48453-vacant-vip-20,25,counted again',
  '48453-vacant-vip-30,0,',
  '48453-owner-standard-100,unlimited,',
  '48453-landlord-premier-50,12,',
].join('\r\n')
const BAD = [
  'package_id,available',
  '48453-vacant-vip-20,25',
  '48453-vacant-vip-30,-4',
  '48453-vacant-vip-50,many',
  '48453-vacant-gold-20,7',
  '48453-vacant-vip-20,26',
  '48453-owner-vip-20,2.5',
].join('\r\n')

export const STOCK_FILES: readonly Screen[] = [
  {
    screen: 'stock-files',
    state: 'start',
    shows: 'the way out and in: export, the place for a file, past imports',
    async show(page) {
      await openDrawer(page)
      await page.getByText('Checked, not applied').or(page.getByText('None yet.')).first().waitFor()
    },
  },
  {
    screen: 'stock-files',
    state: 'columns',
    shows: 'what a file needs',
    async show(page) {
      const drawer = await openDrawer(page)
      await drawer.getByText('What the file needs').click()
      await drawer.getByRole('button', { name: 'Download an example' }).scrollIntoViewIfNeeded()
    },
  },
  {
    screen: 'stock-files',
    state: 'complaint',
    shows: 'a file that is not worth sending',
    async show(page) {
      await choose(page, 'stock.xlsx', 'PK')
      await page.getByText('“stock.xlsx” is a workbook.').waitFor()
    },
  },
  {
    screen: 'stock-files',
    state: 'sending',
    shows: 'a large file on its way, with what was read of it',
    async show(page) {
      await page.route(`${IMPORT}/file`, () => {})
      await answerWith(page, { state: 'reading', fileBytes: 10_900_000, rowsRead: 85_000 })
      await choose(page, 'stock.csv', GOOD)
      await page.getByText('85,000 rows read.').waitFor()
    },
  },
  {
    screen: 'stock-files',
    state: 'refused',
    shows: 'rows that cannot be imported, with their reasons',
    async show(page) {
      await choose(page, 'stock.csv', BAD)
      await page.getByText('5 rows of 6 cannot be imported').waitFor()
    },
  },
  {
    screen: 'stock-files',
    state: 'unreadable',
    shows: 'a file that is no table of stock',
    async show(page) {
      await choose(page, 'stock.csv', 'package_id;available\r\n48453-vacant-vip-20;25')
      await page.getByText('This file cannot be read').waitFor()
    },
  },
  {
    screen: 'stock-files',
    state: 'interrupted',
    shows: 'the connection broke while the file was sent',
    async show(page) {
      await page.route(`${IMPORT}/file`, (route) => route.abort('connectionreset'))
      await choose(page, 'stock.csv', GOOD)
      await page.getByText('The upload was cut off').waitFor()
    },
  },
  {
    screen: 'stock-files',
    state: 'ready',
    shows: 'what the file would change, before anything is changed',
    async show(page) {
      await choose(page, 'stock.csv', GOOD)
      await page.getByRole('button', { name: 'Set the stock of' }).waitFor()
    },
  },
  {
    screen: 'stock-files',
    state: 'confirm',
    shows: 'the question before the stock is set',
    async show(page) {
      await choose(page, 'stock.csv', GOOD)
      await page.getByRole('button', { name: 'Set the stock of' }).click()
      await page.getByText('Once you start, all of them are set within seconds.').waitFor()
    },
  },
  {
    screen: 'stock-files',
    state: 'outdated',
    shows: 'somebody set packages of the file since it was checked',
    async show(page) {
      const message =
        '3 packages of this file were changed by someone after it was checked. Nothing was changed. Check again to see what the file would change now.'
      const body = { code: 'stock_import_outdated', message, requestId: 'req_0' }
      await page.route(`${IMPORT}/apply`, (route) => route.fulfill({ status: 409, json: body }))
      await choose(page, 'stock.csv', GOOD)
      await page.getByRole('button', { name: 'Set the stock of' }).click()
      await page.getByRole('dialog').last().getByRole('button', { name: 'Set the stock of' }).click()
      await page.getByRole('button', { name: 'Check again' }).waitFor()
    },
  },
  {
    screen: 'stock-files',
    state: 'applying',
    shows: 'the stock is being set',
    async show(page) {
      await choose(page, 'stock.csv', GOOD)
      await page.getByRole('button', { name: 'Set the stock of' }).waitFor()
      const preview = {
        named: 150_816,
        changed: 1204,
        unchanged: 149_612,
        leftAlone: 17,
        toZero: 60,
        toUnlimited: 4,
        fromUnlimited: 0,
        repeated: 0,
      }
      await answerWith(page, { state: 'applying', appliedRows: 800, preview })
      await page.reload()
      await page.getByText('800 of 1,204 packages set.').waitFor()
    },
  },
  {
    screen: 'stock-files',
    state: 'applied',
    shows: 'the result',
    async show(page) {
      await choose(page, 'stock.csv', GOOD)
      await page.getByRole('button', { name: 'Set the stock of' }).waitFor()
      await answerWith(page, {
        state: 'applied',
        changedPackages: 1204,
        appliedBy: TEAM.ana.username,
        appliedAt: '2026-11-22T10:00:00.000Z',
      })
      await page.reload()
      await page.getByText('1,204 packages changed').waitFor()
    },
  },
]

async function openDrawer(page: Page): Promise<Locator> {
  await openAs(page, TEAM.ana, '/admin-enhanced?tab=inventory&open=stock-files')
  const drawer = page.getByRole('dialog', { name: 'Import and export stock' })
  await drawer.getByRole('button', { name: 'Choose a CSV file' }).waitFor()
  return drawer
}

async function choose(page: Page, name: string, text: string): Promise<void> {
  const drawer = await openDrawer(page)
  await drawer.getByLabel('Stock CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
}

/** Makes the server report something other than what an import found. */
async function answerWith(page: Page, facts: Record<string, unknown>): Promise<void> {
  await page.route(IMPORT, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), ...facts } })
  })
}

/** Files of an administrator whose connection breaks while they are sent. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withBrowser } from './support/browser.ts'
import { cutNext } from './support/cut-connection.ts'
import { choose, drawer, openLeadFiles, travisFile } from './support/lead-files.ts'
import { signInAs } from './support/members.ts'
import { TRAVIS, VIP_JUNIOR } from './support/shopping.ts'
import { ADMIN, type Store, startStore } from './support/store.ts'
import { openAs } from './support/team.ts'

const { openPage } = withBrowser()
let store: Store

beforeAll(async () => {
  store = await startStore()
})
afterAll(() => store.stop())

test('a stock file whose connection breaks is sent again, and a lost reply is recovered', async () => {
  await store.setStock(VIP_JUNIOR.id, 10)
  const page = await openPage(store, { expects: [/ERR_CONNECTION_RESET/, /status of 409/] })
  await openAs(page, ADMIN, '/admin-enhanced?tab=inventory')
  await page.getByRole('button', { name: 'Import and export' }).click()
  await cutNext(page, '**/stock-imports/*/file', { isHeard: false })

  const text = `package_id,available\n${VIP_JUNIOR.id},21\n`
  await drawer(page)
    .getByLabel('Stock CSV file')
    .setInputFiles({ name: 'stock.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.getByText('The upload was cut off').waitFor()
  await drawer(page).getByRole('button', { name: 'Send stock.csv again' }).click()
  const agree = () =>
    page
      .getByRole('dialog', { name: /^Set the stock of .*\?$/ })
      .getByRole('button', { name: /^Set the stock/ })
      .click()
  const apply = page.getByRole('button', { name: 'Set the stock of 1 package' })
  await apply.click()
  await store.setStock(VIP_JUNIOR.id, 11)
  await agree()
  await page
    .getByText('1 package of this file was changed by someone after it was checked, or follows', { exact: false })
    .waitFor()
  await drawer(page).getByRole('button', { name: 'Check again' }).click()
  await cutNext(page, '**/stock-imports/*/apply', { isHeard: true })
  await apply.click()
  await agree()

  await page.getByText('1 package changed').waitFor()
  await expect.poll(() => store.stockOf(TRAVIS, VIP_JUNIOR.id)).toBe(21)
  const admin = await signInAs(store, ADMIN)
  const [latest] = await admin.call<{ state: string }[]>('GET', '/api/admin/stock-imports')
  expect(latest?.state).toBe('applied')
})

test('a lead file resumes where its connection broke, and its columns are remembered for the next one', async () => {
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

  await drawer(page).getByRole('button', { name: 'Close' }).last().click()
  await choose(
    page,
    travisFile({ rows: 5, seed: 13, hasDefects: false }).text.replace('Property Address,', 'Where,'),
    'Slow line',
  )
  await drawer(page).getByText('Matched the same way as the last file from Slow line.', { exact: false }).waitFor()
  expect(await drawer(page).getByLabel('Property address (required)').inputValue()).toBe('Where')
})

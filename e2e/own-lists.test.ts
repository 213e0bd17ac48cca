/** A buyer sends a list of leads that they have already, and gets none of them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeWorkbook } from '#server/platform/workbook.ts'
import { expectAccessibleAndFits } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { openDesk } from './support/desk.ts'
import { buyAtOnce, VIP_JUNIOR } from './support/shopping.ts'
import { type Store, startStore } from './support/store.ts'
import { seeToast } from './support/team.ts'

const EMAIL = 'owen@example.com'
const CSV = `Property Address,City,State,ZIP,Owner,Phone
12 North Main St,Austin,TX,78701,"Doe, Jane",(512) 555-0100
14 Oak Ave Apt 4,Austin,TX,78701,Sam Lee,
Main Street,Austin,TX,78701,No Number,
,,,,Nobody,12
`

const { openPage } = withBrowser()
let store: Store

beforeAll(async () => {
  store = await startStore()
  await store.setStock(VIP_JUNIOR.id, 5)
})
afterAll(() => store.stop())

test('a buyer checks a list, saves it, adds rows, replaces and removes it; a wrong file changes nothing', async () => {
  const page = await openPage(store, { expects: [/status of 400/], viewport: { width: 375, height: 800 } })
  await buyAtOnce(page, EMAIL)
  await openDesk(page, store, EMAIL)

  const panel = page.getByRole('region', { name: 'Leads you already have' })
  await panel.getByRole('button', { name: 'Add list' }).click()
  const file = panel.getByLabel('CSV or XLSX file')
  const choose = (name: string, content: string | Uint8Array) =>
    file.setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) })
  await choose('names.csv', 'Name,Email\nJane,jane@example.com\n')
  await panel.getByText('No column was recognized.').waitFor()
  await expectAccessibleAndFits(page, 'desk, own list refused')

  await choose('From my CRM.csv', CSV)
  await panel.getByText('2 of 4 rows can be used, with 2 addresses and 1 phone.').waitFor()
  await panel.getByText('An address that is not one house').waitFor()
  await expectAccessibleAndFits(page, 'desk, own list checked')
  expect(await panel.getByLabel('Name of the list').inputValue()).toBe('From my CRM')
  await panel.getByRole('button', { name: 'Save list' }).click()
  await seeToast(page, 'Saved')
  const list = panel.getByRole('article', { name: 'From my CRM' })
  await list.getByText('2 addresses and 1 phone.').waitFor()
  await expectAccessibleAndFits(page, 'desk, own list saved')

  const rows = [
    ['Street', 'City', 'Zip Code'],
    ['20 New Rd', 'Austin', '78701'],
  ]
  await list.getByRole('button', { name: 'Add rows' }).click()
  await choose('more.xlsx', writeWorkbook('Leads', rows))
  await panel.getByText('1 of 1 row can be used, with 1 address.').waitFor()
  await panel.getByRole('button', { name: 'Add these rows' }).click()
  await list.getByText('3 addresses and 1 phone.').waitFor()
  await list.getByRole('button', { name: 'Replace' }).click()
  await choose('more.xlsx', writeWorkbook('Leads', rows))
  await panel.getByText('What the list has now and this file has not will be dropped.').waitFor()
  await panel.getByRole('button', { name: 'Replace the list' }).click()
  await list.getByText('1 address.').waitFor()

  await page.reload()
  await list.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Remove list' }).click()
  await expect.poll(() => list.count()).toBe(0)
})

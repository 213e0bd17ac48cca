import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { REQUESTS_PAGE_DEFAULT } from '#contract/links/payment-requests.ts'
import { expectAccessibleAndFits, PHONE } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { type Member, sendLink, signInAs } from './support/members.ts'
import { VIP_JUNIOR } from './support/shopping.ts'
import { REPS, type Store, startStore } from './support/store.ts'
import { openDashboard } from './support/team.ts'

const { openPage } = withBrowser()
const [RITA] = REPS
const LONG_NAME = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(5)
/** One more than a page shows. */
const SENT_COUNT = REQUESTS_PAGE_DEFAULT + 1
let store: Store
let rita: Member

beforeAll(async () => {
  store = await startStore()
  await store.setStock(VIP_JUNIOR.id, 100)
  rita = await signInAs(store, RITA)
  await sendLink(rita, { email: 'zoe@example.com', name: 'Zoe First', packageIds: [VIP_JUNIOR.id] })
  for (let sent = 2; sent < SENT_COUNT; sent += 1)
    await sendLink(rita, { email: `c${sent}@example.com`, name: `Customer ${sent}`, packageIds: [VIP_JUNIOR.id] })
  const last = await sendLink(rita, {
    email: 'long@example.com',
    name: LONG_NAME,
    specialOffers: '<b>Free</b>',
    packageIds: [VIP_JUNIOR.id],
  })
  await rita.call('POST', `/api/sales/payment-requests/${last.id}/void`)
})
afterAll(() => store.stop())

const rows = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row')
const firstRow = (page: Page) => rows(page).first().textContent()
const header = (page: Page, name: string) => page.getByRole('columnheader', { name })

/** The lines of a file that a click saves. */
async function linesOfFile(page: Page, click: () => Promise<void>): Promise<string[]> {
  const saved = page.waitForEvent('download')
  await click()
  const text = await readFile(await (await saved).path(), 'utf8')
  return text.trimEnd().split('\r\n')
}

test('newest requests come first, and more load on request', async () => {
  const page = await openPage(store)
  await openDashboard(page, RITA, '?tab=requests')
  await rows(page).first().waitFor()
  expect(await firstRow(page)).toContain(LONG_NAME)
  expect(await rows(page).count()).toBe(REQUESTS_PAGE_DEFAULT)

  await page.getByRole('button', { name: 'Show more' }).click()

  await expect.poll(() => rows(page).count()).toBe(SENT_COUNT)
  expect(await rows(page).last().textContent()).toContain('Zoe First')
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0)
})

test('rows are chosen by keyboard or with Shift, and those rows or the whole list are saved as a file', async () => {
  const page = await openPage(store)
  await openDashboard(page, RITA, '?tab=requests')
  await rows(page).first().waitFor()
  await page.getByText(`${REQUESTS_PAGE_DEFAULT} of ${SENT_COUNT} shown.`).waitFor()

  await rows(page)
    .first()
    .getByRole('link', { name: /^Invoice/ })
    .focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press(' ')
  const chosen = page.getByRole('toolbar', { name: 'Chosen rows' })
  await chosen.getByText('1 chosen').waitFor()
  expect(await rows(page).nth(1).getByRole('checkbox').isChecked()).toBe(true)
  await rows(page)
    .nth(3)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] })
  await chosen.getByText('3 chosen').waitFor()
  await expectAccessibleAndFits(page, 'chosen rows')
  expect(await linesOfFile(page, () => chosen.getByRole('button', { name: 'Export CSV' }).click())).toHaveLength(4)
  await chosen.waitFor({ state: 'detached' })

  const all = await linesOfFile(page, () => page.getByRole('button', { name: /^Export CSV of/ }).click())
  expect(all).toHaveLength(SENT_COUNT + 1)
})

test('clicking a header sorts, clicking again reverses; order, search and filter are in the address', async () => {
  const page = await openPage(store)
  await openDashboard(page, RITA, '?tab=history')
  await rows(page).first().waitFor()
  expect(await header(page, 'Invoice Date').getAttribute('aria-sort')).toBe('descending')

  await header(page, 'Customer').getByRole('button').click()
  await expect.poll(() => firstRow(page)).toContain('Customer 10')
  expect(await header(page, 'Customer').getAttribute('aria-sort')).toBe('ascending')
  await header(page, 'Customer').getByRole('button').click()
  await expect.poll(() => firstRow(page)).toContain('Zoe First')
  expect(await header(page, 'Customer').getAttribute('aria-sort')).toBe('descending')

  await page.getByLabel('Status').selectOption('Expired')
  await expect.poll(() => rows(page).count()).toBe(1)
  expect(await firstRow(page)).toMatch(/Expired.*Withdrawn/)
  await page.getByLabel('Search by customer name or email').fill('zoe')
  await page.getByText('No requests found').waitFor()
  await page.reload()
  await page.getByText('No requests found').waitFor()
  expect(await page.getByLabel('Search by customer name or email').inputValue()).toBe('zoe')
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    tab: 'history',
    sort: 'customer',
    direction: 'desc',
    status: 'expired',
    search: 'zoe',
  })

  await page.getByRole('button', { name: 'Show all requests' }).click()
  await expect.poll(() => rows(page).count()).toBe(REQUESTS_PAGE_DEFAULT)
})

test('the queue of links that expire within 2 hours is empty when there are none', async () => {
  const page = await openPage(store)
  await openDashboard(page, RITA, '?tab=requests')

  await page.getByRole('button', { name: 'Expires in the next 2 hours (0)' }).click()

  await page.getByText('No links expire in the next 2 hours').waitFor()
  expect(new URL(page.url()).searchParams.get('expiring')).toBe('soon')
})

test('a customer is added once: the same address again offers to open the existing one', async () => {
  const page = await openPage(store, { expects: [/status of 409/] })
  await openDashboard(page, RITA, '?tab=customers')
  const fillNewCustomer = async (name: string, email: string) => {
    await page.getByRole('button', { name: 'New Customer' }).click()
    const dialog = page.getByRole('dialog', { name: 'New Customer' })
    await dialog.getByRole('button', { name: 'Create Customer' }).click()
    await dialog.getByText('Name is required.').waitFor()
    await dialog.getByLabel('Name', { exact: true }).fill(name)
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByRole('button', { name: 'Create Customer' }).click()
  }

  await fillNewCustomer('Nora New', 'nora@example.com')
  await page.getByText('New customer has been added to your database.').first().waitFor()
  await fillNewCustomer('Nora Again', 'NORA@example.com')
  await page.getByRole('button', { name: 'Open customer' }).click()

  const drawer = page.getByRole('dialog', { name: 'Nora New' })
  await drawer.getByText('Added to the database').waitFor()
  expect(new URL(page.url()).searchParams.get('customer')).toMatch(/^cus_/)
})

test('a customer’s timeline, details and notes are kept, and an invoice can be started from there', async () => {
  const page = await openPage(store)
  await openDashboard(page, RITA, '?tab=customers&search=zoe')
  await page.getByRole('button', { name: 'Zoe First', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'Zoe First' })
  await drawer.getByText('Payment link sent').waitFor()
  const story = drawer.getByRole('list', { name: 'What happened, newest first' }).getByRole('listitem')
  const told = await story.allTextContents()
  expect(told[0]).toContain('Latest')
  expect(told.at(-2)).toContain('Payment link sent')
  expect(told.at(-1)).toContain('Added to the database')

  await drawer.getByRole('button', { name: 'Notes' }).click()
  await page.getByRole('dialog', { name: 'Notes on' }).getByLabel('Notes').fill('<script>alert(1)</script> prefers SMS')
  await page.getByRole('button', { name: 'Save Notes' }).click()
  await page.getByText('Customer notes have been saved.').first().waitFor()
  // The dialog with the same words in its field may still be closing.
  await drawer.getByRole('paragraph').filter({ hasText: '<script>alert(1)</script> prefers SMS' }).waitFor()
  await drawer.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog', { name: 'Edit customer' }).getByLabel('Phone').fill('512 555 0100')
  await page.getByRole('button', { name: 'Save customer' }).click()
  await drawer.getByText('512 555 0100').waitFor()

  await drawer.getByRole('button', { name: 'New invoice for this customer' }).click()
  await page.getByRole('heading', { name: 'Invoice Summary' }).waitFor()
  expect(await page.getByLabel('Full Name').inputValue()).toBe('Zoe First')
  expect(await page.getByLabel('Cell Phone').inputValue()).toBe('512 555 0100')
})

test('the palette finds a customer, and offers recent markets before anything is typed', async () => {
  const page = await openPage(store)
  await openDashboard(page, RITA)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('travis tx')
  await page.getByRole('option', { name: /^Travis County, TX/ }).click()
  await page.getByRole('row', { name: VIP_JUNIOR.name }).waitFor()

  await page.keyboard.press('Control+k')
  await page.getByRole('group', { name: 'Recently viewed' }).getByRole('option', { name: 'Travis Texas' }).waitFor()
  await page.keyboard.type('zoe')
  await page
    .getByRole('group', { name: 'Payment requests' })
    .getByRole('option', { name: /^Zoe First/ })
    .waitFor()
  const field = page.getByRole('combobox', { name: /^Find: County/ })
  const marked = await field.getAttribute('aria-activedescendant')
  expect(await page.locator(`[id="${marked}"]`).textContent()).toContain('Zoe First')
  await page.keyboard.press('Enter')

  await page.getByRole('dialog', { name: 'Zoe First' }).waitFor()
})

test('every list and dialog is accessible and fits', async () => {
  const page = await openPage(store, { viewport: PHONE })
  await openDashboard(page, RITA, '?tab=requests&search=c1')
  await rows(page).first().waitFor()
  await expectAccessibleAndFits(page, 'Payment Requests')
  await page
    .getByRole('button', { name: /^More for/ })
    .first()
    .click()
  await expectAccessibleAndFits(page, 'the menu of a request')
  await page.getByRole('menuitem', { name: 'Void' }).click()
  await expectAccessibleAndFits(page, 'the question before a void')

  await page.goto('/sales-dashboard?tab=history&search=long')
  await rows(page).first().waitFor()
  await expectAccessibleAndFits(page, 'Sales History')

  await page.goto('/sales-dashboard?tab=customers&search=long')
  await page.getByRole('article').first().waitFor()
  await expectAccessibleAndFits(page, 'Customer Database')
  await page.getByRole('button', { name: LONG_NAME, exact: true }).click()
  await page.getByText('What happened').waitFor()
  await expectAccessibleAndFits(page, 'a customer')

  await page.goto('/sales-dashboard?tab=invoice')
  await page.getByRole('combobox', { name: 'Customer' }).click()
  await page.getByRole('listbox', { name: 'Customer' }).getByRole('option').first().waitFor()
  await expectAccessibleAndFits(page, 'Generate Invoice')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('tra')
  await page.getByRole('option', { name: /^Travis/ }).waitFor()
  await expectAccessibleAndFits(page, 'the palette')
})

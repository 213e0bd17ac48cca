import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessibleAndFits, PHONE } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { type Member, memberOf, payLink, type SentLink, sendLink } from './support/members.ts'
import { VIP_JUNIOR } from './support/shopping.ts'
import { download } from './support/steps.ts'
import { REPS, withStore } from './support/store.ts'
import { openDashboard } from './support/team.ts'

const { openPage } = withBrowser()
const [RITA, SVEN] = REPS
const LONG_NAME = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(5)
const HOUR_MS = 60 * 60 * 1000
let links: Record<'zoe' | 'ada' | 'bob' | 'long', SentLink>
const store = withStore({}, async (store) => {
  await store.setStock(VIP_JUNIOR.id, 100)
  const rita = memberOf(store, RITA)
  links = {
    zoe: await send(rita, 'Zoe First', 'zoe@example.com'),
    ada: await send(rita, 'Ada Amber', 'ada@example.com'),
    bob: await send(rita, 'Bob Birch', 'bob@example.com', 2),
    long: await send(rita, LONG_NAME, 'long@example.com'),
  }
})

const send = (rep: Member, name: string, email: string, packages = 1) =>
  sendLink(rep, { email, name, specialOffers: '<b>Free</b>', packageIds: Array(packages).fill(VIP_JUNIOR.id) })
const rows = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row')
const firstRow = (page: Page) => rows(page).first().textContent()
const linesOfFile = async (page: Page, button: Locator) => (await download(page, button)).text.trimEnd().split('\r\n')

test('newest requests come first and more on demand; a header sorts them; rows are saved as a file, filters as a view', async () => {
  const page = await openPage(store)
  // A page of three instead of fifty: the second comes on request.
  await page.route(
    ({ pathname }) => pathname === '/api/sales/payment-requests',
    (route) => {
      const url = new URL(route.request().url())
      url.searchParams.set('limit', '3')
      return route.continue({ url: url.href })
    },
  )
  await openDashboard(page, RITA, '?tab=requests')
  await expect.poll(() => rows(page).count()).toBe(3)
  expect(await firstRow(page)).toContain(LONG_NAME)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(() => rows(page).count()).toBe(4)
  expect(await rows(page).last().textContent()).toContain('Zoe First')

  const amount = page.getByRole('columnheader', { name: 'Amount' })
  await amount.getByRole('button').click()
  await expect.poll(() => firstRow(page)).toContain('Bob Birch')
  expect(await amount.getAttribute('aria-sort')).toBe('descending')
  await amount.getByRole('button').click()
  await expect.poll(() => amount.getAttribute('aria-sort')).toBe('ascending')
  // Its rows come later, and a row that is replaced loses the focus.
  await expect.poll(() => firstRow(page)).not.toContain('Bob Birch')

  await rows(page).first().getByRole('link').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press(' ')
  const chosen = page.getByRole('toolbar', { name: 'Selected rows' })
  await chosen.getByText('1 selected').waitFor()
  await expectAccessibleAndFits(page, 'chosen rows')
  expect(await linesOfFile(page, chosen.getByRole('button', { name: 'Export CSV' }))).toHaveLength(2)
  const all = await linesOfFile(page, page.getByRole('button', { name: /^Export CSV of/ }))
  expect(all).toHaveLength(4 + 1)

  await page.getByLabel('Search by customer name or email').fill('ada')
  // A view keeps what the address says, which follows the typing.
  await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe('ada')
  await page.getByRole('button', { name: 'Save this view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await dialog.getByLabel('Name').fill('<b>Ada</b>')
  await dialog.getByLabel('Name').press('Enter')
  await page.getByText('View saved', { exact: true }).first().waitFor()
  await page.goto('/sales-dashboard?tab=requests')
  await page.getByRole('list', { name: 'Saved views' }).getByRole('link', { name: '<b>Ada</b>' }).press('Enter')
  await expect.poll(() => rows(page).count()).toBe(1)
  expect(await firstRow(page)).toContain('Ada Amber')
})

test('a customer is added once; the timeline, details and notes are kept, and an invoice starts from there', async () => {
  const page = await openPage(store, { viewport: PHONE, expects: [/status of 409/] })
  await openDashboard(page, RITA, '?tab=customers')
  await rows(page).nth(3).waitFor()
  await expectAccessibleAndFits(page, 'Customer Database')
  await page.getByRole('button', { name: 'New Customer' }).click()
  const added = page.getByRole('dialog', { name: 'New Customer' })
  await added.getByLabel('Name', { exact: true }).fill('Zoe Again')
  await added.getByLabel('Email').fill('ZOE@example.com')
  await added.getByRole('button', { name: 'Create Customer' }).click()
  await page.getByRole('button', { name: 'Open customer' }).click()

  const drawer = page.getByRole('dialog', { name: 'Zoe First' })
  const story = drawer.getByRole('list', { name: 'What happened, newest first' }).getByRole('listitem')
  await story.last().getByText('Added to the database').waitFor()
  expect((await story.allTextContents()).at(-2)).toContain('Payment link sent')
  await expectAccessibleAndFits(page, 'a customer')

  await drawer.getByRole('button', { name: 'Notes' }).click()
  await page.getByRole('dialog', { name: 'Notes on' }).getByLabel('Notes').fill('<script>alert(1)</script> prefers SMS')
  await page.getByRole('button', { name: 'Save Notes' }).click()
  // The dialog with the same words in its field may still be closing.
  await drawer.getByRole('paragraph').filter({ hasText: '<script>alert(1)</script> prefers SMS' }).waitFor()
  await drawer.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog', { name: 'Edit customer' }).getByLabel('Phone').fill('512 555 0100')
  await page.getByRole('button', { name: 'Save customer' }).click()
  await drawer.getByText('(512) 555-0100').waitFor()

  await drawer.getByRole('button', { name: 'New invoice for this customer' }).click()
  await page.getByRole('heading', { name: 'Invoice Summary' }).waitFor()
  await page.getByText('Change', { exact: true }).click()
  expect(await page.getByLabel('Full Name').inputValue()).toBe('Zoe First')
  expect(await page.getByLabel('Cell Phone').inputValue()).toBe('512 555 0100')
  await expectAccessibleAndFits(page, 'Generate Invoice')
})

test('several links are sent again; what was paid in the meantime is named and left alone', async () => {
  const page = await openPage(store, { expects: [/status of 409/] })
  await openDashboard(page, RITA, '?tab=requests')
  await expect.poll(() => rows(page).count()).toBe(4)

  await page.getByRole('checkbox', { name: 'Select all of payment requests' }).check()
  await page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'Resend 4 links' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send 4 new links?' })
  await dialog.waitFor()
  await payLink(store, links.bob)
  await dialog.getByRole('button', { name: 'Send 4 new links' }).click()

  await dialog.getByText('3 sent, 1 already paid.').waitFor()
  await dialog.getByText(/Bob Birch, LY-\w+: already paid/).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.poll(async () => (await store.mailbox('ada@example.com')).length, { timeout: 30_000 }).toBe(2)
  await expect.poll(() => rows(page).count()).toBe(7)
  await page.getByRole('checkbox', { name: 'Select all of payment requests' }).check()
  await page.getByRole('button', { name: 'Cancel 3 links' }).click()
  const cancel = page.getByRole('dialog', { name: 'Cancel 3 links?' })
  await cancel.getByRole('button', { name: /^Cancel 3 links, \$/ }).click()
  await cancel.getByText(/^3 canceled, /).waitFor()
})

test('links that expire in the next 2 hours are counted, and only those are shown, soonest first', async () => {
  const sven = memberOf(store, SVEN)
  const ages = { 'Fresh Today': 0, 'Near End': 22.5, 'Nearest End': 23.5, 'Long Over': 25 }
  for (const [name, hours] of Object.entries(ages)) {
    const { token } = await send(sven, name, `${name.replace(' ', '.')}@example.com`)
    await store.ageLink(token, hours * HOUR_MS)
  }
  const page = await openPage(store, { viewport: PHONE })
  await openDashboard(page, SVEN, '?tab=requests')
  await expect.poll(() => rows(page).count()).toBe(4)

  await page.getByRole('button', { name: 'Filter and sort' }).click()
  await page.getByRole('button', { name: 'Expiring soon (2)' }).click()

  await expect.poll(() => rows(page).count()).toBe(2)
  expect(await rows(page).nth(0).textContent()).toMatch(/Nearest End.*Expires in (29|30) min/)
  expect(await rows(page).nth(1).textContent()).toMatch(/Near End.*Expires in 1 h/)
  await expectAccessibleAndFits(page, 'Payment Requests')
})

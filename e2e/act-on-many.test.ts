/** Actions on several rows at once, and lists sorted by total: payment requests of a rep, orders of an administrator. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessibleAndFits, PHONE } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { type Member, type SentLink, sendLink, signInAs } from './support/members.ts'
import { payLink } from './support/pay-link.ts'
import { PREMIER_INVESTOR, VIP_JUNIOR } from './support/shopping.ts'
import { ADMIN, REPS, type Store, startStore } from './support/store.ts'
import { openAs, openDashboard, seeToast } from './support/team.ts'

const [RITA] = REPS
const MAILED = { timeout: 30_000 }

const { openPage } = withBrowser()
let store: Store
let rita: Member
let links: SentLink[]

beforeAll(async () => {
  store = await startStore()
  for (const { id } of [VIP_JUNIOR, PREMIER_INVESTOR]) await store.setStock(id, 20)
  rita = await signInAs(store, RITA)
  const sales: [string, string[]][] = [
    ['ada', [VIP_JUNIOR.id]],
    ['bob', [VIP_JUNIOR.id, PREMIER_INVESTOR.id]],
    ['cleo', [PREMIER_INVESTOR.id]],
  ]
  links = []
  for (const [name, packageIds] of sales)
    links.push(await sendLink(rita, { email: `${name}@example.com`, name: `${name} many`, packageIds }))
})
afterAll(() => store.stop())

const rows = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row')
const linkOf = (index: number): SentLink => {
  const link = links[index]
  if (!link) throw new Error(`no link ${index}`)
  return link
}
const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Chosen rows' })

/** Sorts by total with the keyboard: the highest first, then the lowest. */
async function sortByTotal(page: Page, header: string, highest: RegExp, lowest: RegExp): Promise<void> {
  const column = page.getByRole('columnheader', { name: header })
  await column.getByRole('button').focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => rows(page).first().textContent()).toMatch(highest)
  expect(await column.getAttribute('aria-sort')).toBe('descending')
  await page.keyboard.press('Enter')
  await expect.poll(() => rows(page).first().textContent()).toMatch(lowest)
  expect(await column.getAttribute('aria-sort')).toBe('ascending')
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({ sort: 'total', direction: 'asc' })
}

test('several links are sent again; what was paid in the meantime is named and left alone', async () => {
  const page = await openPage(store, { expects: [/status of 409/] })
  await openDashboard(page, RITA, '?tab=requests')
  await rows(page).first().waitFor()
  await sortByTotal(page, 'Amount', /bob many/, /ada many|cleo many/)

  await page.getByRole('checkbox', { name: 'Choose all of payment requests' }).check()
  await toolbar(page).getByRole('button', { name: 'Resend 3 links' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send 3 new links?' })
  await dialog.waitFor()
  await payLink(store, linkOf(1))
  await expectAccessibleAndFits(page, 'the question before several links are sent')
  await dialog.getByRole('button', { name: 'Send 3 new links' }).click()

  await dialog.getByText('2 sent, 1 already paid.').waitFor()
  await dialog.getByText(/bob many, LY-\w+: already paid/).waitFor()
  await expectAccessibleAndFits(page, 'what became of several links')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await toolbar(page).waitFor({ state: 'detached' })
  const mails = async () => (await store.mailbox('ada@example.com')).length
  await expect.poll(mails, MAILED).toBe(2)
  await expect.poll(() => rows(page).count()).toBe(5)
})

test('several orders are sorted, marked as delivered and mailed again; those with nothing to do are named', async () => {
  for (const email of ['dora@example.com', 'emil@example.com'])
    await payLink(store, await sendLink(rita, { email, name: email, packageIds: [VIP_JUNIOR.id] }))
  const admin = await signInAs(store, ADMIN)
  const page = await openPage(store)
  await openAs(page, ADMIN, '/admin-enhanced/orders')
  await expect.poll(() => rows(page).count()).toBe(3)
  await sortByTotal(page, 'Total', /bob/i, /dora|emil/)

  await page.getByRole('checkbox', { name: 'Choose all of orders' }).check()
  await toolbar(page).getByRole('button', { name: 'Mark delivered' }).click()
  const deliver = page.getByRole('dialog', { name: 'Were the packages of 3 orders delivered?' })
  await deliver.getByRole('button', { name: 'Yes, they were delivered' }).click()
  await deliver.getByText('Please say how').waitFor()
  await deliver.getByLabel('How they were delivered').fill('Handed over at the fair <b>')
  await expectAccessibleAndFits(page, 'the question before several orders are delivered')
  await deliver.getByRole('button', { name: 'Yes, they were delivered' }).click()
  await seeToast(page, '3 delivered')
  await expect.poll(() => rows(page).filter({ hasText: 'Processed' }).count()).toBe(3)
  const audited = await admin.call<unknown[]>('GET', '/api/admin/audit?action=delivery_marked')
  expect(audited).toHaveLength(4)

  await page.getByRole('checkbox', { name: 'Choose all of orders' }).check()
  await toolbar(page).getByRole('button', { name: 'Mark delivered' }).click()
  await deliver.getByLabel('How they were delivered').fill('Again')
  await deliver.getByRole('button', { name: 'Yes, they were delivered' }).click()
  await deliver.getByText('3 with nothing to deliver by hand.').waitFor()
  await deliver.getByRole('button', { name: 'Close' }).click()

  await page.setViewportSize(PHONE)
  await page.getByRole('checkbox', { name: 'Choose all of orders' }).check()
  await expectAccessibleAndFits(page, 'chosen orders on a phone')
  await toolbar(page).getByRole('button', { name: 'Resend email' }).click()
  const resend = page.getByRole('dialog', { name: 'Email the buyers of 3 orders again?' })
  await expectAccessibleAndFits(page, 'the question before several emails on a phone')
  await resend.getByRole('button', { name: 'Send confirmations' }).click()
  await seeToast(page, '3 sent')
  const confirmations = async () =>
    (await store.mailbox('dora@example.com')).filter(({ subject }) => subject.endsWith('is confirmed')).length
  await expect.poll(confirmations, MAILED).toBe(2)
})

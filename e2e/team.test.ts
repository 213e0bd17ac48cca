/** How an administrator runs the team: who joins, what they sell and earn, and who leaves. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#contract/days.ts'
import { storeDayOf } from '#contract/store-day.ts'
import { USUAL_STORE_ZONE } from '#contract/store-zone.ts'
import { expectAccessibleAndFits, PHONE } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { mailedLink } from './support/mailed-links.ts'
import { type Member, sendLink, signInAs } from './support/members.ts'
import { VIP_JUNIOR } from './support/shopping.ts'
import { ADMIN, REPS, type Store, startStore } from './support/store.ts'
import { card, logIn, openAs, seeDashboard, seeToast } from './support/team.ts'

const { openPage } = withBrowser()
const [RITA, SVEN] = REPS
/** What a browser itself says about a refused call. */
const UNKNOWN = /status of 401/
const PASSWORD = 'harrow-field-31-post'
const FORM = 'Create team member'
let store: Store
let admin: Member

beforeAll(async () => {
  store = await startStore()
  await store.setStock(VIP_JUNIOR.id, 10)
  admin = await signInAs(store, ADMIN)
})
afterAll(() => store.stop())

async function openTeam(page: Page, query = ''): Promise<void> {
  await openAs(page, ADMIN, `/admin-enhanced?tab=team${query}`)
  await page.getByRole('heading', { name: /^Team members/ }).waitFor()
}

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const figure = (page: Page, label: string) =>
  page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${label}$`) })
    .locator('xpath=following-sibling::dd')
const idOf = async (email: string): Promise<string> => {
  const members = await admin.call<readonly { id: string; email: string }[]>('GET', '/api/admin/users')
  return members.find((one) => one.email === email)?.id ?? ''
}

test('an invited member joins by the mailed link, is edited and paid another rate, and is signed out when removed', async () => {
  const email = 'ines@example.com'
  const page = await openPage(store, { viewport: PHONE })
  await openTeam(page)
  const form = card(page, FORM)
  await form.getByLabel('Username').fill('Ines Invited')
  await form.getByLabel('Email', { exact: true }).fill(email)
  await form.getByRole('switch', { name: 'Invite by email instead' }).click()
  await form.getByRole('button', { name: 'Create and invite team member' }).click()
  await seeToast(page, `An invitation is on its way to ${email}. It works once, for 7 days.`)
  await expect.poll(() => rowOf(page, email).textContent()).toMatch(/Sales Representative.*Invited.*10%/)
  await expectAccessibleAndFits(page, 'team')
  await rowOf(page, email).getByRole('button', { name: 'Manage Ines Invited' }).click()
  const dialog = dialogOf(page, 'Ines Invited')
  await dialog.getByRole('button', { name: 'Resend invitation' }).click()
  await seeToast(page, 'Invitation sent')

  const theirs = await openPage(store, { expects: [UNKNOWN] })
  await theirs.goto(await mailedLink(store, email, '/\\S+token=', 2))
  await theirs.getByLabel('New password', { exact: true }).fill(PASSWORD)
  await theirs.getByLabel('Confirm new password').fill(PASSWORD)
  await theirs.getByRole('button', { name: 'Save new password' }).click()
  await theirs.getByRole('heading', { level: 1, name: 'Sales Team Login' }).waitFor()
  await logIn(theirs, { email, password: PASSWORD })
  await seeDashboard(theirs)

  await page.reload()
  await dialog.getByText('Verified', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Edit' }).click()
  await expectAccessibleAndFits(page, 'member, profile', 'dialog')
  await dialog.getByLabel('Phone').fill('+1 512 555 0143')
  await page.keyboard.press('Enter')
  await dialog.getByText('+1 512 555 0143').waitFor()
  await page.getByLabel('New rate').fill('12.5')
  await page.keyboard.press('Enter')
  await seeToast(page, '12.5% of sales from now on.')
  const rates = page.getByRole('table', { name: 'Commission rates, newest first' }).locator('tbody').getByRole('row')
  await expect
    .poll(() => rates.allTextContents())
    .toEqual([expect.stringContaining('12.5%'), expect.stringContaining('10%')])

  await dialog.getByRole('tab', { name: 'Actions' }).click()
  await dialog.getByRole('button', { name: 'Remove Team Member' }).click()
  const question = dialogOf(page, 'Remove Ines Invited?')
  await question.getByLabel('Who takes over').selectOption(`${SVEN.username} (${SVEN.email})`)
  await expectAccessibleAndFits(page, 'member, removal', 'dialog dialog')
  await question.getByRole('button', { name: 'Remove Team Member' }).click()
  await seeToast(page, `0 customers and 0 live links passed to ${SVEN.username}.`)
  await expect.poll(() => rowOf(page, email).count()).toBe(0)
  await theirs.reload()
  await theirs.getByRole('heading', { level: 1, name: 'Sales Team Login' }).waitFor()
  await logIn(theirs, { email, password: PASSWORD })
  await theirs.getByRole('main').getByRole('alert').getByText('Invalid email or password.').waitFor()
})

test('a sale through a link shows in the rep’s figures and pay, and the mailed table equals the downloaded one', async () => {
  const today = storeDayOf(Date.now(), USUAL_STORE_ZONE)
  const rita = await signInAs(store, RITA)
  const { token } = await sendLink(rita, { email: 'carla@example.com', packageIds: [VIP_JUNIOR.id] })
  await admin.call('POST', `/api/admin/payment-request/${token}/mark-paid`, { reference: 'Wire 7' })
  const page = await openPage(store)
  await openTeam(page, `&member=${await idOf(RITA.email)}&part=analytics`)
  const dialog = dialogOf(page, RITA.username)

  await expect.poll(() => figure(page, 'Total Revenue').textContent()).toBe('$299.00')
  await dialog.getByText('30-day average: $9.97/day').waitFor()
  await dialog.getByRole('application', { name: /^Packages Trend/ }).waitFor()
  await expectAccessibleAndFits(page, 'member, analytics', 'dialog')

  await dialog.getByRole('tab', { name: 'Pay Report' }).click()
  expect(await dialog.getByLabel('End Date').inputValue()).toBe(today)
  await dialog.getByRole('button', { name: 'Generate Report' }).click()
  await expect.poll(() => figure(page, 'Total Pay').textContent()).toBe('$29.90')
  expect(await rowOf(page, 'Carla Customer').textContent()).toMatch(/VIP Junior Package, Vacant Houses.*\$29\.90/)
  await expectAccessibleAndFits(page, 'member, pay report', 'dialog')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  await dialog.getByRole('button', { name: 'Email Report' }).click()
  await dialog.getByText(`The report was emailed to ${RITA.email}, with the table attached.`).waitFor()

  const name = `rita-rep-${addDays(today, -29)}-${today}.csv`
  expect(file.suggestedFilename()).toBe(name)
  const text = await readFile(await file.path(), 'utf8')
  expect(text.split('\r\n')).toEqual([
    'Customer Name,Package Type,Sale Date,Pay Value',
    `Carla Customer,"VIP Junior Package, Vacant Houses",${today},29.90`,
    'Total Packages,1',
    'Total Pay,29.90',
    '',
  ])
  const mails = (await store.mailbox(RITA.email)).filter(({ attachments }) => attachments.length > 0)
  expect(mails.map(({ attachments }) => attachments.map((one) => one.name))).toEqual([[name]])
  const mailed = await fetch(`${store.url}${mails[0]?.attachments[0]?.url}`)
  expect(await mailed.text()).toBe(text)
})

/** How an administrator runs the team: who joins, what they sell and earn, and who leaves. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#contract/days.ts'
import { storeDayOf } from '#contract/store-day.ts'
import { USUAL_STORE_ZONE } from '#contract/store-zone.ts'
import { expectAccessibleAndFits, PHONE } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { type Member, sendLink, signInAs } from './support/members.ts'
import { VIP_JUNIOR } from './support/shopping.ts'
import { ADMIN, REPS, type Store, startStore } from './support/store.ts'
import { card, logIn, openAs, openDashboard, seeDashboard, seeToast } from './support/team.ts'

const { openPage } = withBrowser()
const [RITA, SVEN] = REPS
/** What a browser itself says about a refused call. */
const UNKNOWN = /status of 401/
const REFUSED = /status of 4(00|09)/
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

test('a new member can sign in, and is signed out at once when removed', async () => {
  const member = { username: 'Tess Team', email: 'tess@example.com', password: 'quarry-lane-88-stake' }
  const page = await openPage(store, { expects: [REFUSED] })
  await openTeam(page)
  const form = card(page, FORM)
  const create = form.getByRole('button', { name: 'Create team member' })

  expect(await create.isDisabled()).toBe(true)
  await form.getByLabel('Username').fill(member.username)
  await form.getByLabel('Email', { exact: true }).fill(RITA.email)
  expect(await create.isDisabled()).toBe(true)
  await form.getByLabel('Password').fill('short')
  await create.click()
  await form.getByText('Password must be at least 6 characters long').waitFor()
  await form.getByLabel('Password').fill(member.password)
  await page.keyboard.press('Enter')
  await form.getByText('Another member already uses this email address.').waitFor()
  await seeToast(page, 'Error')
  await form.getByLabel('Email', { exact: true }).fill(member.email)
  await page.keyboard.press('Enter')
  await seeToast(page, 'Sales team member created successfully!')
  await expect.poll(() => rowOf(page, member.email).textContent()).toMatch(/Sales Representative.*Pending.*10%/)

  const theirs = await openPage(store, { expects: [UNKNOWN] })
  await openDashboard(theirs, member)
  await rowOf(page, member.email).getByRole('button', { name: 'Manage Tess Team' }).focus()
  await page.keyboard.press('Enter')
  const dialog = dialogOf(page, member.username)
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Manage Tess Team')
  await page.keyboard.press('Enter')
  await dialog.getByRole('tab', { name: 'Profile' }).focus()
  await page.keyboard.press('End')
  await card(page, 'Danger Zone').getByRole('button', { name: 'Remove Team Member' }).click()
  const question = dialogOf(page, 'Remove Tess Team?')
  await question
    .getByText('Are you sure you want to remove this sales team member? This action cannot be undone.', { exact: true })
    .waitFor()
  expect(await question.getByLabel('Who takes over').inputValue()).toBe('You')
  await question.getByLabel('Who takes over').selectOption(`${SVEN.username} (${SVEN.email})`)
  await question.getByRole('button', { name: 'Remove Team Member' }).click()

  await seeToast(page, 'Sales team member removed successfully')
  await seeToast(page, `0 customers and 0 live links passed to ${SVEN.username}.`)
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await expect.poll(() => rowOf(page, member.email).count()).toBe(0)
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-labelledby')))
    .toBe('team-members')
  await theirs.reload()
  await theirs.getByRole('heading', { level: 1, name: 'Sales Team Login' }).waitFor()
  await logIn(theirs, member)
  await theirs.getByRole('main').getByRole('alert').getByText('Invalid email or password.').waitFor()
})

test('an invited member joins by the mailed link, and can then be edited', async () => {
  const email = 'ines@example.com'
  const page = await openPage(store)
  await openTeam(page)
  const form = card(page, FORM)
  await form.getByLabel('Username').fill('Ines Invited')
  await form.getByLabel('Email', { exact: true }).fill(email)
  await form.getByRole('switch', { name: 'Invite by email instead' }).click()
  expect(await form.getByLabel('Password').count()).toBe(0)
  await form.getByRole('button', { name: 'Create and invite team member' }).click()
  await seeToast(page, `An invitation is on its way to ${email}. It works once, for 7 days.`)
  await expect.poll(() => rowOf(page, email).textContent()).toContain('Invited')
  await page.goto(`/admin-enhanced?tab=team&member=${await idOf(email)}`)
  const dialog = dialogOf(page, 'Ines Invited')
  await dialog.getByText('Not provided').waitFor()
  await dialog.getByRole('button', { name: 'Resend invitation' }).click()
  await seeToast(page, 'Invitation sent')
  await expect.poll(() => store.mailbox(email), { timeout: 15_000 }).toHaveLength(2)

  const theirs = await openPage(store)
  const [mail] = await store.mailbox(email)
  const link = new URL(/http\S+token=\S+/.exec(mail?.text ?? '')?.[0] ?? '')
  await theirs.goto(`${link.pathname}${link.search}`)
  await theirs.getByLabel('New password', { exact: true }).fill('harrow-field-31-post')
  await theirs.getByLabel('Confirm new password').fill('harrow-field-31-post')
  await theirs.getByRole('button', { name: 'Save new password' }).click()
  await theirs.getByRole('heading', { level: 1, name: 'Sales Team Login' }).waitFor()
  await logIn(theirs, { email, password: 'harrow-field-31-post' })
  await seeDashboard(theirs)
  await page.reload()
  await dialog.getByText('Verified', { exact: true }).waitFor()
  expect(await dialog.getByRole('button', { name: 'Resend invitation' }).count()).toBe(0)

  await dialog.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByLabel('Username').fill('')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await dialog.getByText('Please enter a name.').waitFor()
  await dialog.getByLabel('Username').fill('Ines Joined')
  await dialog.getByLabel('Phone').fill('+1 512 555 0143')
  await page.keyboard.press('Enter')
  await seeToast(page, 'Profile updated successfully!')
  await dialogOf(page, 'Ines Joined').getByText('+1 512 555 0143').waitFor()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Edit')
  await page.getByLabel('New rate').fill('150')
  await page.keyboard.press('Enter')
  await page.getByText('Enter a rate between 0 and 100, with two decimals at most.').waitFor()
  await page.getByLabel('New rate').fill('12.5')
  await page.keyboard.press('Enter')
  await seeToast(page, '12.5% of sales from now on.')
  const rates = page.getByRole('table', { name: 'Commission rates, newest first' }).locator('tbody').getByRole('row')
  await expect
    .poll(() => rates.allTextContents())
    .toEqual([expect.stringContaining('12.5%'), expect.stringContaining('10%')])
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
  expect(await figure(page, 'Avg Order Value').textContent()).toBe('$299.00')
  await dialog.getByText('30-day average: $9.97/day').waitFor()
  for (const name of ['Revenue Trend', 'Orders Trend', 'Packages Trend']) {
    await dialog.getByRole('application', { name: new RegExp(`^${name}`) }).waitFor()
  }
  await dialog.getByRole('radio', { name: 'Lifetime' }).check()
  await expect.poll(() => dialog.getByText(/30-day average/).count()).toBe(0)
  await dialog.getByRole('radio', { name: 'Table' }).check()
  expect(await rowOf(page, '$299.00').textContent()).toMatch(/\$299\.00.*1.*1$/)

  await dialog.getByRole('tab', { name: 'Pay Report' }).click()
  expect(await dialog.getByLabel('Start Date').inputValue()).toBe(addDays(today, -29))
  expect(await dialog.getByLabel('End Date').inputValue()).toBe(today)
  await dialog.getByText(/Eastern Time \(America\/New_York\)/).waitFor()
  await dialog.getByLabel('End Date').fill(addDays(today, -30))
  await page.keyboard.press('Enter')
  await dialog.getByText(/^The end date is before the start date/).waitFor()
  expect(await figure(page, 'Total Pay').count()).toBe(0)
  await dialog.getByLabel('End Date').fill(today)
  await dialog.getByRole('button', { name: 'Generate Report' }).click()
  await expect.poll(() => figure(page, 'Total Pay').textContent()).toBe('$29.90')
  expect(await figure(page, 'Total Packages Sold').textContent()).toBe('1')
  expect(await rowOf(page, 'Carla Customer').textContent()).toMatch(/VIP Junior Package, Vacant Houses.*\$29\.90/)
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

  await dialog.getByLabel('End Date').fill(addDays(today, -1))
  await page.keyboard.press('Enter')
  await dialog.getByText('No sales found for the selected period').waitFor()
})

test('an unknown member and figures that fail to load say what to do', async () => {
  const page = await openPage(store, { expects: [/ERR_FAILED/] })
  await openTeam(page, '&member=nobody')
  await dialogOf(page, 'Member not found').getByRole('button', { name: 'Show the team' }).click()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  const sven = await idOf(SVEN.email)
  await page.route('**/api/admin/users/*/analytics*', (route) => route.abort())
  await page.goto(`/admin-enhanced?tab=team&member=${sven}&part=analytics`)
  await page.getByText('The figures could not be loaded').waitFor()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('No sales in the past 30 days').waitFor()
  expect(await figure(page, 'Avg Order Value').textContent()).toBe('$0.00')
  await page.getByRole('tab', { name: 'Pay Report' }).click()
  await page.getByRole('button', { name: 'Generate Report' }).click()
  await page.route('**/pay-report/mails', (route) => route.abort())
  await page.getByRole('button', { name: 'Email Report' }).click()
  await page.getByText('The report was not emailed').waitFor()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Email Report' }).click()
  await page.getByText('Report emailed', { exact: true }).waitFor()
  expect(await store.mailbox(SVEN.email)).toHaveLength(1)
})

test('the team and its members are accessible and fit', async () => {
  const page = await openPage(store, { viewport: PHONE })
  await openTeam(page)
  await rowOf(page, RITA.email).waitFor()
  await expectAccessibleAndFits(page, 'team')
  await rowOf(page, RITA.email)
    .getByRole('button', { name: /^Manage/ })
    .click()
  const dialog = dialogOf(page, RITA.username)
  await dialog
    .getByRole('table', { name: 'Commission rates, newest first' })
    .or(dialog.getByText('The rate has never changed.'))
    .waitFor()
  await dialog.getByRole('button', { name: 'Edit' }).click()
  await expectAccessibleAndFits(page, 'member, profile', 'dialog')
  await dialog.getByRole('tab', { name: 'Analytics' }).click()
  await dialog.getByRole('application', { name: /^Packages Trend/ }).waitFor()
  await expectAccessibleAndFits(page, 'member, analytics', 'dialog')
  await dialog.getByRole('tab', { name: 'Pay Report' }).click()
  await dialog.getByRole('button', { name: 'Generate Report' }).click()
  await dialog.getByText('Carla Customer').waitFor()
  await expectAccessibleAndFits(page, 'member, pay report', 'dialog')
  await dialog.getByRole('tab', { name: 'Actions' }).click()
  await dialog.getByRole('button', { name: 'Remove Team Member' }).click()
  await dialogOf(page, `Remove ${RITA.username}?`).waitFor()
  await expectAccessibleAndFits(page, 'member, removal', 'dialog dialog')
})

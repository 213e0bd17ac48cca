import { expect, test } from 'vitest'
import { expectAccessibleAndFits, PHONE } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { ADMIN, REPS, withSharedStore } from './support/store.ts'
import { card, logIn, logOut, openAs, openDashboard, seeDashboard, seeToast } from './support/team.ts'

const { openPage } = withBrowser()
const [RITA, SVEN] = REPS
const REFUSED = [/status of 40[13]/]
const store = withSharedStore()

test('an administrator lands on the admin dashboard, which asks visitors to log in and denies access to reps', async () => {
  const page = await openPage(store, { viewport: PHONE, expects: REFUSED })
  await page.goto('/admin?tab=profile')
  await page.waitForURL('/admin-enhanced?tab=profile')
  await page.getByText('Please log in to access the admin dashboard').waitFor()
  await expectAccessibleAndFits(page, 'admin dashboard, visitor')
  await page.getByRole('link', { name: 'Go to Login' }).click()
  await logIn(page, { ...RITA, password: 'not-it-at-all' })
  await page.getByRole('main').getByRole('alert').getByText('Invalid email or password.').waitFor()
  await expectAccessibleAndFits(page, 'login, failed')
  await logIn(page, RITA)
  await page.getByRole('heading', { level: 1, name: 'Access Denied' }).waitFor()
  await openAs(page, RITA, '/sales-dashboard')
  await seeDashboard(page)
  expect(await page.getByRole('link', { name: 'Admin Dashboard' }).count()).toBe(0)

  const admin = await openPage(store)
  await admin.goto('/login')
  await logIn(admin, ADMIN)
  await seeDashboard(admin, 'Admin Dashboard')
  await admin.getByRole('link', { name: 'Sales Dashboard' }).click()
  await seeDashboard(admin)
  await card(admin, 'Figures of all reps')
    .getByText(/of all reps/)
    .waitFor()
  await admin.getByRole('link', { name: 'Admin Dashboard' }).click()
  await seeDashboard(admin, 'Admin Dashboard')
})

test('a rep logs in at the requested tab; logging out ends a half-written invoice in every window', async () => {
  const page = await openPage(store)
  await page.goto('/sales-dashboard?tab=invoice')
  await page.getByRole('heading', { level: 1, name: 'Sales Team Login' }).waitFor()
  await logIn(page, RITA)
  await seeToast(page, 'Welcome back!')
  const other = await openPage(store, { beside: page })
  await other.goto('/sales-dashboard?tab=invoice')
  for (const window of [page, other]) {
    await window.getByRole('combobox', { name: 'Customer' }).click()
    await window.getByRole('option', { name: 'Create New Customer' }).click()
    await window.getByLabel('Full Name').fill('Somebody Elses Customer')
  }
  const kept = (window: typeof page) => window.evaluate(() => sessionStorage.getItem('invoice-draft'))
  expect(await kept(page)).toContain('Somebody Elses')
  expect(await kept(other)).toContain('Somebody Elses')

  await logOut(page)
  await seeToast(page, 'Logged out successfully')
  await page.getByRole('heading', { level: 1, name: 'Call owners in your county' }).waitFor()

  await expect.poll(() => kept(page)).toBeNull()
  await expect.poll(() => kept(other)).toBeNull()
  await other.getByText('Your session has ended.').waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Sales Team Login' }).waitFor()
  expect(await page.getByText('Somebody Elses').count()).toBe(0)
})

test('a session ended from another device asks to log in again, then returns to the same place', async () => {
  const phone = await openPage(store, { expects: REFUSED })
  await openDashboard(phone, SVEN, '?tab=packages&state=Texas&county=Travis')
  // His cart may have one, too: other journeys sell in this store.
  const listed = phone.getByRole('region', { name: 'Browse Packages' }).getByRole('button', { name: /^VIP Junior/ })
  await listed.waitFor()
  const desk = await openPage(store)
  await openAs(desk, SVEN, '/profile')

  await card(desk, 'Sessions').getByRole('button', { name: 'End all other sessions' }).click()
  await seeToast(desk, 'Other sessions ended')
  await phone.getByRole('button', { name: 'Refresh Data' }).click()
  await phone.getByText('Your session has ended.').waitFor()
  await phone.getByRole('link', { name: 'Go to Login' }).click()
  await logIn(phone, SVEN)

  await listed.waitFor()
  expect(new URL(phone.url()).search).toBe('?tab=packages&state=Texas&county=Travis')
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { withBrowser } from './support/browser.ts'
import { ADMIN, REPS, type Store, startStore } from './support/store.ts'
import { card, logIn, seeDashboard, seeToast } from './support/team.ts'

const { openPage } = withBrowser()
const [RITA, SVEN] = REPS
/** What a browser itself says about a refused sign-in. */
const REFUSED = [/status of 40[13]/]
let store: Store

beforeAll(async () => {
  store = await startStore()
})
afterAll(() => store.stop())

test('a rep who signs in lands on the sales dashboard, an administrator on the admin dashboard', async () => {
  const rep = await openPage(store, { expects: REFUSED })
  await rep.goto('/login')
  await logIn(rep, { ...RITA, password: 'not-it-at-all' })
  await rep.getByText('Login failed', { exact: true }).nth(1).waitFor()
  await rep.getByRole('main').getByRole('alert').getByText('Invalid email or password.').waitFor()
  await logIn(rep, RITA)
  await seeDashboard(rep)
  await seeToast(rep, 'Welcome back!')
  expect(new URL(rep.url()).pathname).toBe('/sales-dashboard')
  await rep.getByText(RITA.username, { exact: true }).waitFor()

  const admin = await openPage(store)
  await admin.goto('/login')
  await logIn(admin, ADMIN)
  await seeDashboard(admin, 'Admin Dashboard')
  await admin.getByText('Manage sales team, pricing, and lead packages').waitFor()
  expect(new URL(admin.url()).pathname).toBe('/admin-enhanced')
})

test('an administrator can switch between both dashboards; a rep has no link to the admin one', async () => {
  const admin = await openPage(store)
  await admin.goto('/login')
  await logIn(admin, ADMIN)
  await seeDashboard(admin, 'Admin Dashboard')

  await admin.getByRole('link', { name: 'Sales Dashboard' }).click()
  await seeDashboard(admin)
  await card(admin, 'Figures of all reps').getByText('of all reps').first().waitFor()
  await admin.getByRole('link', { name: 'Admin Dashboard' }).click()
  await seeDashboard(admin, 'Admin Dashboard')

  const rep = await openPage(store)
  await rep.goto('/login')
  await logIn(rep, RITA)
  await seeDashboard(rep)
  expect(await rep.getByRole('link', { name: 'Admin Dashboard' }).count()).toBe(0)
})

test('while logging in, the button says so and is disabled', async () => {
  const page = await openPage(store)
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/login', async (route) => {
    await answered.promise
    await route.continue()
  })
  await page.goto('/login')

  await logIn(page, RITA)
  const button = page.getByRole('button', { name: 'Logging in...' })
  await button.waitFor()
  expect(await button.isDisabled()).toBe(true)

  answered.resolve()
  await seeDashboard(page)
})

test.each([
  ['/sales', '/sales-dashboard'],
  ['/sales-dashboard-complete', '/sales-dashboard'],
  ['/sales-dashboard-enhanced', '/sales-dashboard'],
  ['/admin', '/admin-enhanced'],
])('%s redirects to %s and keeps its query', async (alias, canonical) => {
  const page = await openPage(store)

  await page.goto(`${alias}?tab=profile`)
  await page.waitForURL(`${canonical}?tab=profile`)

  expect(await page.locator('meta[name="robots"]').first().getAttribute('content')).toContain('noindex')
})

test('a visitor at the sales dashboard signs in there and reaches the requested tab', async () => {
  const page = await openPage(store)

  await page.goto('/sales-dashboard?tab=cart')
  await page.getByRole('heading', { level: 1, name: 'Sales Team Login' }).waitFor()
  await logIn(page, RITA)
  await seeDashboard(page)

  expect(await page.getByRole('tab', { name: 'Sales Cart' }).getAttribute('aria-selected')).toBe('true')
})

test('the admin dashboard asks visitors to log in and denies access to reps', async () => {
  const page = await openPage(store)

  await page.goto('/admin-enhanced')
  await page.getByText('Please log in to access the admin dashboard').waitFor()
  await page.getByRole('link', { name: 'Go to Login' }).click()
  await logIn(page, RITA)
  await page.getByRole('heading', { level: 1, name: 'Access Denied' }).waitFor()
  await page.getByText('You need admin privileges to access this dashboard.').waitFor()
  await page.getByRole('link', { name: 'Return to Home' }).click()

  await page.getByRole('heading', { level: 1, name: 'Real-estate leads by county' }).waitFor()
})

test('logging out returns home, and the dashboard asks to log in again', async () => {
  const page = await openPage(store)
  await page.goto('/login')
  await logIn(page, RITA)
  await seeDashboard(page)

  await page.getByRole('button', { name: 'Logout' }).click()
  await seeToast(page, 'Logged out successfully')
  await page.getByRole('heading', { level: 1, name: 'Real-estate leads by county' }).waitFor()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reps' }).click()

  await page.getByRole('heading', { level: 1, name: 'Sales Team Login' }).waitFor()
})

test('a half-written invoice is gone from every window after logging out', async () => {
  const page = await openPage(store)
  await page.goto('/login')
  await logIn(page, RITA)
  await seeDashboard(page)
  const other = await openPage(store, { beside: page })
  for (const window of [page, other]) {
    await window.goto('/sales-dashboard')
    await window.getByRole('tab', { name: 'Generate Invoice' }).click()
    await window.getByRole('combobox', { name: 'Customer' }).click()
    await window.getByRole('option', { name: 'Create New Customer' }).click()
    await window.getByLabel('Full Name').fill('Somebody Elses Customer')
  }
  const kept = (window: typeof page) => window.evaluate(() => sessionStorage.getItem('invoice-draft'))
  expect(await kept(page)).toContain('Somebody Elses')
  expect(await kept(other)).toContain('Somebody Elses')

  await page.getByRole('button', { name: 'Logout' }).click()
  await seeToast(page, 'Logged out successfully')

  await expect.poll(() => kept(page)).toBeNull()
  await expect.poll(() => kept(other)).toBeNull()
  await other.getByText('Your session has ended.').waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Sales Team Login' }).waitFor()
  expect(await page.getByText('Somebody Elses').count()).toBe(0)
})

test('a login link that points to another site is not followed', async () => {
  const page = await openPage(store)

  await page.goto('/login?next=%2F%2Fevil.example%2Fsales-dashboard')
  await logIn(page, RITA)
  await seeDashboard(page)

  expect(page.url()).toBe(`${store.url}/sales-dashboard`)
})

test('a session ended from another device asks to log in again, then returns to the same place', async () => {
  const phone = await openPage(store, { expects: REFUSED })
  await phone.goto('/sales-dashboard?tab=packages&state=Texas&county=Travis')
  await logIn(phone, SVEN)
  await phone.getByText('VIP Junior Package').waitFor()
  const desk = await openPage(store)
  await desk.goto('/profile')
  await logIn(desk, SVEN)

  await card(desk, 'Sessions').getByRole('button', { name: 'End all other sessions' }).click()
  await seeToast(desk, 'Other sessions ended')
  await phone.getByRole('button', { name: 'Refresh Data' }).click()
  await phone.getByText('Your session has ended.').waitFor()
  await phone.getByRole('link', { name: 'Go to Login' }).click()
  await logIn(phone, SVEN)

  await phone.getByText('VIP Junior Package').waitFor()
  expect(new URL(phone.url()).search).toBe('?tab=packages&state=Texas&county=Travis')
})

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { expectAccessibleAndFits, PHONE } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { mailedLink } from './support/mailed-links.ts'
import { REPS, type Store, startStore } from './support/store.ts'
import { card, logIn, openAs, seeToast } from './support/team.ts'

const { openPage } = withBrowser()
const [RITA, SVEN] = REPS
/** What a browser itself says about a refusal. */
const REFUSED = [/status of 4\d\d/]
const EMAIL = 'rita.new@example.com'
const PASSWORD = 'willow-harbor-91'
let store: Store

beforeAll(async () => {
  store = await startStore()
})
afterAll(() => store.stop())

const about = (page: Page) => card(page, 'Profile Information')

test('email, phone and password change only with the current password, apply at once, and the email is confirmed', async () => {
  const page = await openPage(store, { expects: REFUSED })
  await openAs(page, RITA, '/profile')
  await about(page).getByText('Sales Representative').waitFor()

  const email = card(page, 'Update Email')
  await email.getByLabel('New Email').fill(EMAIL)
  await email.getByLabel('Current Password').fill('wrong-password')
  await email.getByRole('button', { name: 'Update Email' }).click()
  await email.getByText('Failed to update email. Please check your password.').waitFor()
  await email.getByLabel('Current Password').fill(RITA.password)
  await email.getByRole('button', { name: 'Update Email' }).click()
  await seeToast(page, 'Email Updated')
  await about(page).getByText(EMAIL, { exact: true }).waitFor()

  const phone = card(page, 'Update Phone')
  await phone.getByLabel('New Phone').fill('+1 512 555 0100')
  await phone.getByLabel('Current Password').fill(RITA.password)
  await phone.getByRole('button', { name: 'Update Phone' }).click()
  await about(page).getByText('+1 512 555 0100').waitFor()

  const password = card(page, 'Update Password')
  await password.getByLabel('Current Password').fill(RITA.password)
  await password.getByLabel('New Password', { exact: true }).fill(PASSWORD)
  await password.getByLabel('Confirm New Password').fill(PASSWORD)
  await password.getByRole('button', { name: 'Update Password' }).click()
  await seeToast(page, 'Password Updated')
  await page.getByRole('button', { name: 'Logout' }).click()
  await seeToast(page, 'Logged out successfully')
  await page.goto('/profile')
  await logIn(page, { email: EMAIL, password: PASSWORD })
  await about(page).getByText('Active', { exact: true }).waitFor()

  const link = await mailedLink(store, EMAIL, '/confirm-email')
  for (const outcome of ['Your email address is confirmed', 'This link no longer works']) {
    await page.goto(link)
    await page.getByRole('button', { name: 'Confirm my address' }).click()
    await page.getByText(outcome).waitFor()
  }
  await page.goto('/profile')
  await about(page).getByText('Verified', { exact: true }).waitFor()
})

test('a member who forgot the password gets a mailed link and sets a new one with it, once', async () => {
  const page = await openPage(store, { viewport: PHONE, expects: REFUSED })
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Email').fill(SVEN.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByText('Check your email', { exact: true }).waitFor()
  await page.getByText(/You can send it again in \d+ seconds/).waitFor()
  await expectAccessibleAndFits(page, 'forgot password')

  const link = await mailedLink(store, SVEN.email, '/reset-password')
  const setPassword = async (password: string) => {
    await page.goto(link)
    await page.getByLabel('New password', { exact: true }).fill(password)
    await page.getByLabel('Confirm new password').fill(password)
    await page.getByRole('button', { name: 'Save new password' }).click()
  }
  await setPassword('timber-canyon-48')
  await seeToast(page, 'Please log in with your new password.')
  await logIn(page, { email: SVEN.email, password: 'timber-canyon-48' })
  await page.getByRole('heading', { level: 1, name: 'Sales Dashboard' }).waitFor()
  await setPassword('timber-canyon-49')
  await page.getByText('This link no longer works').waitFor()
  await expectAccessibleAndFits(page, 'reset password')
})

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withBrowser } from './support/browser.ts'
import { mailedLink } from './support/mailed-links.ts'
import { REPS, type Store, startStore } from './support/store.ts'
import { card, logIn, seeToast } from './support/team.ts'

const { openPage } = withBrowser()
const [RITA, SVEN] = REPS
/** What a browser itself says about a refusal. */
const REFUSED = [/status of 4\d\d/]
let store: Store

beforeAll(async () => {
  store = await startStore()
})
afterAll(() => store.stop())

async function openProfile(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/profile')
  await logIn(page, { email, password })
  await card(page, 'Profile Information').waitFor()
}

test('email, phone and password change only with the current password, and the new ones then apply', async () => {
  const page = await openPage(store, { expects: REFUSED })
  await openProfile(page, RITA.email, RITA.password)
  await card(page, 'Profile Information').getByText('Sales Representative').waitFor()

  const email = card(page, 'Update Email')
  const updateEmail = email.getByRole('button', { name: 'Update Email' })
  expect(await updateEmail.isDisabled()).toBe(true)
  await email.getByLabel('New Email').fill('rita.new@example.com')
  await email.getByLabel('New Email').press('Enter')
  await seeToast(page, 'Please enter your current password to update email')
  await email.getByLabel('Current Password').fill('wrong-password')
  await updateEmail.click()
  await email.getByText('Failed to update email. Please check your password.').waitFor()
  await email.getByLabel('Current Password').fill(RITA.password)
  await updateEmail.click()
  await seeToast(page, 'Email Updated')
  await card(page, 'Profile Information').getByText('rita.new@example.com', { exact: true }).waitFor()

  const phone = card(page, 'Update Phone')
  await phone.getByLabel('New Phone').fill('+1 512 555 0100')
  await phone.getByLabel('Current Password').fill(RITA.password)
  await phone.getByRole('button', { name: 'Update Phone' }).click()
  await card(page, 'Profile Information').getByText('+1 512 555 0100').waitFor()

  const password = card(page, 'Update Password')
  const fillPassword = async (next: string, confirmation: string) => {
    await password.getByLabel('Current Password').fill(RITA.password)
    await password.getByLabel('New Password', { exact: true }).fill(next)
    await password.getByLabel('Confirm New Password').fill(confirmation)
    await password.getByRole('button', { name: 'Update Password' }).click()
  }
  await fillPassword('willow-harbor-91', 'willow-harbor-92')
  await password.getByText('New passwords do not match').waitFor()
  await fillPassword('abcde', 'abcde')
  await password.getByText('Password must be at least 6 characters long').waitFor()
  await fillPassword('password', 'password')
  await password.getByText('This password is too easy to guess.').waitFor()
  await fillPassword('willow-harbor-91', 'willow-harbor-91')
  await seeToast(page, 'Password Updated')

  await page.getByRole('button', { name: 'Logout' }).click()
  await seeToast(page, 'Logged out successfully')
  await openProfile(page, 'rita.new@example.com', 'willow-harbor-91')
})

test('the link in the confirmation mail makes the account Verified, once, after a press', async () => {
  const page = await openPage(store, { expects: REFUSED })
  await openProfile(page, 'rita.new@example.com', 'willow-harbor-91')
  await card(page, 'Profile Information').getByText('Active', { exact: true }).waitFor()

  const link = await mailedLink(store, 'rita.new@example.com', '/confirm-email')
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  await page.getByText('Your email address is confirmed').waitFor()
  await page.getByRole('link', { name: 'Go to My Profile' }).click()
  await card(page, 'Profile Information').getByText('Verified', { exact: true }).waitFor()

  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  await page.getByText('This link no longer works').waitFor()
})

test('a member who forgot the password gets a mailed link and sets a new one with it, once', async () => {
  const page = await openPage(store, { expects: REFUSED })
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('heading', { level: 1, name: 'Forgot your password?' }).waitFor()
  await page.getByLabel('Email').fill(SVEN.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByText('Check your email', { exact: true }).waitFor()

  const link = await mailedLink(store, SVEN.email, '/reset-password')
  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill('timber-canyon-48')
  await page.getByLabel('Confirm new password').fill('timber-canyon-48')
  await page.getByRole('button', { name: 'Save new password' }).click()
  await seeToast(page, 'Please log in with your new password.')
  await logIn(page, { email: SVEN.email, password: 'timber-canyon-48' })
  await page.getByRole('heading', { level: 1, name: 'Sales Dashboard' }).waitFor()

  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill('timber-canyon-49')
  await page.getByLabel('Confirm new password').fill('timber-canyon-49')
  await page.getByRole('button', { name: 'Save new password' }).click()
  await page.getByText('This link no longer works').waitFor()
})

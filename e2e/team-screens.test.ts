import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessibleAndFits, PHONE } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { VIP_JUNIOR } from './support/shopping.ts'
import { ADMIN, REPS, type Store, startStore } from './support/store.ts'
import { card, logIn, openAs, openDashboard } from './support/team.ts'

const { openPage } = withBrowser()
const [RITA] = REPS
let store: Store

beforeAll(async () => {
  store = await startStore()
  await store.setStock(VIP_JUNIOR.id, 100)
})
afterAll(() => store.stop())

test('the pages around an account are accessible and fit', async () => {
  const page = await openPage(store, { viewport: PHONE, expects: [/status of 4(0[13]|10)/] })

  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill('nobody@example.com')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByText('Check your email', { exact: true }).waitFor()
  await page.getByText(/You can send it again in \d+ seconds/).waitFor()
  expect(await page.getByRole('button', { name: 'Send the link again' }).isDisabled()).toBe(true)
  await expectAccessibleAndFits(page, 'forgot password')
  await page.goto('/reset-password?token=no-such-token')
  await page.getByLabel('New password', { exact: true }).waitFor()
  await expectAccessibleAndFits(page, 'reset password')
  await page.goto('/confirm-email?token=no-such-token')
  await page.getByRole('button', { name: 'Confirm my address' }).waitFor()
  await expectAccessibleAndFits(page, 'confirm email')
  await page.goto('/verify-email/no-such-token')
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  await page.getByText('This link no longer works', { exact: true }).waitFor()
  await expectAccessibleAndFits(page, 'verify email, over')
  await page.goto('/admin-enhanced')
  await page.getByRole('link', { name: 'Go to Login' }).waitFor()
  await expectAccessibleAndFits(page, 'admin dashboard, visitor')
  await page.getByRole('link', { name: 'Go to Login' }).click()
  await logIn(page, { ...RITA, password: 'not-it-at-all' })
  await page.getByRole('main').getByRole('alert').waitFor()
  await expectAccessibleAndFits(page, 'login, failed')
  await logIn(page, RITA)
  await page.getByRole('heading', { name: 'Access Denied' }).waitFor()
  await expectAccessibleAndFits(page, 'access denied')
  await page.goto('/profile')
  await card(page, 'Two-Step Sign-In').getByRole('button').click()
  await card(page, 'Two-Step Sign-In').getByLabel('Current Password').fill(RITA.password)
  await card(page, 'Two-Step Sign-In').getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  await card(page, 'Sessions').getByText('This browser').waitFor()
  await expectAccessibleAndFits(page, 'profile')
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('heading', { level: 1, name: 'Real-estate leads by county' }).waitFor()
  await openAs(page, ADMIN, '/admin-enhanced?tab=profile')
  await card(page, 'Sessions').getByText('This browser').waitFor()
  await expectAccessibleAndFits(page, 'admin dashboard')
})

test('the selling tabs of the sales dashboard are accessible and fit', async () => {
  const page = await openPage(store, { viewport: PHONE })
  const row = page.getByRole('row', { name: VIP_JUNIOR.name })

  await openDashboard(page, RITA)
  await page.getByText('No county chosen yet').waitFor()
  await expectAccessibleAndFits(page, 'market selection')
  await page.goto('/sales-dashboard?tab=packages')
  await page.getByText('Please select a state and county first').waitFor()
  await expectAccessibleAndFits(page, 'packages, nothing chosen')
  await page.goto('/sales-dashboard?tab=packages&state=Texas&county=Travis')
  await row.getByRole('button', { name: 'Add to Cart - SMS' }).click()
  await page.getByText('VIP package with 20 leads added to cart.').first().waitFor()
  await expectAccessibleAndFits(page, 'packages')
  await page.goto('/sales-dashboard?state=Texas&county=Travis')
  await page.getByRole('heading', { name: 'Travis', exact: true }).waitFor()
  await expectAccessibleAndFits(page, 'market chosen')
  await page.goto('/sales-dashboard?tab=cart')
  await page
    .getByRole('button', { name: /^Remove VIP/ })
    .first()
    .waitFor()
  await expectAccessibleAndFits(page, 'cart')
  await page.goto('/sales-dashboard?tab=profile')
  await card(page, 'Sessions').getByText('This browser').waitFor()
  await expectAccessibleAndFits(page, 'my profile')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor()
  await expectAccessibleAndFits(page, 'keys')
})

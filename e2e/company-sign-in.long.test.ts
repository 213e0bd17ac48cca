import { afterAll, expect, test } from 'vitest'
import { startIssuer } from '#testing/issuer.ts'
import { expectAccessibleAndFits } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { REPS, withStore } from './support/store.ts'
import { card, logIn, seeDashboard, seeToast } from './support/team.ts'

const { openPage } = withBrowser()
const [RITA] = REPS
const REFUSED = [/status of [45]\d\d/]
const issuer = await startIssuer()
afterAll(() => issuer.close())
const store = withStore(issuer.env)
const RITA_THERE = { sub: 'rita', email: RITA.email, email_verified: true, name: 'Rita', roles: ['store-sales'] }

test('a rep logs in with the company account, reaches the requested page, and proves it is them there', async () => {
  issuer.person = { ...RITA_THERE }
  const page = await openPage(store, { expects: REFUSED })
  await page.goto('/login?next=%2Fprofile')
  // The page draws its form once its code and the store's configuration are here.
  await page.getByRole('button', { name: 'Log in with Acme ID' }).waitFor()
  await expectAccessibleAndFits(page, 'the login page with a company sign-in')

  await page.getByRole('button', { name: 'Log in with Acme ID' }).click()
  await page.waitForURL('**/profile')
  await seeToast(page, 'Welcome back!')
  await card(page, 'Passkeys').getByRole('button', { name: 'Add a passkey' }).click()
  await page.keyboard.type('Laptop')
  await page.keyboard.press('Enter')
  const proof = page.getByRole('dialog', { name: 'Is it you?' })
  const again = page.waitForResponse('**/api/login/oidc/return')
  await proof.getByRole('button', { name: 'Log in with Acme ID again' }).click()
  expect((await again).ok()).toBe(true)
  await page.waitForURL('**/profile')

  await page.getByRole('button', { name: 'Logout' }).click()
  await seeToast(page, 'You are still logged in at Acme ID.')
})

test('without a role, or while the company’s sign-in is down, the page says so and passwords still work', async () => {
  issuer.person = { ...RITA_THERE, roles: [] }
  const page = await openPage(store, { expects: REFUSED, viewport: { width: 375, height: 740 } })
  await page.goto('/login')
  await page.getByRole('button', { name: 'Log in with Acme ID' }).click()
  await page.getByRole('alert').getByText('your account there has no role in this store').waitFor()
  expect(await page.evaluate(() => location.href + JSON.stringify(history.state))).not.toMatch(/code|state=/)
  await page.getByRole('link', { name: 'Back to Login' }).click()

  issuer.faults = { error: 'server_error' }
  await page.getByRole('button', { name: 'Log in with Acme ID' }).click()
  await page.getByRole('alert').getByText('That sign-in could not be confirmed.').waitFor()
  await page.getByRole('link', { name: 'Back to Login' }).click()
  await logIn(page, RITA)
  await seeDashboard(page)
})

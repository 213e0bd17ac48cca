import { afterAll, expect, test } from 'vitest'
import { startIssuer } from '#testing/issuer.ts'
import { expectAccessibleAndFits } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { ADMIN, withStore } from './support/store.ts'

const { openPage } = withBrowser()
const issuer = await startIssuer()
afterAll(() => issuer.close())
const store = withStore({ ...issuer.env, PASSWORD_SIGN_IN: 'off' })

test('a team without passwords is asked for none, from the first sign-in to adding a member', async () => {
  issuer.person = { sub: 'ada', email: ADMIN.email, email_verified: true, name: 'Ada', roles: ['store-admin'] }
  const page = await openPage(store, { viewport: { width: 375, height: 800 }, expects: [/status of [45]\d\d/] })
  for (const path of ['/forgot-password', '/reset-password?token=of-an-old-email']) {
    await page.goto(path)
    await page.getByText('Passwords are turned off here.').waitFor()
    await expectAccessibleAndFits(page, path)
  }
  await page.getByRole('link', { name: 'Back to Login' }).click()
  await page.getByRole('button', { name: 'Log in with Acme ID' }).waitFor()
  await expectAccessibleAndFits(page, 'the login page without passwords')
  expect(await page.getByLabel('Password').count()).toBe(0)

  await page.goto('/login?next=%2Fadmin-enhanced%3Ftab%3Dteam')
  await page.getByRole('button', { name: 'Log in with Acme ID' }).click()
  await page.getByLabel('Username').fill('Nina New')
  await page.getByLabel('Email').fill('nina@example.com')
  expect(await page.getByLabel('Password').count()).toBe(0)
  await expectAccessibleAndFits(page, 'adding a member without a password')
  await page.getByLabel('Role').selectOption('Admin')
  await page.getByRole('button', { name: 'Create and invite team member' }).click()
  const proof = page.getByRole('dialog', { name: 'Is it you?' })
  await proof.getByRole('button', { name: 'Log in with Acme ID again' }).waitFor()
  await expectAccessibleAndFits(page, 'a proof without a password')
  await proof.getByRole('button', { name: 'Cancel' }).click()
  await page.getByLabel('Role').selectOption('Sales Representative')
  await page.getByRole('button', { name: 'Create and invite team member' }).click()

  const mails = () => store.mailbox('nina@example.com')
  await expect.poll(async () => (await mails())[0]?.text, { timeout: 15_000 }).toContain('Log in with Acme ID')
})

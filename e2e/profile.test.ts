import { type TOTP, URI } from 'otpauth'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessibleAndFits, PHONE } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { mailedLink } from './support/mailed-links.ts'
import { download, press } from './support/steps.ts'
import { ADMIN, REPS, withStore } from './support/store.ts'
import { card, logIn, openAs, seeDashboard, seeToast } from './support/team.ts'

const { openPage } = withBrowser()
const store = withStore()
const [RITA, SVEN] = REPS
const REFUSED = [/status of 4\d\d/]
/** An app shows a new code this often. */
const STEP_MS = 30_000
const twoStep = (page: Page) => card(page, 'Two-Step Sign-In')

async function giveCode(page: Page, label: 'Six-digit code' | 'Recovery code', code: string): Promise<boolean> {
  const answer = page.waitForResponse('**/api/login')
  await page.getByLabel(label).fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
  return (await answer).ok()
}

const refused = (page: Page) => page.getByRole('main').getByText('That code is not correct.')

async function confirmByPassword(page: Page, password: string, action: string): Promise<void> {
  await twoStep(page).getByLabel('Current Password').fill(password)
  await twoStep(page).getByRole('button', { name: action }).click()
}

async function turnOn(page: Page, password: string) {
  const begun = page.waitForResponse((response) => /\/api\/.*second-factor/.test(response.url()) && response.ok())
  await twoStep(page).getByRole('button', { name: 'Turn on two-step sign-in' }).click()
  await confirmByPassword(page, password, 'Continue')
  const { uri } = await (await begun).json()
  await twoStep(page).getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  const app = URI.parse(uri) as TOTP
  const typed = (await twoStep(page).locator('code').textContent())?.replaceAll(' ', '')
  expect(typed, 'the key to type where there is no camera').toBe(app.secret.base32)

  const usedCode = app.generate()
  await twoStep(page).getByLabel('Six-digit code from the app').fill(usedCode)
  await twoStep(page).getByRole('button', { name: 'Turn on' }).click()
  await twoStep(page).getByRole('heading', { name: 'Your recovery codes' }).waitFor()
  const recoveryCodes = await twoStep(page).getByRole('listitem').allTextContents()
  return { app, usedCode, recoveryCodes }
}

/** Gives the browser a device that keeps passkeys and recognizes its person. */
async function plugIn(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { session, id: authenticatorId }
}

async function prove(page: Page, password: string): Promise<void> {
  const proof = page.getByRole('dialog', { name: 'Is it you?' })
  await proof.getByLabel('Current Password').fill(password)
  await proof.getByRole('button', { name: 'Continue' }).click()
}

async function add(page: Page, name: string): Promise<void> {
  await card(page, 'Passkeys').getByRole('button', { name: 'Add a passkey' }).click()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
}

const useKey = (page: Page) => page.getByRole('button', { name: 'Log in with a passkey' })
const EMAIL = 'rita.new@example.com'
const PASSWORD = 'willow-harbor-91'
const about = (page: Page) => card(page, 'Profile Information')

test('two steps are set up; only a fresh code or an unused recovery code completes a sign-in', async () => {
  const page = await openPage(store, { viewport: PHONE, expects: REFUSED })
  await openAs(page, RITA, '/profile')
  const { app, usedCode, recoveryCodes } = await turnOn(page, RITA.password)
  const [first = '', second = ''] = recoveryCodes
  const file = await download(page, twoStep(page).getByRole('button', { name: 'Download codes' }))
  expect(file.name).toBe('recovery-codes.txt')
  await twoStep(page).getByRole('button', { name: 'I have saved them' }).click()
  await twoStep(page).getByText('On', { exact: true }).waitFor()

  const signIn = async () => {
    const desk = await openPage(store, { expects: REFUSED })
    await desk.goto('/login')
    await logIn(desk, RITA)
    await desk.getByLabel('Six-digit code').waitFor()
    return desk
  }
  const desk = await signIn()
  expect(await desk.evaluate(async () => (await fetch('/api/me')).status)).toBe(401)
  for (const wrong of ['000000', usedCode]) {
    expect(await giveCode(desk, 'Six-digit code', wrong)).toBe(false)
    await refused(desk).waitFor()
  }
  expect(await giveCode(desk, 'Six-digit code', app.generate({ timestamp: Date.now() + STEP_MS }))).toBe(true)
  await seeDashboard(desk)
  for (const isUnused of [true, false]) {
    const again = await signIn()
    await again.getByRole('button', { name: 'Use a recovery code' }).click()
    expect(await giveCode(again, 'Recovery code', first)).toBe(isUnused)
    await (isUnused ? seeDashboard(again) : refused(again).waitFor())
  }

  await twoStep(page).getByRole('button', { name: 'Turn off two-step sign-in' }).click()
  await confirmByPassword(page, RITA.password, 'Turn off two-step sign-in')
  const proof = page.getByRole('dialog', { name: 'Is it you?' })
  await proof.getByLabel('Current Password').fill(RITA.password)
  await proof.getByLabel('Six-digit code').fill(second)
  await page.keyboard.press('Enter')
  await twoStep(page).getByText('Off', { exact: true }).waitFor()
  const last = await openPage(store)
  await last.goto('/login')
  await logIn(last, RITA)
  await seeDashboard(last)
})

test('a passkey is added after the password, logs in without it, and no longer does once removed', async () => {
  const page = await openPage(store, { expects: REFUSED })
  const { session, id } = await plugIn(page)
  await openAs(page, SVEN, '/profile')
  await add(page, 'Work laptop')
  await prove(page, SVEN.password)
  await seeToast(page, 'Passkey added')
  const mine = card(page, 'Passkeys')
  await mine.getByText(/not used yet/).waitFor()
  await expectAccessibleAndFits(page, 'the profile with a passkey')
  await page.getByRole('button', { name: 'Logout' }).click()
  await seeToast(page, 'Logged out successfully')

  const beUser = (isUserVerified: boolean) =>
    session.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified })
  await page.goto('/login')
  await beUser(false)
  await useKey(page).click()
  await page.getByRole('alert').getByText('No passkey was used').waitFor()
  await beUser(true)
  await useKey(page).click()
  await seeDashboard(page)

  await page.goto('/profile')
  await mine.getByText(/last used/).waitFor()
  await mine.getByRole('button', { name: /^Remove the passkey Work laptop/ }).click()
  const question = page.getByRole('dialog', { name: 'Remove the passkey Work laptop?' })
  await question.getByRole('button', { name: 'Remove passkey' }).click()
  await seeToast(page, 'Passkey removed')
  await mine.getByText('Work laptop').waitFor({ state: 'detached' })
  await page.context().clearCookies()
  await page.goto('/login')
  await useKey(page).click()
  await page.getByRole('alert').getByText('This store does not know this passkey.').waitFor()
  const subjects = (await store.mailbox(SVEN.email)).map(({ subject }) => subject)
  expect(subjects).toEqual(['A passkey was removed from your account', 'A passkey was added to your account'])
})

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
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
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
  await seeDashboard(page)
  await setPassword('timber-canyon-49')
  await page.getByText('This link no longer works').waitFor()
  await expectAccessibleAndFits(page, 'reset password')
})

test('an administrator who must have two steps reads what to do first, and then gets in by a passkey alone', async () => {
  const page = await openPage(store, { expects: REFUSED })
  await plugIn(page)
  await openAs(page, ADMIN, '/admin-enhanced/settings')
  await press(page, 'Sign-in')
  await page.getByLabel('Two-step sign-in for administrators').selectOption('required')
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await prove(page, ADMIN.password)
  await seeToast(page, '1 setting saved')
  await page.goto('/admin-enhanced')
  await page.getByText('Turn it on to open the dashboard.').waitFor()
  await expectAccessibleAndFits(page, 'a second factor is demanded')
  await page.goto('/profile')
  await add(page, 'Office key')
  await seeToast(page, 'Passkey added')
  await page.context().clearCookies()

  await page.goto('/login')
  await useKey(page).click()
  await seeDashboard(page, 'Admin Dashboard')

  await page.context().clearCookies()
  await openAs(page, ADMIN, '/profile')
  await press(card(page, 'Passkeys'), /^Remove the passkey Office key/)
  await page.getByRole('button', { name: 'Remove passkey' }).click()
  const proof = page.getByRole('dialog', { name: 'Is it you?' })
  await proof.getByRole('button', { name: 'Use a passkey' }).click()
  await seeToast(page, 'Passkey removed')
})

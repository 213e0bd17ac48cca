import { type TOTP, URI } from 'otpauth'
import type { Page } from 'playwright-core'
import { encode } from 'uqr'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessibleAndFits } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { ADMIN, REPS, type Store, startStore } from './support/store.ts'
import { card, logIn, seeDashboard, seeToast } from './support/team.ts'

const { openPage } = withBrowser()
const [RITA, SVEN] = REPS
/** What a browser itself says about a refusal. */
const REFUSED = [/status of 4\d\d/]
/** An app shows a new code this often. */
const STEP_MS = 30_000
let store: Store

beforeAll(async () => {
  store = await startStore()
})
afterAll(() => store.stop())

const twoStep = (page: Page) => card(page, 'Two-Step Sign-In')

/** Gives a code in the second step of signing in. @returns whether it let the member in */
async function giveCode(page: Page, label: 'Six-digit code' | 'Recovery code', code: string): Promise<boolean> {
  const answer = page.waitForResponse('**/api/login')
  await page.getByLabel(label).fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
  return (await answer).ok()
}

const refused = (page: Page) => page.getByRole('main').getByText('That code is not correct.')

/** Fills the password that the card asks for, and goes on. */
async function confirmByPassword(page: Page, password: string, action: string): Promise<void> {
  await twoStep(page).getByLabel('Current Password').fill(password)
  await twoStep(page).getByRole('button', { name: action }).click()
}

/**
 * Scans the picture as an app's camera does, cell by cell: it must be the QR code of the text that the server made for it.
 *
 * @param uri what the server answered when the secret was made
 */
async function expectPictureOf(page: Page, uri: string): Promise<void> {
  const picture = twoStep(page).getByRole('img', { name: 'QR code for the authenticator app' })
  const drawn = await picture.evaluate((svg: SVGSVGElement) => {
    const path = svg.querySelector('path')
    const size = svg.viewBox.baseVal.width
    const cells = Array.from({ length: size }, (_, index) => index + 0.5)
    return cells.map((y) => cells.map((x) => (path?.isPointInFill(new DOMPoint(x, y)) ? '#' : '.')).join(''))
  })
  const { data } = encode(uri, { ecc: 'M', border: 4 })
  expect(drawn).toEqual(data.map((row) => row.map((isDark) => (isDark ? '#' : '.')).join('')))
}

/** Turns it on with an app that scanned the code. @returns the app, the code that proved it, the recovery codes */
async function turnOn(page: Page, password: string) {
  const begun = page.waitForResponse((response) => /second-factor/.test(response.url()) && response.ok())
  await twoStep(page).getByRole('button', { name: 'Turn on two-step sign-in' }).click()
  await confirmByPassword(page, password, 'Continue')
  const { uri } = await (await begun).json()
  await expectPictureOf(page, uri)
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

test('once set up from its QR code, it rejects the password alone, a wrong code and a used code', async () => {
  const page = await openPage(store, { expects: REFUSED })
  await page.goto('/profile')
  await logIn(page, RITA)
  const { app, usedCode } = await turnOn(page, RITA.password)
  const download = page.waitForEvent('download')
  await twoStep(page).getByRole('button', { name: 'Download codes' }).click()
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt')
  await twoStep(page).getByRole('button', { name: 'I have saved them' }).click()
  await twoStep(page).getByText('On', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Logout' }).click()
  await seeToast(page, 'Logged out successfully')

  await page.goto('/login')
  await logIn(page, RITA)
  await page.getByLabel('Six-digit code').waitFor()
  expect(await page.evaluate(async () => (await fetch('/api/me')).status)).toBe(401)
  expect(await giveCode(page, 'Six-digit code', '000000')).toBe(false)
  await refused(page).waitFor()
  expect(await giveCode(page, 'Six-digit code', usedCode)).toBe(false)
  await refused(page).waitFor()
  expect(await giveCode(page, 'Six-digit code', app.generate({ timestamp: Date.now() + STEP_MS }))).toBe(true)
  await seeDashboard(page)
})

test('a recovery code works once without the app, and after turning it off the password alone is enough', async () => {
  const page = await openPage(store, { expects: REFUSED })
  await page.goto('/profile')
  await logIn(page, SVEN)
  const { recoveryCodes } = await turnOn(page, SVEN.password)
  const [first = '', second = '', third = ''] = recoveryCodes
  await twoStep(page).getByRole('button', { name: 'I have saved them' }).click()

  const desk = await openPage(store, { expects: REFUSED })
  const openRecovery = async () => {
    await desk.goto('/login')
    await logIn(desk, SVEN)
    await desk.getByRole('button', { name: 'Use a recovery code' }).click()
  }
  await openRecovery()
  expect(await giveCode(desk, 'Recovery code', first)).toBe(true)
  await seeDashboard(desk)
  await desk.context().clearCookies()
  await openRecovery()
  expect(await giveCode(desk, 'Recovery code', first)).toBe(false)
  await refused(desk).waitFor()
  expect(await giveCode(desk, 'Recovery code', second)).toBe(true)
  await seeDashboard(desk)

  await twoStep(page).getByRole('button', { name: 'Turn off two-step sign-in' }).click()
  await confirmByPassword(page, 'not-the-password', 'Turn off two-step sign-in')
  await twoStep(page).getByRole('alert').waitFor()
  await confirmByPassword(page, SVEN.password, 'Turn off two-step sign-in')
  const proof = page.getByRole('dialog', { name: 'Is it you?' })
  await proof.getByLabel('Current Password').fill(SVEN.password)
  await proof.getByLabel('Six-digit code').fill(third)
  await page.keyboard.press('Enter')
  await twoStep(page).getByText('Off', { exact: true }).waitFor()
  const phone = await openPage(store)
  await phone.goto('/login')
  await logIn(phone, SVEN)
  await seeDashboard(phone)
})

test('an administrator who must turn it on reads what to do first, and can leave instead', async () => {
  const page = await openPage(store, { viewport: { width: 375, height: 740 }, expects: REFUSED })
  await page.goto(`/login?next=${encodeURIComponent('/admin-enhanced/settings')}`)
  await logIn(page, ADMIN)
  await page.getByLabel('Two-step sign-in for administrators').selectOption('required')
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  const proof = page.getByRole('dialog', { name: 'Is it you?' })
  await proof.getByLabel('Current Password').fill(ADMIN.password)
  await proof.getByRole('button', { name: 'Continue' }).click()
  await seeToast(page, '1 setting saved')

  await page.goto('/admin-enhanced')

  await page.getByText('Turn it on to open the dashboard.').waitFor()
  await twoStep(page).getByRole('button', { name: 'Turn on two-step sign-in' }).waitFor()
  await expectAccessibleAndFits(page, 'a second factor is demanded')
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await page.waitForURL((url) => url.pathname === '/')
})

import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessibleAndFits } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { ADMIN, REPS, type Store, startStore } from './support/store.ts'
import { card, logIn, seeDashboard, seeToast } from './support/team.ts'

const { openPage } = withBrowser()
const [RITA] = REPS
/** What a browser itself says about a refusal. */
const REFUSED = [/status of 4\d\d/]
let store: Store

beforeAll(async () => {
  store = await startStore()
})
afterAll(() => store.stop())

interface Device {
  session: CDPSession
  id: string
}

/** Gives the browser a device that keeps passkeys and recognizes its person. */
async function plugIn(page: Page): Promise<Device> {
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

const useKey = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' })

test('a passkey is added after the password, signs in without it, and no longer does once removed', async () => {
  const page = await openPage(store, { expects: REFUSED })
  await plugIn(page)
  await page.goto('/profile')
  await logIn(page, RITA)
  await add(page, 'Work laptop')
  await prove(page, RITA.password)
  await card(page, 'Passkeys').getByText('Work laptop').waitFor()
  await seeToast(page, 'Passkey added')
  await card(page, 'Passkeys')
    .getByText(/not used yet/)
    .waitFor()
  await expectAccessibleAndFits(page, 'the profile with a passkey')
  await page.getByRole('button', { name: 'Logout' }).click()
  await seeToast(page, 'Logged out successfully')

  await page.goto('/login')
  await useKey(page).click()
  await seeDashboard(page)
  await seeToast(page, 'Welcome back!')

  await page.goto('/profile')
  await card(page, 'Passkeys')
    .getByText(/last used/)
    .waitFor()
  await card(page, 'Passkeys')
    .getByRole('button', { name: /^Remove the passkey Work laptop/ })
    .click()
  const question = page.getByRole('dialog', { name: 'Remove the passkey Work laptop?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await card(page, 'Passkeys')
    .getByRole('button', { name: /^Remove the passkey Work laptop/ })
    .click()
  await question.getByRole('button', { name: 'Remove passkey' }).click()
  await seeToast(page, 'Passkey removed')
  await card(page, 'Passkeys').getByText('Work laptop').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Logout' }).click()
  await seeToast(page, 'Logged out successfully')

  await page.goto('/login')
  await useKey(page).click()
  await page.getByRole('alert').getByText('This store does not know this passkey.').waitFor()
  await expectAccessibleAndFits(page, 'a refused passkey')
  const subjects = (await store.mailbox(RITA.email)).map(({ subject }) => subject)
  expect(subjects).toEqual(['A passkey was removed from your account', 'A passkey was added to your account'])
})

test('a device that does not recognize its person, or has no passkey, signs no one in and says so', async () => {
  const page = await openPage(store, { expects: REFUSED, viewport: { width: 375, height: 740 } })
  const { session, id } = await plugIn(page)
  await session.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: false })
  await page.goto('/login')

  await useKey(page).click()

  await page.getByRole('alert').getByText('No passkey was used').waitFor()
  await expectAccessibleAndFits(page, 'a canceled passkey')
})

test('an administrator who must have two steps gets in by a passkey alone, and proves who they are with it', async () => {
  const page = await openPage(store, { expects: REFUSED })
  await plugIn(page)
  await page.goto('/profile')
  await logIn(page, ADMIN)
  await add(page, 'Office key')
  await prove(page, ADMIN.password)
  await seeToast(page, 'Passkey added')
  await page.goto('/admin-enhanced/settings')
  await page.getByLabel('Two-step sign-in for administrators').selectOption('required')
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await seeToast(page, '1 setting saved')
  await page.getByRole('button', { name: 'Logout' }).click()
  await seeToast(page, 'Logged out successfully')

  await page.goto('/login')
  await useKey(page).click()
  await seeDashboard(page, 'Admin Dashboard')
  await page.getByRole('button', { name: 'Logout' }).click()
  await seeToast(page, 'Logged out successfully')

  await page.goto('/profile')
  await logIn(page, ADMIN)
  await card(page, 'Passkeys')
    .getByRole('button', { name: /^Remove the passkey Office key/ })
    .click()
  await page.getByRole('button', { name: 'Remove passkey' }).click()
  const proof = page.getByRole('dialog', { name: 'Is it you?' })
  await proof.getByRole('button', { name: 'Use a passkey' }).click()
  await seeToast(page, 'Passkey removed')
})

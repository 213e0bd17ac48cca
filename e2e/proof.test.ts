/** Actions that could give an account away ask for the password first. */
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { expectAccessibleAndFits, PHONE } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { ADMIN, REPS, withSharedStore } from './support/store.ts'
import { openAs, seeToast } from './support/team.ts'

const { openPage } = withBrowser()
const [RITA] = REPS
const store = withSharedStore()

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

test('changing a member’s address waits for the password, then continues without another press', async () => {
  const page = await openPage(store, { viewport: PHONE, expects: [/403/] })
  await openAs(page, ADMIN, '/admin-enhanced?tab=team')
  await page
    .getByRole('row')
    .filter({ hasText: RITA.email })
    .getByRole('button', { name: /^Manage/ })
    .click()
  const dialog = dialogOf(page, RITA.username)
  await dialog.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByLabel('Email').fill(`moved-${RITA.email}`)
  await page.keyboard.press('Enter')
  const proof = dialogOf(page, 'Is it you?')
  await proof.waitFor()
  await expectAccessibleAndFits(page, 'proof', 'dialog')
  await page.keyboard.type('not-the-password')
  await page.keyboard.press('Enter')
  await proof.getByRole('alert').waitFor()

  await proof.getByLabel('Current Password').fill(ADMIN.password)
  await page.keyboard.press('Enter')
  await seeToast(page, 'Profile updated successfully!')
  await dialog.getByText(`moved-${RITA.email}`).waitFor()

  // Not asked again, and back to what the other tests expect.
  await dialog.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByLabel('Email').fill(RITA.email)
  await page.keyboard.press('Enter')
  await dialog.getByText(RITA.email, { exact: true }).waitFor()
})

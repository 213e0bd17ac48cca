/** The steps of a member of the team, as a person does them. */
import type { Page } from 'playwright-core'

/** Fills the login form on screen and sends it. */
export async function logIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Signs in at a page of the sales dashboard, which then shows. */
export async function openDashboard(
  page: Page,
  member: { email: string; password: string },
  query = '',
): Promise<void> {
  await page.goto(`/sales-dashboard${query}`)
  await logIn(page, member)
  await seeDashboard(page)
}

export const seeDashboard = (page: Page, name = 'Sales Dashboard') =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

/** A card of the profile, or any other region by its name. */
export const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Waits for a toast's words; a screen reader's copy of them may be next to it. */
export const seeToast = (page: Page, words: string) => page.getByText(words, { exact: true }).first().waitFor()

import type { APIRequestContext, Page } from 'playwright-core'

interface Account {
  email: string
  password: string
}

/** Fills the login form on screen and sends it. */
export async function logIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

/** Opens a page as a member who has logged in. Journeys about logging in do it by hand. */
export async function openAs(page: Page, member: Account, path: string): Promise<void> {
  await logInWith(page.request, member)
  await page.goto(path)
}

/** Signs a browser in without the login page. */
export async function logInWith(api: APIRequestContext, { email, password }: Account): Promise<void> {
  const reply = await api.post('/api/login', { data: { email, password } })
  if (!reply.ok()) throw new Error(`${email} cannot log in: ${await reply.text()}`)
}

/** Opens the sales dashboard as a member. Its name is served with the page; with its buttons, keys work. */
export async function openDashboard(page: Page, member: Account, query = ''): Promise<void> {
  await openAs(page, member, `/sales-dashboard${query}`)
  await seeDashboard(page)
  await page.getByRole('button', { name: 'Refresh Data' }).waitFor()
}

export const seeDashboard = (page: Page, name = 'Sales Dashboard') =>
  page.getByRole('banner').getByText(name, { exact: true }).waitFor()

/** Logs out from a dashboard. */
export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of / }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
}

/** A card of the profile, or any other region by its name. */
export const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Waits for a toast's words; a screen reader's copy of them may be next to it. */
export const seeToast = (page: Page, words: string) => page.getByText(words, { exact: true }).first().waitFor()

import type { Page } from 'playwright-core'
import { mailAbout } from './mailed-links.ts'
import type { Store } from './store.ts'

/** Asks for a code at `/desk`, enters it and waits for the orders of `email`. */
export async function openDesk(page: Page, store: Store, email: string): Promise<void> {
  await page.goto('/desk')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  const mail = await mailAbout(store, email, /is your code/)
  await page.getByLabel('Code').fill(mail.subject.slice(0, 6))
  await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
}

/** Opens a buyer's desk in a browser. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Store } from './store.ts'

/** Asks for a code at `/desk`, enters it and waits for the orders of `email`. */
export async function openDesk(page: Page, store: Store, email: string): Promise<void> {
  await page.goto('/desk')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await page.getByLabel('Code').fill(await latestCode(store, email))
  await page.getByRole('button', { name: 'Show my orders' }).click()
  await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
}

async function latestCode(store: Store, email: string): Promise<string> {
  let code = ''
  await expect
    .poll(
      async () => {
        const mail = (await store.mailbox(email)).find(({ subject }) => subject.includes('opens your orders'))
        code = mail?.subject.slice(0, 9) ?? ''
        return code
      },
      { timeout: 15_000 },
    )
    .not.toBe('')
  return code
}

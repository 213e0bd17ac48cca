import { expect } from 'vitest'
import type { Store } from './store.ts'

/** The path of the newest delivery link that an address was mailed. @param mails how many with a link there are by then */
export async function deliveryLink(store: Store, email: string, mails = 1): Promise<string> {
  const found = async () => (await store.mailbox(email)).flatMap(({ text }) => /\/delivery\/[\w-]+/.exec(text) ?? [])
  await expect.poll(async () => (await found()).length, { timeout: 15_000 }).toBe(mails)
  return (await found())[0] ?? ''
}

import { expect } from 'vitest'
import type { Store } from './store.ts'

/**
 * The links to one screen that were emailed to an address, newest first, waiting until there are exactly this many. The
 * order of two emails means nothing: if both are due together, they leave in either order.
 * @param screen the beginning of the links' path, such as `/payment/`
 * @returns each link's path with its query
 */
export async function mailedLinks(store: Store, email: string, screen: string, count = 1): Promise<string[]> {
  const pattern = new RegExp(`https?://[^/\\s]+(${screen}\\S*[\\w=-])`)
  const found = async () => (await store.mailbox(email)).flatMap(({ text }) => pattern.exec(text)?.[1] ?? [])
  await expect.poll(async () => (await found()).length, { timeout: 15_000 }).toBe(count)
  return found()
}

/** The newest link to one screen that was emailed to an address, once there were this many. See {@link mailedLinks}. */
export async function mailedLink(store: Store, email: string, screen: string, count = 1): Promise<string> {
  const [newest = ''] = await mailedLinks(store, email, screen, count)
  return newest
}

import { expect } from 'vitest'
import type { Mail, Store } from './store.ts'

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

/** The newest mail to an address whose subject matches, once there is one. */
export async function mailAbout(store: Store, email: string, subject: RegExp): Promise<Mail> {
  const find = async () => (await store.mailbox(email)).find((mail) => subject.test(mail.subject))
  await expect.poll(async () => (await find()) !== undefined, { timeout: 40_000 }).toBe(true)
  return (await find()) as Mail
}

/** The newest code for store credit that was mailed to an address. */
export const creditCode = async (store: Store, email: string): Promise<string> =>
  (await mailAbout(store, email, /^\d{6} is your store credit code/)).subject.slice(0, 6)

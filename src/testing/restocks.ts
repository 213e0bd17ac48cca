/** What tests do to be told when there are more. */
import { expect } from 'vitest'
import { hours } from '#server/platform/clock.ts'
import { Client, type Reply } from './builders.ts'
import type { SentMail, TestApp } from './test-app.ts'

export const askForRestock = (
  by: Client,
  packageId: string,
  email: string,
  headers: Record<string, string> = {},
): Promise<Reply> => by.call('POST', '/api/restock-requests', { packageId, email }, headers)

export const confirmRestock = (by: Client, secret: string): Promise<Reply> =>
  by.call('POST', '/api/restock-requests/confirm', { secret })

const isAboutRestocks = ({ messageId }: SentMail) => /^(restock_confirmation|back_in_stock)\./.test(messageId)

/** What an address was mailed about restocks, latest first. */
export async function restockMails(store: TestApp, email: string): Promise<SentMail[]> {
  await store.runJobs()
  return (await store.mailsTo(email)).filter(isAboutRestocks)
}

/** The secret of the link in an email, after `#confirm=` or `#end=`. */
export const secretIn = (mail: SentMail | undefined, what: 'confirm' | 'end'): string =>
  new RegExp(`/desk#${what}=([\\w-]+)`).exec(mail?.text ?? '')?.[1] ?? ''

/** Makes a confirmed request for an address. */
export async function aRestockRequest(store: TestApp, packageId: string, email: string): Promise<void> {
  const visitor = new Client(store)
  expect((await askForRestock(visitor, packageId, email)).status).toBe(200)
  const [mail] = await restockMails(store, email)
  expect((await confirmRestock(visitor, secretIn(mail, 'confirm'))).status).toBe(200)
}

/** Does what the store does every few seconds, then sends the emails. @returns the addresses told, in that order */
export async function toldNow(store: TestApp): Promise<string[]> {
  const before = await told(store)
  await store.runTimers()
  await store.runJobs()
  return (await told(store)).slice(before.length)
}

/** No one waits, nothing was mailed and nothing is in stock; what was asked before counts for no limit anymore. */
export async function clearRestocks(store: TestApp, packageIds: readonly string[]): Promise<void> {
  await store.pass(hours(2))
  await store.runJobs()
  await store.sql`
    delete from restock_requests; delete from restock_watches;
    delete from sandbox_mailbox.attachments; delete from sandbox_mailbox.messages;
    delete from messages where kind in ('restock_confirmation', 'back_in_stock')`
  for (const packageId of packageIds) await store.setStock(packageId, 0)
}

async function told(store: TestApp): Promise<string[]> {
  const rows =
    await store.sql`select recipients[1] as address from sandbox_mailbox.messages where message_id like 'back_in_stock.%' order by id`
  return rows.map(({ address }) => address)
}

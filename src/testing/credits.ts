/** Store credit for tests. */
import { toCents } from '#contract/money.ts'
import type { OrderId } from '#contract/values.ts'
import { customerKeyOf } from '#server/features/catalogue/price-lines.ts'
import { giveCredit, readCredit } from '#server/features/orders/change-credit.ts'
import { minutes } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import { aBuyer, type Buyer, type Reply } from './builders.ts'
import type { TestApp } from './test-app.ts'

let gifts = 0

/** Gives an address credit, like an administrator for an order; the order need not exist. */
export async function grantCredit(store: TestApp, email: string, cents: number): Promise<void> {
  gifts += 1
  const orderId = 'ord_test' as OrderId
  const gift = { entryId: `granted.${orderId}.${gifts}`, orderId, reason: 'granted', cents: toCents(cents) } as const
  const customerKey = customerKeyOf(store.ctx, email)
  await inTransaction(store.ctx, (tx) => giveCredit(store.ctx, tx, { ...gift, customerKey }))
}

/** What an address has, in cents. */
export const creditOf = (store: TestApp, email: string): Promise<number> =>
  readCredit(store.database, customerKeyOf(store.ctx, email))

/** The latest code emailed to an address; null if there was none. */
export async function mailedCode(store: TestApp, email: string): Promise<string | null> {
  await store.runJobs()
  const subjects = (await store.mailsTo(email)).map(
    ({ subject }) => /^(\d{6}) is your store credit code/.exec(subject)?.[1],
  )
  return subjects.find((code) => code !== undefined) ?? null
}

/** Lets a buyer with a cart use the credit of their address. */
export async function unlockCredit(store: TestApp, buyer: Buyer): Promise<Reply> {
  const { email } = buyer.contactInfo
  await buyer.call('POST', '/api/credit/codes', { email })
  return buyer.call('POST', '/api/credit/open', { email, code: await mailedCode(store, email) })
}

/** A buyer with packages in the cart, whose credit is unlocked. */
export async function aBuyerWithCredit(store: TestApp, cents: number, ...packageIds: string[]): Promise<Buyer> {
  const buyer = aBuyer(store)
  await grantCredit(store, buyer.contactInfo.email, cents)
  for (const packageId of packageIds) await buyer.reserve(packageId)
  const { status } = await unlockCredit(store, buyer)
  if (status !== 200) throw new Error(`the credit was not unlocked: ${status}`)
  return buyer
}

/** Lets every non-empty cart use the credit of an address, as if a code had been emailed and typed in each. */
export async function openByHand(store: TestApp, email: string): Promise<void> {
  const now = store.clock.now()
  await store.sql`insert into credit_codes (code_id, owner_id, customer_key, email, asked_at, expires_at, tries, open_until)
     select distinct on (owner_id) 'crc_' || owner_id || ${email}, owner_id, ${customerKeyOf(store.ctx, email)}, ${email}, ${now}::timestamptz, ${now}, 1, ${new Date(now.getTime() + minutes(60))}::timestamptz
     from holds where state = 'live' and owner_kind <> 'order'
     on conflict (code_id) do update set open_until = excluded.open_until`
}

/** Opens the payment of the cart with this many dollars paid by credit. */
export async function openWithCredit(buyer: Buyer, amount: number, total?: number): Promise<Reply> {
  const { contactInfo } = buyer
  const body = { amount: total ?? (await buyer.call('GET', '/api/cart')).body.total, contactInfo }
  return buyer.call('POST', '/api/create-payment-intent', { ...body, credit: { email: contactInfo.email, amount } })
}

/** The ledger entries of an order, oldest first. */
export const entriesOf = (store: TestApp, orderId: string): Promise<{ reason: string; cents: number }[]> =>
  store.sql`select reason, cents from credit_entries where order_id = ${orderId} order by made_at, entry_id`

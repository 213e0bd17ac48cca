import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { anAdmin } from '#testing/builders.ts'
import { cardProvider } from '#testing/card-provider.ts'
import { aFolder } from '#testing/folders.ts'
import { findLedgerFaults } from '#testing/ledger-faults.ts'
import { withStore } from '#testing/with-store.ts'
import { hashPassword } from './features/members/passwords.ts'
import { fillStore } from './fill-store.ts'

const dataDir = aFolder()
const store = withStore({ env: { DEMO: '1', DATA_DIR: dataDir } })

/** Starts the store on its database. @returns what it says */
async function fill(): Promise<string[]> {
  const lines: string[] = []
  const say = (line: string) => void lines.push(line)
  await fillStore(store.app.systemContext('start'), { auth: store.app.auth, sandbox: store }, say)
  return lines
}

test('demo orders can be refunded, whole and in part', async () => {
  await fill()
  await fill()
  const orders = await store.sql`select o.order_id, p.payment_id from orders o join payments p using (order_id)
     where p.payment_id like 'pi\\_demo\\_%' and o.state = 'processed' order by o.total_cents desc limit 2`
  const admin = await anAdmin(store)
  const refund = (orderId: string, lines?: object[]) =>
    admin.call('POST', `/api/admin/orders/${orderId}/refunds`, {
      attemptId: `attempt-${orderId.slice(-12)}`,
      reason: 'They ask.',
      ...(lines ? { lines } : {}),
    })

  const [whole, part] = orders
  await refund(whole.order_id)
  await refund(part.order_id, [{ lineNumber: 1, amount: '10.00', isReturned: false }])
  await store.runJobs()

  for (const { order_id } of orders)
    expect(await store.sql`select state, last_error from refunds where order_id = ${order_id}`).toEqual([
      { state: 'made', last_error: null },
    ])
  expect(await cardProvider(store).charges(whole.payment_id)).toMatchObject([{ refunded: true }])
  expect(await cardProvider(store).charges(part.payment_id)).toMatchObject([{ amount_refunded: 1000 }])
  expect(await findLedgerFaults(store.testDatabase.pool)).toEqual([])
})

test('the start prints only passwords that open an account', async () => {
  const accounts = JSON.parse(await readFile(join(dataDir, 'demo-accounts.json'), 'utf8'))
  const [demoAdmin, demoRep] = accounts
  const line = (account: { role: string; email: string; password: string }) =>
    `Demo account (${account.role}): ${account.email}  password: ${account.password}`

  // Both addresses had members with their own passwords before the demo was made.
  const before = await fill()
  await store.sql`update accounts set password_hash = ${await hashPassword(demoRep.password)} where user_id = (select user_id from users where email = ${demoRep.email})`
  const after = await fill()

  expect(before).not.toContain(line(demoAdmin))
  expect(before).not.toContain(line(demoRep))
  expect(after).not.toContain(line(demoAdmin))
  expect(after).toContain(line(demoRep))
  expect(after).toContain(
    "The demo's password does not open admin@example.com: that account has its own, or was removed.",
  )
})

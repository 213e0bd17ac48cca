/** Deliveries while, at the same moment, an owner opts out or the order is refunded. */
import { expect, test } from 'vitest'
import type { OrderId } from '#contract/values.ts'
import { queueMessages } from '#server/features/messages/queue-message.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { minutes } from '#server/platform/clock.ts'
import { adminOf } from '#testing/builders.ts'
import { deliveryMailsTo, deliveryTokenIn } from '#testing/deliveries.ts'
import { untilNodeWaits } from '#testing/faults/hold-up.ts'
import { ownersOf } from '#testing/opt-outs.ts'
import type { TestApp } from '#testing/test-app.ts'
import { withStore } from '#testing/with-store.ts'
import { sendAgain } from './deliver-by-hand.ts'
import { deliverLeads } from './deliver-leads.ts'
import { downloadDelivery } from './open-delivery.ts'

// Without extra leads, a package of 20 needs 20.
const store = withStore({}, (opened) => opened.sql`update offers set is_active = false`)

const { boughtWith, buy, leaveAlone, stock } = ownersOf(store)

/** The store's context, on a node that stops after the first run of a statement until it is released. */
function stoppingAt(name: string) {
  const reached = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const { database } = store
  const stopping = <Executor extends Pick<typeof database, 'run'>>(executor: Executor): Executor => ({
    ...executor,
    async run(statement, ...given) {
      const rows = await executor.run(statement, ...given)
      if (statement.name !== name) return rows
      reached.resolve()
      await gate.promise
      return rows
    },
  })
  const ctx: TestApp['ctx'] = {
    ...store.ctx,
    database: { ...stopping(database), transaction: (work) => database.transaction((tx) => work(stopping(tx))) },
  }
  return { ctx, reached: reached.promise, release: gate.resolve }
}

/** The same for a request from a browser. */
const fromBrowser = (ctx: TestApp['ctx']): WebContext => ({
  ...ctx,
  address: '127.0.0.1',
  ownerId: null,
  openOwner: () => expect.unreachable('nothing is held here'),
  headers: {},
  setCookie: () => undefined,
  clearCookie: () => undefined,
  clearBrowserCache: () => undefined,
})

/** An order that was delivered, and its link. */
async function aDelivered() {
  const { buyer, orderId } = await buy()
  await store.runJobs()
  const [mail] = await deliveryMailsTo(store, buyer.contactInfo.email)
  return { orderId, token: deliveryTokenIn(mail) }
}

test('files being remade for a new link leave out an owner who opts out in that moment', async () => {
  await stock(20)
  const { orderId } = await aDelivered()
  await store.sql`delete from delivery_files where order_id = ${orderId}`
  const number = await boughtWith(orderId)
  const making = stoppingAt('delivery.list_leads')
  const [{ user_id: userId }] = await store.sql`select user_id from users where role = 'admin' limit 1`
  const actor = { kind: 'member', userId, role: 'admin', commissionBps: 0 } as const
  const web = { ...fromBrowser(making.ctx), actor }
  const sending = sendAgain(web, { orderId: orderId as OrderId, lineNumber: 1 }, { attemptId: 'attempt-anew' })
  await making.reached

  const left = leaveAlone(number)
  await Promise.race([left, untilNodeWaits(store.testDatabase)])
  making.release()
  await Promise.all([left, sending])

  // Before the opt-out's own job runs, which would correct it.
  const files =
    await store.sql`select convert_from(bytes, 'utf8') as text from delivery_files where order_id = ${orderId} and format = 'csv'`
  expect(files).toHaveLength(1)
  expect(files[0].text).toContain('Withdrawn')
  expect(files[0].text).not.toContain(`\n${number} Oak Street`)
  await store.runJobs()
})

test('a confirmation that an email with leads is just taking the place of is not queued', async () => {
  await stock(20)
  const { buyer, orderId } = await buy()
  store.clock.advance(minutes(1))
  const taking = stoppingAt('messages.take_confirmation')
  const delivering = deliverLeads(taking.ctx, orderId as OrderId)
  await taking.reached

  const queued = await queueMessages(store.ctx)
  taking.release()
  await delivering
  await store.runJobs()

  expect(queued).toBe(0)
  const mails = await store.mailsTo(buyer.contactInfo.email)
  expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Your leads for .* are ready$/)])
})

test('a download during a refund gets nothing and is not recorded', async () => {
  await stock(20)
  const { orderId, token } = await aDelivered()
  const taking = stoppingAt('delivery.find_file')
  const taken = downloadDelivery(fromBrowser(taking.ctx), { token, lineNumber: 1, format: 'csv' })
  const refused = expect(taken).rejects.toMatchObject({ code: 'delivery_link_invalid' })
  await taking.reached

  expect((await adminOf(store).refund(orderId)).status).toBe(200)
  taking.release()

  await refused
  expect(await store.sql`select from delivery_downloads where order_id = ${orderId}`).toEqual([])
})

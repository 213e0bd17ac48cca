/** What waits after an outage of the mail server or the SMS service. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '#server/gateways/context.ts'
import { minutes } from '#server/platform/clock.ts'
import { NoAnswer } from '#server/platform/jobs/outages.ts'
import { aBuyer } from '#testing/builders.ts'
import { buyBySms, withSmsService } from '#testing/sms.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { sendMessages } from './send-message.ts'

const VIP = '48453-vacant-vip-20'

let store: TestApp
beforeAll(async () => {
  store = await createTestApp()
  await store.setStock(VIP, 900)
})
afterAll(() => store.close())

const silent = async () => {
  throw new NoAnswer('connection refused')
}
const withoutMail = (): Context => ({
  ...store.ctx,
  gateways: { ...store.ctx.gateways, email: { ...store.ctx.gateways.email, send: silent } },
})
const aMail = async () => `order_confirmation.${(await aBuyer(store).buy(VIP)).body.id}`
const aText = async () => (await buyBySms(store, VIP, '(512) 555-0142')).textId

/** After many tries, the next one is far away. */
async function tryInVain(ctx: Context, messageId: string): Promise<void> {
  await sendMessages(ctx, [messageId], {})
  const later = new Date(store.clock.now().getTime() + minutes(11))
  await store.testDatabase.pool.query(
    `select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where key = $1), $2)`,
    [`message:${messageId}`, later],
  )
}

const waitMs = async (messageId: string): Promise<number> => {
  const { rows } = await store.testDatabase.pool.query('select run_at from graphile_worker.jobs where key = $1', [
    `message:${messageId}`,
  ])
  return rows[0].run_at.getTime() - store.clock.now().getTime()
}

test('the first email that the mail server takes again makes those due that wait, but no texts', async () => {
  const [mail, text] = [await aMail(), await aText()]
  await tryInVain(withoutMail(), mail)
  await tryInVain(withSmsService(store, { send: silent }), text)

  await sendMessages(store.ctx, [await aMail()], {})

  expect(await waitMs(mail)).toBeLessThanOrEqual(0)
  expect(await waitMs(text)).toBeGreaterThan(minutes(9))
})

test('the first text that the SMS service takes again makes those due that wait', async () => {
  const text = await aText()
  await tryInVain(withSmsService(store, { send: silent }), text)

  await sendMessages(store.ctx, [await aText()], {})

  expect(await waitMs(text)).toBeLessThanOrEqual(0)
})

test('an email that was refused for a reason of its own waits its time, however many others go out', async () => {
  store.ctx.node.outages.clear()
  const mail = await aMail()
  const refusing = async () => {
    throw new Error('451 try again later')
  }
  const { gateways } = store.ctx
  const ctx = { ...store.ctx, gateways: { ...gateways, email: { ...gateways.email, send: refusing } } }
  await tryInVain(ctx, mail)

  await sendMessages(store.ctx, [await aMail()], {})

  expect(await waitMs(mail)).toBeGreaterThan(minutes(9))
})

import { describe, expect, test } from 'vitest'
import type { Context } from '#server/gateways/context.ts'
import { minutes } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import { NoAnswer, outagesOf } from '#server/platform/jobs/outages.ts'
import { aBuyer, aBuyerWith, type Buyer, type Reply } from '#testing/builders.ts'
import { payWithBilling } from '#testing/card-provider.ts'
import { messageNamed, withMailServer } from '#testing/message-log.ts'
import { buyBySms, withSmsService, writeMessage } from '#testing/sms.ts'
import { VIP, withStore } from '#testing/with-store.ts'
import type { MessageComposers } from './message-composer.ts'
import { queueMessage } from './queue-message.ts'
import { SEND_ATTEMPTS_MAX, sendMessage, sendMessages } from './send-message.ts'

const store = withStore({}, (opened) => opened.setStock(VIP, 900))

const messageOf = async (order: Reply['body']) =>
  (await store.sql`select * from messages where subject_id = ${order.id}`)[0]

test('the email for a paid order uses the card provider’s data if the buyer gave none', async () => {
  const { buyer, payment } = await paidWithoutContact('Carl Card', 'carl@example.com')
  const { body: order } = await buyer.recordOrder({ paymentId: payment.paymentId })
  await store.runJobs()
  expect(order.emailHint).toBe('carl@example.com')
  expect((await store.mailsTo('carl@example.com'))[0]?.text).toContain('Hello Carl Card')
})

test('the email for a paid order fails if there is no usable address, and the order is still paid', async () => {
  const { buyer, payment } = await paidWithoutContact('Carl\r\nCard', 'carl@example.com, eve@example.com')
  const { status, body: order } = await buyer.recordOrder({ paymentId: payment.paymentId })
  await store.runJobs()
  expect(status).toBe(200)
  expect(order).toMatchObject({ status: 'completed', emailHint: '' })
  expect(await messageOf(order)).toMatchObject({ state: 'failed' })
  expect(await store.sql`select from graphile_worker.jobs`).toEqual([])
})

describe('a message that another feature composes', () => {
  test('fails in its row and in the log if its kind has no composer', async () => {
    const messageId = await writeMessage(store, 'prq_orphan', 'email')
    const { ctx, errors } = withErrors()
    await sendMessage(ctx, messageId, {})
    const why = 'nothing composes messages of the kind payment_request'
    expect(await messageNamed(store, messageId)).toMatchObject({ state: 'failed', last_error: why })
    expect(errors).toEqual([{ messageId, kind: 'payment_request', reason: why }])
  })

  test('fails with its composer’s reason if there is nothing left to say', async () => {
    const messageId = await writeMessage(store, 'prq_over', 'email')
    await sendMessage(store.ctx, messageId, { payment_request: async () => ({ failed: 'the link is over' }) })
    expect(await messageNamed(store, messageId)).toMatchObject({ state: 'failed', last_error: 'the link is over' })
  })

  test('is tried again if its composer throws, and fails after the last try', async () => {
    const messageId = await writeMessage(store, 'prq_throws', 'email')
    const broken: MessageComposers = {
      payment_request: async () => {
        throw new Error('ada@example.com is in this error')
      },
    }
    const trySending = () => sendMessage(store.ctx, messageId, broken)

    await expect(trySending()).rejects.toThrow('is in this error')
    const why = 'the message could not be composed'
    expect(await messageNamed(store, messageId)).toMatchObject({ state: 'waiting', attempts: 1, last_error: why })
    for (let attempt = 2; attempt <= SEND_ATTEMPTS_MAX; attempt += 1) await expect(trySending()).rejects.toThrow()

    expect(await messageNamed(store, messageId)).toMatchObject({ state: 'failed', attempts: SEND_ATTEMPTS_MAX })
  })

  test('is refused when it is written if its ID does not fit into an email header', async () => {
    const messageId = 'payment_request.x\r\nBcc: eve@example.com'
    const message = { messageId, kind: 'payment_request' as const, subjectId: 'x' }
    const writing = inTransaction(store.ctx, (tx) => queueMessage(store.ctx, tx, message))
    await expect(writing).rejects.toThrow('a message id fits into a Message-ID')
  })
})

/** The store's context with what it logs as errors. */
function withErrors() {
  const errors: object[] = []
  const log = Object.create(store.ctx.log, { error: { value: (fields: object) => errors.push(fields) } })
  return { ctx: { ...store.ctx, log }, errors }
}

/** Pays with billing details that only the provider knows. */
async function paidWithoutContact(name: string, email: string): Promise<{ buyer: Buyer; payment: Reply['body'] }> {
  const buyer = await aBuyerWith(store, VIP)
  const { total } = (await buyer.call('GET', '/api/cart')).body
  const { body: payment } = await buyer.call('POST', '/api/create-payment-intent', { amount: total })
  await payWithBilling(store, payment, { name, email })
  return { buyer, payment }
}

describe('after an outage of the mail server or the SMS service', () => {
  const silent = async () => {
    throw new NoAnswer('connection refused')
  }
  const aWaitingMail = async () => `order_confirmation.${(await aBuyer(store).buy(VIP)).body.id}`
  const aText = async () => (await buyBySms(store, VIP, '(512) 555-0142')).textId

  /** After many tries, the next one is far away. */
  async function tryInVain(ctx: Context, messageId: string): Promise<void> {
    await sendMessages(ctx, [messageId], {})
    const later = new Date(store.clock.now().getTime() + minutes(11))
    await store.sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where key = ${`message:${messageId}`}), ${later})`
  }

  const waitMs = async (messageId: string): Promise<number> => {
    const sql = 'select run_at from graphile_worker.jobs where key = $1'
    const rows = await store.rows(sql, [`message:${messageId}`])
    return rows[0].run_at.getTime() - store.clock.now().getTime()
  }

  test('the first email that the mail server takes again makes those due that wait, but no texts', async () => {
    const [mail, text] = [await aWaitingMail(), await aText()]
    await tryInVain(withMailServer(store, silent), mail)
    await tryInVain(withSmsService(store, { send: silent }), text)
    await sendMessages(store.ctx, [await aWaitingMail()], {})
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
    outagesOf(store.ctx).clear()
    const mail = await aWaitingMail()
    const refusing = async () => {
      throw new Error('451 try again later')
    }
    await tryInVain(withMailServer(store, refusing), mail)
    await sendMessages(store.ctx, [await aWaitingMail()], {})
    expect(await waitMs(mail)).toBeGreaterThan(minutes(9))
  })
})

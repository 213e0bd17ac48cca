/** Texts in the log: found by number, shown with their outcome, and resent. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAdmin, type Client } from '#testing/builders.ts'
import { findMessages, resendMessage } from '#testing/message-log.ts'
import { aNumber, answerSms, buyBySms, reportSms, textsTo } from '#testing/sms.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const VIP = '48453-vacant-vip-20'

let store: TestApp
let admin: Client
beforeAll(async () => {
  store = await createTestApp()
  await store.setStock(VIP, 900)
  admin = await anAdmin(store)
})
afterAll(() => store.close())

test('finds a text by its number and its order, and shows its delivery', async () => {
  const { order, textId } = await buyBySms(store, VIP, '512 555 0177')
  await store.runJobs()
  await reportSms(store, textId, { status: 'delivered' })
  await store.runJobs()

  const byNumber = await findMessages(admin, '(512) 555-0177')
  const byOrder = await findMessages(admin, order.reference)

  expect(byNumber).toMatchObject([
    {
      id: textId,
      kindName: 'Order confirmation',
      channel: 'sms',
      to: '+15125550177',
      about: `Order ${order.reference}`,
      state: 'sent',
      textState: 'delivered',
      again: 'resend',
    },
  ])
  expect(byOrder.filter(({ channel }) => channel === 'sms')).toMatchObject([{ id: textId }])
})

test('resends a text that arrived as a new one, to the current number', async () => {
  const number = aNumber()
  const { order, textId } = await buyBySms(store, VIP, number)
  await store.runJobs()
  const moved = aNumber()
  await store.testDatabase.pool.query('update orders set cell_phone = $2 where order_id = $1', [order.id, moved])

  const reply = await resendMessage(admin, textId, 'attempt-0001')
  await store.runJobs()

  expect(reply.body).toMatchObject({ id: `${textId}.2`, channel: 'sms', state: 'waiting', resentFrom: textId })
  expect([(await textsTo(store, number)).length, (await textsTo(store, moved)).length]).toEqual([1, 1])
})

test('retries a failed text from the start, and its reports start over', async () => {
  const { textId } = await buyBySms(store, VIP, aNumber())
  await store.runJobs()
  await reportSms(store, textId, { status: 'undelivered', errorCode: 30006 })
  await store.runJobs()
  const { body: listed } = await admin.call('GET', '/api/admin/messages?state=failed')

  const again = await resendMessage(admin, textId, 'attempt-0001')
  await store.runJobs()
  await reportSms(store, textId, { status: 'delivered', sid: 'SManother' })
  await store.runJobs()

  expect(listed).toMatchObject([{ id: textId, textState: 'undelivered', again: 'retry' }])
  expect(again.body).toMatchObject({ id: textId, state: 'waiting', textState: null })
  const { body: sent } = await admin.call('GET', '/api/admin/messages?state=sent&kind=order_confirmation')
  expect(sent.find(({ id }: { id: string }) => id === textId)).toMatchObject({ textState: 'delivered', attempts: 1 })
})

test('shows a stopped text, which needs no attention and can be retried after START', async () => {
  const number = aNumber()
  await answerSms(store, number, 'STOP')
  const { textId } = await buyBySms(store, VIP, number)
  await store.runJobs()
  const { body: stopped } = await admin.call('GET', '/api/admin/messages?state=stopped')
  const { body: attention } = await admin.call('GET', '/api/admin/attention')

  const inVain = await resendMessage(admin, textId, 'attempt-0001')
  await store.runJobs()
  await answerSms(store, number, 'START')
  await resendMessage(admin, textId, 'attempt-0002')
  await store.runJobs()

  expect(stopped).toMatchObject([{ id: textId, to: number, state: 'stopped', isOver: false, again: 'retry' }])
  expect(JSON.stringify(attention)).not.toContain(number)
  expect(inVain.body).toMatchObject({ state: 'waiting' })
  expect(await textsTo(store, number)).toHaveLength(1)
})

test('an order shows its texts', async () => {
  const { order, textId } = await buyBySms(store, VIP, aNumber())
  await store.runJobs()

  const { body } = await admin.call('GET', `/api/admin/orders/${order.id}`)

  expect(body.messages).toContainEqual(expect.objectContaining({ id: textId, channel: 'sms', state: 'sent' }))
  expect(body.timeline.map(({ kind }: { kind: string }) => kind)).toEqual(
    expect.arrayContaining(['mail_handed_over', 'text_handed_over']),
  )
})

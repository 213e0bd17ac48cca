/** The store's texts, and the SMS service's calls. */
import { createHmac } from 'node:crypto'
import type { MessageFailure } from '#server/features/messages/message-failures.ts'
import { queueMessage, queueSms } from '#server/features/messages/queue-message.ts'
import { askSmsStates } from '#server/features/messages/record-sms-report.ts'
import type { Context } from '#server/gateways/context.ts'
import type { SmsGateway } from '#server/gateways/sms/sms-gateway.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import { aBuyer, Client, type Reply } from './builders.ts'
import { messageNamed } from './message-log.ts'
import type { TestApp } from './test-app.ts'
import { withStore } from './with-store.ts'

/** The texts sent to a number, newest first, as the sandbox's phone shows them. */
export async function textsTo(store: TestApp, number: string): Promise<{ from: string; to: string; text: string }[]> {
  const reply = await store.app.server.inject(`/sandbox/phone.json?to=${encodeURIComponent(number)}`)
  return reply.json()
}

let numbers = 0

/** A unique number that belongs to no one. */
export function aNumber(): string {
  numbers += 1
  return `+1${201 + Math.floor(numbers / 90)}55501${String(numbers % 90).padStart(2, '0')}`
}

/** The signature of a webhook of the SMS service. */
export function signSms(authToken: string, url: string, fields: Readonly<Record<string, string>>): string {
  const names = Object.keys(fields).sort()
  return createHmac('sha1', authToken)
    .update(url + names.map((name) => name + fields[name]).join(''))
    .digest('base64')
}

/** Calls a webhook like the service; `signature` replaces the right one. */
export function callSmsWebhook(
  store: TestApp,
  path: string,
  fields: Readonly<Record<string, string>>,
  options: { signature?: string | null; headers?: Record<string, string>; authToken?: string } = {},
): Promise<Reply> {
  const authToken = options.authToken ?? store.phone.authToken
  const signature = options.signature ?? signSms(authToken, store.ctx.publicUrl + path, fields)
  return new Client(store).send('POST', path, new URLSearchParams(fields).toString(), {
    'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
    ...(options.signature === null ? {} : { 'x-twilio-signature': signature }),
    ...options.headers,
  })
}

/** Reports the outcome of a try of a text. */
export const reportSms = (
  store: TestApp,
  messageId: string,
  report: { status: string; attempt?: number; sid?: string; errorCode?: number },
): Promise<Reply> => {
  const { status, attempt = 1, sid = `SM${messageId}${attempt}`, errorCode } = report
  const path = `/api/webhooks/twilio/status?message=${messageId}&attempt=${attempt}`
  return callSmsWebhook(store, path, {
    MessageSid: sid,
    MessageStatus: status,
    ...(errorCode ? { ErrorCode: String(errorCode) } : {}),
  })
}

let answers = 0

/** Replies to a text from a number; the same `sid` is the same reply. */
export const answerSms = (store: TestApp, from: string, body: string, sid?: string): Promise<Reply> => {
  answers += 1
  const fields = { MessageSid: sid ?? `SManswer${answers}`, From: from, To: '+15005550006', Body: body }
  return callSmsWebhook(store, '/api/webhooks/twilio/inbound', fields)
}

/** The store with an SMS service whose behavior is partly replaced. */
export const withSmsService = (store: TestApp, changes: Partial<SmsGateway>): Context => ({
  ...store.ctx,
  gateways: { ...store.ctx.gateways, sms: { ...store.ctx.gateways.sms, ...changes } },
})

/** Adds a message without its job, so only the test sends it; of a kind that the test composes. @returns its id */
export async function writeMessage(store: TestApp, subjectId: string, channel: 'sms' | 'email'): Promise<string> {
  const messageId = `payment_request.${subjectId}.${channel}`
  const message = { messageId, kind: 'payment_request' as const, subjectId }
  await inTransaction(store.ctx, async (tx) => {
    if (channel === 'sms') await queueSms(store.ctx, tx, { ...message, to: aNumber() })
    else await queueMessage(store.ctx, tx, message)
  })
  await store.sql`update messages set queued_at = created_at where message_id = ${messageId}`
  return messageId
}

/** Gives all tests of a file one store with steps for its texts. */
export function withTexts() {
  const failures: MessageFailure[] = []
  const store = withStore({}, async (opened) => {
    await opened.setStock(VIP, 900)
    opened.ctx.node.failureListeners.push(async (_ctx, _tx, failure) => void failures.push(failure))
  })
  return {
    store,
    messageNamed: (id: string) => messageNamed(store, id),
    failuresOf: (messageId: string) => failures.filter((failure) => failure.messageId === messageId),
    withService: (send: SmsGateway['send']) => withSmsService(store, { send }),
    written: (subjectId: string, channel: 'sms' | 'email' = 'sms') => writeMessage(store, subjectId, channel),
    /** A text that the service accepted. */
    async sent(number = aNumber()): Promise<string> {
      const { textId } = await buyBySms(store, VIP, number)
      await store.runJobs()
      return textId
    },
    /** Sends a report and runs its jobs. */
    async reported(messageId: string, report: Parameters<typeof reportSms>[2]) {
      const reply = await reportSms(store, messageId, report)
      await store.runJobs()
      return reply
    },
    /** Asks a service that gives this answer for every text, then runs jobs. @returns the texts it was asked about */
    async ask(answer: Awaited<ReturnType<SmsGateway['lookUp']>> | Error): Promise<string[]> {
      const asked: string[] = []
      const lookUp: SmsGateway['lookUp'] = async (providerId) => {
        asked.push(providerId)
        if (answer instanceof Error) throw answer
        return answer
      }
      await askSmsStates(withSmsService(store, { lookUp }))
      await store.runJobs()
      return asked
    },
  }
}

const VIP = '48453-vacant-vip-20'

/** Buys a package with leads by SMS; its text waits to be sent. */
export async function buyBySms(store: TestApp, packageId: string, cellPhone: string | null) {
  const buyer = aBuyer(store)
  if (cellPhone) Object.assign(buyer.contactInfo, { cellPhone })
  await buyer.reserve(packageId)
  const named = await buyer.call('POST', '/api/cart', { packageId, deliveryMethod: 'sms' })
  if (named.status !== 200) throw new Error(`SMS was not chosen: ${JSON.stringify(named.body)}`)
  const { body: payment } = await buyer.openPayment()
  const { body: order } = await buyer.pay(payment)
  return { buyer, order, textId: `order_confirmation.${order.id}.sms` }
}

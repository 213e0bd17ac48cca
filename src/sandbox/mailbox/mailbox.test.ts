import fastify from 'fastify'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { aTestDatabase } from '#testing/test-database.ts'
import { createMailbox, type MailboxMessage } from './mailbox.ts'

const database = await aTestDatabase()
const mailbox = await createMailbox(database.pool)
const app = fastify()
await app.register(mailbox.plugin)
afterAll(() => app.close())
beforeEach(() => database.pool.query('truncate sandbox_mailbox.messages restart identity cascade'))

const aMail = (fields: Partial<MailboxMessage> = {}): MailboxMessage => ({
  messageId: 'mail-1',
  from: 'Store <store@example.com>',
  to: 'Ada <Ada@Example.com>',
  subject: 'Your invoice',
  text: 'Pay at https://shop.example/pay?a=1&b=2.',
  html: '<html><head><title>x</title></head><body><a href="https://shop.example/pay">Pay</a></body></html>',
  ...fields,
})

const messagesTo = async (to: string) => (await app.inject({ url: '/sandbox/mailbox.json', query: { to } })).json()

test('a message sent twice is stored once and found by its bare address in any case', async () => {
  await mailbox.accept(aMail())
  await mailbox.accept(aMail())

  const found = await messagesTo('ADA@example.com')

  expect(found).toHaveLength(1)
  expect(found[0]).toMatchObject({ to: 'ada@example.com', subject: 'Your invoice', kind: 'mail', messageId: 'mail-1' })
  expect(Date.parse(found[0].at)).not.toBeNaN()
})

test('a server that is down stores nothing; one that loses its answer has stored the message', async () => {
  mailbox.failNext(1)
  await expect(mailbox.accept(aMail())).rejects.toThrow('down')
  expect(await messagesTo('ada@example.com')).toHaveLength(0)

  mailbox.failNext(1, 'lose_answer')
  await expect(mailbox.accept(aMail())).rejects.toThrow('lose the answer')
  await mailbox.accept(aMail())
  expect(await messagesTo('ada@example.com')).toHaveLength(1)
})

test('the page shows foreign text as text and does not run it', async () => {
  const evil = '<script>alert(1)</script>'
  await mailbox.accept(aMail({ subject: evil, from: evil, to: `${evil}@x.y`, text: evil, html: null }))

  const { body, headers } = await app.inject({ url: '/sandbox/mailbox', query: { id: '1', to: '<script>' } })

  expect(body).not.toContain('<script')
  expect(body).toContain('&#60;script&#62;alert(1)')
  expect(headers['content-security-policy']).toContain("default-src 'none'")
})

test('the email is shown in a frame without scripts, and its links open outside it', async () => {
  await mailbox.accept(aMail())

  const page = await app.inject('/sandbox/mailbox?id=1')
  const mail = await app.inject('/sandbox/mailbox/1/html')

  expect(page.body).toContain('src="/sandbox/mailbox/1/html?scheme=light"')
  expect(mail.body).toContain('<head><base target="_top">')
  expect(mail.headers['content-security-policy']).toMatch(/sandbox (?!.*allow-scripts)/)
  expect(mail.headers['x-frame-options']).toBe('SAMEORIGIN')
})

test('attachments are downloads with their own names', async () => {
  const attachments = [{ name: 'Leads März.csv', type: 'text/html', bytes: Buffer.from('a,b') }]
  await mailbox.accept(aMail({ attachments }))

  const [message] = await messagesTo('ada@example.com')
  const reply = await app.inject(message.attachments[0].url)
  const page = await app.inject(`/sandbox/mailbox?id=${message.id}`)

  const url = `/sandbox/mailbox/${message.id}/attachments/0`
  expect(message.attachments).toEqual([{ name: 'Leads März.csv', type: 'text/html', size: 3, url }])
  expect(page.body).toContain(`<a href="${url}" download>Leads März.csv</a> (1 KB)`)
  expect(reply.body).toBe('a,b')
  expect(reply.headers['content-disposition']).toBe("attachment; filename*=UTF-8''Leads%20M%C3%A4rz.csv")
  expect(reply.headers['content-type']).toContain('application/octet-stream')
  for (const missing of ['99/html', 'x/html', `${message.id}/attachments/9`])
    expect((await app.inject(`/sandbox/mailbox/${missing}`)).statusCode).toBe(404)
})

test('text messages are listed next to emails', async () => {
  await mailbox.accept(aMail({ kind: 'sms', to: '+15550002', text: 'Hello', html: null }))

  expect(await messagesTo('+15550002')).toMatchObject([{ kind: 'sms', text: 'Hello', html: null }])
  expect((await app.inject('/sandbox/mailbox?id=1')).body).toContain('<pre>Hello</pre>')
})

test('deletes old messages with their attachments, oldest first and in limited steps', async () => {
  const attachments = [{ name: 'leads.csv', type: 'text/csv', bytes: Buffer.from('a,b') }]
  for (let count = 1; count <= 5; count += 1) await mailbox.accept(aMail({ messageId: `m-${count}`, attachments }))
  await database.pool.query(`update sandbox_mailbox.messages set at = '2026-01-01' where message_id <> 'm-5'`)

  const counts = []
  for (let step = 1; step <= 3; step += 1) counts.push(await mailbox.forget(new Date('2026-02-01'), 3))

  expect(counts).toEqual([3, 1, 0])
  const kept = { messageId: 'm-5', attachments: [{ name: 'leads.csv' }] }
  expect(await messagesTo('ada@example.com')).toMatchObject([kept])
})

import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { createMailbox, type Mailbox, type MailboxMessage } from './mailbox.ts'

let database: TestDatabase
let mailbox: Mailbox
let app: FastifyInstance

beforeEach(async () => {
  database = await createTestDatabase()
  mailbox = await createMailbox(database.pool)
  app = fastify()
  await app.register(mailbox.plugin)
})

afterEach(async () => {
  await app.close()
  await database.drop()
})

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

test('the full list shows the newest 200, and the list of one address shows all', async () => {
  for (let count = 1; count <= 210; count += 1)
    await mailbox.accept(aMail({ messageId: `m-${count}`, subject: `${count}` }))

  const all = (await app.inject('/sandbox/mailbox.json')).json()
  const ada = await messagesTo('ada@example.com')

  expect(all).toHaveLength(200)
  expect(ada).toHaveLength(210)
  expect(ada[0].subject).toBe('210')
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
})

test('a message with attachments larger than mail servers accept is refused and not stored', async () => {
  const attachments = [1, 2].map((part) => ({ name: `${part}.bin`, type: 'a/b', bytes: Buffer.alloc(6_000_000) }))

  await expect(mailbox.accept(aMail({ attachments }))).rejects.toThrow('larger than')

  expect(await messagesTo('ada@example.com')).toEqual([])
})

test('an email is shown in light, in dark and as plain text', async () => {
  const html = `<html><head><style>@media (prefers-color-scheme: dark){p{color:#fff}}
@media screen and (prefers-color-scheme:light){p{color:#000}}</style></head><body><p>(prefers-color-scheme: dark)</p></body></html>`
  await mailbox.accept(aMail({ html }))

  const pages = await Promise.all(
    ['', '&view=dark', '&view=text'].map((view) => app.inject(`/sandbox/mailbox?id=1${view}`)),
  )
  const [light, dark] = await Promise.all(
    ['light', 'dark'].map((scheme) => app.inject(`/sandbox/mailbox/1/html?scheme=${scheme}`)),
  )

  expect(pages[0]?.body).toContain('src="/sandbox/mailbox/1/html?scheme=light"')
  expect(pages[1]?.body).toContain('src="/sandbox/mailbox/1/html?scheme=dark"')
  expect(pages[2]?.body).toContain('<pre>Pay at')
  for (const page of pages) expect(page.body).toMatch(/view=light.*view=dark.*view=text/)
  expect(pages[1]?.body).toContain('view=dark" aria-current="page"')
  expect(light?.body).toContain('@media (max-width: 0){p{color:#fff}}')
  expect(light?.body).toContain('screen and (min-width: 0){p{color:#000}}')
  expect(dark?.body).toContain('@media (min-width: 0){p{color:#fff}}')
  // The email's own text stays as it is.
  expect(dark?.body).toContain('<p>(prefers-color-scheme: dark)</p>')
})

test('an email shows where one click ends further ones', async () => {
  await mailbox.accept(aMail({ unsubscribeUrl: 'https://store.test/end?a&b' }))

  const [message] = await messagesTo('ada@example.com')
  const page = await app.inject('/sandbox/mailbox?id=1')

  expect(message).toMatchObject({ unsubscribeUrl: 'https://store.test/end?a&b' })
  expect(page.body).toContain('<dt>Unsubscribe</dt><dd><a href="https://store.test/end?a&#38;b"')
})

test.each(['/sandbox/mailbox/99/html', '/sandbox/mailbox/x/html', '/sandbox/mailbox/1/attachments/9'])(
  '%s is a clean 404',
  async (url) => {
    expect((await app.inject(url)).statusCode).toBe(404)
  },
)

test('text messages are listed next to emails', async () => {
  await mailbox.accept({
    messageId: 's-1',
    kind: 'sms',
    from: '+15550001',
    to: '+15550002',
    subject: '',
    text: 'Hello',
  })

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
  expect(await messagesTo('ada@example.com')).toMatchObject([
    { messageId: 'm-5', attachments: [{ name: 'leads.csv' }] },
  ])
})

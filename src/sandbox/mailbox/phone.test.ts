import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listen } from '#testing/listen.ts'
import { aTestDatabase } from '#testing/test-database.ts'
import { createMailbox } from './mailbox.ts'
import { createPhone, type Phone, SANDBOX_NUMBER } from './phone.ts'

const PUBLIC = 'https://shop.example'
const NUMBER = '+15125550100'

let phone: Phone
let app: FastifyInstance
/** The calls to the store's webhooks. */
let heard: { url: string; signature: unknown; fields: URLSearchParams }[]

const server = createServer(async (request, response) => {
  let body = ''
  for await (const part of request) body += part
  const { url = '', headers } = request
  heard.push({ url, signature: headers['x-twilio-signature'], fields: new URLSearchParams(body) })
  response.writeHead(204).end()
})
const listening = await listen(server)
afterAll(() => listening.close())
const database = await aTestDatabase()
const mailbox = await createMailbox(database.pool, { hasPhone: true })
beforeEach(async () => {
  heard = []
  await database.pool.query('truncate sandbox_mailbox.messages restart identity cascade')
  phone = await createPhone(database.pool, mailbox, {
    replyUrl: () => `${PUBLIC}/inbound`,
    localOrigin: () => listening.url,
  })
  app = fastify()
  await app.register(mailbox.plugin)
  await app.register(phone.plugin)
})
afterEach(async () => {
  await phone.close()
  await app.close()
})

const take = (fields: Partial<Parameters<Phone['take']>[0]> = {}) =>
  phone.take({
    key: 'text-1',
    to: NUMBER,
    text: 'Hello https://a.example/x.',
    statusUrl: `${PUBLIC}/status?message=text-1&attempt=1`,
    ...fields,
  })

const textsTo = async (to: string) => (await app.inject({ url: '/sandbox/phone.json', query: { to } })).json()

const signed = (url: string, fields: URLSearchParams) =>
  createHmac('sha1', phone.authToken)
    .update([url, ...Array.from(fields, (field) => field.join('')).sort()].join(''))
    .digest('base64')

test('a text is stored once per key, found by its number in any notation, and listed in the mailbox', async () => {
  await take()
  await take({ statusUrl: `${PUBLIC}/status?message=text-1&attempt=2` })

  expect(await textsTo('+1 (512) 555-0100')).toMatchObject([
    { from: SANDBOX_NUMBER, to: NUMBER, text: 'Hello https://a.example/x.' },
  ])
  // In an address `+` is a space.
  expect((await app.inject(`/sandbox/phone.json?to=${NUMBER}`)).json()).toHaveLength(1)
  expect((await app.inject('/sandbox/phone.json')).json()).toHaveLength(1)
  expect((await app.inject('/sandbox/mailbox.json')).json()).toMatchObject([{ kind: 'sms' }])
  expect(await textsTo('+15125550101')).toEqual([])
})

test('a text is reported as sent and delivered, signed for the public address', async () => {
  const answer = await take()
  await phone.close()

  expect(heard.map(({ fields }) => fields.get('MessageStatus'))).toEqual(['sent', 'delivered'])
  expect(heard[0]?.url).toBe('/status?message=text-1&attempt=1')
  for (const { url, fields, signature } of heard) {
    expect(signature).toBe(signed(PUBLIC + url, fields))
    expect(answer).toEqual({ sid: fields.get('MessageSid') })
  }
})

describe('the phone page', () => {
  const answer = (fields: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url: '/sandbox/phone/replies',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    })

  test('shows foreign text as text, does not run it, and makes links clickable', async () => {
    await take({ text: '<script>alert(1)</script> https://a.example/x' })

    const { body, headers } = await app.inject({ url: '/sandbox/phone', query: { number: NUMBER } })

    expect(body).not.toContain('<script')
    expect(body).toContain('<a href="https://a.example/x"')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    // With `no-referrer` a browser sends the answer's form without its origin, and the store refuses it.
    expect(headers['referrer-policy']).toBe('same-origin')
    expect((await app.inject({ url: '/sandbox/phone', query: { number: '<b>' } })).body).not.toContain('<b>')
  })

  test('sends a signed reply to the store and shows it in the thread', async () => {
    await take()
    await phone.close()
    heard = []

    const sent = await answer({ number: NUMBER, text: ' STOP ' })
    const page = await app.inject({ url: '/sandbox/phone', query: { number: NUMBER } })

    expect(sent).toMatchObject({ statusCode: 303, headers: { location: '/sandbox/phone?number=%2B15125550100' } })
    expect(heard).toMatchObject([{ url: '/inbound' }])
    expect(heard[0]?.fields.get('Body')).toBe('STOP')
    expect(heard[0]?.fields.get('From')).toBe(NUMBER)
    expect(heard[0]?.signature).toBe(signed(`${PUBLIC}/inbound`, heard[0]?.fields ?? new URLSearchParams()))
    expect(page.body.indexOf('Hello')).toBeLessThan(page.body.indexOf('<p>STOP</p>'))
    // The service's own number is not listed as a phone.
    expect(page.body).not.toContain(encodeURIComponent(SANDBOX_NUMBER))
  })
})

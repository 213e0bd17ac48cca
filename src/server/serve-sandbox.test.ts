/** Who may see the sandbox's mailbox and phone. */
import { beforeAll, describe, expect, test } from 'vitest'
import { aBuyerWith } from '#testing/builders.ts'
import { HTTPS_STAGING } from '#testing/test-app.ts'
import { withStore } from '#testing/with-store.ts'
import { sandboxTokenOf } from './serve-sandbox.ts'

const STRANGER = '203.0.113.9'
const PATHS = [
  '/sandbox/mailbox.json',
  '/sandbox/mailbox',
  '/sandbox/mailbox/1/html',
  '/sandbox/phone.json',
  '/sandbox/phone',
]

const store = withStore()
const staging = withStore({ beside: store, env: HTTPS_STAGING })
beforeAll(async () => {
  await store.mailbox.accept({
    messageId: 'mail-1',
    from: 'store@example.com',
    to: 'ada@example.com',
    subject: 'Your invoice',
    text: 'Pay here.',
    html: '<p>Pay here.</p>',
  })
})

type Way = { remoteAddress?: string; headers?: Record<string, string> }
const ask = (url: string, way: Way = {}, node = store) =>
  node.app.server.inject({ url, ...way, headers: { host: 'localhost:3000', ...way.headers } })

const REFUSED: readonly (readonly [string, Way])[] = [
  ['from another machine', { remoteAddress: STRANGER }],
  [
    'from another machine that claims to be this one',
    { remoteAddress: STRANGER, headers: { 'x-forwarded-for': '127.0.0.1' } },
  ],
  ...[
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'forwarded',
    'via',
    'x-real-ip',
    'cf-connecting-ip',
  ].map(
    (name) => [`through a proxy on this machine that sends ${name}`, { headers: { [name]: '127.0.0.1' } }] as const,
  ),
  ...['shop.example.com', 'store.test', 'localhost.evil.test', '127.0.0.1.evil.test', 'evil.test:3000'].map(
    (host) => [`at the host "${host}"`, { headers: { host } }] as const,
  ),
]

describe.each([
  ['on a laptop', () => store],
  ['on a staging host', () => staging],
])('the mailbox and the phone %s', (_, nodeOf) => {
  test('are hidden from all other callers', async () => {
    for (const [what, way] of REFUSED) {
      for (const path of PATHS) {
        const { statusCode, body } = await ask(path, way, nodeOf())
        expect([what, path, statusCode]).toEqual([what, path, 404])
        expect(body).not.toContain('invoice')
      }
      const reply = await nodeOf().app.server.inject({
        method: 'POST',
        url: '/sandbox/phone/replies',
        ...way,
        headers: { host: 'localhost:3000', 'content-type': 'application/x-www-form-urlencoded', ...way.headers },
        payload: 'number=15125550100&text=STOP',
      })
      expect([what, reply.statusCode]).toEqual([what, 404])
    }
  })

  test('answer this machine', async () => {
    for (const [remoteAddress, host] of [
      ['127.0.0.1', 'localhost:3000'],
      ['127.0.0.1', '127.0.0.1:3000'],
      ['::1', '[::1]:3000'],
      ['::ffff:127.0.0.1', 'localhost'],
    ] as const) {
      const way = { remoteAddress, headers: { host } }
      const mails = await ask('/sandbox/mailbox.json?to=ada@example.com', way, nodeOf())

      expect([mails.statusCode, mails.json()]).toMatchObject([200, [{ subject: 'Your invoice' }]])
      for (const path of PATHS) expect((await ask(path, way, nodeOf())).statusCode).toBe(200)
    }
  })

  test('answer another machine with the token, along with everything their pages link to', async () => {
    const way = { remoteAddress: STRANGER, headers: { host: 'shop.example.com', 'x-forwarded-for': STRANGER } }
    const token = sandboxTokenOf(store.ctx.secrets)

    const first = await ask(`/sandbox/mailbox?token=${token}`, way, nodeOf())
    const [cookie] = first.cookies
    const second = await ask(
      '/sandbox/phone',
      { ...way, headers: { ...way.headers, cookie: `${cookie?.name}=${cookie?.value}` } },
      nodeOf(),
    )
    const guess = await ask(`/sandbox/mailbox?token=${token.slice(1)}`, way, nodeOf())

    expect([first.statusCode, second.statusCode, guess.statusCode]).toEqual([200, 200, 404])
    expect(cookie).toMatchObject({ path: '/sandbox', httpOnly: true, sameSite: 'Strict' })
    expect(cookie?.secure ?? false).toBe(nodeOf() === staging)
  })
})

test('a buyer on a staging host reaches the card form and the card provider', async () => {
  await store.setStock('48453-vacant-vip-20', 5)
  await aBuyerWith(staging, '48453-vacant-vip-20')
  const way = { remoteAddress: STRANGER, headers: { host: 'store.test', 'x-forwarded-for': STRANGER } }

  const form = await ask('/sandbox/stripe/stripe.js', way, staging)
  const api = await ask('/sandbox/stripe/v1/payment_intents/pi_1', way, staging)
  const control = await ask(
    '/sandbox/stripe/v1/sandbox/control',
    { ...way, headers: { ...way.headers, authorization: `Bearer ${store.stripe.publishableKey}` } },
    staging,
  )

  expect([form.statusCode, api.statusCode]).toEqual([200, 401])
  expect(control.statusCode).toBe(403)
})

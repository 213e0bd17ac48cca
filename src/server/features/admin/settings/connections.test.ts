import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import type { Connection, Connections } from '#contract/admin/connections.ts'
import { minutes } from '#server/platform/clock.ts'
import { adminOf, type Client, openedPayment, repOf } from '#testing/builders.ts'
import { aCardSandbox } from '#testing/card-sandbox.ts'
import { startMailServer } from '#testing/mail-server.ts'
import { ADMIN, createTestApp, HTTPS_STAGING } from '#testing/test-app.ts'
import { VIP, withStock } from '#testing/with-store.ts'

const PATH = '/api/admin/connections'
const cards = await Promise.all([aCardSandbox(), aCardSandbox()])
const store = withStock(
  { [VIP]: 20 },
  {
    env: HTTPS_STAGING,
    // Kept keys belong to one of two accounts. Mail servers of this machine count as public, except at port 1.
    connect: (real) => (config, before) => {
      const isProduction = Boolean(config.smtpUrl?.endsWith(':1'))
      const account = cards[config.stripe?.secretKey.endsWith('second') ? 1 : 0]?.sandbox
      if (!config.stripe || !account) return real({ ...config, isProduction }, before)
      const secretKey = config.stripe.secretKey.includes('unknown') ? 'sk_test_unknown' : account.secretKey
      const stripeApiBase = `http://${account.host}:${account.port}`
      return real({ ...config, isProduction, stripe: { ...config.stripe, secretKey }, stripeApiBase }, before)
    },
  },
)
const admin = adminOf(store)
let code = () => ''
const prove = () => {
  store.clock.advance(minutes(1))
  return admin.call('POST', '/api/profile/proof', { password: ADMIN.password, code: code() })
}
const MAIL = {
  host: '127.0.0.1',
  security: 'starttls',
  user: 'ada',
  password: 'hush-hush-4711',
  from: 'Shop <a@shop.test>',
}
const keysOf = (account: string, mode = 'live') => ({
  ...{ secretKey: `sk_${mode}_${account}`, publishableKey: `pk_${mode}_shown`, webhookSecret: 'whsec_hidden4711' },
})
const keep = (name: string, values: object, client: Client = admin) =>
  client.call('PUT', `/api/admin/connections/${name}`, { values })
const fieldOf = async (reply: ReturnType<typeof keep>) => (await reply).body.details?.field
const shown = async (name: string): Promise<Connection | undefined> =>
  ((await admin.call('GET', PATH)).body as Connections).connections.find((one) => one.name === name)

test('only an administrator with a second factor and a fresh proof changes a connection', async () => {
  expect((await repOf(store).call('GET', PATH)).status).toBe(403)
  expect((await keep('cards', keysOf('first'), repOf(store))).status).toBe(403)
  expect((await keep('cards', keysOf('first'))).body.code).toBe('second_factor_demanded')
  const { body } = await admin.call('POST', '/api/profile/second-factor', { password: ADMIN.password })
  code = () => new TOTP({ secret: Secret.fromBase32(body.secret) }).generate({ timestamp: store.clock.now().getTime() })
  await admin.call('PUT', '/api/profile/second-factor', { code: code() })
  expect((await keep('cards', keysOf('first'))).body.code).toBe('proof_needed')
})

test('what is wrong is said at its field, and nothing is kept', async () => {
  await prove()
  const { port } = await startMailServer('no-login')
  for (const wrong of ['0', '65536']) expect(await fieldOf(keep('mail', { ...MAIL, port: wrong }))).toBe('port')
  expect((await keep('mail', { ...MAIL, port: String(port) })).body.message).toBe('Wrong user or password.')
  expect((await keep('mail', { ...MAIL, port: '1' })).body.message).toBe('This server is not on the public internet.')
  expect((await keep('cards', keysOf('unknown'))).body.message).toBe('Stripe does not know this key.')
  expect(await fieldOf(keep('cards', { ...keysOf('first'), publishableKey: 'pk_test_shown' }))).toBe('publishableKey')
  expect((await admin.call('GET', PATH)).body.connections.map((one: Connection) => one.source)).toEqual(
    Array(3).fill('sandbox'),
  )
})

test('a kept mail server sends at once, is told to other administrators and shows no password', async () => {
  const other = await store.row`insert into users (user_id, username, email, role, is_verified, created_at, updated_at)
    values ('usr_other', 'Olga', 'olga@example.com', 'admin', true, now(), now()) returning user_id`
  const { port, seen } = await startMailServer('accept')
  await prove()
  const values = { ...MAIL, port: String(port) }
  expect((await admin.call('POST', '/api/admin/connections/mail/try', { values })).body.message).toContain(ADMIN.email)
  expect(seen.mails).toHaveLength(1)
  expect((await keep('mail', values)).status).toBe(200)
  await store.runJobs()
  expect(seen.mails[1]).toMatch(/From: Shop <a@shop\.test>[\s\S]*To: olga@example\.com/)
  await expect.poll(() => store.mailsTo('olga@example.com'), { message: 'through the former one, too' }).toHaveLength(1)
  const { sealed } = await store.row`select sealed from connections`
  const audit = (await admin.call('GET', '/api/admin/audit?action=connection_changed')).body
  expect(JSON.stringify([await shown('mail'), audit, sealed, other])).not.toContain('hush-hush')
  expect((await shown('mail'))?.kept?.values).toMatchObject({ user: 'ada', password: '…4711' })
  expect((await admin.call('DELETE', `${PATH}/mail`)).status).toBe(200)
  expect(await shown('mail')).toMatchObject({ source: 'sandbox', kept: null })
})

test('another account takes over only once nothing is on its way at the one before', async () => {
  const node = await createTestApp({ beside: store, env: HTTPS_STAGING })
  const copy = await createTestApp({ beside: store })
  const begun = await openedPayment(store, VIP)
  await prove()
  expect((await keep('cards', keysOf('first'))).status).toBe(200)
  expect((await store.row`select state from payments where payment_id = ${begun.payment.paymentId}`).state).toBe(
    'cancelled',
  )
  await expect
    .poll(() => node.app.settings.current().stripe?.secretKey, { message: 'on each node' })
    .toBe('sk_live_first')
  await copy.app.settings.reload()
  expect(copy.app.settings.current().connections.cards, 'a store for tests takes no real money').toBe('none')
  await Promise.all([node.close(), copy.close()])

  await openedPayment(store, VIP)
  expect((await keep('cards', keysOf('second'))).body.code).toBe('connection_in_use')
  expect((await admin.call('DELETE', `${PATH}/cards`)).body.code).toBe('connection_in_use')
  expect((await keep('cards', { ...keysOf('first'), webhookSecret: 'whsec_rolled' })).status, 'the same account').toBe(
    200,
  )
})

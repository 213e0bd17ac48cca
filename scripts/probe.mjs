/**
 * `npm run probe -- <url>`: buys a package in a running store's sandbox as a buyer would, checks the order, and gives
 * it back as an administrator, for monitoring and after an upgrade. Prints each step with its time and exits with 1 if
 * one failed. It never buys where real money moves. It logs in with PROBE_EMAIL and PROBE_PASSWORD or, for a store on
 * this machine, with the demo administrator in DATA_DIR; without either it only holds a package and releases it.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const STEP_MS_MAX = 30_000
const WAIT_MS_MAX = 60_000
const [address, place = 'Texas/Travis'] = process.argv.slice(2)

if (!address || !URL.canParse(address)) {
  console.error('Which store? npm run probe -- http://localhost:3000 [State/County]')
  process.exit(2)
}

class Visitor {
  #cookies = new Map()

  /** @returns the reply's JSON @throws Error naming the call, with the reply's words */
  async call(method, path, body, expected = 200) {
    const response = await fetch(new URL(path, address), {
      method,
      headers: {
        cookie: [...this.#cookies].map((pair) => pair.join('=')).join('; '),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(STEP_MS_MAX),
    })
    for (const line of response.headers.getSetCookie()) {
      const [name, ...value] = (line.split(';')[0] ?? '').split('=')
      this.#cookies.set(name, value.join('='))
    }
    const text = await response.text()
    if (response.status !== expected) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`)
    return text ? JSON.parse(text) : undefined
  }
}

async function step(title, work) {
  const from = performance.now()
  const result = await work()
  console.log(`  ${title} (${Math.round(performance.now() - from)} ms)`)
  return result
}

function administrator() {
  const { PROBE_EMAIL: email, PROBE_PASSWORD: password, DATA_DIR = './data' } = process.env
  if (email && password) return { email, password }
  if (!['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname)) return undefined
  try {
    const accounts = JSON.parse(readFileSync(join(DATA_DIR, 'demo-accounts.json'), 'utf8'))
    return accounts.find(({ role }) => role === 'admin')
  } catch {
    return undefined
  }
}

/** Asks until the reply is as wanted. @throws Error after a minute */
async function until(what, read, isWanted) {
  const end = performance.now() + WAIT_MS_MAX
  for (;;) {
    const reply = await read()
    if (isWanted(reply)) return reply
    if (performance.now() > end)
      throw new Error(`${what}: not within ${WAIT_MS_MAX / 1000} s; last reply ${JSON.stringify(reply).slice(0, 300)}`)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

async function probe() {
  const buyer = new Visitor()
  await step('The store is ready', () => buyer.call('GET', '/readyz'))
  const { payments } = await step('Its configuration can be read', () => buyer.call('GET', '/api/config'))
  const [state, county] = place.split('/').map(encodeURIComponent)
  const packages = await step(`${place} is shown`, () => buyer.call('GET', `/api/packages/${state}/${county}`))
  const one = packages.filter(({ available }) => available > 0).sort((a, b) => a.price - b.price)[0]
  if (!one) throw new Error(`${place} has nothing in stock: name another county, such as "Texas/Harris".`)
  await step(`${one.id} is held`, () => buyer.call('PUT', `/api/packages/${one.id}/reserve`, { quantity: 1 }))

  const member = administrator()
  const sandboxUrl = payments?.sandboxUrl
  if (!sandboxUrl || !member) {
    await step('and released', () => buyer.call('PUT', `/api/packages/${one.id}/release`, { quantity: 1 }))
    console.log(
      sandboxUrl
        ? 'Nothing was bought: set PROBE_EMAIL and PROBE_PASSWORD to an administrator who can give it back.'
        : 'Nothing was bought: this store takes real money.',
    )
    return
  }
  // First, so that nothing is bought that no one can give back.
  const admin = new Visitor()
  await step('An administrator logs in', () =>
    admin.call('POST', '/api/login', { email: member.email, password: member.password }),
  )
  await step('It is in the cart', () => buyer.call('POST', '/api/cart', { packageId: one.id, deliveryMethod: 'email' }))
  const { total } = await buyer.call('GET', '/api/cart')
  const contactInfo = { fullName: 'Probe Buyer', email: `probe-${randomUUID()}@example.com` }
  const payment = await step(`A payment of $${total} is opened`, () =>
    buyer.call('POST', '/api/create-payment-intent', { amount: Number(total), contactInfo }),
  )
  // The built-in sandbox belongs to the store, wherever its public address points.
  const { pathname, origin } = new URL(sandboxUrl, address)
  const sandbox = `${pathname.startsWith('/sandbox/') ? new URL(address).origin : origin}${pathname.replace(/\/$/, '')}`
  await step('The card is charged', async () => {
    const response = await fetch(`${sandbox}/v1/payment_intents/${payment.paymentId}/confirm`, {
      method: 'POST',
      headers: { authorization: `Bearer ${payments.publishableKey}` },
      body: new URLSearchParams({ client_secret: payment.clientSecret, payment_method: 'pm_card_visa' }),
      signal: AbortSignal.timeout(STEP_MS_MAX),
    })
    if (!response.ok) throw new Error(`the sandbox answered ${response.status}: ${await response.text()}`)
  })
  const order = await step('The order is recorded', () =>
    buyer.call('POST', '/api/orders', {
      userId: 1,
      status: 'completed',
      paymentMethod: 'stripe',
      paymentId: payment.paymentId,
    }),
  )
  if (order.total !== Number(total).toFixed(2) || order.lines.length !== 1)
    throw new Error(`the order is not what was bought: ${JSON.stringify(order).slice(0, 300)}`)
  await step(`Order ${order.reference} can be read again`, () => buyer.call('GET', `/api/orders/${order.token}`))

  const body = { attemptId: randomUUID(), reason: 'Probe' }
  const refund = await step('The order is refunded', () =>
    admin.call('POST', `/api/admin/orders/${order.id}/refunds`, body),
  )
  const again = await admin.call('POST', `/api/admin/orders/${order.id}/refunds`, body)
  if (again.refundId !== refund.refundId) throw new Error('the same refund sent twice was made twice')
  await step('and the money is on its way back', () =>
    until(
      'the refund',
      () => buyer.call('GET', `/api/orders/${order.token}`),
      ({ refundState, refundedTotal }) => refundState === 'refunded' && refundedTotal === order.total,
    ),
  )
  await admin.call('POST', '/api/logout', {})
}

try {
  await probe()
  console.log('The probe passed.')
} catch (error) {
  const reason = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : ''
  console.error(`The probe failed: ${error instanceof Error ? error.message : error}${reason}`)
  process.exitCode = 1
}

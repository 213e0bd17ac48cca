import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { ADMIN, REP, type SentMail, type TestApp } from './test-app.ts'

export type Method = NonNullable<InjectOptions['method']>

export interface Reply {
  status: number
  /** The parsed reply; tests look into it. */
  body: ReturnType<typeof JSON.parse>
  headers: Record<string, unknown>
}

/** A reply whose body is parsed if it is JSON. */
export function replyOf(reply: LightMyRequestResponse): Reply {
  const isJson = String(reply.headers['content-type'] ?? '').includes('json')
  return { status: reply.statusCode, body: isJson && reply.body ? reply.json() : reply.body, headers: reply.headers }
}

/** A browser: keeps and sends cookies. */
export class Client {
  readonly #cookies = new Map<string, string>()
  readonly node: TestApp

  constructor(node: TestApp) {
    this.node = node
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** Calls the store; `body` is sent as JSON when present. */
  call(method: Method, url: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    if (body === undefined) return this.send(method, url, undefined, headers)
    return this.send(method, url, JSON.stringify(body), { 'content-type': 'application/json', ...headers })
  }

  /** Sends what is not JSON, such as a file, as it is. */
  async send(method: Method, url: string, payload: string | Buffer | undefined, headers: Record<string, string>) {
    const reply = await this.node.app.server.inject({
      method,
      url,
      ...(payload === undefined ? {} : { payload }),
      headers: { ...(this.cookie ? { cookie: this.cookie } : {}), ...headers },
    })
    for (const { name, value } of reply.cookies) {
      if (value) this.#cookies.set(name, value)
      else this.#cookies.delete(name)
    }
    return replyOf(reply)
  }

  /** Sends the bytes of a file. */
  async upload(method: 'PUT' | 'POST', url: string, file: string | Uint8Array, type = 'application/octet-stream') {
    const headers = { 'content-type': type, cookie: this.cookie }
    return replyOf(await this.node.app.server.inject({ method, url, payload: Buffer.from(file), headers }))
  }

  /** As a browser that was never used. */
  forget(): void {
    this.#cookies.clear()
  }

  /** The same browser at another node. */
  at(node: TestApp): Client {
    const twin = new Client(node)
    for (const [name, value] of this.#cookies) twin.#cookies.set(name, value)
    return twin
  }

  reserve(packageId: string): Promise<Reply> {
    return this.call('PUT', `/api/packages/${packageId}/reserve`, { quantity: 1 })
  }

  release(packageId: string, holdId?: string): Promise<Reply> {
    return this.call('PUT', `/api/packages/${packageId}/release`, { quantity: 1, ...(holdId ? { holdId } : {}) })
  }

  /** What the cart shows. */
  async cart(): Promise<Reply['body']> {
    return (await this.call('GET', '/api/cart')).body
  }

  /** Refunds an order as an administrator; each call is an attempt of its own. */
  refund(orderId: string, body: { attemptId?: string; reason?: string; lines?: object[] } = {}): Promise<Reply> {
    refunds += 1
    const attempt = { attemptId: `attempt-refund-${refunds}`, reason: 'The buyer asked.', ...body }
    return this.call('POST', `/api/admin/orders/${orderId}/refunds`, attempt)
  }

  logIn(member: { email: string; password: string }): Promise<Reply> {
    return this.call('POST', '/api/login', { email: member.email, password: member.password })
  }
}

/** A buyer with a contact, who can go through checkout. */
export class Buyer extends Client {
  readonly contactInfo: { fullName: string; email: string }

  constructor(node: TestApp, email: string) {
    super(node)
    this.contactInfo = { fullName: 'Bea Buyer', email }
  }

  /** Opens the payment of the cart at its current total. */
  async openPayment(amount?: number): Promise<Reply> {
    const total = amount ?? (await this.cart()).total
    return this.call('POST', '/api/create-payment-intent', { amount: total, contactInfo: this.contactInfo })
  }

  /** Confirms at the provider like the browser script, with one of its named cards or a number typed into its fields. */
  async confirm(payment: { paymentId: string; clientSecret: string }, card = 'pm_card_visa', more = {}) {
    const { publishableKey } = this.node.stripe
    const reply = await this.node.app.server.inject({
      method: 'POST',
      url: `/sandbox/stripe/v1/payment_intents/${payment.paymentId}/confirm`,
      headers: { authorization: `Bearer ${publishableKey}`, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        client_secret: payment.clientSecret,
        ...(/^\d+$/.test(card) ? typed(card) : { payment_method: card }),
        ...more,
      }).toString(),
    })
    return replyOf(reply)
  }

  /** Tells the store that the payment succeeded, like the browser after confirming. */
  recordOrder(body: Record<string, unknown> = {}): Promise<Reply> {
    return this.call('POST', '/api/orders', { userId: 1, status: 'completed', paymentMethod: 'stripe', ...body })
  }

  /** The same of a payment that has this id. */
  report({ paymentId }: { paymentId: string }): Promise<Reply> {
    return this.recordOrder({ paymentId })
  }

  /** Confirms a payment, also with another card, and tells the store. */
  async pay(payment: { paymentId: string; clientSecret: string }, card?: string): Promise<Reply> {
    await this.confirm(payment, card)
    return this.report(payment)
  }

  /** The emails to this buyer once all jobs have run, newest first. */
  async mails(): Promise<SentMail[]> {
    await this.node.runJobs()
    return this.node.mailsTo(this.contactInfo.email)
  }

  /** Holds packages, pays them and records the order; every step must succeed. */
  async buy(...packageIds: string[]): Promise<Reply> {
    for (const packageId of packageIds) expectOk(await this.reserve(packageId))
    const payment = expectOk(await this.openPayment())
    expectOk(await this.confirm(payment.body))
    return expectOk(await this.report(payment.body))
  }
}

const typed = (number: string) => ({
  'payment_method_data[type]': 'card',
  'payment_method_data[card][number]': number,
  'payment_method_data[card][exp_month]': '12',
  'payment_method_data[card][exp_year]': '2040',
  'payment_method_data[card][cvc]': '123',
})

function expectOk(reply: Reply): Reply {
  if (reply.status !== 200) throw new Error(`expected 200, got ${reply.status}: ${JSON.stringify(reply.body)}`)
  return reply
}

let refunds = 0
let buyers = 0

/** A new buyer with a unique address. */
export function aBuyer(node: TestApp): Buyer {
  buyers += 1
  return new Buyer(node, `buyer${buyers}@example.com`)
}

/** A new buyer whose requests come from this network; the store must trust its proxy. */
export function aBuyerAt(node: TestApp, network: string): Buyer {
  const buyer = aBuyer(node)
  const { call } = buyer
  buyer.call = (method, url, body) => call.bind(buyer)(method, url, body, { 'x-forwarded-for': network })
  return buyer
}

let networks = 0

/** A network address that no other call returned. */
export function aNetwork(): string {
  networks += 1
  return `198.51.100.${networks}`
}

/** A new buyer with these packages in the cart. */
export async function aBuyerWith(node: TestApp, ...packageIds: string[]): Promise<Buyer> {
  const buyer = aBuyer(node)
  for (const packageId of packageIds) await buyer.reserve(packageId)
  return buyer
}

/** The same, with the card payment opened. */
export async function openedPayment(node: TestApp, ...packageIds: string[]) {
  const buyer = await aBuyerWith(node, ...packageIds)
  return { buyer, payment: (await buyer.openPayment()).body }
}

/** A member who logs in with their first call, and again once their session has ended. */
class Member extends Client {
  readonly #who: { email: string; password: string }

  constructor(node: TestApp, who: { email: string; password: string }) {
    super(node)
    this.#who = who
  }

  override call(...request: Parameters<Client['call']>): Promise<Reply> {
    return this.#signedIn(() => super.call(...request))
  }

  override upload(...request: Parameters<Client['upload']>): Promise<Reply> {
    return this.#signedIn(() => super.upload(...request))
  }

  async #signedIn(send: () => Promise<Reply>): Promise<Reply> {
    const reply = await send()
    if (reply.body?.code !== 'unauthenticated') return reply
    expectOk(await this.logIn(this.#who))
    return send()
  }
}

/** A browser in which the administrator of the test app is logged in. */
export const anAdmin = (node: TestApp): Promise<Client> => signedIn(adminOf(node), ADMIN)

/** The id of the member who is logged in. */
export const idOf = async (member: Client): Promise<string> => (await member.call('GET', '/api/me')).body.id

/** As `anAdmin` and `aRep`, logged in with the first call that visitors may not make: can be made before the store is open. */
export const adminOf = (node: TestApp): Client => new Member(node, ADMIN)
export const repOf = (node: TestApp): Client => new Member(node, REP)

/** Enters the password once more, so the session may change who has access. */
export async function prove(client: Client, member: { password: string } = ADMIN): Promise<void> {
  expectOk(await client.call('POST', '/api/profile/proof', { password: member.password }))
}

/** A browser in which the sales rep of the test app is logged in. */
export const aRep = (node: TestApp): Promise<Client> => signedIn(new Client(node), REP)

async function signedIn(client: Client, member: { email: string; password: string }): Promise<Client> {
  expectOk(await client.logIn(member))
  return client
}

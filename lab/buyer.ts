import { type Connection, cookiesOf, type Reply } from './connection.ts'

let buyersMade = 0

export class UnexpectedReply extends Error {
  readonly reply: Reply
  constructor(step: string, reply: Reply) {
    super(`${step}: ${reply.status} ${reply.body.toString().slice(0, 160)}`)
    this.reply = reply
  }
}

export class Buyer {
  readonly #connection: Connection
  readonly #address: string
  #cookie: string

  /** @param cookie of someone who is logged in */
  constructor(connection: Connection, cookie = '') {
    this.#connection = connection
    this.#cookie = cookie
    // Each browser has its own address, as behind a proxy. One address for all would make an unrealistic index.
    buyersMade += 1
    this.#address = `10.${(buyersMade >> 16) & 255}.${(buyersMade >> 8) & 255}.${buyersMade & 255}`
  }

  get cookie(): string {
    return this.#cookie
  }

  async #call(method: string, path: string, body: object | undefined): Promise<Reply> {
    const type = body ? 'content-type: application/json\r\n' : ''
    const cookie = this.#cookie ? `cookie: ${this.#cookie}\r\n` : ''
    const text = body ? JSON.stringify(body) : ''
    const reply = await this.#connection.send(
      method,
      path,
      `x-forwarded-for: ${this.#address}\r\n${type}${cookie}`,
      text,
    )
    if (!this.#cookie) this.#cookie = cookiesOf(reply)
    return reply
  }

  reserve(packageId: string): Promise<Reply> {
    return this.#call('PUT', `/api/packages/${packageId}/reserve`, { quantity: 1 })
  }

  release(packageId: string): Promise<Reply> {
    return this.#call('PUT', `/api/packages/${packageId}/release`, { quantity: 1 })
  }

  nameDelivery(packageId: string): Promise<Reply> {
    return this.#call('POST', '/api/cart', { packageId, deliveryMethod: 'email' })
  }

  readCart(): Promise<Reply> {
    return this.#call('GET', '/api/cart', undefined)
  }

  openPayment(amount: number, email: string): Promise<Reply> {
    return this.#call('POST', '/api/create-payment-intent', { amount, contactInfo: { fullName: 'Lab Buyer', email } })
  }

  sendLink(amount: number, email: string): Promise<Reply> {
    const contactInfo = { fullName: 'Lab Customer', email }
    return this.#call('POST', '/api/send-invoice', { contactInfo, total: amount })
  }

  /** Confirms at the provider as the browser script does, through the store's own address. */
  confirm(payment: { paymentId: string; clientSecret: string }, key: string, card = 'pm_card_visa'): Promise<Reply> {
    const form = new URLSearchParams({ client_secret: payment.clientSecret, payment_method: card })
    return this.#connection.send(
      'POST',
      `/sandbox/stripe/v1/payment_intents/${payment.paymentId}/confirm`,
      `authorization: Bearer ${key}\r\ncontent-type: application/x-www-form-urlencoded\r\n`,
      form.toString(),
    )
  }

  recordOrder(paymentId: string): Promise<Reply> {
    return this.#call('POST', '/api/orders', { userId: 1, status: 'completed', paymentMethod: 'stripe', paymentId })
  }

  /** Goes from the held line to the recorded order. */
  async pay(options: { packageId: string; priceOf: PriceOf; email: string; key: string }): Promise<void> {
    expectOk('cart', await this.nameDelivery(options.packageId))
    const opened = expectOk('open payment', await this.openPayment(options.priceOf(options.packageId), options.email))
    const payment: { paymentId: string; clientSecret: string } = JSON.parse(opened.body.toString())
    expectOk('confirm', await this.confirm(payment, options.key))
    expectOk('order', await this.recordOrder(payment.paymentId))
  }
}

export type PriceOf = (packageId: string) => number

export function expectOk(step: string, reply: Reply): Reply {
  if (reply.status !== 200) throw new UnexpectedReply(step, reply)
  return reply
}

/** Reads what a buyer's browser reads first: the card provider's public key, and the prices. */
export async function readShop(url: string): Promise<{ key: string; priceOf: PriceOf }> {
  const config: { payments: { publishableKey: string } } = await (await fetch(`${url}/api/config`)).json()
  const entries: { leadType: string; tier: string; size: number; basePrice: string }[] = await (
    await fetch(`${url}/api/pricing`)
  ).json()
  const prices = new Map(entries.map((e) => [`${e.leadType}-${e.tier}-${e.size}`, Number(e.basePrice)]))
  return { key: config.payments.publishableKey, priceOf: (packageId) => prices.get(packageId.slice(6)) ?? Number.NaN }
}

/** A buyer who calls a node over the network, keeps cookies like a browser and comes back after the node was killed. */

export interface Answer {
  status: number
  body: ReturnType<typeof JSON.parse>
}

let shoppers = 0

export class Shopper {
  /** The store's current address; a restarted node has another port. */
  url: string
  readonly contactInfo: { fullName: string; email: string }
  /** As `name=value`, once the store has set it. */
  cookie = ''

  constructor(url: string) {
    shoppers += 1
    this.url = url
    this.contactInfo = { fullName: 'Sam Shopper', email: `shopper${shoppers}@example.com` }
  }

  /** @throws TypeError if the node is gone or dies while it replies */
  async call(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(this.url + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.cookie ? { cookie: this.cookie } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const [cookie] = response.headers.getSetCookie()
    if (cookie) this.cookie = cookie.split(';')[0] ?? ''
    return { status: response.status, body: await response.json() }
  }

  /** Sends a CSV file. */
  async sendFile(path: string, text: string): Promise<Answer> {
    const headers = { 'content-type': 'application/octet-stream', cookie: this.cookie }
    const response = await fetch(this.url + path, { method: 'PUT', headers, body: text })
    return { status: response.status, body: await response.json() }
  }

  reserve(packageId: string): Promise<Answer> {
    return this.call('PUT', `/api/packages/${packageId}/reserve`, { quantity: 1 })
  }

  release(packageId: string): Promise<Answer> {
    return this.call('PUT', `/api/packages/${packageId}/release`, { quantity: 1 })
  }

  async openPayment(): Promise<Answer> {
    const cart = await this.call('GET', '/api/cart')
    if (cart.status !== 200) return cart
    return this.call('POST', '/api/create-payment-intent', { amount: cart.body.total, contactInfo: this.contactInfo })
  }

  /** Logs in; the cart is the member's from then on. */
  logIn({ email, password }: { email: string; password: string }): Promise<Answer> {
    return this.call('POST', '/api/login', { email, password })
  }

  /** Sends the cart as a payment link to a new customer; the same attempt finds the same link. */
  sendLink(attemptId: string): Promise<Answer> {
    const contactInfo = { fullName: 'Casey Customer', email: `${attemptId}@example.com` }
    return this.call('POST', '/api/send-invoice', { contactInfo, attemptId })
  }

  openLink(link: { token: string; total: string }): Promise<Answer> {
    const { token } = link
    return this.call('POST', '/api/create-payment-intent', {
      amount: Number(link.total),
      paymentType: 'payment-request',
      token,
    })
  }

  reportLink({ token }: { token: string }, paymentId: string): Promise<Answer> {
    return this.call('POST', `/api/payment-request/${token}/pay`, { paymentId })
  }

  voidLink({ id }: { id: string }): Promise<Answer> {
    return this.call('POST', `/api/sales/payment-requests/${id}/void`)
  }

  resendLink({ id }: { id: string }): Promise<Answer> {
    return this.call('POST', `/api/sales/payment-requests/${id}/resend`, {})
  }

  /** Confirms at the sandbox like the browser script. */
  async confirm(payment: { paymentId: string; clientSecret: string }, card = 'pm_card_visa'): Promise<Answer> {
    const { body: config } = await this.call('GET', '/api/config')
    const response = await fetch(`${this.url}/sandbox/stripe/v1/payment_intents/${payment.paymentId}/confirm`, {
      method: 'POST',
      headers: { authorization: `Bearer ${config.payments.publishableKey}` },
      body: new URLSearchParams({ client_secret: payment.clientSecret, payment_method: card }),
    })
    return { status: response.status, body: await response.json() }
  }

  recordOrder(paymentId: string): Promise<Answer> {
    return this.call('POST', '/api/orders', { paymentId, status: 'completed', paymentMethod: 'stripe' })
  }

  /** The emails about the purchases. */
  async mails(): Promise<Answer['body'][]> {
    const path = `/sandbox/mailbox.json?to=${encodeURIComponent(this.contactInfo.email)}`
    return (await this.call('GET', path)).body
  }
}

/** Sets the stock of a package as the administrator. @returns the browser in which they are logged in */
export async function setStockAt(
  url: string,
  admin: { email: string; password: string },
  packageId: string,
  available: number,
): Promise<Shopper> {
  const shopper = new Shopper(url)
  await shopper.logIn(admin)
  const { status } = await shopper.call('PUT', `/api/admin/packages/${packageId}/availability`, { available })
  if (status !== 200) throw new Error(`the stock of ${packageId} could not be set: ${status}`)
  return shopper
}

/** Polls until something is true that another process causes. @throws Error after `limitMs` */
export async function until<Found>(
  what: string,
  limitMs: number,
  look: () => Promise<Found | null | false>,
): Promise<Found> {
  const started = performance.now()
  for (;;) {
    const found = await look()
    if (found !== null && found !== false) return found
    if (performance.now() - started > limitMs) throw new Error(`not within ${limitMs} ms: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

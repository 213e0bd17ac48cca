import { randomUUID } from 'node:crypto'
import { REPS } from './accounts.ts'

type Site = { url: string }

/** A signed-in member who calls the API. */
export interface Member {
  call<Reply = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<Reply>
}

export async function signInAs(
  store: Site,
  { email, password }: { email: string; password: string } = REPS[0],
): Promise<Member> {
  const login = await send(store, 'POST', '/api/login', { email, password })
  let cookie = cookieOf(login)
  return {
    call: async <Reply>(method: string, path: string, body?: unknown) => {
      const response = await send(store, method, path, body, cookie)
      cookie = cookieOf(response) || cookie
      return response.json() as Promise<Reply>
    },
  }
}

const cookieOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')

async function send(store: Site, method: string, path: string, body?: unknown, cookie = ''): Promise<Response> {
  const headers = { ...(body === undefined ? {} : { 'content-type': 'application/json' }), cookie }
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) }
  const response = await fetch(`${store.url}${path}`, init)
  if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${await response.text()}`)
  return response
}

export interface SentLink {
  id: string
  token: string
  reference: string
  total: string
  expiresAt: string
  status: string
}

interface Sale {
  email: string
  packageIds: readonly string[]
  name?: string
  specialOffers?: string
}

/** A rep fills a cart and sends it as an invoice. @returns the payment request */
export async function sendLink(rep: Member, { email, packageIds, name, specialOffers }: Sale): Promise<SentLink> {
  for (const packageId of packageIds) await rep.call('PUT', `/api/packages/${packageId}/reserve`, { quantity: 1 })
  const cart = await rep.call<{ lines: readonly Record<string, unknown>[]; total: number }>('GET', '/api/cart')
  return rep.call<SentLink>('POST', '/api/send-invoice', {
    contactInfo: { fullName: name ?? 'Carla Customer', email, businessName: 'Hill Country Homes' },
    cartItems: cart.lines.map(({ tier, size, price, leadTypeName, state, county, deliveryMethod }) => ({
      tier,
      size,
      price,
      leadType: leadTypeName,
      state,
      county,
      deliveryMethod,
    })),
    total: cart.total,
    ...(specialOffers ? { specialOffers } : {}),
    attemptId: randomUUID(),
  })
}

/** A customer opens, pays and reports a link over HTTP, with one of the sandbox's cards by its name. */
export async function payLink(store: Site, link: SentLink, card = 'pm_card_visa'): Promise<void> {
  const ask = async (method: string, path: string, body?: unknown) => (await send(store, method, path, body)).json()
  const { payments } = await ask('GET', '/api/config')
  const opening = { amount: Number(link.total), paymentType: 'payment-request', token: link.token }
  const payment = await ask('POST', '/api/create-payment-intent', opening)
  const confirmed = await fetch(`${store.url}/sandbox/stripe/v1/payment_intents/${payment.paymentId}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${payments.publishableKey}` },
    body: new URLSearchParams({ client_secret: payment.clientSecret, payment_method: card }),
  })
  if (!confirmed.ok) throw new Error(`The card was refused: ${await confirmed.text()}`)
  await ask('POST', `/api/payment-request/${link.token}/pay`, { paymentId: payment.paymentId })
}

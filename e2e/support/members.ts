import { randomUUID } from 'node:crypto'
import { type Answer, Shopper } from '#testing/faults/shopper.ts'
import { REPS } from './accounts.ts'

type Site = { url: string }

/** A member who calls the API. */
export interface Member {
  call<Reply = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<Reply>
}

/** A member who logs in with the first call, so it can be made before the store is open. */
export function memberOf(store: Site, account: { email: string; password: string } = REPS[0]): Member {
  let browser: Promise<Shopper> | undefined
  const signIn = async () => {
    const shopper = new Shopper(store.url)
    await accepted(`signing ${account.email} in`, shopper.logIn(account))
    return shopper
  }
  return {
    call: async (method, path, body) => {
      browser ??= signIn()
      return accepted(`${method} ${path}`, (await browser).call(method, path, body))
    },
  }
}

/** @throws Error with the answer, unless the call was accepted */
async function accepted(what: string, call: Promise<Answer>): Promise<Answer['body']> {
  const { status, body } = await call
  if (status >= 400) throw new Error(`${what} was answered ${status}: ${JSON.stringify(body)}`)
  return body
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
  const contactInfo = { fullName: name ?? 'Carla Customer', email, businessName: 'Hill Country Homes' }
  return rep.call<SentLink>('POST', '/api/send-invoice', { contactInfo, specialOffers, attemptId: randomUUID() })
}

/** A customer opens, pays and reports a link over HTTP, with one of the sandbox's cards by its name. @returns the link */
export async function payLink(store: Site, link: SentLink, card?: string): Promise<SentLink> {
  const customer = new Shopper(store.url)
  const payment = await accepted('opening a link', customer.openLink(link))
  await accepted('paying a link', customer.confirm(payment, card))
  await accepted('reporting a link', customer.reportLink(link, payment.paymentId))
  return link
}

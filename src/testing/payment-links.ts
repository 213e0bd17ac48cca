/** Reps who send payment links and customers who pay them. */
import { afterEach, beforeEach } from 'vitest'
import { ensureMember } from '#server/features/members/administrators.ts'
import { hours } from '#server/platform/clock.ts'
import { aBuyer, adminOf, Client, type Reply } from './builders.ts'
import { expectStockIdentities } from './stock-identities.ts'
import { REP, type TestApp } from './test-app.ts'
import { PREMIER, VIP, withStore } from './with-store.ts'

let customers = 0

/** A customer's contact with a unique address. */
export function aContact(): { fullName: string; email: string } {
  customers += 1
  return { fullName: `Customer ${customers}`, email: `customer${customers}@example.com` }
}

let reps = 0

/** A browser, absent: a new one, in which a new sales rep is logged in. */
export async function anotherRep(store: TestApp, client = new Client(store)): Promise<Client> {
  reps += 1
  const member = { ...REP, email: `rep${reps}@example.com`, username: `Rep ${reps}` }
  await ensureMember(store.ctx, store.app.auth, member)
  await client.logIn(member)
  return client
}

/** Puts packages into a rep's cart and sends the link; every step must succeed. @returns the request */
export async function sendLink(rep: Client, packageIds: readonly string[], body: Record<string, unknown> = {}) {
  for (const packageId of packageIds) await rep.reserve(packageId)
  const reply = await rep.call('POST', '/api/send-invoice', { contactInfo: aContact(), ...body })
  if (reply.status !== 200) throw new Error(`the link was not sent: ${JSON.stringify(reply.body)}`)
  return reply.body
}

/** Requests the secret of a link's payment, like its page. */
export const openLink = (browser: Client, request: { token: string; total: string }): Promise<Reply> =>
  browser.call('POST', '/api/create-payment-intent', {
    amount: Number(request.total),
    paymentType: 'payment-request',
    token: request.token,
  })

/** Reports a link's payment, like its page after confirming. */
export const reportLink = (browser: Client, request: { token: string }, paymentId: string): Promise<Reply> =>
  browser.call('POST', `/api/payment-request/${request.token}/pay`, { paymentId })

/** A new link of a rep, whose payment a customer has opened. */
export async function openedLink(store: TestApp, rep: Client, packageIds: readonly string[]) {
  const request = await sendLink(rep, packageIds)
  const customer = aBuyer(store)
  return { request, customer, payment: (await openLink(customer, request)).body }
}

/** Pays a link in a new browser. */
export async function payLink(store: TestApp, request: { token: string; total: string }) {
  const customer = aBuyer(store)
  const payment = (await openLink(customer, request)).body
  await customer.confirm(payment)
  return { customer, payment, reply: await reportLink(customer, request, payment.paymentId) }
}

/** The available units of a package. */
export async function stockOf(browser: Client, packageId: string): Promise<number> {
  const { body } = await browser.call('GET', '/api/packages/Texas/Travis')
  return body.find((one: { id: string }) => one.id === packageId).available
}

export { PREMIER, VIP }

/** Gives all tests of a file one store, each with 900 units of two packages and a new sales rep. Stock adds up after each. */
export function withLinks(options?: Parameters<typeof withStore>[0]) {
  const store = withStore(options)
  const rep = new Client(store)
  beforeEach(async () => {
    await store.control({ reset: 'true' })
    for (const packageId of [VIP, PREMIER]) await store.setStock(packageId, 900)
    rep.forget()
    await anotherRep(store, rep)
  })
  afterEach(() => expectStockIdentities(store.testDatabase))
  return {
    store,
    rep,
    admin: adminOf(store),
    link: (packageIds: readonly string[] = [VIP], body?: Record<string, unknown>) => sendLink(rep, packageIds, body),
    opened: () => openedLink(store, rep, [VIP]),
    /** A link that has just expired; its rep's session still lives. */
    async expired(): Promise<Reply['body']> {
      const request = await sendLink(rep, [VIP])
      await store.pass(hours(24))
      return request
    },
    /** What someone with a link sees. */
    seen: async ({ token }: { token: string }, by: Client = aBuyer(store)): Promise<Reply['body']> =>
      (await by.call('GET', `/api/payment-request/${token}`)).body,
    /** What the database says about a request. */
    async stateOf({ token }: { token: string }): Promise<Reply['body']> {
      const [row] = await store.sql`select r.status, r.close_reason as reason, o.state as order,
           (select count(*)::int from order_lines l join holds h using (hold_id)
            where l.order_id = o.order_id and l.revision = o.revision and h.state = 'live') as live,
           (select count(*)::int from holds h where h.order_id = o.order_id) as sold
         from payment_requests r join orders o using (order_id) where r.token = ${token}`
      return row
    },
    /** What its rep sees of a request. */
    invoiceOf: async ({ token }: { token: string }): Promise<Reply['body']> =>
      (await rep.call('GET', `/api/invoices/${token}`)).body,
  }
}

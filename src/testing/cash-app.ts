/** Buyers who pay with Cash App, and administrators who check it. */
import { aBuyerWith, type Buyer, type Client, type Reply } from './builders.ts'
import type { TestApp } from './test-app.ts'

type Named = { reference: string }

/** Chooses Cash App for the cart, at the amount on the buyer's screen. */
export const chooseCashApp = (buyer: Buyer, amount: number, body: Record<string, unknown> = {}): Promise<Reply> =>
  buyer.call('POST', '/api/cash-app-orders', { amount, contactInfo: buyer.contactInfo, ...body })

/** A buyer whose order of these packages waits for Cash App. */
export async function aCashAppOrder(store: TestApp, ...packageIds: string[]) {
  const buyer = await aBuyerWith(store, ...packageIds)
  const { total } = await buyer.cart()
  return { buyer, order: (await chooseCashApp(buyer, total)).body }
}

/** Presses "Back to Payment Options". */
export const leaveCashApp = (buyer: Client): Promise<Reply> => buyer.call('DELETE', '/api/cash-app-orders')

export const verifyCashApp = (admin: Client, { reference }: Named): Promise<Reply> =>
  admin.call('POST', `/api/admin/cash-app-orders/${reference}/verify`, { note: 'transfer #4711' })

export const rejectCashApp = (admin: Client, { reference }: Named): Promise<Reply> =>
  admin.call('POST', `/api/admin/cash-app-orders/${reference}/reject`, { reason: 'No transfer with this note came.' })

/** The live holds of an order's lines: their owner (`cart`, `order`) and their end. */
export async function liveHoldsOf(store: TestApp, { reference }: Named) {
  const rows =
    await store.sql`select h.owner_kind, h.expires_at from orders o join order_lines l using (order_id, revision) join holds h using (hold_id)
     where o.reference = ${reference} and h.state = 'live' order by h.hold_id`
  const now = store.clock.now().getTime()
  return rows.map((row) => ({
    owner: row.owner_kind,
    minutesLeft: Math.round((row.expires_at.getTime() - now) / 60_000),
  }))
}

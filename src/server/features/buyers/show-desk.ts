/** What the buyer's desk shows. All of it is found by the address that the session proves. */
import {
  DESK_CREDIT_ENTRIES,
  DESK_ORDERS_PER_PAGE,
  type DeskOrder,
  type DeskWaiting,
  type listDeskOrders,
} from '#contract/buyers/desk.ts'
import type { PackageId } from '#contract/catalogue/catalogue.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { dollarsFromCents, toCents } from '#contract/money.ts'
import type { OrderId } from '#contract/values.ts'
import { readCredit } from '#server/features/orders/change-credit.ts'
import type { OrderRow } from '#server/features/orders/order-row.ts'
import { findOrders, showOrder } from '#server/features/orders/show-order.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { isInstantKey, readCursor, writeCursor } from '#server/platform/database/cursor.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Page } from '#server/platform/http/endpoint.ts'
import { requireDesk } from './desk-session.ts'
import { listCredit, listOrders, listWaiting } from './queries.ts'

const LIST = 'desk-orders'

/** Whether the caller may have the token that opens an order's files: a session, or a key with the scope for them. */
const mayOpenFiles = ({ actor }: WebContext) => actor.kind !== 'buyer' || actor.scopes.includes('deliveries:read')

const showDeskOrder = (ctx: WebContext, order: OrderRow): DeskOrder => ({
  order: { ...showOrder(order, null, order.owner_id), ...(mayOpenFiles(ctx) ? {} : { token: null }) },
  packageIds: order.lines.map(({ package_id }) => package_id as PackageId),
})

/** Lists what the address bought. @throws Refusal `desk_closed`, `bad_request` for a cursor that is not of this list */
export async function showDeskOrders(ctx: WebContext, query: QueryOf<typeof listDeskOrders>): Promise<Page<DeskOrder>> {
  const { email } = await requireDesk(ctx)
  const [paidBefore = null, orderBefore = null] = readCursor(LIST, query.cursor, 2) ?? []
  if (paidBefore !== null && !isInstantKey(paidBefore)) throw new Refusal('bad_request.cursor')
  const rows = await ctx.database.run(listOrders, { email, paidBefore, orderBefore, limit: DESK_ORDERS_PER_PAGE + 1 })
  const shown = rows.slice(0, DESK_ORDERS_PER_PAGE)
  const orderIds = shown.map(({ order_id }) => order_id as OrderId)
  const byId = new Map((await findOrders(ctx, orderIds)).map((order) => [order.order_id as string, order]))
  const last = shown.at(-1)
  return {
    rows: shown.flatMap(({ order_id }) => {
      const order = byId.get(order_id)
      return order ? [showDeskOrder(ctx, order)] : []
    }),
    next: last && rows.length > shown.length ? writeCursor(LIST, [last.paid_at_key, last.order_id]) : null,
  }
}

/** Lists what waits for the address's money. @throws Refusal `desk_closed` */
export async function showDeskWaiting(ctx: WebContext) {
  const { email } = await requireDesk(ctx)
  const rows = await ctx.database.run(listWaiting, { email, now: ctx.clock.now() })
  return {
    waiting: rows.map(({ kind, token, reference, total_cents, ends_at }) => {
      const common = { total: dollarsFromCents(toCents(total_cents)), endsAt: ends_at.toISOString() }
      return (kind === 'link' ? { kind, token, ...common } : { kind, token, reference, ...common }) as DeskWaiting
    }),
  }
}

/** Returns the address's store credit. @throws Refusal `desk_closed` */
export async function showDeskCredit(ctx: WebContext) {
  const { customer_key: customerKey } = await requireDesk(ctx)
  const [balance, entries] = await Promise.all([
    readCredit(ctx.database, customerKey),
    ctx.database.run(listCredit, { customerKey, limit: DESK_CREDIT_ENTRIES }),
  ])
  return {
    balance: dollarsFromCents(balance),
    entries: entries.map(({ entry_id, made_at, reason, cents, reference }) => ({
      id: entry_id,
      at: made_at.toISOString(),
      reason,
      amount: cents / 100,
      reference,
    })),
  }
}

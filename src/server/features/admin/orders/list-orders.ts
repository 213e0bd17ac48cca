import { ORDER_COUNT_MAX } from '#contract/admin/order-export.ts'
import { type ListedOrder, ORDERS_PAGE_DEFAULT } from '#contract/admin/order-screen.ts'
import type { LeadType, Tier } from '#contract/catalogue/catalogue.ts'
import { dollarTextFromCents } from '#contract/money.ts'
import { orderStatusOf } from '#contract/orders/order-states.ts'
import type { Cents, OrderId } from '#contract/values.ts'
import { readMemberNames } from '#server/features/members/accounts.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { isDayKey, isInstantKey, readCursor, writeCursor } from '#server/platform/cursor.ts'
import type { Page } from '#server/platform/http/endpoint.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { MATCHES_MAX } from '#server/platform/search-text.ts'
import { type OrderQuery, type Plan, planOf } from './list-plan.ts'
import {
  countMatchingOrders,
  countOrdersStatement,
  type ListedRow,
  listByTotalStatement,
  listOrdersStatement,
  sortByTotalStatement,
} from './list-queries.ts'
import { type Direction, type ListParameters, WALK_FILTERED, walkOf } from './list-walks.ts'

/** A cursor: the day of a sale, the instant or the total that the list is sorted by, and the order. */
interface Keys {
  day: string | null
  position: string
  id: string
}

/** @throws Refusal `bad_request` for a cursor without a valid day, and instant or total */
function requireCursor(list: string, text: string | undefined, isByTotal: boolean): Keys | null {
  const keys = readCursor(list, text, 3)
  if (!keys) return null
  const [day = '', position = '', id = ''] = keys
  const isValid = isByTotal ? /^\d{1,9}$/.test(position) : isInstantKey(position)
  if (!isValid || (day !== '' && !isDayKey(day))) throw new Refusal('bad_request')
  return { day: day || null, position, id }
}

function showListed(row: ListedRow, names: ReadonlyMap<string, string>): ListedOrder {
  const line = row.first_line
  return {
    id: row.order_id as OrderId,
    reference: row.reference,
    status: orderStatusOf(row.state),
    total: dollarTextFromCents(row.total_cents as Cents),
    refundedTotal: dollarTextFromCents(row.refunded_cents as Cents),
    refundState: row.refund_state,
    paymentMethod: row.payment_method,
    channel: row.channel,
    createdAt: row.created_at.toISOString(),
    paidAt: row.paid_at?.toISOString() ?? null,
    fullName: row.full_name,
    email: row.email,
    repName: row.rep_id === null ? null : (names.get(row.rep_id) ?? row.rep_id),
    packages: row.packages,
    firstLine: line && {
      tier: line.tier as Tier,
      leadType: line.lead_type as LeadType,
      size: line.size,
      state: line.state,
      county: line.county,
    },
    isDisputed: row.is_disputed,
  }
}

/** What a statement found, and how far it walked at most. */
interface Found {
  found: ListedRow[]
  walk: number
}

interface Asked {
  query: OrderQuery
  plan: Plan
  direction: Direction
  cursor: Keys | null
  limit: number
}

/** The parameters of a plan's statement. */
function parametersOf(ctx: PlatformContext, { query, plan, cursor, limit }: Asked, isByTotal: boolean): ListParameters {
  const { from = '-infinity', to = 'infinity' } = query
  return {
    from,
    to,
    zone: ctx.config.timeZone,
    afterDay: cursor?.day ?? null,
    afterAt: isByTotal ? null : (cursor?.position ?? null),
    afterId: isByTotal ? '' : (cursor?.id ?? ''),
    beyondCents: isByTotal && cursor ? Number(cursor.position) : null,
    beyondId: isByTotal ? (cursor?.id ?? '') : '',
    limit: limit + 1,
    ...plan.values,
    ...Object.assign({}, ...plan.residuals.map(({ value }) => value)),
  }
}

/** A page by date: of what many orders contain, those on the way; else all that match. */
async function listByDate(ctx: PlatformContext, asked: Asked): Promise<Found> {
  const { limit, direction } = asked
  const run = async (plan: Plan): Promise<Found> => {
    const residuals = plan.residuals.map(({ residual }) => residual)
    const statement = listOrdersStatement(plan.driver, residuals, limit, direction)
    const found = await ctx.database.run(statement, parametersOf(ctx, { ...asked, plan }, false))
    return { found, walk: walkOf(plan.driver, residuals, limit) }
  }
  const near = asked.plan.near && (await run(asked.plan.near))
  const isNear = near && (near.found.length > limit || (await hasManyMatches(ctx, asked.plan)))
  return isNear ? near : run(asked.plan)
}

/** Whether a plan leads to most orders, so that sorting them is out of the question. */
const isBroad = ({ plan, query }: Asked): boolean =>
  (plan.driver === 'paid' || plan.driver === 'in_state') && !query.from && !query.to

/** A page by total: what few orders match is sorted; otherwise the index of totals is walked and filtered on the way. */
async function listByTotal(ctx: PlatformContext, asked: Asked): Promise<Found> {
  const { plan, direction } = asked
  const near = plan.near ? { ...asked, plan: plan.near } : asked
  if (await hasManyMatches(ctx, plan)) return walkTotals(ctx, near)
  if (isBroad(asked)) return walkTotals(ctx, asked)
  const residuals = plan.residuals.map(({ residual }) => residual)
  const found = await ctx.database.run(
    sortByTotalStatement(plan.driver, residuals, direction),
    parametersOf(ctx, asked, true),
  )
  // A search by references and ids too may match more than by its text alone.
  return (found[0]?.walked ?? 0) <= MATCHES_MAX ? { found, walk: MATCHES_MAX + 1 } : walkTotals(ctx, near)
}

async function walkTotals(ctx: PlatformContext, asked: Asked): Promise<Found> {
  const { plan, limit, direction } = asked
  const residuals = plan.residuals.map(({ residual }) => residual)
  const walk = isBroad(asked) ? walkOf(plan.driver, residuals, limit) : WALK_FILTERED
  const found = await ctx.database.run(
    listByTotalStatement(plan.driver, residuals, walk, direction),
    parametersOf(ctx, asked, true),
  )
  return { found, walk }
}

/**
 * Lists a page of orders, newest first unless sorted otherwise. It may be shorter than requested and still have a next
 * page, because a page looks at a limited number of orders (`list-walks.ts`). Only orders that were paid can be sorted
 * by total: the total of others may change.
 *
 * @throws Refusal `period_invalid`, or `bad_request` for a cursor of another list or unpaid orders by total
 */
export async function listOrders(ctx: PlatformContext, query: OrderQuery): Promise<Page<ListedOrder>> {
  const { limit = ORDERS_PAGE_DEFAULT, direction = 'desc', sort = 'date' } = query
  if (query.from && query.to && query.to < query.from) throw new Refusal('period_invalid')
  const plan = planOf(query)
  if (!plan) return { rows: [], next: null }
  const isByTotal = sort === 'total'
  if (isByTotal && (plan.driver === 'waiting' || plan.driver === 'cancelled'))
    throw new Refusal('bad_request.sort_unpaid')
  const list = `orders ${plan.driver} ${sort} ${direction}`
  const cursor = requireCursor(list, query.cursor, isByTotal)
  const asked = { query, plan, direction, cursor, limit }
  const { found, walk } = await (isByTotal ? listByTotal(ctx, asked) : listByDate(ctx, asked))
  const fitting = found.filter((row) => row.order_id !== null)
  const rows = fitting.slice(0, limit)
  const names = await readMemberNames(ctx)
  return {
    rows: rows.map((row) => showListed(row, names)),
    next: nextOf(list, found, rows, limit, walk),
  }
}

/**
 * Counts the orders that a filter matches, among the newest `ORDER_COUNT_MAX` that its index leads to.
 *
 * @throws Refusal `period_invalid`
 */
export async function countOrders(
  ctx: PlatformContext,
  query: OrderQuery,
): Promise<{ count: number; isMore: boolean }> {
  const { from = '-infinity', to = 'infinity' } = query
  if (query.from && query.to && query.to < query.from) throw new Refusal('period_invalid')
  const plan = planOf(query)
  if (!plan) return { count: 0, isMore: false }
  // Sorting what most orders contain takes seconds.
  if (await hasManyMatches(ctx, plan)) return { count: MATCHES_MAX, isMore: true }
  const residuals = plan.residuals.map(({ residual }) => residual)
  const [counted] = await ctx.database.run(countOrdersStatement(plan.driver, residuals), {
    from,
    to,
    zone: ctx.config.timeZone,
    afterDay: null,
    afterAt: null,
    afterId: '',
    ...plan.values,
    ...Object.assign({}, ...plan.residuals.map(({ value }) => value)),
  })
  return { count: counted?.matches ?? 0, isMore: (counted?.walked ?? 0) >= ORDER_COUNT_MAX }
}

/** Whether so many orders match that a page is what the walk found, and the next page walks on. */
async function hasManyMatches(ctx: PlatformContext, { words }: Plan): Promise<boolean> {
  const [counted] = words ? await ctx.database.run(countMatchingOrders, words) : []
  return (counted?.matches ?? 0) > MATCHES_MAX
}

/** Where the next page starts: after the last order shown, or where the walk stopped; null at the end. */
function nextOf(
  list: string,
  found: readonly ListedRow[],
  rows: readonly ListedRow[],
  limit: number,
  walk: number,
): string | null {
  const last = rows.at(-1)
  const isCut = found.filter((row) => row.order_id !== null).length > limit
  if (isCut && last?.order_id) return writeCursor(list, [last.day ?? '', last.position, last.order_id])
  const [edge] = found
  if (!edge || edge.walked < walk || edge.last_position === null || edge.last_id === null) return null
  return writeCursor(list, [edge.last_day ?? '', edge.last_position, edge.last_id])
}

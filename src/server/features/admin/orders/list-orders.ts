import { ORDER_COUNT_MAX } from '#contract/admin/order-export.ts'
import { type listOrders as endpoint, type ListedOrder, ORDERS_PAGE_DEFAULT } from '#contract/admin/order-screen.ts'
import { LEAD_TYPES, type LeadType, SIZES, TIERS, type Tier } from '#contract/catalogue/catalogue.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { dollarTextFromCents } from '#contract/money.ts'
import { ORDER_STATES, orderStatusOf } from '#contract/orders/order-states.ts'
import type { Cents, OrderId } from '#contract/values.ts'
import { readMemberNames } from '#server/features/members/accounts.ts'
import { readReference } from '#server/features/orders/search.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { isDayKey, isInstantKey, readCursor, writeCursor } from '#server/platform/database/cursor.ts'
import { listsOf, shownOf } from '#server/platform/database/statement.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Page } from '#server/platform/http/endpoint.ts'
import { MATCHES_MAX, readSearch, type SearchWords } from '#server/platform/text/search-text.ts'
import * as sql from './list-queries.ts'

type OrderQuery = QueryOf<typeof endpoint>

/** The index that a page walks, the conditions for each order on the way, and the values for both. */
interface Plan {
  driver: sql.Driver
  residuals: readonly sql.Residual[]
  values: Partial<sql.ListParameters>
  /** For a search by the index: the walk that finds what many orders contain. */
  near?: Omit<Plan, 'near' | 'words'>
  words?: SearchWords
}

/** The walk for a value of the overview's dimensions; null if there is no such value. */
function walkOfDimension(
  dimension: NonNullable<OrderQuery['dimension']>,
  value: string,
): Pick<Plan, 'driver' | 'values'> | null {
  switch (dimension) {
    case 'package': {
      const [leadType = '', tier = '', size] = value.split('-')
      return Number.isInteger(Number(size))
        ? { driver: 'sale_package', values: { leadType, tier, size: Number(size) } }
        : null
    }
    case 'lead_type':
    case 'tier': {
      const kinds = LEAD_TYPES.flatMap((leadType) =>
        TIERS.flatMap((tier) => SIZES.map((size) => ({ leadType, tier, size }))),
      ).filter(({ leadType, tier }) => (dimension === 'tier' ? tier : leadType) === value)
      return { driver: 'sale_kinds', values: listsOf(kinds, 'leadType', 'tier', 'size') }
    }
    case 'state':
      return { driver: 'sale_state', values: { saleState: value } }
    case 'county':
      return { driver: 'sale_county', values: { fips: value } }
    case 'channel':
      return { driver: 'sale_channel', values: { channel: value } }
    case 'rep':
      // Orders without a rep came without one; no other orders do.
      return value === ''
        ? { driver: 'sale_channel', values: { channel: 'storefront' } }
        : { driver: 'sale_rep', values: { repId: value } }
  }
}

/** Chooses the narrowest walk for a query; the other conditions become residuals. Null if nothing can match. */
function planOf(query: OrderQuery): Plan | null {
  const { status, channel, repId, paymentMethod, dimension, search = '' } = query
  const state = ORDER_STATES.find((one) => orderStatusOf(one) === status)
  const words = readSearch(search)
  if (words === 'none') return null
  const values = {
    ...(state && { state }),
    ...(paymentMethod && { method: paymentMethod }),
    ...(channel && { channel }),
    ...(repId && { repId }),
    ...(words && { ...words, ...readReference(search) }),
    wasPaid: true,
  }
  const asked = { state, partly: status === 'partly_refunded', method: paymentMethod, channel, rep: repId }
  const all = (['state', 'partly', 'method', 'channel', 'rep'] as const).filter((one): boolean => Boolean(asked[one]))
  const without = (left: sql.Residual): sql.Residual[] => all.filter((residual) => residual !== left)
  const text = words ? (['text'] as const) : []
  if (state === 'awaiting_payment' || state === 'cancelled') {
    const driver = state === 'cancelled' ? 'cancelled' : 'waiting'
    // Neither was sold, so no figure contains it.
    return dimension ? null : { driver, residuals: [...without('state'), ...text], values }
  }
  if (words) {
    if (dimension) return null
    const driver = state ? 'in_state' : 'paid'
    const near = { driver, residuals: [...without('state'), ...text], values } as const
    return { driver: 'search', residuals: all, values: { ...values, id: search.trim() }, near, words }
  }
  if (dimension) {
    const walk = walkOfDimension(dimension, query.value ?? '')
    return walk && { driver: walk.driver, residuals: all, values: { ...walk.values, ...values } }
  }
  if (repId) return { driver: 'sale_rep', residuals: without('rep'), values }
  if (channel) return { driver: 'sale_channel', residuals: without('channel'), values }
  if (paymentMethod && paymentMethod !== 'stripe')
    return { driver: 'by_method', residuals: [...without('method'), 'was_paid'], values }
  return state
    ? { driver: 'in_state', residuals: without('state'), values }
    : { driver: 'paid', residuals: all, values }
}

/** A cursor: the day of a sale, the instant or the total that the list is sorted by, and the order. */
type Keys = { day: string | null; position: string; id: string }

function requireCursor(list: string, text: string | undefined, isByTotal: boolean): Keys | null {
  const keys = readCursor(list, text, 3)
  if (!keys) return null
  const [day = '', position = '', id = ''] = keys
  const isValid = isByTotal ? /^\d{1,9}$/.test(position) : isInstantKey(position)
  if (!isValid || (day !== '' && !isDayKey(day))) throw new Refusal('bad_request')
  return { day: day || null, position, id }
}

function showListed(row: sql.ListedRow, names: ReadonlyMap<string, string>): ListedOrder {
  const line = row.first_line
  return {
    id: row.order_id as OrderId,
    ...shownOf(row, 'reference', 'refund_state', 'payment_method', 'channel', 'created_at', 'paid_at', 'full_name'),
    ...shownOf(row, 'email', 'packages', 'is_disputed'),
    status: orderStatusOf(row.state),
    total: dollarTextFromCents(row.total_cents as Cents),
    refundedTotal: dollarTextFromCents(row.refunded_cents as Cents),
    repName: row.rep_id === null ? null : (names.get(row.rep_id) ?? row.rep_id),
    firstLine: line && {
      tier: line.tier as Tier,
      leadType: line.lead_type as LeadType,
      ...shownOf(line, 'size', 'state', 'county'),
    },
  }
}

/** What a statement found, and how far it walked at most. */
type Found = { found: sql.ListedRow[]; walk: number }

type Asked = { query: OrderQuery; plan: Plan; direction: sql.Direction; cursor: Keys | null; limit: number }

function parametersOf(
  ctx: PlatformContext,
  { query, plan, cursor, limit }: Asked,
  isByTotal: boolean,
): sql.ListParameters {
  return {
    from: query.from ?? '-infinity',
    to: query.to ?? 'infinity',
    zone: ctx.config.timeZone,
    afterDay: cursor?.day ?? null,
    afterAt: isByTotal ? null : (cursor?.position ?? null),
    afterId: isByTotal ? '' : (cursor?.id ?? ''),
    beyondCents: isByTotal && cursor ? Number(cursor.position) : null,
    beyondId: isByTotal ? (cursor?.id ?? '') : '',
    limit: limit + 1,
    ...plan.values,
  }
}

/** A page by date: of what many orders contain, those on the way; else all that match. */
async function listByDate(ctx: PlatformContext, asked: Asked): Promise<Found> {
  const { limit, direction } = asked
  const run = async (plan: Plan): Promise<Found> => {
    const { driver, residuals } = plan
    const statement = sql.listOrdersStatement(driver, residuals, limit, direction)
    const found = await ctx.database.run(statement, parametersOf(ctx, { ...asked, plan }, false))
    return { found, walk: sql.walkOf(driver, residuals, limit) }
  }
  const near = asked.plan.near && (await run(asked.plan.near))
  const isNear = near && (near.found.length > limit || (await hasManyMatches(ctx, asked.plan)))
  return isNear ? near : run(asked.plan)
}

/** Whether a plan leads to most orders, so that sorting them is out of the question. */
const isBroad = ({ plan, query }: Asked): boolean =>
  (plan.driver === 'paid' || plan.driver === 'in_state') && !query.from && !query.to

/** A page by total: a few matches are sorted; otherwise the index of totals is walked and filtered on the way. */
async function listByTotal(ctx: PlatformContext, asked: Asked): Promise<Found> {
  const { plan, direction } = asked
  const near = plan.near ? { ...asked, plan: plan.near } : asked
  if (await hasManyMatches(ctx, plan)) return walkTotals(ctx, near)
  if (isBroad(asked)) return walkTotals(ctx, asked)
  const statement = sql.sortByTotalStatement(plan.driver, plan.residuals, direction)
  const found = await ctx.database.run(statement, parametersOf(ctx, asked, true))
  // A search by references and ids too may match more than by its text alone.
  return (found[0]?.walked ?? 0) <= MATCHES_MAX ? { found, walk: MATCHES_MAX + 1 } : walkTotals(ctx, near)
}

async function walkTotals(ctx: PlatformContext, asked: Asked): Promise<Found> {
  const { plan, limit, direction } = asked
  const { driver, residuals } = plan
  const walk = isBroad(asked) ? sql.walkOf(driver, residuals, limit) : sql.WALK_FILTERED
  const statement = sql.listByTotalStatement(driver, residuals, walk, direction)
  return { found: await ctx.database.run(statement, parametersOf(ctx, asked, true)), walk }
}

/**
 * Lists a page of orders, newest first unless sorted otherwise. It may be shorter than requested and still have a next
 * page, because it looks at a limited number of orders. Only paid orders can be sorted by total: that of others may
 * change.
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
  const asked = { query, plan, direction, cursor: requireCursor(list, query.cursor, isByTotal), limit }
  const { found, walk } = await (isByTotal ? listByTotal(ctx, asked) : listByDate(ctx, asked))
  const fitting = found.filter((row) => row.order_id !== null)
  const rows = fitting.slice(0, limit)
  const names = await readMemberNames(ctx)
  return {
    rows: rows.map((row) => showListed(row, names)),
    next: fitting.length > limit ? afterLast(list, rows) : afterWalk(list, found, walk),
  }
}

/** Counts orders among the newest `ORDER_COUNT_MAX` that the index leads to. @throws Refusal `period_invalid` */
export async function countOrders(ctx: PlatformContext, query: OrderQuery) {
  if (query.from && query.to && query.to < query.from) throw new Refusal('period_invalid')
  const plan = planOf(query)
  if (!plan) return { count: 0, isMore: false }
  // Sorting what most orders contain takes seconds.
  if (await hasManyMatches(ctx, plan)) return { count: MATCHES_MAX, isMore: true }
  const asked = { query, plan, direction: 'desc', cursor: null, limit: 0 } as const
  const statement = sql.countOrdersStatement(plan.driver, plan.residuals)
  const [counted] = await ctx.database.run(statement, parametersOf(ctx, asked, false))
  return { count: counted?.matches ?? 0, isMore: (counted?.walked ?? 0) >= ORDER_COUNT_MAX }
}

/** Whether so many orders match that a page is what the walk found, and the next page walks on. */
async function hasManyMatches(ctx: PlatformContext, { words }: Plan): Promise<boolean> {
  const [counted] = words ? await ctx.database.run(sql.countMatchingOrders, words) : []
  return (counted?.matches ?? 0) > MATCHES_MAX
}

function afterLast(list: string, rows: readonly sql.ListedRow[]): string | null {
  const last = rows.at(-1)
  return last?.order_id ? writeCursor(list, [last.day ?? '', last.position, last.order_id]) : null
}

/** Where the walk stopped; null if it reached the end. */
function afterWalk(list: string, [edge]: readonly sql.ListedRow[], walk: number): string | null {
  if (!edge || edge.walked < walk || edge.last_position === null || edge.last_id === null) return null
  return writeCursor(list, [edge.last_day ?? '', edge.last_position, edge.last_id])
}

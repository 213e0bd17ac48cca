import { type listOrders as endpoint, type ListedOrder, ORDERS_PAGE_DEFAULT } from '#contract/admin/order-desk.ts'
import { ORDER_COUNT_MAX } from '#contract/admin/order-export.ts'
import { LEAD_TYPES, type LeadType, SIZES, TIERS, type Tier } from '#contract/catalogue/catalogue.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { dollarTextFromCents } from '#contract/money.ts'
import { ORDER_STATES, orderStatusOf } from '#contract/orders/order-states.ts'
import type { Cents, OrderId } from '#contract/values.ts'
import { readMemberNames } from '#server/features/members/accounts.ts'
import { readReference } from '#server/features/orders/search.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { isDayKey, isInstantKey, readCursor, writeCursor } from '#server/platform/cursor.ts'
import type { Page } from '#server/platform/http/endpoint.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { MATCHES_MAX, readSearch, type SearchWords } from '#server/platform/search-text.ts'
import {
  countMatchingOrders,
  countOrdersStatement,
  type Driver,
  type ListedRow,
  type ListParameters,
  listOrdersStatement,
  type Residual,
  walkOf,
} from './list-queries.ts'

type Query = QueryOf<typeof endpoint>

/** The index that a page walks, with its values, and the further conditions for each order. */
interface Plan {
  driver: Driver
  /** The values for the driver. */
  values: Partial<ListParameters>
  residuals: readonly { residual: Residual; value: Partial<ListParameters> }[]
  /** For a search by the index: the walk that finds what many orders contain. */
  near?: Omit<Plan, 'near' | 'words'>
  words?: SearchWords
}

const NOTHING_TO_ASK = { values: {}, residuals: [] } as const

/** The walk for a value of the overview's dimensions; null if there is no such value. */
function walkOfDimension(dimension: NonNullable<Query['dimension']>, value: string): Omit<Plan, 'residuals'> | null {
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
      )
      const asked = kinds.filter(({ leadType, tier }) => (dimension === 'tier' ? tier : leadType) === value)
      const values = {
        leadTypes: asked.map((kind) => kind.leadType),
        tiers: asked.map((kind) => kind.tier),
        sizes: asked.map((kind) => kind.size),
      }
      return { driver: 'sale_kinds', values }
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

/**
 * Chooses the narrowest walk for a query; the other conditions are checked for each order on the way. Null if nothing
 * can match.
 */
function planOf(query: Query): Plan | null {
  const { status, channel, repId, paymentMethod, dimension } = query
  const state = ORDER_STATES.find((one) => orderStatusOf(one) === status)
  const words = readSearch(query.search)
  if (words === 'none') return null
  const searched = words && { ...words, ...readReference(query.search ?? '') }
  const text = searched ? [{ residual: 'text' as const, value: searched }] : []
  const residuals = [
    ...(state ? [{ residual: 'state' as const, value: { state } }] : []),
    ...(paymentMethod ? [{ residual: 'method' as const, value: { method: paymentMethod } }] : []),
    ...(channel ? [{ residual: 'channel' as const, value: { channel } }] : []),
    ...(repId ? [{ residual: 'rep' as const, value: { repId } }] : []),
  ]
  const without = (...left: Residual[]) => residuals.filter(({ residual }) => !left.includes(residual))
  if (state === 'awaiting_payment' || state === 'cancelled') {
    const driver = state === 'cancelled' ? 'cancelled' : 'waiting'
    // Neither was sold, so no figure contains it.
    return dimension ? null : { driver, values: {}, residuals: [...without('state'), ...text] }
  }
  if (searched) {
    if (dimension) return null
    const near = state
      ? ({ driver: 'in_state', values: { state }, residuals: [...without('state'), ...text] } as const)
      : ({ driver: 'paid', values: {}, residuals: [...residuals, ...text] } as const)
    return { driver: 'search', values: { ...searched, id: query.search?.trim() ?? '' }, residuals, near, words }
  }
  if (dimension) {
    const walk = walkOfDimension(dimension, query.value ?? '')
    return walk && { ...walk, residuals }
  }
  if (repId) return { driver: 'sale_rep', values: { repId }, residuals: without('rep') }
  if (channel) return { driver: 'sale_channel', values: { channel }, residuals: without('channel') }
  if (paymentMethod && paymentMethod !== 'stripe') {
    const wasPaid = { residual: 'was_paid' as const, value: { wasPaid: true } }
    return { driver: 'by_method', values: { method: paymentMethod }, residuals: [...without('method'), wasPaid] }
  }
  if (state) return { driver: 'in_state', values: { state }, residuals: without('state') }
  return { ...NOTHING_TO_ASK, driver: 'paid', residuals }
}

/** @throws Refusal `bad_request` for a cursor without a valid day or instant */
function requireCursor(list: string, text: string | undefined): { day: string | null; at: string; id: string } | null {
  const keys = readCursor(list, text, 3)
  if (!keys) return null
  const [day = '', at = '', id = ''] = keys
  if (!isInstantKey(at) || (day !== '' && !isDayKey(day))) throw new Refusal('bad_request')
  return { day: day || null, at, id }
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

/**
 * Lists a page of orders, newest first. It may be shorter than requested and still have a next page, because a page
 * looks at a limited number of orders (`list-queries.ts`).
 *
 * @throws Refusal `period_invalid`, or `bad_request` for a cursor of another list
 */
export async function listOrders(ctx: PlatformContext, query: Query): Promise<Page<ListedOrder>> {
  const { from = '-infinity', to = 'infinity', limit = ORDERS_PAGE_DEFAULT } = query
  if (query.from && query.to && query.to < query.from) throw new Refusal('period_invalid')
  const plan = planOf(query)
  if (!plan) return { rows: [], next: null }
  const list = `orders ${plan.driver}`
  const cursor = requireCursor(list, query.cursor)
  const run = async ({ driver, values, residuals: checked }: Omit<Plan, 'near' | 'words'>) => {
    const residuals = checked.map(({ residual }) => residual)
    const found = await ctx.database.run(listOrdersStatement(driver, residuals, limit), {
      from,
      to,
      zone: ctx.config.timeZone,
      afterDay: cursor?.day ?? null,
      afterAt: cursor?.at ?? null,
      afterId: cursor?.id ?? '',
      limit: limit + 1,
      ...values,
      ...Object.assign({}, ...checked.map(({ value }) => value)),
    })
    return { found, walk: walkOf(driver, residuals, limit) }
  }
  const near = plan.near && (await run(plan.near))
  const isNear = near && (near.found.length > limit || (await hasManyMatches(ctx, plan)))
  const { found, walk } = isNear ? near : await run(plan)
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
export async function countOrders(ctx: PlatformContext, query: Query): Promise<{ count: number; isMore: boolean }> {
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
  if (isCut && last?.order_id) return writeCursor(list, [last.day ?? '', last.at, last.order_id])
  const [edge] = found
  if (!edge || edge.walked < walk || edge.last_at === null || edge.last_id === null) return null
  return writeCursor(list, [edge.last_day ?? '', edge.last_at, edge.last_id])
}

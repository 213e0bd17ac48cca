import type { QueryOf } from '#contract/endpoint.ts'
import type { PaymentRequest } from '#contract/links/payment-request-values.ts'
import {
  type listPaymentRequests as endpoint,
  REQUESTS_PAGE_DEFAULT,
  REQUESTS_PAGE_MAX,
} from '#contract/links/payment-requests.ts'
import {
  type countPaymentRequests,
  type exportPaymentRequests,
  REQUEST_CELLS,
  REQUEST_COUNT_MAX,
} from '#contract/links/request-export.ts'
import { exportList } from '#server/features/audit/export-list.ts'
import { readReference } from '#server/features/orders/search.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { addMilliseconds, minutes } from '#server/platform/clock.ts'
import { type PlatformContext, requireMember, scopeOf } from '#server/platform/context.ts'
import { isInstantKey, readCursor, writeCursor } from '#server/platform/database/cursor.ts'
import { shownOf } from '#server/platform/database/statement.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { FileReply, Page } from '#server/platform/http/endpoint.ts'
import * as search from '#server/platform/text/search-text.ts'
import type { ListShape, QueuedRow } from './list-queries.ts'
import * as queries from './list-queries.ts'
import type { RequestRow } from './queries.ts'
import { EXPIRING_SOON_MS } from './rules.ts'
import { showRequest } from './show-request.ts'

type Query = QueryOf<typeof endpoint>

function orderOf(query: Query): Pick<ListShape, 'sort' | 'direction' | 'queue'> {
  if (query.expiring) return { sort: 'end', direction: 'asc' }
  if (query.cashApp) return { sort: 'end', direction: 'asc', queue: 'cash_app' }
  const sort = query.sort ?? 'date'
  return { sort, direction: query.direction ?? (sort === 'customer' || sort === 'status' ? 'asc' : 'desc') }
}

function keysOf(row: RequestRow, sort: ListShape['sort']): string[] {
  const keys = {
    date: [row.created_at.toISOString()],
    total: [String(row.total_cents)],
    customer: [row.customer_key],
    status: [row.status, row.created_at.toISOString()],
    end: [row.expires_at.toISOString()],
    paid: [row.paid_at?.toISOString() ?? ''],
  }
  return [...keys[sort], row.payment_request_id]
}

function requireKeys(sort: ListShape['sort'], [first, second]: readonly string[]): void {
  const isValid = {
    date: isInstantKey(first),
    total: /^\d{1,9}$/.test(first ?? ''),
    customer: true,
    status: isInstantKey(second),
    end: isInstantKey(first),
    paid: isInstantKey(first),
  }
  if (!isValid[sort]) throw new Refusal('bad_request')
}

function filtersOf(ctx: PlatformContext, query: Query, sort: ListShape['sort'], words: search.SearchWords | null) {
  const repId = scopeOf(requireMember(ctx)) ?? query.member ?? null
  const status = sort === 'end' ? null : (query.status ?? null)
  const endsAfter = ctx.clock.now()
  return {
    shape: { isScoped: repId !== null, hasStatus: status === 'paid' ? ('paid' as const) : status !== null },
    parameters: {
      repId,
      status,
      endsAfter,
      endsUntil: addMilliseconds(endsAfter, EXPIRING_SOON_MS),
      ...(words && { ...words, ...readReference(query.search ?? '') }),
    },
  }
}

/** The member's requests; all for administrators. @throws Refusal `bad_request` for a cursor of another list */
export async function listPaymentRequests(ctx: PlatformContext, query: Query): Promise<Page<PaymentRequest>> {
  const { sort, direction, queue } = orderOf(query)
  const words = search.readSearch(query.search)
  const list = `requests ${queue ?? sort} ${direction}`
  const cursor = readCursor(list, query.cursor, queries.keyCountOf(sort))
  if (cursor) requireKeys(sort, cursor)
  if (words === 'none') return { rows: [], next: null }
  const limit = query.limit ?? REQUESTS_PAGE_DEFAULT
  const { shape, parameters } = filtersOf(ctx, query, sort, words)
  const [key1 = null, key2 = null, key3 = null] = cursor ?? []
  const asked = { ...parameters, key1, key2, key3, limit: limit + 1 }
  const run = (search: ListShape['search'], walk?: number) => {
    // Links live for a day. By date, they are found in the order of the list.
    const isLive = parameters.status === 'sent' && (sort === 'total' || sort === 'customer')
    const wanted = { sort, direction, ...(queue && { queue }), ...shape, isLive, search, hasCursor: cursor !== null }
    return ctx.database.run(queries.listStatement(wanted), { ...asked, ...(walk && { walk }) })
  }
  const found = words
    ? await search.searchPage(limit + 1, {
        near: () => run('walk', search.SEARCH_WALK),
        count: () => ctx.database.run(queries.countMatchingRequests, words),
        byIndex: () => run('index'),
        far: () => run('walk', search.ALL_ROWS),
      })
    : await run(null)
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return {
    rows: rows.map((row) => showRequest(ctx, row)),
    next: last && found.length > limit ? writeCursor(list, keysOf(last, sort)) : null,
  }
}

/** Counts the member's requests (all, for an administrator) that a filter matches, up to `REQUEST_COUNT_MAX`. */
export async function countRequests(ctx: PlatformContext, query: QueryOf<typeof countPaymentRequests>) {
  const { sort, queue } = orderOf(query)
  const words = search.readSearch(query.search)
  if (words === 'none') return { count: 0, isMore: false }
  const [found] = words ? await ctx.database.run(queries.countMatchingRequests, words) : []
  // Reading all rows that contain so common a word takes seconds.
  if (found && found.matches > search.MATCHES_MAX) return { count: search.MATCHES_MAX, isMore: true }
  const { shape, parameters } = filtersOf(ctx, query, sort, words)
  const list = { sort, ...(queue && { queue }), ...shape, hasSearch: words !== null }
  const [counted] = await ctx.database.run(queries.countStatement(list), parameters)
  const count = counted?.matches ?? 0
  return { count: Math.min(count, REQUEST_COUNT_MAX), isMore: count > REQUEST_COUNT_MAX }
}

/** Any rep's live links that someone should look at, first to expire first; `total` counts up to 100. */
const showQueue = (rows: readonly QueuedRow[]) => ({
  links: rows.map((row) => ({
    id: row.payment_request_id,
    ...shownOf(row, 'reference', 'customer_name', 'total_cents', 'rep_name'),
    expiresAt: row.expires_at,
  })),
  total: rows[0]?.waiting ?? 0,
})

/** Finds links that expire within 2 hours. For administrators. */
export async function findExpiringLinks(ctx: PlatformContext, limit: number) {
  const endsAfter = ctx.clock.now()
  const endsUntil = addMilliseconds(endsAfter, EXPIRING_SOON_MS)
  return showQueue(await ctx.database.run(queries.listExpiring, { endsAfter, endsUntil, limit }))
}

/** After so long, somebody who chose Cash App has probably paid. Choosing it only shows how to. */
export const CASH_APP_SENT_MS = minutes(15)

/** Finds links whose customers may have paid in Cash App. For administrators. */
export async function findLinksPaidByCashApp(ctx: PlatformContext, limit: number) {
  const endsAfter = ctx.clock.now()
  const chosenUntil = addMilliseconds(endsAfter, -CASH_APP_SENT_MS)
  return showQueue(await ctx.database.run(queries.listPayingByCashApp, { endsAfter, chosenUntil, limit }))
}

export const exportRequests = (ctx: WebContext, filters: QueryOf<typeof exportPaymentRequests>): Promise<FileReply> =>
  exportList(ctx, {
    name: 'payment-requests',
    subject: 'the list of payment requests',
    cells: REQUEST_CELLS,
    filters,
    readPage: (cursor) =>
      listPaymentRequests(ctx, { ...filters, limit: REQUESTS_PAGE_MAX, ...(cursor !== undefined && { cursor }) }),
  })

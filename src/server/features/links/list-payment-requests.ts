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
  REQUEST_COUNT_MAX,
} from '#contract/links/request-export.ts'
import { REQUEST_COLUMNS, requestRow } from '#contract/links/requests-csv.ts'
import { exportList } from '#server/features/audit/export-list.ts'
import { readReference } from '#server/features/orders/search.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { addMilliseconds } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { requireMember, scopeOf } from '#server/platform/context.ts'
import { isInstantKey, readCursor, writeCursor } from '#server/platform/cursor.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { FileReply, Page } from '#server/platform/http/endpoint.ts'
import { ALL_ROWS, MATCHES_MAX, readSearch, SEARCH_WALK, searchPage } from '#server/platform/search-text.ts'
import {
  countMatchingRequests,
  countStatement,
  keyCountOf,
  type ListShape,
  listExpiring,
  listPayingByCashApp,
  listStatement,
  type QueuedRow,
} from './list-queries.ts'
import type { RequestRow } from './queries.ts'
import { EXPIRING_SOON_MS } from './rules.ts'
import { showRequest } from './show-request.ts'

type Query = QueryOf<typeof endpoint>

/** The order of a list: newest or highest first, names from A, queues by the end of their links. */
function orderOf(query: Query): Pick<ListShape, 'sort' | 'direction' | 'queue'> {
  if (query.expiring) return { sort: 'end', direction: 'asc' }
  if (query.cashApp) return { sort: 'end', direction: 'asc', queue: 'cash_app' }
  const sort = query.sort ?? 'date'
  return { sort, direction: query.direction ?? (sort === 'date' || sort === 'total' ? 'desc' : 'asc') }
}

/** The sort keys of a row for a cursor. */
function keysOf(row: RequestRow, sort: ListShape['sort']): string[] {
  const keys = {
    date: [row.created_at.toISOString()],
    total: [String(row.total_cents)],
    customer: [row.customer_key],
    status: [row.status, row.created_at.toISOString()],
    end: [row.expires_at.toISOString()],
  }
  return [...keys[sort], row.payment_request_id]
}

/** @throws Refusal `bad_request` for a cursor without a valid instant or amount */
function requireKeys(sort: ListShape['sort'], [first, second]: readonly string[]): void {
  const isValid = {
    date: isInstantKey(first),
    total: /^\d{1,9}$/.test(first ?? ''),
    customer: true,
    status: isInstantKey(second),
    end: isInstantKey(first),
  }
  if (!isValid[sort]) throw new Refusal('bad_request')
}

/**
 * Lists a page of the member's requests (all, for an administrator). Keyset paging: the thousandth page costs as much
 * as the first, and new requests shift nothing.
 *
 * @throws Refusal `bad_request` for a cursor of another list or order
 */
export async function listPaymentRequests(ctx: PlatformContext, query: Query): Promise<Page<PaymentRequest>> {
  const scope = scopeOf(requireMember(ctx))
  const { sort, direction, queue } = orderOf(query)
  const words = readSearch(query.search)
  const list = `requests ${queue ?? sort} ${direction}`
  const cursor = readCursor(list, query.cursor, keyCountOf(sort))
  if (cursor) requireKeys(sort, cursor)
  if (words === 'none') return { rows: [], next: null }
  const limit = query.limit ?? REQUESTS_PAGE_DEFAULT
  const now = ctx.clock.now()
  const status = sort === 'end' ? undefined : query.status
  const shape: Omit<ListShape, 'search'> = {
    sort,
    direction,
    ...(queue && { queue }),
    isScoped: scope !== null,
    hasStatus: status !== undefined,
    // Links live for a day. By date, they are found in the order of the list.
    isLive: status === 'sent' && (sort === 'total' || sort === 'customer'),
    hasCursor: cursor !== null,
  }
  const [key1 = null, key2 = null, key3 = null] = cursor ?? []
  const parameters = {
    repId: scope,
    status: status ?? null,
    key1,
    key2,
    key3,
    endsAfter: now,
    endsUntil: addMilliseconds(now, EXPIRING_SOON_MS),
    limit: limit + 1,
    ...(words && { ...words, ...readReference(query.search ?? '') }),
  }
  const run = (search: ListShape['search'], walk?: number) =>
    ctx.database.run(listStatement({ ...shape, search }), { ...parameters, ...(walk && { walk }) })
  const found = words
    ? await searchPage(limit + 1, {
        near: () => run('walk', SEARCH_WALK),
        count: () => ctx.database.run(countMatchingRequests, words),
        byIndex: () => run('index'),
        far: () => run('walk', ALL_ROWS),
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
export async function countRequests(
  ctx: PlatformContext,
  query: QueryOf<typeof countPaymentRequests>,
): Promise<{ count: number; isMore: boolean }> {
  const repId = scopeOf(requireMember(ctx))
  const { sort, queue } = orderOf(query)
  const words = readSearch(query.search)
  if (words === 'none') return { count: 0, isMore: false }
  const [found] = words ? await ctx.database.run(countMatchingRequests, words) : []
  // Reading all rows that contain so common a word takes seconds.
  if (found && found.matches > MATCHES_MAX) return { count: MATCHES_MAX, isMore: true }
  const status = sort === 'end' ? undefined : query.status
  const shape = {
    sort,
    ...(queue && { queue }),
    isScoped: repId !== null,
    hasStatus: status !== undefined,
    hasSearch: words !== null,
  }
  const now = ctx.clock.now()
  const [counted] = await ctx.database.run(countStatement(shape), {
    repId,
    status: status ?? null,
    endsAfter: now,
    endsUntil: addMilliseconds(now, EXPIRING_SOON_MS),
    ...(words && { ...words, ...readReference(query.search ?? '') }),
  })
  const count = counted?.matches ?? 0
  return { count: Math.min(count, REQUEST_COUNT_MAX), isMore: count > REQUEST_COUNT_MAX }
}

/** Any rep's live link that someone should look at. */
interface QueuedLink {
  id: string
  reference: string
  customerName: string
  totalCents: number
  repName: string | null
  expiresAt: Date
}

interface Queue {
  /** First to expire first. */
  links: QueuedLink[]
  /** Counted up to 100. */
  total: number
}

const showQueue = (rows: readonly QueuedRow[]): Queue => ({
  links: rows.map((row) => ({
    id: row.payment_request_id,
    reference: row.reference,
    customerName: row.customer_name,
    totalCents: row.total_cents,
    repName: row.rep_name,
    expiresAt: row.expires_at,
  })),
  total: rows[0]?.waiting ?? 0,
})

/** Finds links that expire within 2 hours. For administrators. */
export async function findExpiringLinks(ctx: PlatformContext, limit: number): Promise<Queue> {
  const endsAfter = ctx.clock.now()
  const endsUntil = addMilliseconds(endsAfter, EXPIRING_SOON_MS)
  return showQueue(await ctx.database.run(listExpiring, { endsAfter, endsUntil, limit }))
}

/** Finds links whose customers chose Cash App. For administrators. */
export async function findLinksPaidByCashApp(ctx: PlatformContext, limit: number): Promise<Queue> {
  return showQueue(await ctx.database.run(listPayingByCashApp, { endsAfter: ctx.clock.now(), limit }))
}

/** Streams all of the member's requests that the filters match as a file, in the list's order. */
export const exportRequests = (ctx: WebContext, filters: QueryOf<typeof exportPaymentRequests>): Promise<FileReply> =>
  exportList(ctx, {
    name: 'payment-requests',
    subject: 'the list of payment requests',
    columns: REQUEST_COLUMNS,
    rowOf: requestRow,
    filters,
    readPage: (cursor) =>
      listPaymentRequests(ctx, { ...filters, limit: REQUESTS_PAGE_MAX, ...(cursor !== undefined && { cursor }) }),
  })

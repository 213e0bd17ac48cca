import type { ReplyOf } from '#contract/endpoint.ts'
import {
  ALL_CUSTOMERS_MAX,
  CUSTOMERS_PAGE_DEFAULT,
  type Customer,
  type listAllCustomers,
} from '#contract/links/customers.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { readCursor, writeCursor } from '#server/platform/cursor.ts'
import { requireMember, scopeOf } from '#server/platform/member.ts'
import { prefixSearch } from '#server/platform/search-words.ts'
import type { CustomerHistory } from './customer-history.ts'
import { type CustomerRow, listOfAll, listOfRep, searchOfAll, searchOfRep } from './customer-queries.ts'
import { showCustomers, showData } from './show-customer.ts'

/** Names the list in its cursors. */
const LIST = 'customers'

/** Rows by name that a member may see. */
async function findRows(
  ctx: PlatformContext,
  wanted: { search: string | undefined; after: readonly string[]; rowsMax: number },
): Promise<CustomerRow[]> {
  const scope = scopeOf(requireMember(ctx))
  const words = prefixSearch(wanted.search)
  // Names and ids are never empty, so nothing comes before two empty texts.
  const [name = '', id = ''] = wanted.after
  const page = { afterName: name, afterCustomerId: id, limit: wanted.rowsMax }
  if (words === null) {
    return scope === null
      ? ctx.database.run(listOfAll, { anything: '', ...page })
      : ctx.database.run(listOfRep, { repId: scope, ...page })
  }
  return scope === null
    ? ctx.database.run(searchOfAll, { search: words, ...page })
    : ctx.database.run(searchOfRep, { repSearch: [scope, words], ...page })
}

/**
 * One page of the caller's customers (an administrator's: all), by name.
 *
 * @throws Refusal `bad_request` for a cursor of another list
 */
export async function listCustomers(
  ctx: PlatformContext,
  query: { search?: string | undefined; cursor?: string | undefined; limit?: number | undefined },
  history: CustomerHistory,
): Promise<{ rows: Customer[]; next: string | null }> {
  const limit = query.limit ?? CUSTOMERS_PAGE_DEFAULT
  const after = readCursor(LIST, query.cursor, 2) ?? []
  // One more than is shown, to know whether there is more.
  const found = await findRows(ctx, { search: query.search, after, rowsMax: limit + 1 })
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  return {
    rows: await showCustomers(ctx, rows, history),
    next: last ? writeCursor(LIST, [last.sort_name, last.customer_id]) : null,
  }
}

/** The first `ALL_CUSTOMERS_MAX` of the caller's customers by name, for choosing one; without their history. */
export async function listAllCustomersOf(
  ctx: PlatformContext,
  query: { search?: string | undefined },
): Promise<ReplyOf<typeof listAllCustomers>> {
  const rows = await findRows(ctx, { search: query.search, after: [], rowsMax: ALL_CUSTOMERS_MAX })
  return rows.map(showData)
}

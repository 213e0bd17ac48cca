/** What a buyer does at the desk with lists of leads that they have already. Another buyer's list does not exist for them. */
import type { Readable } from 'node:stream'
import {
  type addOwnList as addEndpoint,
  type changeOwnList as changeEndpoint,
  OWN_LIST_DAYS,
  type OwnList,
  type OwnListCheck,
} from '#contract/buyers/own-lists.ts'
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts'
import { countProbe } from '#server/features/stock/limit-probing.ts'
import { addOwnList, changeList, readOwnLists, removeList } from '#server/features/stock/save-own-list.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { addMilliseconds, days } from '#server/platform/clock.ts'
import { oneLine } from '#server/platform/one-line.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { requireDesk } from './desk-session.ts'
import { readOwnListFile } from './read-own-list.ts'

type OwnListRow = Awaited<ReturnType<typeof readOwnLists>>[number]

const showList = (row: OwnListRow): OwnList => ({
  id: row.list_id as OwnList['id'],
  name: row.name,
  addresses: row.addresses,
  phones: row.phones,
  createdAt: row.created_at.toISOString(),
  changedAt: row.changed_at.toISOString(),
  keptUntil: addMilliseconds(row.changed_at, days(OWN_LIST_DAYS)).toISOString(),
})

/** Lists the lists of the address. @throws Refusal `desk_closed` */
export async function showOwnLists(ctx: WebContext): Promise<{ lists: OwnList[] }> {
  const { customer_key: buyerKey } = await requireDesk(ctx)
  const rows = await readOwnLists(ctx, buyerKey)
  return { lists: rows.map(showList) }
}

/** Reads a file and keeps nothing. @throws Refusal see the contract */
export async function checkList(ctx: WebContext, file: Readable): Promise<OwnListCheck> {
  const { customer_key: buyerKey } = await requireDesk(ctx)
  const { check } = await readOwnListFile(ctx, file, { buyerKey, isKept: false })
  return check
}

async function readToKeep(ctx: WebContext, buyerKey: string, file: Readable) {
  const read = await readOwnListFile(ctx, file, { buyerKey, isKept: true })
  if (read.check.usableRows === 0) throw new Refusal('own_list_refused.no_row')
  if (!(await countProbe(ctx, buyerKey))) throw new Refusal('own_list_throttled')
  return read
}

/** Reads a file and keeps it as a new list. @throws Refusal see the contract; nothing is kept then */
export async function addList(
  ctx: WebContext,
  query: QueryOf<typeof addEndpoint>,
  file: Readable,
): Promise<ReplyOf<typeof addEndpoint>> {
  const { customer_key: buyerKey } = await requireDesk(ctx)
  const name = oneLine(query.name)
  if (name === null) throw new Refusal('bad_request.name')
  const { check, keys } = await readToKeep(ctx, buyerKey, file)
  const row = await addOwnList(ctx, { buyerKey, name, attemptId: query.attemptId, keys })
  ctx.log.info({ listId: row.list_id, addresses: row.addresses, phones: row.phones }, 'a buyer added an own list')
  return { list: showList(row), check }
}

/** Reads a file into a list. @throws Refusal see the contract; nothing is changed then */
export async function changeOwnList(
  ctx: WebContext,
  { listId, mode }: { listId: string } & QueryOf<typeof changeEndpoint>,
  file: Readable,
): Promise<ReplyOf<typeof changeEndpoint>> {
  const { customer_key: buyerKey } = await requireDesk(ctx)
  const lists = await readOwnLists(ctx, buyerKey)
  if (!lists.some(({ list_id }) => list_id === listId)) throw new Refusal('own_list_unknown')
  const { check, keys } = await readToKeep(ctx, buyerKey, file)
  const row = await changeList(ctx, { buyerKey, listId, mode, keys })
  ctx.log.info({ listId, mode, addresses: row.addresses, phones: row.phones }, 'a buyer changed an own list')
  return { list: showList(row), check }
}

/** Ends a list. @throws Refusal `desk_closed`, `own_list_unknown` */
export async function removeOwnList(ctx: WebContext, listId: string): Promise<{ message: string }> {
  const { customer_key: buyerKey } = await requireDesk(ctx)
  await removeList(ctx, { buyerKey, listId })
  return { message: 'The list was removed.' }
}

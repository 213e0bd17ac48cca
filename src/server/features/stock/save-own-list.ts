import { OWN_LIST_KEYS_MAX, OWN_LISTS_MAX } from '#contract/buyers/own-lists.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/database.ts'
import { invariant, Refusal } from '#server/platform/errors.ts'
import * as sql from './own-list-queries.ts'
import { addToPhoneFilter, FILTER_BYTES } from './phone-filter.ts'

const KEYS_AT_ONCE = 10_000
const BEFORE_ALL_KEYS = '00000000-0000-0000-0000-000000000000'

/** Returns the filter of a file's phones; null for one without phones. */
async function makeFilter(tx: Transaction, uploadNo: number, phones: number): Promise<Buffer | null> {
  if (phones === 0) return null
  const filter = Buffer.alloc(FILTER_BYTES)
  for (let after = BEFORE_ALL_KEYS; ; ) {
    const rows = await tx.run(sql.listPhoneRows, { uploadNo, after, limit: KEYS_AT_ONCE })
    for (const { key } of rows) addToPhoneFilter(filter, key.replaceAll('-', ''))
    const last = rows.at(-1)
    if (!last || rows.length < KEYS_AT_ONCE) return filter
    after = last.key
  }
}

/** Lists the lists of a buyer, oldest first. */
export const readOwnLists = (ctx: PlatformContext, buyerKey: string) => ctx.database.run(sql.listOwnLists, { buyerKey })

/** How many different addresses and phones an upload has. */
export async function countOwnListRows(tx: Transaction, uploadNo: number) {
  const [counts] = await tx.run(sql.countRows, { uploadNo })
  invariant(counts, 'counts are one row')
  return counts
}

interface NewList {
  buyerKey: string
  /** Of the import that makes it. */
  listId: string
  /** The list that it takes the place of. */
  replaces: string | null
  addresses: number
  phones: number
}

/**
 * Locks the lists of a buyer, and requires room for one more. @returns those that stay beside it, and all of before
 * @throws Refusal `own_lists_full`, `body_too_large`; `own_list_unknown` for a list to replace that is not the buyer's
 */
export async function lockForNewList(tx: Transaction, list: NewList): Promise<sql.OwnListRow[]> {
  const { buyerKey, replaces } = list
  await tx.run(sql.lockOwnLists, { buyerKey })
  const lists = await tx.run(sql.listOwnLists, { buyerKey })
  if (lists.some(({ list_id }) => list_id === list.listId)) return lists
  const others = lists.filter(({ list_id }) => list_id !== replaces)
  if (replaces !== null && others.length === lists.length) throw new Refusal('own_list_unknown')
  if (others.length >= OWN_LISTS_MAX) throw new Refusal('own_lists_full')
  const all = [...others, list].reduce((sum, { addresses, phones }) => sum + addresses + phones, 0)
  if (all > OWN_LIST_KEYS_MAX)
    throw new Refusal('body_too_large.own_lists', { values: { most: OWN_LIST_KEYS_MAX.toLocaleString('en-US') } })
  return lists
}

/** Writes what an upload has as a new list, whole; once. @throws Refusal see `lockForNewList`; `import_not_ready` */
export function saveOwnList(ctx: PlatformContext, list: NewList & { name: string; uploadNo: number }): Promise<void> {
  const { buyerKey, listId, name, uploadNo, replaces, addresses, phones } = list
  return inTransaction(ctx, async (tx) => {
    // Millions of fingerprints take longer than a request may.
    await tx.liftTimeLimits()
    const lists = await lockForNewList(tx, list)
    if (lists.some(({ list_id }) => list_id === listId)) return
    const [number] = await tx.run(sql.nextListNo)
    invariant(number, 'a sequence always has a next number')
    const now = ctx.clock.now()
    const listNo = number.list_no
    const formerNos = lists.map(({ list_no }) => list_no)
    const [added] = await tx.run(sql.addKeys, { uploadNo, listNo, formerNos, now })
    // A crash of the database empties the rows.
    if (!added || added.keys < addresses + phones) throw new Refusal('import_not_ready.file_gone')
    const phoneFilter = await makeFilter(tx, uploadNo, phones)
    await tx.run(sql.writeOwnList, { listId, listNo, buyerKey, name, addresses, phones, phoneFilter, now })
    if (replaces !== null) await tx.run(sql.endOwnList, { listId: replaces, buyerKey })
  })
}

/** Ends a list at once; a job deletes its fingerprints. @throws Refusal `own_list_unknown`, also for another buyer's */
export async function removeList(ctx: PlatformContext, input: { buyerKey: string; listId: string }): Promise<void> {
  const ended = await inTransaction(ctx, async (tx) => {
    await tx.run(sql.lockOwnLists, { buyerKey: input.buyerKey })
    return tx.run(sql.endOwnList, input)
  })
  if (ended.length === 0) throw new Refusal('own_list_unknown')
}

/** Ended lists per run; keys per statement, and per run: a stopping node waits for its jobs. */
const REMAINS_AT_ONCE = 200
const DELETED_AT_ONCE = 5_000
const DELETED_MAX = 2_000_000

/** Deletes fingerprints of ended lists, `DELETED_MAX` or a little more. Several nodes may do it at once. */
export async function forgetOwnListKeys(ctx: PlatformContext): Promise<number> {
  let rows = 0
  for (const { list_no: listNo } of await ctx.database.run(sql.findRemains, { limit: REMAINS_AT_ONCE })) {
    let isLeft = true
    while (isLeft && rows < DELETED_MAX) {
      const [gone] = await ctx.database.run(sql.deleteKeys, { listNo, limit: DELETED_AT_ONCE })
      rows += gone?.rows ?? 0
      isLeft = (gone?.rows ?? 0) > 0
    }
    if (!isLeft) await ctx.database.run(sql.dropRemains, { listNo })
  }
  if (rows > 0) ctx.log.info({ rows }, 'fingerprints of ended own lists were deleted')
  return rows
}

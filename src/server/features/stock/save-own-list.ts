import { OWN_LIST_KEYS_MAX, OWN_LISTS_MAX } from '#contract/buyers/own-lists.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/database.ts'
import { invariant, Refusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import * as sql from './own-list-queries.ts'
import { addToPhoneFilter, FILTER_BYTES } from './phone-filter.ts'

const KEY_BYTES = 16
/** Keys per statement: some ten milliseconds, and memory for their texts. */
const KEYS_AT_ONCE = 10_000

/** Fingerprints, 16 bytes each, every one once; in order, so that neighbors go to the same page of the index. */
export type OwnListKeys = { readonly addresses: Buffer; readonly phones: Buffer }

function* inBatches(keys: Buffer): Generator<string[]> {
  for (let from = 0; from < keys.length; from += KEYS_AT_ONCE * KEY_BYTES) {
    yield keys.toString('hex', from, from + KEYS_AT_ONCE * KEY_BYTES).match(/.{32}/g) ?? []
  }
}

/** @param list that they are added to; null for a new one. @returns null for a list without phones or filter */
async function openFilter(tx: Transaction, list: sql.OwnListRow | null, keys: OwnListKeys): Promise<Buffer | null> {
  if (!list?.phones) return keys.phones.length > 0 ? Buffer.alloc(FILTER_BYTES) : null
  const [row] = await tx.run(sql.findPhoneFilter, { listNo: list.list_no })
  return row?.phone_filter ?? null
}

/**
 * @param input.formerNo the list that it replaces; 0 for none. @param input.list to add to; null for a new number
 * @returns how many of each were new to the list, and the filter of its phones
 */
async function write(
  ctx: PlatformContext,
  tx: Transaction,
  input: { listNo: number; formerNo: number; list: sql.OwnListRow | null; keys: OwnListKeys },
): Promise<Pick<sql.OwnListRow, 'addresses' | 'phones'> & { phoneFilter: Buffer | null }> {
  const { listNo, formerNo, list, keys } = input
  const now = ctx.clock.now()
  const phoneFilter = await openFilter(tx, list, keys)
  const add = async (those: Buffer, filter: Buffer | null) => {
    let added = 0
    for (const batch of inBatches(those)) {
      const [row] = await tx.run(sql.addKeys, { listNo, formerNo, keys: batch, now })
      added += row?.added ?? 0
      if (filter) for (const key of batch) addToPhoneFilter(filter, key)
    }
    return added
  }
  return { addresses: await add(keys.addresses, null), phones: await add(keys.phones, phoneFilter), phoneFilter }
}

const sizeOf = ({ addresses, phones }: Pick<sql.OwnListRow, 'addresses' | 'phones'>): number => addresses + phones

/** @throws Refusal `body_too_large` if a buyer's lists would have too many addresses and phones together */
function requireRoom(others: readonly sql.OwnListRow[], added: number): void {
  const all = others.reduce((sum, list) => sum + sizeOf(list), 0) + added
  if (all > OWN_LIST_KEYS_MAX)
    throw new Refusal('body_too_large.own_lists', { values: { most: OWN_LIST_KEYS_MAX.toLocaleString('en-US') } })
}

async function takeNumber(tx: Transaction): Promise<number> {
  const [row] = await tx.run(sql.nextListNo)
  invariant(row, 'a sequence always has a next number')
  return row.list_no
}

/** Lists the lists of a buyer, oldest first. */
export const readOwnLists = (ctx: PlatformContext, buyerKey: string): Promise<sql.OwnListRow[]> =>
  ctx.database.run(sql.listOwnLists, { buyerKey })

/** Writes a new list, once for each attempt. @throws Refusal `own_lists_full`, `body_too_large` */
export function addOwnList(
  ctx: PlatformContext,
  { buyerKey, name, attemptId, keys }: { buyerKey: string; name: string; attemptId: string; keys: OwnListKeys },
): Promise<sql.OwnListRow> {
  return inTransaction(ctx, async (tx) => {
    await tx.run(sql.lockOwnLists, { buyerKey })
    const lists = await tx.run(sql.listOwnLists, { buyerKey })
    const made = lists.find((list) => list.attempt_id === attemptId)
    if (made) return made
    if (lists.length >= OWN_LISTS_MAX) throw new Refusal('own_lists_full')
    requireRoom(lists, (keys.addresses.length + keys.phones.length) / KEY_BYTES)
    const listNo = await takeNumber(tx)
    const counts = await write(ctx, tx, { listNo, formerNo: 0, list: null, keys })
    const values = { listId: newId('own', ctx.clock), listNo, buyerKey, name, attemptId, now: ctx.clock.now() }
    const [row] = await tx.run(sql.writeOwnList, { ...values, ...counts })
    invariant(row, 'the lists of a buyer are locked')
    return row
  })
}

/**
 * Adds to a list, or replaces what it has. What it had before keeps its time, so doing it again changes nothing.
 * @throws Refusal `own_list_unknown`, also for another buyer's; `body_too_large`
 */
export function changeList(
  ctx: PlatformContext,
  { buyerKey, listId, mode, keys }: { buyerKey: string; listId: string; mode: 'append' | 'replace'; keys: OwnListKeys },
): Promise<sql.OwnListRow> {
  return inTransaction(ctx, async (tx) => {
    await tx.run(sql.lockOwnLists, { buyerKey })
    const lists = await tx.run(sql.listOwnLists, { buyerKey })
    const list = lists.find(({ list_id }) => list_id === listId)
    if (!list) throw new Refusal('own_list_unknown')
    const isReplaced = mode === 'replace'
    const listNo = isReplaced ? await takeNumber(tx) : list.list_no
    const formerNo = isReplaced ? list.list_no : 0
    const { phoneFilter, ...added } = await write(ctx, tx, { listNo, formerNo, list: isReplaced ? null : list, keys })
    const before = isReplaced ? { addresses: 0, phones: 0 } : list
    const counts = { addresses: before.addresses + added.addresses, phones: before.phones + added.phones }
    const others = lists.filter((other) => other !== list)
    requireRoom(others, sizeOf(counts))
    if (isReplaced) await tx.run(sql.leaveRemains, { listNo: list.list_no })
    const [row] = await tx.run(sql.changeOwnList, { listId, listNo, ...counts, phoneFilter, now: ctx.clock.now() })
    invariant(row, 'the lists of a buyer are locked')
    return row
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

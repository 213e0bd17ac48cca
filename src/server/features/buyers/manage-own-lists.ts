/** What a buyer does at the desk with lists of leads that they have. Another buyer's list does not exist for them. */
import type { Readable } from 'node:stream'
import type * as endpoints from '#contract/buyers/own-lists.ts'
import { OWN_LIST_BYTES_MAX, OWN_LIST_DAYS, type OwnList, type OwnListCheck } from '#contract/buyers/own-lists.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { countProbe } from '#server/features/stock/own-lists.ts'
import { addOwnList, changeList, readOwnLists, removeList } from '#server/features/stock/save-own-list.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { addMilliseconds, days, minutes } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { countAttempts } from '#server/platform/count-attempts.ts'
import { invariant, Refusal } from '#server/platform/errors.ts'
import { declaredBytes } from '#server/platform/http/uploads.ts'
import { ChildProcessError, runInChildProcess } from '#server/platform/process/child-process.ts'
import { oneLine } from '#server/platform/text/text.ts'
import { requireDesk } from './desk-session.ts'
import type { OwnListNews, OwnListTask } from './read-own-list-in-process.ts'
import { listReadingsLimit } from './rules.ts'

declare module '#server/platform/context.ts' {
  interface NodeState {
    /** Buyers whose lists are being read. */
    readonly ownListReadings: Set<string>
  }
}

/** Files that a node reads at once. Each takes a process with up to some hundred megabytes. */
const READINGS_MAX = 2
/** A million rows take half a minute on a busy machine. */
const READ_WITHIN_MS = minutes(5)
const FLAGS = ['--max-old-space-size=256', '--max-semi-space-size=8']

class TooLarge extends Error {}

async function* limited(file: Readable): AsyncGenerator<Buffer> {
  let length = 0
  // Stays open if reading stops early, so that the reply can be sent.
  for await (const chunk of file.iterator({ destroyOnReturn: false })) {
    length += chunk.length
    if (length > OWN_LIST_BYTES_MAX) throw new TooLarge()
    yield chunk
  }
}

/**
 * Reads a buyer's file in a process of its own; only the counts, unless `isKept`. @throws Refusal `own_list_refused`
 * with what is wrong, `body_too_large`, `own_list_throttled`; `own_list_busy` while one of the buyer, or too many, are
 * read
 */
export async function readOwnListFile(
  ctx: PlatformContext,
  file: Readable,
  { buyerKey, isKept }: { buyerKey: string; isKept: boolean },
) {
  if ((declaredBytes(file) ?? 0) > OWN_LIST_BYTES_MAX) throw tooLong()
  const { ownListReadings } = ctx.node
  if (ownListReadings.has(buyerKey) || ownListReadings.size >= READINGS_MAX) throw new Refusal('own_list_busy')
  ownListReadings.add(buyerKey)
  try {
    if (!(await countAttempts(ctx, [listReadingsLimit(buyerKey)]))) throw new Refusal('own_list_throttled')
    return await readInProcess(ctx, file, isKept)
  } finally {
    ownListReadings.delete(buyerKey)
  }
}

async function readInProcess(ctx: PlatformContext, file: Readable, isKept: boolean) {
  const task: OwnListTask = { secret: ctx.secrets.fingerprints, isKept }
  const parts: Record<'addresses' | 'phones', Buffer[]> = { addresses: [], phones: [] }
  let ending: OwnListNews | null = null
  try {
    await runInChildProcess<OwnListNews>(new URL('./read-own-list-in-process.ts', import.meta.url), task, {
      flags: FLAGS,
      onMessage(news) {
        if (news.kind === 'keys') parts[news.part].push(Buffer.from(news.base64, 'base64'))
        else ending = news
      },
      stdin: limited(file),
      signal: AbortSignal.timeout(READ_WITHIN_MS),
    })
  } catch (error) {
    if (error instanceof TooLarge) throw tooLong()
    if (error instanceof ChildProcessError && error.isOutOfMemory)
      throw tooLarge('The file needs more memory than one file may have.')
    throw error
  }
  const end = ending as OwnListNews | null
  invariant(end && end.kind !== 'keys', 'a reader that ends well says how the reading ended')
  if (end.kind === 'problem')
    throw new Refusal(end.isTooLarge ? 'body_too_large' : 'own_list_refused', { message: end.message })
  return { check: end.check, keys: { addresses: Buffer.concat(parts.addresses), phones: Buffer.concat(parts.phones) } }
}

const tooLarge = (what: string): Refusal =>
  new Refusal('body_too_large', { message: `${what} Leave out columns, or send it in parts. Nothing was changed.` })

const tooLong = (): Refusal => tooLarge(`The file is larger than ${OWN_LIST_BYTES_MAX / 2 ** 20} MB.`)
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
  return { lists: (await readOwnLists(ctx, buyerKey)).map(showList) }
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
export async function addList(ctx: WebContext, query: QueryOf<typeof endpoints.addOwnList>, file: Readable) {
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
  { listId, mode }: { listId: string } & QueryOf<typeof endpoints.changeOwnList>,
  file: Readable,
) {
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

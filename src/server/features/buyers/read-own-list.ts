/** Receives the file of a buyer's list. It is read as it comes and stored nowhere. */
import type { Readable } from 'node:stream'
import { OWN_LIST_BYTES_MAX, type OwnListCheck } from '#contract/buyers/own-lists.ts'
import type { OwnListKeys } from '#server/features/stock/save-own-list.ts'
import { ChildProcessError, runInChildProcess } from '#server/platform/child-process.ts'
import { minutes } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { countAttempts } from '#server/platform/count-attempts.ts'
import { declaredBytes } from '#server/platform/http/uploads.ts'
import { invariant } from '#server/platform/invariant.ts'
import { Refusal } from '#server/platform/refusal.ts'
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

interface OwnListFile {
  check: OwnListCheck
  /** Empty if they were not asked for. */
  keys: OwnListKeys
}

/** The file is too large to be received. */
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
 * Reads a buyer's file in a process of its own.
 *
 * @param options.isKept whether the fingerprints are wanted, or only the counts
 * @throws Refusal `own_list_refused` with what is wrong; `body_too_large`; `own_list_busy` if the buyer is sending one
 * already, or too many others are; `own_list_throttled`
 */
export async function readOwnListFile(
  ctx: PlatformContext,
  file: Readable,
  { buyerKey, isKept }: { buyerKey: string; isKept: boolean },
): Promise<OwnListFile> {
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

async function readInProcess(ctx: PlatformContext, file: Readable, isKept: boolean): Promise<OwnListFile> {
  const task: OwnListTask = { secret: ctx.secrets.fingerprints, isKept }
  const parts: Record<'addresses' | 'phones', Buffer[]> = { addresses: [], phones: [] }
  let ending: Exclude<OwnListNews, { kind: 'keys' }> | null = null
  const handleNews = (news: OwnListNews) => {
    if (news.kind === 'keys') parts[news.part].push(Buffer.from(news.base64, 'base64'))
    else ending = news
  }
  try {
    await runInChildProcess<OwnListNews>(new URL('./read-own-list-in-process.ts', import.meta.url), task, {
      flags: FLAGS,
      onMessage: handleNews,
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

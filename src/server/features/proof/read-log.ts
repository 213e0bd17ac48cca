import { type ReadHash, readBundle, readFromTiles, tileOfEntries, tilesRead } from '#proof/merkle-tree.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Executor } from '#server/platform/database/database.ts'
import { findLog, type LogRow, readBundles, readTiles } from './queries.ts'

/** Returns the open log if it cannot be published: it turned out to have two histories, or too few witnesses answer. */
export async function findLogTrouble(ctx: PlatformContext): Promise<LogRow | null> {
  const [log] = await ctx.database.run(findLog)
  return log?.problem ? log : null
}

/** Entries under a tile of level 0, as bytes of a bundle; null if there are none. */
export async function findBundle(executor: Executor, logNo: number, bundleNo: number): Promise<Uint8Array | null> {
  const [row] = await executor.run(readBundles, { logNo, bundleNos: [bundleNo] })
  return row?.entries ?? null
}

/** Tiles by `<level>/<number>`; those that do not exist are absent. Level 0 is computed from the entries. */
export async function findTiles(
  executor: Executor,
  logNo: number,
  wanted: readonly { level: number; number: number }[],
): Promise<Map<string, Uint8Array>> {
  const bundleNos = wanted.filter(({ level }) => level === 0).map(({ number }) => number)
  const above = wanted.filter(({ level }) => level > 0)
  const found = new Map<string, Uint8Array>()
  if (bundleNos.length > 0) {
    for (const { bundle_no, entries } of await executor.run(readBundles, { logNo, bundleNos }))
      found.set(`0/${bundle_no}`, tileOfEntries(readBundle(entries) ?? []))
  }
  if (above.length > 0) {
    const levels = above.map(({ level }) => level)
    const tileNos = above.map(({ number }) => number)
    for (const { level, tile_no, hashes } of await executor.run(readTiles, { logNo, levels, tileNos }))
      found.set(`${level}/${tile_no}`, hashes)
  }
  return found
}

/** Computes something from hashes of a log: first finds out which tiles that takes, then reads them. */
export async function computeFromLog<Result>(executor: Executor, logNo: number, compute: (read: ReadHash) => Result) {
  const tiles = await findTiles(executor, logNo, tilesRead(compute))
  const read = readFromTiles((level, number) => {
    const tile = tiles.get(`${level}/${number}`)
    if (!tile) throw new RangeError(`tile ${level}/${number} of log ${logNo} is missing`)
    return tile
  })
  return compute(onlyOnce(read))
}

/** Proofs of leads that were delivered together have most of their hashes in common. */
function onlyOnce(read: ReadHash): ReadHash {
  const known = new Map<string, Uint8Array>()
  return (level, index) => {
    const key = `${level}/${index}`
    const hash = known.get(key) ?? read(level, index)
    known.set(key, hash)
    return hash
  }
}

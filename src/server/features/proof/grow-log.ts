/** Adds waiting leads and statements to the log. One node at a time; a node that lost its turn changes nothing. */
import { setImmediate } from 'node:timers/promises'
import { concat, HASH_BYTES, toBase64, utf8 } from '#proof/bytes.ts'
import { formatVerifierKey } from '#proof/checkpoint.ts'
import { labelOf, writeDay, writeLeadEntry } from '#proof/entries.ts'
import type { LeadProofExtra } from '#proof/lead-proof.ts'
import * as merkle from '#proof/merkle-tree.ts'
import { proveVrf, VRF_PROOF_BYTES, type VrfKey } from '#proof/vrf.ts'
import type { Context } from '#server/gateways/context.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, withAdvisoryLock } from '#server/platform/database/database.ts'
import { invariant } from '#server/platform/errors.ts'
import { adoptStagedKeys, createLogKeys, keysStatement, type LogKeys, LogKeysError, readLogKeys } from './log-keys.ts'
import { publishLog } from './publish-log.ts'
import * as queries from './queries.ts'
import { findBundle, findTiles } from './read-log.ts'
import { writeStatement } from './record-leads.ts'
import { keepProofs, listUnproven, proveLeads, type UnprovenLeadRow } from './show-proofs.ts'

/* The growing edge of a log: the bundle and the tiles that are not full yet. Pure. */

/** Which tiles are at the edge of a tree: level 0 is a bundle of entries. Empty ones are left out. */
export function edgeOf(size: number): { level: number; number: number }[] {
  const edge: { level: number; number: number }[] = []
  for (let level = 0, hashes = size; hashes > 0; level += 1, hashes = Math.floor(hashes / merkle.TILE_WIDTH))
    if (hashes % merkle.TILE_WIDTH > 0) edge.push({ level, number: Math.floor(hashes / merkle.TILE_WIDTH) })
  return edge
}

/** Adds entries to a tree, knowing only its edge. */
export class TreeEdge {
  size: number
  /** Full and partial tiles of level 1 and above that changed, by `<level>/<number>`. */
  readonly tiles = new Map<string, { level: number; number: number; hashes: Uint8Array }>()
  readonly bundles = new Map<number, Uint8Array>()
  /** By level: the hashes of its tile at the edge. */
  readonly #edge: Uint8Array[] = []
  #bundle: Uint8Array

  /** @param tiles those of `edgeOf(size)`, level 0 included; `bundle`: the entries under the latter */
  constructor(size: number, { tiles, bundle }: { tiles: ReadonlyMap<number, Uint8Array>; bundle: Uint8Array }) {
    this.size = size
    this.#bundle = bundle
    for (const { level } of edgeOf(size)) {
      const tile = tiles.get(level)
      if (!tile) throw new RangeError(`the tile at the edge of level ${level} is missing`)
      this.#edge[level] = tile
    }
  }

  add(entry: Uint8Array): void {
    const number = Math.floor(this.size / merkle.TILE_WIDTH)
    this.#bundle = concat(this.#bundle, merkle.writeBundle([entry]))
    this.bundles.set(number, this.#bundle)
    this.#push(0, merkle.hashLeaf(entry))
    this.size += 1
    if (this.size % merkle.TILE_WIDTH === 0) this.#bundle = new Uint8Array()
  }

  #push(level: number, hash: Uint8Array): void {
    const number = Math.floor(this.size / merkle.TILE_WIDTH ** (level + 1))
    const hashes = concat(this.#edge[level] ?? new Uint8Array(), hash)
    if (level > 0) this.tiles.set(`${level}/${number}`, { level, number, hashes })
    const isFull = hashes.length === merkle.TILE_WIDTH * HASH_BYTES
    this.#edge[level] = isFull ? new Uint8Array() : hashes
    if (isFull) this.#push(level + 1, merkle.hashInTile(hashes, 0, merkle.TILE_WIDTH))
  }

  /** Reads hashes that lie at the edge: all that a root needs. */
  readonly #read: merkle.ReadHash = merkle.readFromTiles((level, number) => {
    const tile = this.#edge[level]
    if (!tile || number !== Math.floor(this.size / merkle.TILE_WIDTH ** (level + 1)))
      throw new RangeError(`tile ${level}/${number} is not at the edge`)
    return tile
  })

  root(): Uint8Array {
    return merkle.rootOf(this.#read, this.size)
  }
}

const PROOFS_AT_ONCE = 100

/** What recomputes the entries of a lead, which only its buyer has. Not what proves that they are in the log. */
function extraOf({ generation, year, slot, cap, details, label_proof: labelProofs }: UnprovenLeadRow): LeadProofExtra {
  invariant(labelProofs?.length === 2 * VRF_PROOF_BYTES, 'a lead in the log has the proofs of its labels')
  return {
    version: 1,
    year,
    address: details.address,
    labelProof: toBase64(labelProofs.subarray(0, VRF_PROOF_BYTES)),
    generation,
    slot,
    cap,
    salt: details.salt,
    orderLine: details.orderLine,
    buyer: details.buyer,
    row: details.row,
    next: { labelProof: toBase64(labelProofs.subarray(VRF_PROOF_BYTES)), hashes: [] },
  }
}

async function keepNewProofs(ctx: PlatformContext, log: queries.LogRow): Promise<void> {
  if (log.published === null) return
  const waiting = { logNo: log.log_no, publishedSize: Number(log.published_size), limit: PROOFS_AT_ONCE }
  for (;;) {
    const rows = await ctx.database.run(listUnproven, waiting)
    const leads = rows.map((row) => ({ index: Number(row.log_index), extra: extraOf(row) }))
    if (rows.length > 0)
      await ctx.database.run(keepProofs, {
        orderIds: rows.map(({ order_id }) => order_id),
        leadIds: rows.map(({ lead_id }) => lead_id),
        proofs: await proveLeads(ctx, log, leads),
        now: ctx.clock.now(),
      })
    if (rows.length < PROOFS_AT_ONCE) return
  }
}

export const LOCK = [0x6c6f67, 1] as const
/** Leads per round: their labels take seconds of CPU time. */
const LEADS_AT_ONCE = 256
const LEAD_ENTRIES = 2
const STATEMENTS_AT_ONCE = 64

/** Makes the log grow, publishes it and writes the proofs. Does nothing where the store keeps no log. */
export async function growLog(ctx: Context): Promise<void> {
  const path = ctx.config.logKeysFile
  if (!path) return
  await withAdvisoryLock(ctx.database, LOCK, async () => {
    const opened = await open(ctx, path)
    if (!opened) return
    const { keys } = opened
    let { log } = opened
    // Publish in between, since leads may come in for hours as fast as their labels are made.
    for (let left = true; left; ) {
      ;({ log, left } = await appendWaiting(ctx, log, keys))
      log = await publishLog(ctx, log, { keys, path })
      await keepNewProofs(ctx, log)
    }
  })
}

async function open(ctx: Context, path: string): Promise<{ log: queries.LogRow; keys: LogKeys } | null> {
  const [log] = await ctx.database.run(queries.findLog)
  const found = await readKeysOf(log, path)
  if (log && found?.origin !== log.origin) {
    const why = found ? `is of another log, ${found.origin}` : 'is missing'
    const problem = `The file of log keys ${why}. Restore it from your backup; ${path} must be that of ${log.origin}.`
    await ctx.database.run(queries.noteProblem, { logNo: log.log_no, problem })
    throw new LogKeysError(problem)
  }
  const year = ctx.clock.now().getUTCFullYear()
  const keys = found ?? (await createLogKeys(path, `${new URL(ctx.publicUrl).host}/log`, year))
  if (log) return { log, keys }
  const [opened] = await ctx.database.run(queries.openLog, {
    origin: keys.origin,
    verifierKey: formatVerifierKey(keys.verifier),
    root: Buffer.from(merkle.EMPTY_ROOT),
    kind: `keys ${keys.origin}`,
    text: keysStatement(keys),
    now: ctx.clock.now(),
  })
  return opened ? { log: opened, keys } : null
}

/** The keys in the file. If a run was killed after it opened a log and before it wrote them there, this writes them. */
async function readKeysOf(log: queries.LogRow | undefined, path: string): Promise<LogKeys | null> {
  const found = await readLogKeys(path)
  if (!log || found?.origin === log.origin || !(await adoptStagedKeys(path, log.origin))) return found
  return readLogKeys(path)
}

function entriesOf(row: queries.WaitingLeadRow, [key, nextKey]: readonly [VrfKey, VrfKey]) {
  const { generation, slot, cap, commitment } = row
  const labels = [key, nextKey].map((one) => proveVrf(one, utf8(row.address)))
  const entries = labels.map(({ value }) =>
    writeLeadEntry({ label: labelOf(value), generation, slot, cap, commitment }),
  )
  return { row, entries, proof: Buffer.concat(labels.map(({ proof }) => proof)) }
}

function keysOf(keys: LogKeys, year: number): readonly [VrfKey, VrfKey] {
  const [key, next] = [keys.years.get(year), keys.years.get(year + 1)]
  if (key && next) return [key, next]
  const missing = key ? year + 1 : year
  throw new LogKeysError(
    `The file of log keys has no key of ${missing}. Close the log: the next one gets keys of more years.`,
  )
}

/** Adds the next waiting entries. @returns the log after that, and whether more may be waiting */
async function appendWaiting(ctx: Context, log: queries.LogRow, keys: LogKeys) {
  const waiting = await ctx.database.run(queries.listWaitingLeads, { limit: LEADS_AT_ONCE })
  const now = ctx.clock.now()
  const year = now.getUTCFullYear()
  const day = now.toISOString().slice(0, 10)
  if (waiting.length > 0)
    await ctx.database.run(writeStatement, { kind: `day ${log.origin} ${day}`, text: writeDay(day) })
  const statements = await ctx.database.run(queries.listWaitingStatements, { limit: STATEMENTS_AT_ONCE })
  if (statements.length + waiting.length === 0) return { log, left: false }
  const leads: ReturnType<typeof entriesOf>[] = []
  for (const row of statements.length < STATEMENTS_AT_ONCE ? waiting : []) {
    leads.push(entriesOf(row, keysOf(keys, year)))
    // Each label takes milliseconds, and requests may be waiting.
    await setImmediate()
  }
  const size = Number(log.size)
  const tree = await readEdge(ctx, log)
  for (const { text } of statements) tree.add(utf8(text))
  for (const entry of leads.flatMap(({ entries }) => entries)) tree.add(entry)
  const root = Buffer.from(tree.root())
  const { log_no: logNo } = log
  const firstLead = size + statements.length
  const isDone = await inTransaction(ctx, async (tx) => {
    const [locked] = await tx.run(queries.lockLog, { logNo, size })
    if (!locked) return false
    const statementNos = statements.map(({ statement_no }) => statement_no)
    await tx.run(queries.placeStatements, { logNo, statementNos, logIndexes: statements.map((_, at) => size + at) })
    await tx.run(queries.placeLeads, {
      logNo,
      orderIds: leads.map(({ row }) => row.order_id),
      leadIds: leads.map(({ row }) => row.lead_id),
      year,
      logIndexes: leads.map((_, at) => firstLead + at * LEAD_ENTRIES),
      labelProofs: leads.map(({ proof }) => proof),
    })
    const entries = [...tree.bundles.values()].map((bytes) => Buffer.from(bytes))
    await tx.run(queries.writeBundles, { logNo, bundleNos: [...tree.bundles.keys()], entries })
    const tiles = [...tree.tiles.values()]
    await tx.run(queries.writeTiles, {
      logNo,
      levels: tiles.map(({ level }) => level),
      tileNos: tiles.map(({ number }) => number),
      hashes: tiles.map(({ hashes }) => Buffer.from(hashes)),
    })
    await tx.run(queries.growLog, { logNo, size: tree.size, root })
    return true
  })
  if (!isDone) throw new Error('another node made the log grow in the meantime')
  const left = waiting.length === LEADS_AT_ONCE || statements.length === STATEMENTS_AT_ONCE
  return { log: { ...log, size: String(tree.size), root }, left }
}

async function readEdge(ctx: Context, { log_no: logNo, size: sizeText }: queries.LogRow): Promise<TreeEdge> {
  const size = Number(sizeText)
  const edge = edgeOf(size)
  const found = await findTiles(ctx.database, logNo, edge)
  const last = edge.find(({ level }) => level === 0)
  const bundle = (last && (await findBundle(ctx.database, logNo, last.number))) ?? new Uint8Array()
  const tiles = new Map<number, Uint8Array>()
  for (const { level, number } of edge) {
    const tile = found.get(`${level}/${number}`)
    if (tile) tiles.set(level, tile)
  }
  return new TreeEdge(size, { tiles, bundle })
}

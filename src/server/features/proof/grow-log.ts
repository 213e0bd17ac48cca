/** Adds waiting leads and statements to the log. One node at a time; a node that lost its turn changes nothing. */
import { setImmediate } from 'node:timers/promises'
import { utf8 } from '#proof/bytes.ts'
import { labelOf, writeLeadEntry } from '#proof/lead-entry.ts'
import { writeDay } from '#proof/log-day.ts'
import { EMPTY_ROOT } from '#proof/merkle-tree.ts'
import { formatVerifierKey } from '#proof/note.ts'
import { proveVrf, type VrfKey } from '#proof/vrf.ts'
import type { Context } from '#server/gateways/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { withAdvisoryLock } from '#server/platform/with-advisory-lock.ts'
import { keepNewProofs } from './keep-proofs.ts'
import { adoptStagedKeys, createLogKeys, keysStatement, type LogKeys, LogKeysError, readLogKeys } from './log-keys.ts'
import { publishLog } from './publish-log.ts'
import {
  findLog,
  growLog as growLogStatement,
  type LogRow,
  listWaitingLeads,
  listWaitingStatements,
  lockLog,
  noteProblem,
  noteVerifierKey,
  openLog,
  placeLeads,
  placeStatements,
  type WaitingLeadRow,
  writeBundles,
  writeTiles,
} from './queries.ts'
import { findBundle, findTiles } from './read-log.ts'
import { writeStatement } from './statement-queries.ts'
import { edgeOf, TreeEdge } from './tree-edge.ts'

/** Only one node makes the log grow. */
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

/** The open log with its keys. A store's first call makes both. */
async function open(ctx: Context, path: string): Promise<{ log: LogRow; keys: LogKeys } | null> {
  const [log] = await ctx.database.run(findLog)
  const found = await readKeysOf(log, path)
  if (log && found?.origin !== log.origin) {
    const why = found ? `is of another log, ${found.origin}` : 'is missing'
    const problem = `The file of log keys ${why}. Restore it from your backup; ${path} must be that of ${log.origin}.`
    await ctx.database.run(noteProblem, { logNo: log.log_no, problem })
    throw new LogKeysError(problem)
  }
  const year = ctx.clock.now().getUTCFullYear()
  const keys = found ?? (await createLogKeys(path, `${new URL(ctx.publicUrl).host}/log`, year))
  const verifierKey = formatVerifierKey(keys.verifier)
  if (log) {
    if (log.verifier_key === null) await ctx.database.run(noteVerifierKey, { logNo: log.log_no, verifierKey })
    return { log, keys }
  }
  const [opened] = await ctx.database.run(openLog, {
    origin: keys.origin,
    verifierKey,
    root: Buffer.from(EMPTY_ROOT),
    kind: `keys ${keys.origin}`,
    text: keysStatement(keys),
    now: ctx.clock.now(),
  })
  return opened ? { log: opened, keys } : null
}

/**
 * The keys in the file. If a run was killed after it opened a log and before it wrote the keys there, this writes them.
 */
async function readKeysOf(log: LogRow | undefined, path: string): Promise<LogKeys | null> {
  const found = await readLogKeys(path)
  if (!log || found?.origin === log.origin || !(await adoptStagedKeys(path, log.origin))) return found
  return readLogKeys(path)
}

/** A lead with its two entries: under its label of this year, and under that of the next. */
function entriesOf(row: WaitingLeadRow, [key, nextKey]: readonly [VrfKey, VrfKey]) {
  const { generation, slot, cap, commitment } = row
  const labels = [key, nextKey].map((one) => proveVrf(one, utf8(row.address)))
  const entries = labels.map(({ value }) =>
    writeLeadEntry({ label: labelOf(value), generation, slot, cap, commitment }),
  )
  return { row, entries, proof: Buffer.concat(labels.map(({ proof }) => proof)) }
}

/** The keys of labels of a year and of the next. */
function keysOf(keys: LogKeys, year: number): readonly [VrfKey, VrfKey] {
  const [key, next] = [keys.years.get(year), keys.years.get(year + 1)]
  if (key && next) return [key, next]
  throw new LogKeysError(
    `The file of log keys has no key of ${key ? year + 1 : year}. Close the log: the next one gets keys of more years.`,
  )
}

/** Adds the next waiting entries. @returns the log after that, and whether more may be waiting */
async function appendWaiting(ctx: Context, log: LogRow, keys: LogKeys): Promise<{ log: LogRow; left: boolean }> {
  const waiting = await ctx.database.run(listWaitingLeads, { limit: LEADS_AT_ONCE })
  const now = ctx.clock.now()
  const year = now.getUTCFullYear()
  const day = now.toISOString().slice(0, 10)
  if (waiting.length > 0)
    await ctx.database.run(writeStatement, { kind: `day ${log.origin} ${day}`, text: writeDay(day) })
  const statements = await ctx.database.run(listWaitingStatements, { limit: STATEMENTS_AT_ONCE })
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
    const [locked] = await tx.run(lockLog, { logNo, size })
    if (!locked) return false
    const statementNos = statements.map(({ statement_no }) => statement_no)
    await tx.run(placeStatements, { logNo, statementNos, logIndexes: statements.map((_, at) => size + at) })
    await tx.run(placeLeads, {
      logNo,
      orderIds: leads.map(({ row }) => row.order_id),
      leadIds: leads.map(({ row }) => row.lead_id),
      year,
      logIndexes: leads.map((_, at) => firstLead + at * LEAD_ENTRIES),
      labelProofs: leads.map(({ proof }) => proof),
    })
    const bundles = [...tree.bundles]
    const entries = bundles.map(([, bytes]) => Buffer.from(bytes))
    await tx.run(writeBundles, { logNo, bundleNos: bundles.map(([number]) => number), entries })
    const tiles = [...tree.tiles.values()]
    await tx.run(writeTiles, {
      logNo,
      levels: tiles.map(({ level }) => level),
      tileNos: tiles.map(({ number }) => number),
      hashes: tiles.map(({ hashes }) => Buffer.from(hashes)),
    })
    await tx.run(growLogStatement, { logNo, size: tree.size, root })
    return true
  })
  if (!isDone) throw new Error('another node made the log grow in the meantime')
  const left = waiting.length === LEADS_AT_ONCE || statements.length === STATEMENTS_AT_ONCE
  return { log: { ...log, size: String(tree.size), root }, left }
}

async function readEdge(ctx: Context, { log_no: logNo, size: sizeText }: LogRow): Promise<TreeEdge> {
  const size = Number(sizeText)
  const edge = edgeOf(size)
  const found = await findTiles(ctx.database, logNo, edge)
  const last = edge.find(({ level }) => level === 0)
  const bundle = last ? await findBundle(ctx.database, logNo, last.number) : null
  const tiles = edge.flatMap(({ level, number }): [number, Uint8Array][] => {
    const tile = found.get(`${level}/${number}`)
    return tile ? [[level, tile]] : []
  })
  return new TreeEdge(size, { tiles: new Map(tiles), bundle: bundle ?? new Uint8Array() })
}

import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { utf8 } from '#proof/bytes.ts'
import { writeLeadEntry } from '#proof/lead-entry.ts'
import { proveInclusion } from '#proof/merkle-tree.ts'
import { makeVrfKey, proveVrf } from '#proof/vrf.ts'
import { createLogKeys } from '#server/features/proof/log-keys.ts'
import { growLog, openLog, writeBundles, writeTiles } from '#server/features/proof/queries.ts'
import { computeFromLog } from '#server/features/proof/read-log.ts'
import { TreeEdge } from '#server/features/proof/tree-edge.ts'
import { type Database, openDatabase } from '#server/platform/database.ts'
import { createLog } from '#server/platform/logging.ts'
import { Buyer, expectOk, readShop } from '../lab/buyer.ts'
import { Connection } from '../lab/connection.ts'
import { type Laboratory, say } from '../lab/laboratory.ts'
import { newStore, SMALL_STATES } from '../lab/new-store.ts'
import type { BenchOptions } from '../lab/options.ts'
import { atMost, processorAtMost, type Row, twoDecimals, whole } from '../lab/row.ts'
import { seedPool } from '../lab/seed-leads.ts'
import { drainBackground } from '../lab/stock.ts'
import { processorMs } from '../lab/work-meter.ts'

/** Of ten million entries. */
const BAR_GB = 1
const BAR_ENTRIES = 10_000_000
const BAR_PROOF_MS = 5
/** More than without a log, for an order of 100 leads. */
const BAR_DELIVERY_S = 1
/** As many as the job adds at once. */
const LEADS_AT_ONCE = 256
/** Each lead is in the log twice, under the labels of two years. */
const LEAD_ENTRIES = 2
/** As many as the job makes at once. */
const PROOFS = 100
const ROUNDS = 3
const POOL = '48453-vacant-vip'
const ORDERS = 5

const SIZE = `select sum(pg_total_relation_size(name::regclass))::float8 as bytes from unnest($1::text[]) as name`
const sizeOf = async (pool: pg.Pool, ...tables: string[]): Promise<number> =>
  (await pool.query<{ bytes: number }>(SIZE, [tables])).rows[0]?.bytes ?? 0

/** Adds entries the way the job does, with random bytes for labels and commitments. */
async function fillLog(database: Database, entries: number): Promise<{ logNo: number; size: number }> {
  const opening = {
    origin: 'bench.example/log',
    verifierKey: 'bench.example/log+00000000+',
    root: Buffer.alloc(32),
    kind: 'keys',
    text: 'keys',
    now: new Date(),
  }
  const [log] = await database.run(openLog, opening)
  if (!log) throw new Error('the log was not opened')
  const tree = new TreeEdge(0, { tiles: new Map(), bundle: new Uint8Array() })
  while (tree.size < entries) {
    // The first entry of a log is no lead, so its bundles are full in the middle of what is added at once.
    const added = tree.size === 0 ? 1 : Math.min(LEADS_AT_ONCE, entries - tree.size)
    for (let at = 0; at < added; at += 1) {
      const [label, commitment] = [randomBytes(32), randomBytes(32)]
      tree.add(writeLeadEntry({ label, generation: 0, slot: 1, cap: 1, commitment }))
    }
    await keep(database, log.log_no, tree)
    if (tree.size % (LEADS_AT_ONCE * 1_000) === 1) say(`  ${whole(tree.size)} of ${whole(entries)} entries`)
  }
  return { logNo: log.log_no, size: tree.size }
}

async function keep(database: Database, logNo: number, tree: TreeEdge): Promise<void> {
  const bundles = [...tree.bundles]
  const entries = bundles.map(([, bytes]) => Buffer.from(bytes))
  await database.run(writeBundles, { logNo, bundleNos: bundles.map(([number]) => number), entries })
  const tiles = [...tree.tiles.values()]
  await database.run(writeTiles, {
    logNo,
    levels: tiles.map(({ level }) => level),
    tileNos: tiles.map(({ number }) => number),
    hashes: tiles.map(({ hashes }) => Buffer.from(hashes)),
  })
  await database.run(growLog, { logNo, size: tree.size, root: Buffer.from(tree.root()) })
  tree.bundles.clear()
  tree.tiles.clear()
}

/** Processor of this process so far, in milliseconds. */
function processor(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/**
 * Processor of the proof of one lead, in milliseconds: of its two paths in the tree when it is made alone, of the same when
 * the job makes those of a delivery together, and of its two labels. PostgreSQL's is not counted.
 */
async function timeProofs(database: Database, { logNo, size }: { logNo: number; size: number }) {
  const key = makeVrfKey(randomBytes(64))
  const prove = (index: number, leads: number) =>
    computeFromLog(database, logNo, (read) =>
      Array.from({ length: leads * LEAD_ENTRIES }, (_, at) => proveInclusion(read, index + at, size)),
    )
  const draw = () => Math.floor(Math.random() * (size - PROOFS * LEAD_ENTRIES))
  const marks = [processor()]
  for (let proof = 0; proof < PROOFS; proof += 1) await prove(draw(), 1)
  marks.push(processor())
  for (let round = 0; round < ROUNDS; round += 1) await prove(draw(), PROOFS)
  marks.push(processor())
  for (let label = 0; label < PROOFS * LEAD_ENTRIES; label += 1) proveVrf(key, utf8(`${label} OAK ST|78701`))
  marks.push(processor())
  const [alone = 0, together = 0, label = 0] = marks.slice(1).map((mark, at) => mark - (marks[at] ?? 0))
  return { alone: alone / PROOFS, together: together / PROOFS / ROUNDS, labels: label / PROOFS }
}

/** Processor of orders of 100 leads on a node, until everything that they caused is done; in seconds for one. */
async function deliverOn(lab: Laboratory, name: string, env: Record<string, string>): Promise<number> {
  const store = await newStore(lab, `log_${name}`, ['Texas'])
  await seedPool(store.pool, { poolId: POOL, leads: (ORDERS + 1) * 130 })
  const node = await lab.startNode({ DATABASE_URL: store.url, ...env })
  const connection = await Connection.open(node.url)
  const { key, priceOf } = await readShop(node.url)
  const order = async (number: number) => {
    const buyer = new Buyer(connection)
    expectOk('hold', await buyer.reserve(`${POOL}-100`))
    await buyer.pay({ packageId: `${POOL}-100`, priceOf, email: `${name}-${number}@bench.example`, key })
    await drainBackground(store.pool)
  }
  // The first one warms up.
  await order(0)
  const spent = await lab.meter({ nodes: [node] })
  for (let number = 1; number <= ORDERS; number += 1) await order(number)
  const work = await spent()
  connection.close()
  await node.stop()
  return processorMs(work) / 1_000 / ORDERS
}

/** Measures what the public log takes: space, a proof, and the processor of a delivery. */
export async function publicLog(lab: Laboratory, { leads, speed }: BenchOptions): Promise<Row[]> {
  const { url, pool } = await newStore(lab, 'log_size', SMALL_STATES)
  const database = openDatabase({ url, poolSize: 2, log: createLog('silent') })
  const log = await fillLog(database, leads)
  await pool.query('vacuum log_bundles, log_tiles')
  const bytes = await sizeOf(pool, 'log_bundles', 'log_tiles', 'logs')
  const gigabytes = (bytes / log.size) * BAR_ENTRIES * 1e-9
  const { alone, together, labels } = await timeProofs(database, log)
  await database.close()
  const folder = await mkdtemp(join(tmpdir(), 'leadyard-bench-log-'))
  try {
    const keysPath = join(folder, 'log-keys.json')
    await createLogKeys(keysPath, 'bench.example/log', new Date().getUTCFullYear())
    const without = await deliverOn(lab, 'without', {})
    const logged = await deliverOn(lab, 'with', { LOG_KEYS_FILE: keysPath })
    const more = logged - without
    return [
      {
        what: `ten million entries and their tiles in the database, from ${whole(log.size)} at ${(bytes / log.size).toFixed(1)} bytes`,
        measured: `${twoDecimals(gigabytes)} GB`,
        ...atMost(gigabytes, BAR_GB, 'GB'),
      },
      {
        what: `processor of the proof of one lead in a log of ${whole(log.size)}, from its tiles`,
        measured: `${twoDecimals(alone)} ms`,
        ...processorAtMost(alone, BAR_PROOF_MS, speed),
      },
      {
        what: `the same with its two labels (${twoDecimals(labels)} ms), as a job makes it with others of a delivery`,
        measured: `${twoDecimals(together + labels)} ms`,
        ...processorAtMost(together + labels, BAR_PROOF_MS, speed),
      },
      {
        what: 'processor that the log adds to the delivery of an order of 100 leads, in jobs',
        measured: `${twoDecimals(more)} s`,
        ...processorAtMost(more, BAR_DELIVERY_S, speed, 's'),
      },
    ]
  } finally {
    await rm(folder, { recursive: true })
  }
}

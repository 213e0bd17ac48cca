/** What the public log takes: space, a proof in ten million entries, and the processor of a delivery. */
import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type pg from 'pg'
import { utf8 } from '#proof/bytes.ts'
import { writeLeadEntry } from '#proof/entries.ts'
import { proveInclusion } from '#proof/merkle-tree.ts'
import { makeVrfKey, proveVrf } from '#proof/vrf.ts'
import { TreeEdge } from '#server/features/proof/grow-log.ts'
import { createLogKeys } from '#server/features/proof/log-keys.ts'
import { growLog, openLog, writeBundles, writeTiles } from '#server/features/proof/queries.ts'
import { computeFromLog } from '#server/features/proof/read-log.ts'
import { type Database, openDatabase } from '#server/platform/database/database.ts'
import { createLog } from '#server/platform/logging.ts'
import { Buyer, expectOk, readShop } from '../buyer.ts'
import { Connection } from '../connection.ts'
import { type Laboratory, say } from '../laboratory.ts'
import { atMost, meterWork, processorMs, type Row, ratioAtMost, short, whole } from '../measure.ts'
import { seedPool } from '../seed.ts'
import { drainBackground } from '../store-data.ts'

/** Of an entry and its share of the tiles, so that ten million take at most 1 GB. */
const BYTES_BAR = 100
/** Of a proof's two paths, compared with reading the same tiles and hashing each once. */
const PATHS_BAR = 6
/** Of a lead's two labels, compared with as many multiplications of the curve's base. */
const LABELS_BAR = 8
/** Of an order of 100 leads, compared with the same in a store without a log. */
const DELIVERY_BAR = 4
/** As many as the job adds at once. */
const LEADS_AT_ONCE = 256
/** Each lead is in the log twice, under the labels of two years. */
const LEAD_ENTRIES = 2
const PROOFS = 100
const TILE_HEIGHT = 8
/** With its length in front. */
const ENTRY_BYTES = 70
const HASH_BYTES = 32
const POOL = '48453-vacant-vip'
const ORDERS = 5
const SIZE = `select sum(pg_total_relation_size(name::regclass))::float8 as bytes
  from unnest(array['log_bundles', 'log_tiles', 'logs']) as name`

/** Adds entries the way the job does, with random bytes for labels and commitments. */
async function fillLog(database: Database, entries: number): Promise<{ logNo: number; size: number }> {
  const opening = {
    origin: 'lab.example/log',
    verifierKey: 'lab.example/log+00000000+',
    root: Buffer.alloc(HASH_BYTES),
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
      const [label, commitment] = [randomBytes(HASH_BYTES), randomBytes(HASH_BYTES)]
      tree.add(writeLeadEntry({ label, generation: 0, slot: 1, cap: 1, commitment }))
    }
    await keep(database, log.log_no, tree)
    if (tree.size % (LEADS_AT_ONCE * 4_000) === 1) say(`  ${whole(tree.size)} of ${whole(entries)} entries`)
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

/** Processor of this process for each of some proofs, in milliseconds. */
async function timeEach(work: (index: number) => unknown, draw: () => number): Promise<number> {
  const before = process.cpuUsage()
  for (let proof = 0; proof < PROOFS; proof += 1) await work(draw())
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000 / PROOFS
}

const READ_BARE = {
  name: 'bare tile',
  text: `select case when $1 = 0 then (select entries from log_bundles where bundle_no = $2)
    else (select hashes from log_tiles where level = $1 and tile_no = $2) end as bytes`,
}

/** Reads the tiles on the way from an entry to the root, those of level 0 as entries, and hashes each to its top. */
async function hashTiles(pool: pg.Pool, index: number, size: number): Promise<void> {
  for (let level = 0; 2 ** (TILE_HEIGHT * level) < size; level += 1) {
    const tileNo = Math.floor(index / 2 ** (TILE_HEIGHT * (level + 1)))
    const { rows } = await pool.query<{ bytes: Buffer }>({ ...READ_BARE, values: [level, tileNo] })
    let below = rows[0]?.bytes ?? Buffer.alloc(0)
    if (level === 0) below = hashEach(below, ENTRY_BYTES)
    while (below.length >= 2 * HASH_BYTES) below = hashEach(below, 2 * HASH_BYTES)
  }
}

function hashEach(bytes: Buffer, length: number): Buffer {
  const hashes: Buffer[] = []
  for (let at = 0; at + length <= bytes.length; at += length)
    hashes.push(
      createHash('sha256')
        .update(bytes.subarray(at, at + length))
        .digest(),
    )
  return Buffer.concat(hashes)
}

/** Processor of orders of 100 leads on a node, until everything that they caused is done; in milliseconds for one. */
async function deliverOn(lab: Laboratory, name: string, env: Record<string, string>): Promise<number> {
  const store = await lab.newStore(`log_${name}`, ['Texas'])
  await seedPool(store.pool, { poolId: POOL, leads: (ORDERS + 1) * 130 })
  const node = await lab.startNode({ DATABASE_URL: store.url, ...env })
  const connection = await Connection.open(node.url)
  const { key, priceOf } = await readShop(node.url)
  const order = async (number: number) => {
    const buyer = new Buyer(connection)
    expectOk('hold', await buyer.reserve(`${POOL}-100`))
    await buyer.pay({ packageId: `${POOL}-100`, priceOf, email: `${name}-${number}@lab.example`, key })
    await drainBackground(store.pool)
  }
  await order(0)
  const spent = await meterWork(lab.pool, [node.child.pid])
  for (let number = 1; number <= ORDERS; number += 1) await order(number)
  const work = await spent()
  connection.close()
  await node.stop()
  return processorMs(work) / ORDERS
}

/** Fills a log, makes proofs in it, and delivers orders with and without a log. */
export async function publicLog(lab: Laboratory, { leads }: { leads: number }): Promise<Row[]> {
  const { url, pool } = await lab.newStore('log_size', ['Delaware'])
  const database = openDatabase({ url, poolSize: 2, log: createLog('silent') })
  const { logNo, size } = await fillLog(database, leads)
  await pool.query('vacuum log_bundles, log_tiles')
  const { rows } = await pool.query<{ bytes: number }>(SIZE)
  const bytes = (rows[0]?.bytes ?? 0) / size
  const draw = () => Math.floor(Math.random() * (size - LEAD_ENTRIES))
  const entries = [0, 1]
  const paths = await timeEach(
    (index) =>
      computeFromLog(database, logNo, (read) => entries.map((next) => proveInclusion(read, index + next, size))),
    draw,
  )
  const hashes = await timeEach(async (index) => {
    for (const next of entries) await hashTiles(pool, index + next, size)
  }, draw)
  const key = makeVrfKey(randomBytes(64))
  const labels = await timeEach(
    (index) => entries.map((next) => proveVrf(key, utf8(`${index + next} OAK ST|78701`))),
    draw,
  )
  const multiplications = await timeEach(() => entries.map(() => makeVrfKey(randomBytes(64))), draw)
  await database.close()
  const keysPath = join(lab.dataDir, 'lab-log-keys.json')
  await createLogKeys(keysPath, 'lab.example/log', new Date().getUTCFullYear())
  const without = await deliverOn(lab, 'without', {})
  const logged = await deliverOn(lab, 'with', { LOG_KEYS_FILE: keysPath })
  const compared = (what: string, ours: number, limit: number, words: string, most: number): Row => ({
    what,
    measured: `${short(ours)} ms`,
    limit: `${short(limit)} ms ${words}`,
    ...ratioAtMost(ours / limit, most),
  })
  return [
    { what: `an entry and its tiles in a log of ${whole(size)}`, ...atMost(bytes, BYTES_BAR, 'bytes') },
    compared('processor of the two paths of a proof in it', paths, hashes, 'to hash its tiles', PATHS_BAR),
    compared('processor of the two labels of a proof', labels, multiplications, 'for as many keys', LABELS_BAR),
    compared('processor of an order of 100 leads with its proofs', logged, without, 'without a log', DELIVERY_BAR),
  ]
}

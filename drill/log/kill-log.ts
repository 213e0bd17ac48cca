/**
 * Two nodes and their PostgreSQL are killed in turn, again and again, while leads are delivered and the log grows. Afterward each delivered
 * lead has exactly one entry, the log keeps its rules, and every checkpoint that anyone got is a beginning of the last.
 */
import { areEqual, toHex } from '#proof/bytes.ts'
import { readLeadEntry } from '#proof/lead-entry.ts'
import { hashChildren, hashLeaf, isConsistent, proveConsistency, type ReadHash, rootOf } from '#proof/merkle-tree.ts'
import { readPolicy } from '#proof/policy.ts'
import { formatTilePath, readBundle, widthOfTile } from '#proof/tiles.ts'
import { readTlogProof } from '#proof/tlog-proof.ts'
import { verifyCheckpoint } from '#proof/verify-log.ts'
import { until } from '#testing/faults/shopper.ts'
import { pause } from '../shop.ts'
import { auditLog, buy, type Counter, type ProvenStore, readLogOf, urlOf, withProvenStore } from './proven-store.ts'

export interface KillLogOptions {
  kills: number
  print: (line: string) => void
}

/** Leads of this pool are sold to several buyers, so that slots have an order. */
const POOL = '48453-vacant-standard'
const LEADS = 4_000
const SHOPPERS = 2
/** Few enough that the log keeps up between the kills. */
const BETWEEN_ORDERS_MS = 1_000
const ALIVE_MS = { min: 300, max: 4_000 }
/** Every other kill is PostgreSQL's. */
const DATABASE_EVERY = 2
const LOOK_EVERY_MS = 100
/** Jobs of a dead node are free again after 10 s, and a witness is asked again after a minute. */
const SETTLED_WITHIN_MS = 300_000

async function buyOn(at: Counter, told: Set<string>): Promise<void> {
  while (!at.isClosing) {
    const shopper = await buy(at, `${POOL}-20`, 1)
    if (shopper) told.add(shopper.contactInfo.email)
    await pause(BETWEEN_ORDERS_MS)
  }
}

/** Keeps every checkpoint that the store shows. */
async function watch(at: Counter, seen: Set<string>, end: AbortSignal): Promise<void> {
  while (!end.aborted) {
    const text = await fetch(`${urlOf(at)}/log/checkpoint`).then(
      (reply) => (reply.ok ? reply.text() : null),
      () => null,
    )
    if (text !== null) seen.add(text)
    await pause(LOOK_EVERY_MS)
  }
}

async function killOften(store: ProvenStore, at: Counter, { kills, print }: KillLogOptions): Promise<void> {
  for (let kill = 1; kill <= kills; kill += 1) {
    await pause(ALIVE_MS.min + Math.random() * (ALIVE_MS.max - ALIVE_MS.min))
    if (kill % DATABASE_EVERY === 0) await store.killDatabase()
    else {
      // The one that lived longest: the other one goes on with its jobs.
      const [node] = at.nodes.splice(0, 1)
      await node?.kill()
      at.nodes.push(await store.startNode())
    }
    if (kill % 10 === 0) print(`${kill} kills: ${await describe(store)}`)
  }
}

async function describe(store: ProvenStore): Promise<string> {
  const { rows } = await store.pool().query(
    `select (select count(*)::int from order_leads where delivered_at is not null) as delivered,
       (select size::int from logs) as entries, (select published_size::int from logs) as published`,
  )
  return JSON.stringify(rows[0])
}

const QUESTIONS: readonly [wrong: string, sql: string][] = [
  [
    'a lead was paid for and not delivered',
    'select order_id, lead_id from order_leads where delivered_at is null and returned_at is null',
  ],
  [
    'a delivered lead has no entry',
    `select o.order_id, o.lead_id from order_leads o left join log_leads l using (order_id, lead_id)
     where o.delivered_at is not null and l.log_index is null`,
  ],
  ['a delivered lead has no proof', 'select order_id, lead_id, log_index from log_leads where proof is null'],
  [
    'an entry is of no delivered lead',
    `select order_id, lead_id from log_leads l where not exists (
       select from order_leads o where o.order_id = l.order_id and o.lead_id = l.lead_id and o.delivered_at is not null)`,
  ],
  [
    'two entries have one place, or a place has none',
    `select place, count(e.log_index) as entries from generate_series(0, (select size - 1 from logs)) place
     left join (select log_index from log_leads union all select log_index + 1 from log_leads
       union all select log_index from log_statements) e on e.log_index = place
     group by 1 having count(e.log_index) <> 1`,
  ],
  [
    'an entry lies beyond the log',
    'select order_id, log_index from log_leads where log_index >= (select size from logs)',
  ],
  [
    'slots of a property are out of order',
    `select * from (
       select o.property_key, l.slot, row_number() over (partition by o.property_key, l.generation order by l.log_index) as place
       from log_leads l join order_leads o using (order_id, lead_id)) ranked where slot <> place`,
  ],
  [
    'leads of an order are out of order',
    `select * from (
       select order_id, log_index, lag(log_index) over (partition by order_id order by entry_no) as before from log_leads) ranked
     where log_index < before`,
  ],
  ['the log has a problem', 'select problem from logs where problem is not null or published_size <> size'],
]

async function ask(store: ProvenStore): Promise<string[]> {
  const faults: string[] = []
  for (const [wrong, sql] of QUESTIONS) {
    const { rows } = await store.pool().query(sql)
    if (rows.length > 0) faults.push(`${wrong}, ${rows.length} times: ${JSON.stringify(rows[0])}`)
  }
  return faults
}

/** All hashes of a tree that are complete. */
function hashAll(entries: readonly Uint8Array[]): ReadHash {
  const levels = [entries.map(hashLeaf)]
  for (let below = levels[0] ?? []; below.length > 1; below = levels.at(-1) ?? [])
    levels.push(
      Array.from({ length: Math.floor(below.length / 2) }, (_, at) =>
        hashChildren(below[at * 2] as Uint8Array, below[at * 2 + 1] as Uint8Array),
      ),
    )
  return (level, index) => {
    const hash = levels[level]?.[index]
    if (!hash) throw new RangeError(`there is no hash ${level}/${index}`)
    return hash
  }
}

async function readEntries(url: string, size: number): Promise<Uint8Array[]> {
  const read = readLogOf(url)
  const bundles: Uint8Array[][] = []
  for (let number = 0; widthOfTile(0, number, size) > 0; number += 1) {
    const bundle = await read(`tile/entries/${formatTilePath(number, widthOfTile(0, number, size))}`)
    bundles.push(readBundle(bundle) ?? [])
  }
  return bundles.flat()
}

/** Compares the published entries with the store's own rows, and all checkpoints with the last. */
async function judge(
  store: ProvenStore,
  at: Counter,
  seen: ReadonlySet<string>,
): Promise<{ faults: string[]; said: string }> {
  const url = urlOf(at)
  const { faults, size } = await auditLog(readLogOf(url), store.policy)
  const entries = await readEntries(url, size)
  const { rows } = await store
    .pool()
    .query<{ log_index: string; commitment: Buffer; proof: string }>(
      'select log_index, commitment, proof from log_leads',
    )
  for (const row of rows) {
    for (const place of [Number(row.log_index), Number(row.log_index) + 1]) {
      const entry = readLeadEntry(entries[place] ?? new Uint8Array())
      if (!entry || !areEqual(entry.commitment, row.commitment))
        faults.push(`entry ${place} is not what was delivered: ${toHex(row.commitment)}`)
    }
  }
  const texts = new Set([...seen, ...rows.map(({ proof }) => readTlogProof(proof)?.checkpoint ?? '')])
  const policy = readPolicy(store.policy)
  const hashes = hashAll(entries)
  const last = { size, root: rootOf(hashes, size) }
  for (const text of texts) {
    const tree = verifyCheckpoint(text, policy)
    const isPart =
      tree.size <= size && isConsistent(tree, last, tree.size < size ? proveConsistency(hashes, tree.size, size) : [])
    if (!isPart) faults.push(`the checkpoint of ${tree.size} is not part of the log`)
  }
  for (const { seen: trees } of store.witnesses)
    for (const tree of trees.values())
      if (tree.size > size || !areEqual(rootOf(hashes, tree.size), tree.root))
        faults.push(`a witness has seen another tree of ${tree.size}`)
  return { faults, said: `${size} entries, ${texts.size} checkpoints that someone got` }
}

/** Runs the drill. @returns what was wrong */
export function drillKillLog(options: KillLogOptions): Promise<string[]> {
  return withProvenStore({ poolId: POOL, leads: LEADS }, async (store) => {
    const at: Counter = { nodes: [await store.startNode(), await store.startNode()], isClosing: false }
    const [told, seen] = [new Set<string>(), new Set<string>()]
    const watched = new AbortController()
    const watching = watch(at, seen, watched.signal)
    const buying = Promise.all(Array.from({ length: SHOPPERS }, () => buyOn(at, told)))
    await killOften(store, at, options).finally(() => {
      at.isClosing = true
    })
    await buying
    const isSettled = async () => ((await ask(store)).length === 0 ? true : null)
    await until('every delivered lead is proven', SETTLED_WITHIN_MS, isSettled).catch(() => undefined)
    watched.abort()
    await watching
    const faults = await ask(store)
    const judged = await judge(store, at, seen)
    options.print(`${options.kills} kills, ${told.size} orders told: ${await describe(store)}; ${judged.said}`)
    if (told.size === 0 || seen.size === 0) faults.push('nothing was sold or published, so nothing was proved')
    return [...faults, ...judged.faults]
  })
}

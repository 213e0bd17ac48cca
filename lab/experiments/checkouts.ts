/** What pages, holds and checkouts cost, against a bare server that does the same without rules, in the same rounds. */
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { startEmbeddedPostgres } from '#server/platform/postgres/start-embedded-postgres.ts'
import { startBareStore } from '../bare-store.ts'
import { Buyer, expectOk, readShop } from '../buyer.ts'
import { Connection } from '../connection.ts'
import { type Laboratory, say } from '../laboratory.ts'
import type { Load } from '../load.ts'
import { median } from '../load.ts'
import {
  atMost,
  costRow,
  type Figures,
  inTurns,
  measure,
  type Rounds,
  type Row,
  rateRow,
  ratioAtMost,
  short,
  workOf,
} from '../measure.ts'
import { ROOT, type StoreNode, startServer, startStoreNode } from '../processes.ts'
import type { SentStatement } from '../statement-counter.ts'
import {
  drainBackground,
  findWrongMails,
  listCountyPaths,
  pickPackages,
  requireIdentities,
  setStock,
} from '../store-data.ts'

const TRAVIS = '/api/packages/Texas/Travis'
const READERS = 20
const HOLDERS = 50
const BUYERS = 16
const SPREAD = 10_000
const MEMORY_MB_BAR = 180
/** Least ratios to the bare server's rate, where waiting counts and not only work. */
const RATE_BARS = { hotHold: 2, checkout: 0.15 }
/** Most ratios to the bare server's processor time, about 1.4 times what they were when they were set. */
const COST_BARS = { hotPage: 2, anyPage: 6, spreadHold: 0.7, checkout: 4.5 }
const ROWS_BAR = 25
const START_BAR = 3
const STARTS = 5

/** A load that is not told yet where and how long; each round has buyers of its own. */
type Unaddressed<Kind> = Kind extends Load ? Omit<Kind, 'seconds' | 'url'> : never

/** County pages, holds on one package and on many, whole checkouts until the last email and webhook; then memory. */
export async function checkouts(lab: Laboratory, options: Rounds): Promise<Row[]> {
  const node = await lab.startNode()
  const { pool } = lab
  const bare = await startBareStore({ url: node.url, databaseUrl: lab.databaseUrl, pool }, [TRAVIS])
  const packageIds = await pickPackages(pool, SPREAD)
  const [hottest = ''] = packageIds
  const paths = await listCountyPaths(pool)
  const ask = (load: Unaddressed<Load>, isBare = false) => {
    const { url, child } = isBare ? bare : node
    const drained = load.kind === 'checkouts' && !isBare ? { drained: pool } : {}
    return (seconds: number): Promise<Figures> =>
      measure(lab, { ...load, url, seconds, buyerName: `bought-${Date.now()}` } as Load, { pid: child.pid, ...drained })
  }
  const pages = { kind: 'reads' as const, clients: READERS }
  const holds = { kind: 'holds' as const, clients: HOLDERS }
  const sales = { kind: 'checkouts' as const, clients: BUYERS, packageIds, buyerName: '' }

  const read = await inTurns(options, {
    hot: ask({ ...pages, paths: [TRAVIS] }),
    any: ask({ ...pages, paths }),
    bare: ask({ ...pages, paths: [TRAVIS] }, true),
  })
  await setStock(pool, packageIds, 5_000)
  await setStock(pool, [hottest], 900_000)
  const held = await inTurns(options, {
    hot: ask({ ...holds, packageIds: [hottest] }),
    hotBare: ask({ ...holds, packageIds: [hottest] }, true),
    spread: ask({ ...holds, packageIds }),
    spreadBare: ask({ ...holds, packageIds }, true),
  })
  const { bought, bareBought } = await inTurns(
    { ...options, seconds: options.seconds * 2 },
    { bought: ask(sales), bareBought: ask(sales, true) },
  )
  await requireIdentities(pool)
  const wrongMails = await findWrongMails(pool)
  if (wrongMails.length > 0) throw new Error(wrongMails.join('\n'))
  const megabytes = (await node.metric('process_resident_memory_bytes')) / 2 ** 20
  return [
    costRow(`one county's page, ${READERS} clients`, read.hot, read.bare, COST_BARS.hotPage),
    costRow('the page of a county drawn at random each time', read.any, read.bare, COST_BARS.anyPage),
    rateRow(`holds on one package, ${HOLDERS} clients`, held.hot, held.hotBare, RATE_BARS.hotHold),
    costRow(`a hold, spread over ${SPREAD} packages`, held.spread, held.spreadBare, COST_BARS.spreadHold),
    rateRow(`whole checkouts until the last email, ${BUYERS} buyers`, bought, bareBought, RATE_BARS.checkout),
    costRow('a whole checkout, its jobs, emails and the sandbox', bought, bareBought, COST_BARS.checkout),
    { what: 'rows that a whole checkout inserts', ...atMost(workOf(bought).insertedRows, ROWS_BAR) },
    { what: 'memory of the node after these loads', ...atMost(megabytes, MEMORY_MB_BAR, 'MB') },
  ]
}

const WAITS_BAR = 12
const COUNTER = new URL('../statement-counter.ts', import.meta.url).pathname

/** Work that every node repeats whether or not anyone buys. */
const IDLE =
  /^(jobs\.(beat|free_lost)|inventory\.expire_holds|sales_ledger\.add_up|payments\.(claim_due|count_unmade_refunds))$/
const isStore = ({ name }: SentStatement): boolean =>
  /^(begin|commit)$/.test(name) ||
  /^(inventory|cart|offers|credit_ledger|credits|orders|payments|notifications|delivery|leads|catalogue|auth|sales_ledger|platform)\./.test(
    name,
  )
const isOfBuyer = ({ cause }: SentStatement): boolean => /^\w+ \/api\/(?!webhooks)/.test(cause ?? '')

async function takeStatements({ child }: StoreNode): Promise<SentStatement[]> {
  child.process.send('statements')
  const [statements]: SentStatement[][] = await once(child.process, 'message')
  return (statements ?? []).filter(({ name }) => !IDLE.test(name))
}

/**
 * Runs one checkout on its own node with recorded statements, after another one that warms up what is read once. The
 * sandbox's own statements stand for another company's and do not count.
 */
export async function statements(lab: Laboratory): Promise<Row[]> {
  // Runs from sources, because in the bundle the counter finds no PostgreSQL client to listen to.
  const node = await lab.startNode({}, { nodeArguments: ['--import', COUNTER], cwd: ROOT })
  const shop = await readShop(node.url)
  const [packageId = ''] = await pickPackages(lab.pool, 1)
  await setStock(lab.pool, [packageId], 10)
  const buyOne = async () => {
    const connection = await Connection.open(node.url)
    const buyer = new Buyer(connection)
    expectOk('hold', await buyer.reserve(packageId))
    await buyer.pay({ packageId, email: `statements-${Date.now()}@lab.example`, ...shop })
    connection.close()
    await drainBackground(lab.pool)
    await wait(500)
  }
  await buyOne()
  await takeStatements(node)
  await buyOne()
  const store = (await takeStatements(node)).filter(isStore)
  if (!store.some(({ name }) => name === 'inventory.place_holds')) throw new Error('the statements were not counted')
  const request = store.filter(isOfBuyer)
  const waited = request.filter(({ isBehind }) => !isBehind)
  say(`  waited for: ${waited.map(({ name }) => name).join(', ')}`)
  const behind = store.length - request.length
  return [
    {
      what: `times that a whole checkout waits for PostgreSQL, of ${request.length} statements (and ${behind} in the background)`,
      ...atMost(waited.length, WAITS_BAR),
    },
  ]
}

/**
 * Starts a stopped store on its folder, with its PostgreSQL, against PostgreSQL and the bare server alone. Compiled code
 * is kept where `npm start` keeps it; the first start fills that and does not count.
 */
export async function startUp(lab: Laboratory): Promise<Row[]> {
  const { dataDir } = lab
  await lab.startNode()
  await lab.stop()
  const found = { store: [] as number[], bare: [] as number[] }
  for (let start = 0; start <= STARTS; start += 1) {
    const node = await startStoreNode({ DATABASE_URL: '', DATA_DIR: dataDir })
    await node.stop()
    const began = performance.now()
    const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined })
    const bare = await startServer('lab/bare-store.ts', { databaseUrl: postgres.ownerUrl, replies: {} })
    const bareMs = performance.now() - began
    await bare.child.stop('SIGTERM')
    await postgres.stop()
    if (start === 0) continue
    found.store.push(node.readyMs)
    found.bare.push(bareMs)
  }
  const ratio = median(found.store.map((ms, start) => ms / (found.bare[start] ?? Number.NaN)))
  return [
    {
      what: `start with its PostgreSQL to /readyz, median of ${STARTS}`,
      measured: `${short(median(found.store))} ms`,
      limit: `${short(median(found.bare))} ms bare`,
      ...ratioAtMost(ratio, START_BAR),
    },
  ]
}

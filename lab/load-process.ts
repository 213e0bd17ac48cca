/** The load generator: its own process, so that its cost does not count as the store's. Loads come over the channel. */
import { Buyer, expectOk, readShop, UnexpectedReply } from './buyer.ts'
import { Connection } from './connection.ts'
import { type Load, type LoadResult, percentile } from './load.ts'

/** Well below the 50 lines that one cart may hold. */
const HOLDS_PER_CART = 20

const drawn = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Each client has a connection, and for a limited time does one piece of work after another on it. */
async function runClients(
  { url, clients, seconds }: { url: string; clients: number; seconds: number },
  workOn: (connection: Connection) => () => Promise<unknown>,
): Promise<LoadResult> {
  const connections = await Promise.all(Array.from({ length: clients }, () => Connection.open(url)))
  const latencies: number[] = []
  const failures: Record<string, number> = {}
  const start = performance.now()
  const end = start + seconds * 1_000
  await Promise.all(
    connections.map(workOn).map(async (work) => {
      for (let at = performance.now(); at < end; at = performance.now()) {
        try {
          await work()
          latencies.push(performance.now() - at)
        } catch (error) {
          const reason = reasonOf(error)
          failures[reason] = (failures[reason] ?? 0) + 1
          if (!(error instanceof UnexpectedReply)) return
        }
      }
    }),
  )
  const elapsed = (performance.now() - start) / 1_000
  for (const connection of connections) connection.close()
  const latencyMs = { p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) }
  return { done: latencies.length, failures, seconds: elapsed, latencyMs }
}

const runReads = (load: Extract<Load, { kind: 'reads' }>): Promise<LoadResult> =>
  runClients(
    load,
    (connection) => async () => expectOk('read', await connection.send('GET', drawn(load.paths), load.head)),
  )

const runHolds = (load: Extract<Load, { kind: 'holds' }>): Promise<LoadResult> =>
  runClients(load, (connection) => {
    let buyer = new Buyer(connection)
    let lines = 0
    return async () => {
      if (lines === HOLDS_PER_CART) {
        buyer = new Buyer(connection)
        lines = 0
      }
      lines += 1
      expectOk('hold', await buyer.reserve(drawn(load.packageIds)))
    }
  })

async function runCheckouts(load: Extract<Load, { kind: 'checkouts' }>): Promise<LoadResult> {
  const shop = await readShop(load.url)
  let bought = 0
  return runClients(load, (connection) => async () => {
    const buyer = new Buyer(connection)
    const packageId = drawn(load.packageIds)
    bought += 1
    const email = `${load.buyerName}-${bought}@lab.example`
    expectOk('hold', await buyer.reserve(packageId))
    await buyer.pay({ packageId, email, ...shop })
  })
}

async function runRace(load: Extract<Load, { kind: 'race' }>): Promise<LoadResult> {
  const shops = await Promise.all(load.urls.map((url) => readShop(url)))
  const connections = await Promise.all(
    Array.from({ length: load.buyers }, (_, index) => Connection.open(load.urls[index % load.urls.length] as string)),
  )
  const failures: Record<string, number> = {}
  const ordersPerRound: number[] = []
  const start = performance.now()
  for (const [round, packageId] of load.packageIds.entries()) {
    let orders = 0
    const buyOne = async (connection: Connection, index: number) => {
      const buyer = new Buyer(connection)
      const reply = await buyer.reserve(packageId)
      if (reply.status === 409) return
      expectOk('hold', reply)
      const shop = shops[index % shops.length]
      if (!shop) return
      await buyer.pay({ packageId, email: `race-${round}-${index}@lab.example`, ...shop })
      orders += 1
    }
    for (const outcome of await Promise.allSettled(connections.map(buyOne))) {
      if (outcome.status === 'fulfilled') continue
      const reason = reasonOf(outcome.reason)
      failures[reason] = (failures[reason] ?? 0) + 1
    }
    ordersPerRound.push(orders)
  }
  for (const connection of connections) connection.close()
  const done = ordersPerRound.reduce((sum, orders) => sum + orders, 0)
  const seconds = (performance.now() - start) / 1_000
  return { done, failures, seconds, latencyMs: { p50: 0, p99: 0 }, ordersPerRound }
}

async function run(load: Load): Promise<LoadResult> {
  switch (load.kind) {
    case 'reads':
      return runReads(load)
    case 'holds':
      return runHolds(load)
    case 'checkouts':
      return runCheckouts(load)
    case 'race':
      return runRace(load)
  }
}

process.on('message', (load: Load) => {
  run(load).then(
    (result) => process.send?.({ result }),
    (error) => process.send?.({ error: reasonOf(error) }),
  )
})
// The process that started us is gone.
process.on('disconnect', () => process.exit(0))

/** The load generator: its own process, so that its cost does not count as the store's. Loads come over the channel. */
import { Buyer, expectOk, readShop, UnexpectedReply } from './buyer.ts'
import { Connection } from './connection.ts'
import { type Load, type LoadResult, percentile } from './load.ts'

/** Well below the 50 lines that one cart may hold. */
const HOLDS_PER_CART = 20

/** Does one piece of work after another; if a piece throws, the run has failed. */
interface Client {
  work: () => Promise<unknown>
  close(): unknown
}

const drawn = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Creates this many of something, all at once. */
const many = <T>(count: number, make: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, make))

/** Lets all clients work for a limited time, each doing one piece after another. */
async function runClients(clients: readonly Client[], seconds: number): Promise<LoadResult> {
  const latencies: number[] = []
  const failures: Record<string, number> = {}
  const start = performance.now()
  const end = start + seconds * 1_000
  await Promise.all(
    clients.map(async ({ work }) => {
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
  await Promise.all(clients.map((client) => client.close()))
  return {
    done: latencies.length,
    failures,
    seconds: elapsed,
    latencyMs: { p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) },
  }
}

async function readClient({ url, paths, head = '' }: Extract<Load, { kind: 'reads' }>): Promise<Client> {
  const connection = await Connection.open(url)
  return {
    work: async () => expectOk('read', await connection.send('GET', drawn(paths), head)),
    close: () => connection.close(),
  }
}

async function holdClient({ url, packageIds }: Extract<Load, { kind: 'holds' }>): Promise<Client> {
  const connection = await Connection.open(url)
  let buyer = new Buyer(connection)
  let lines = 0
  return {
    async work() {
      if (lines === HOLDS_PER_CART) {
        buyer = new Buyer(connection)
        lines = 0
      }
      lines += 1
      expectOk('hold', await buyer.reserve(drawn(packageIds)))
    },
    close: () => connection.close(),
  }
}

async function runCheckouts(load: Extract<Load, { kind: 'checkouts' }>): Promise<LoadResult> {
  const shop = await readShop(load.url)
  let bought = 0
  const clients = await many(load.clients, async (): Promise<Client> => {
    const connection = await Connection.open(load.url)
    return {
      async work() {
        const buyer = new Buyer(connection)
        const packageId = drawn(load.packageIds)
        bought += 1
        const email = `${load.buyerName}-${bought}@lab.example`
        expectOk('hold', await buyer.reserve(packageId))
        await buyer.pay({ packageId, email, ...shop })
      },
      close: () => connection.close(),
    }
  })
  return runClients(clients, load.seconds)
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
      return runClients(await many(load.clients, () => readClient(load)), load.seconds)
    case 'holds':
      return runClients(await many(load.clients, () => holdClient(load)), load.seconds)
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

/** The load generator: its own process, so that its cost does not count as the store's. Loads come over the channel. */
import pg from 'pg'
import { Buyer, expectOk, readShop } from './buyer.ts'
import { Connection } from './connection.ts'
import { runLinks, runSends } from './link-loads.ts'
import type { Load, LoadResult } from './load.ts'
import { type Client, drawn, many, reasonOf, runClients } from './run-clients.ts'

/** Well below the 50 lines that one cart may hold. */
const HOLDS_PER_CART = 20

async function readClient({ url, paths, head = '' }: Extract<Load, { kind: 'reads' }>): Promise<Client> {
  const connection = await Connection.open(url)
  return {
    work: async () => expectOk('read', await connection.send('GET', drawn(paths), head)),
    close: () => connection.close(),
  }
}

async function holdClient({ url, packageIds, desk }: Extract<Load, { kind: 'holds' }>): Promise<Client> {
  const connection = await Connection.open(url)
  let buyer = new Buyer(connection, '', desk)
  let lines = 0
  return {
    async work() {
      if (lines === HOLDS_PER_CART) {
        buyer = new Buyer(connection, '', desk)
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
        const email = `${load.buyerName}-${bought}@bench.example`
        expectOk('hold', await buyer.reserve(packageId))
        await buyer.pay({ packageId, email, ...shop })
      },
      close: () => connection.close(),
    }
  })
  return runClients(clients, load.seconds)
}

async function updateClient({ databaseUrl, rows }: Extract<Load, { kind: 'updates' }>): Promise<Client> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const text = 'update bare_rows set count = count + 1 where id = $1'
  return {
    work: () => client.query({ name: 'bare', text, values: [1 + Math.floor(Math.random() * rows)] }),
    close: () => client.end(),
  }
}

async function runRace(load: Extract<Load, { kind: 'race' }>): Promise<LoadResult> {
  const shops = await Promise.all(load.urls.map((url) => readShop(url)))
  const connections = await Promise.all(
    Array.from({ length: load.buyers }, (_, index) => Connection.open(load.urls[index % load.urls.length] as string)),
  )
  const failures: Record<string, number> = {}
  const ordersPerRound: number[] = []
  const cpuBefore = process.cpuUsage()
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
      await buyer.pay({ packageId, email: `race-${round}-${index}@bench.example`, ...shop })
      orders += 1
    }
    const outcomes = await Promise.allSettled(connections.map(buyOne))
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') continue
      const reason = reasonOf(outcome.reason)
      failures[reason] = (failures[reason] ?? 0) + 1
    }
    ordersPerRound.push(orders)
  }
  const seconds = (performance.now() - start) / 1_000
  const cpu = process.cpuUsage(cpuBefore)
  for (const connection of connections) connection.close()
  return {
    done: ordersPerRound.reduce((sum, orders) => sum + orders, 0),
    failures,
    seconds,
    generatorCpu: (cpu.user + cpu.system) / 1e6 / seconds,
    latencyMs: { p50: 0, p99: 0, max: 0 },
    ordersPerRound,
  }
}

async function run(load: Load): Promise<LoadResult> {
  switch (load.kind) {
    case 'reads':
      return runClients(await many(load.clients, () => readClient(load)), load.seconds)
    case 'holds':
      return runClients(await many(load.clients, () => holdClient(load)), load.seconds)
    case 'checkouts':
      return runCheckouts(load)
    case 'sends':
      return runSends(load)
    case 'links':
      return runLinks(load)
    case 'updates':
      return runClients(await many(load.clients, () => updateClient(load)), load.seconds)
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

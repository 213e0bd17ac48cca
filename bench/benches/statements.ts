import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Buyer, expectOk, readShop } from '../lab/buyer.ts'
import { Connection } from '../lab/connection.ts'
import { type Laboratory, say } from '../lab/laboratory.ts'
import { atMost, type Row } from '../lab/row.ts'
import type { SentStatement } from '../lab/statement-counter.ts'
import { drainBackground, pickPackages, setStock } from '../lab/stock.ts'
import type { StoreNode } from '../lab/store-node.ts'

const BAR = 12
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const COUNTER = fileURLToPath(new URL('../lab/statement-counter.ts', import.meta.url))

/** Work that every node repeats whether or not anyone buys. */
const IDLE =
  /^(jobs\.(beat|free_lost)|inventory\.expire_holds|sales_ledger\.add_up|payments\.(claim_due|count_unmade_refunds))$/

/** Checks for work several times a second. Of a checkout's checks, one finds something, for everything sold in the meantime. */
const LOOKS = /^(notifications\.queue|payments\.sort_events)$/

async function takeStatements({ child }: StoreNode): Promise<SentStatement[]> {
  child.process.send('statements')
  const [statements]: SentStatement[][] = await once(child.process, 'message')
  return (statements ?? []).filter(({ name }) => !IDLE.test(name))
}

type Shop = Awaited<ReturnType<typeof readShop>>

async function buyOne(node: StoreNode, shop: Shop, packageId: string): Promise<void> {
  const connection = await Connection.open(node.url)
  const buyer = new Buyer(connection)
  expectOk('hold', await buyer.reserve(packageId))
  await buyer.pay({ packageId, email: `statements-${Date.now()}@bench.example`, ...shop })
  connection.close()
}

const isStore = ({ name }: SentStatement): boolean =>
  /^(begin|commit)$/.test(name) ||
  /^(inventory|cart|offers|credit_ledger|credits|orders|payments|notifications|delivery|leads|catalogue|auth|sales_ledger|platform)\./.test(
    name,
  )
const isOfBuyer = ({ cause }: SentStatement): boolean => /^\w+ \/api\/(?!webhooks)/.test(cause ?? '')

/** `name, 2 × name, + behind, …`: a plus for a statement that was sent before the ones ahead of it were answered. */
function list(statements: readonly SentStatement[]): string {
  const counts = new Map<string, number>()
  for (const { name, isBehind } of statements) {
    const key = isBehind ? `+ ${name}` : name
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return [...counts].map(([name, count]) => (count > 1 ? `${count} × ${name}` : name)).join(', ')
}

/**
 * Runs one checkout on its own node with recorded statements, after another one that warms up what is read once. The
 * sandbox's own statements stand for another company's and are counted separately.
 */
export async function statements(lab: Laboratory): Promise<Row[]> {
  await lab.stopNode()
  // Runs from sources, because in the bundle the counter finds no PostgreSQL client to listen to.
  const node = await lab.startNode({}, { nodeArguments: ['--import', COUNTER], cwd: ROOT })
  const shop = await readShop(node.url)
  const [packageId] = await pickPackages(lab.pool, 1)
  if (!packageId) throw new Error('the catalogue is empty')
  await setStock(lab.pool, [packageId], 10)
  await buyOne(node, shop, packageId)
  await drainBackground(lab.pool)
  await wait(500)

  await takeStatements(node)
  const before = await node.metric('database_statements_total')
  await buyOne(node, shop, packageId)
  await drainBackground(lab.pool)
  await wait(500)
  const sent = await takeStatements(node)
  const reported = (await node.metric('database_statements_total')) - before
  await node.stop()
  if (!sent.some(({ name }) => name === 'inventory.place_holds')) throw new Error('the statements were not counted')

  const store = sent.filter(isStore)
  const request = store.filter(isOfBuyer)
  const behind = store.filter((statement) => !isOfBuyer(statement))
  const background = behind.filter(
    ({ name }, index) => !LOOKS.test(name) || behind.findIndex((other) => other.name === name) === index,
  )
  const waits = request.filter(({ isBehind }) => !isBehind).length
  const others = sent.filter((statement) => !isStore(statement))
  say(`  of the buyer: ${list(request)}`)
  say(`  behind: ${list(background)}; /metrics counts ${reported} in all, the sweeps of an idle node among them`)
  say(`  of the job queue and the sandbox: ${list(others)}`)
  return [
    {
      what: `waits of the store for PostgreSQL in a whole checkout, from hold to order, for ${request.length} statements`,
      measured: `${waits}`,
      limit: 'Vendure 289, Medusa 385',
      ...atMost(waits, BAR, ''),
    },
    {
      what:
        'statements of its background work (webhook, jobs, mail); beside them ' +
        `${others.length} of the job queue and of the sandbox, which stands for other companies`,
      measured: `${background.length}`,
    },
  ]
}

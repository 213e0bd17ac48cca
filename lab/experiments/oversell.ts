/** Never oversold under load: 500 buyers at once for one unit, and buyers who do anything while stock changes. */
import { setTimeout as wait } from 'node:timers/promises'
import { Buyer, type PriceOf, readShop } from '../buyer.ts'
import { Connection, logInAt, type Reply } from '../connection.ts'
import { type Laboratory, say } from '../laboratory.ts'
import type { StoreNode } from '../processes.ts'
import { drainBackground, findBrokenIdentities, findWrongMails, pickPackages, setStock } from '../store-data.ts'

const RACERS = 500

/** Offers one unit to 500 buyers at the same moment on two nodes, round after round: one gets it and pays. */
export async function race(lab: Laboratory, { races }: { races: number }): Promise<string[]> {
  const nodes = [await lab.startNode(), await lab.startNode()]
  const packageIds = await pickPackages(lab.pool, races)
  await setStock(lab.pool, packageIds, 1)
  const urls = nodes.map(({ url }) => url)
  const { ordersPerRound = [] } = await lab.generator.run({ kind: 'race', urls, packageIds, buyers: RACERS })
  await drainBackground(lab.pool)
  const { rows } = await lab.pool.query<{ package_id: string; orders: number; available: number }>(
    `select p.package_id, p.available,
       (select count(*) from order_lines l join orders o on o.order_id = l.order_id and o.revision = l.revision
        where l.package_id = p.package_id and l.outcome = 'sold' and o.state = 'paid')::int as orders
     from packages p where p.package_id = any($1::text[])`,
    [packageIds],
  )
  const right = rows.filter(({ orders, available }) => orders === 1 && available === 0)
  say(`  ${RACERS} buyers, one unit, two nodes: exactly one order in ${right.length} of ${races} rounds`)
  return [
    ...rows.filter((row) => !right.includes(row)).map((row) => `not sold exactly once: ${JSON.stringify(row)}`),
    ...ordersPerRound.flatMap((orders, round) =>
      orders === 1 ? [] : [`${orders} buyers were told in round ${round}`],
    ),
    ...(await findBrokenIdentities(lab.pool)),
    ...(await findWrongMails(lab.pool)),
  ]
}

const ADMIN = { email: 'admin@lab.example', password: 'drill-parcel-oak-71' }
const PACKAGES = 24
const CHECK_EVERY_MS = 10_000
/** Holds of 6 s at most: some expire while buyers look, some while they pay. */
const SHORTEN = `update holds set expires_at = now() + '6 s' where state = 'live' and expires_at > now() + interval '6 s'`
const STOCK_MAX = 8
const FAULTS_MAX = 20
const CARDS = ['pm_card_visa', 'pm_card_visa', 'pm_card_visa', 'pm_card_visa_chargeDeclined'] as const
const drawn = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T
const chance = (share: number): boolean => Math.random() < share

class Soak {
  readonly replies: Record<string, number> = {}
  readonly faults: string[] = []
  readonly #packageIds: readonly string[]
  readonly #endAt: number
  #buyers = 0

  constructor(packageIds: readonly string[], endAt: number) {
    this.#packageIds = packageIds
    this.#endAt = endAt
  }

  get isOver(): boolean {
    return performance.now() >= this.#endAt || this.faults.length >= FAULTS_MAX
  }

  /** Counts a reply; a refusal is fine, but a server error is not, nor a request that it does not understand. */
  note(step: string, reply: Reply): Reply {
    const key = `${step} ${reply.status}`
    this.replies[key] = (this.replies[key] ?? 0) + 1
    if (reply.status >= 500 || reply.status === 400) this.faults.push(`${key}: ${reply.body.toString().slice(0, 200)}`)
    return reply
  }

  /** One visit: some holds, second thoughts, perhaps a payment with one card or another, perhaps none. */
  async visit(connection: Connection, shop: { key: string; priceOf: PriceOf }): Promise<void> {
    const buyer = new Buyer(connection)
    const held: string[] = []
    const wanted = 1 + Math.floor(Math.random() * 3)
    for (let line = 0; line < wanted; line += 1) {
      const packageId = drawn(this.#packageIds)
      if (this.note('hold', await buyer.reserve(packageId)).status === 200) held.push(packageId)
    }
    const [first] = held
    if (!first) return
    if (chance(0.5)) this.note('deliver', await buyer.nameDelivery(first))
    if (chance(0.2)) this.note('release', await buyer.release(first))
    // Waits, so holds expire in the middle of a visit.
    if (chance(0.15)) await wait(Math.random() * 8_000)
    if (chance(0.25)) return
    const cart: { total: number } = JSON.parse(this.note('cart', await buyer.readCart()).body.toString())
    this.#buyers += 1
    const opened = this.note('open', await buyer.openPayment(cart.total, `soak-${this.#buyers}@lab.example`))
    if (opened.status !== 200) return
    const payment: { paymentId: string; clientSecret: string } = JSON.parse(opened.body.toString())
    if (chance(0.1)) return
    this.note('confirm', await buyer.confirm(payment, shop.key, drawn(CARDS)))
    // Some browsers close right after paying: the webhook brings their order. Others send everything twice.
    if (chance(0.2)) return
    this.note('order', await buyer.recordOrder(payment.paymentId))
    if (chance(0.2)) this.note('order', await buyer.recordOrder(payment.paymentId))
  }

  async shop(node: StoreNode): Promise<void> {
    const shop = await readShop(node.url)
    const connection = await Connection.open(node.url)
    while (!this.isOver) {
      try {
        await this.visit(connection, shop)
      } catch (error) {
        this.faults.push(`a visit broke off: ${String(error)}`)
        break
      }
    }
    connection.close()
  }

  async manage({ url }: StoreNode): Promise<void> {
    const head = `content-type: application/json\r\ncookie: ${await logInAt(url, ADMIN)}\r\n`
    const connection = await Connection.open(url)
    while (!this.isOver) {
      const available = chance(0.1) ? 5_000 : Math.floor(Math.random() * (STOCK_MAX + 1))
      const path = `/api/admin/packages/${drawn(this.#packageIds)}/availability`
      this.note('stock', await connection.send('PUT', path, head, JSON.stringify({ available, reason: 'lab' })))
      await wait(40)
    }
    connection.close()
  }

  async check({ pool }: Laboratory): Promise<void> {
    while (!this.isOver) {
      await wait(Math.min(CHECK_EVERY_MS, Math.max(0, this.#endAt - performance.now())))
      this.faults.push(...(await findBrokenIdentities(pool)))
      const done = Object.values(this.replies).reduce((sum, count) => sum + count, 0)
      say(`  ${done} calls so far, ${this.faults.length} faults`)
    }
  }
}

/** Buyers who do anything in any order, on two nodes and few, scarce packages. @returns what was wrong */
export async function soak(lab: Laboratory, { minutes, buyers }: { minutes: number; buyers: number }) {
  const env = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }
  const nodes = [await lab.startNode(env), await lab.startNode(env)]
  const run = new Soak(await pickPackages(lab.pool, PACKAGES), performance.now() + minutes * 60_000)
  await Promise.all([
    ...nodes.map((node) => run.manage(node)),
    ...Array.from({ length: buyers }, (_, index) => run.shop(nodes[index % nodes.length] as StoreNode)),
    run.check(lab),
    (async () => {
      for (; !run.isOver; await wait(1_000)) await lab.pool.query(SHORTEN)
    })(),
  ])
  await drainBackground(lab.pool)
  // Holds return to stock within 5 s of their end on some node; a busy machine gets twice that.
  await lab.pool.query(SHORTEN)
  await wait(16_000)
  const { rows } = await lab.pool.query<{ held: number; orders: number }>(
    `select (select count(*) from holds where state = 'live' and expires_at < now() - interval '5 seconds')::int as held,
       (select count(*) from orders where state = 'paid' and email like 'soak-%')::int as orders`,
  )
  const { held = 0, orders = 0 } = rows[0] ?? {}
  if (held > 0) run.faults.push(`${held} holds that ran out are still held`)
  if (orders === 0) run.faults.push('nothing was sold, so nothing was proved')
  run.faults.push(...(await findBrokenIdentities(lab.pool)), ...(await findWrongMails(lab.pool)))
  say(`  ${orders} orders paid; replies: ${JSON.stringify(run.replies)}`)
  return run.faults.slice(0, FAULTS_MAX)
}

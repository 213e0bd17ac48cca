/**
 * A soak test: buyers who do anything in any order, administrators who change stock in between, holds that expire after
 * seconds, on two nodes and few, scarce packages. Every ten seconds, and at the end, everything must add up.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { Buyer, type PriceOf, readShop } from '../bench/lab/buyer.ts'
import { Connection, type Reply } from '../bench/lab/connection.ts'
import { findBrokenIdentities, findWrongMails } from '../bench/lab/identities.ts'
import { type Laboratory, say } from '../bench/lab/laboratory.ts'
import { drainBackground, pickPackages } from '../bench/lab/stock.ts'
import type { StoreNode } from '../bench/lab/store-node.ts'
import { Administrator } from './administrator.ts'

export interface SoakOptions {
  minutes: number
  /** Buyers at once, over both nodes. */
  buyers: number
}

export interface SoakSummary {
  /** How often each reply came, such as `hold 409`. */
  replies: Record<string, number>
  orders: number
  /** One sentence for each thing that is wrong; empty means pass. */
  faults: string[]
}

const PACKAGES = 24
/** Holds of 6 s: some expire while buyers look, some while they pay. */
const HOLD_MINUTES = '0.1'
const CHECK_EVERY_MS = 10_000
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
    await this.#pay(buyer, shop)
  }

  async #pay(buyer: Buyer, shop: { key: string; priceOf: PriceOf }): Promise<void> {
    const cart: { total: number } = JSON.parse(this.note('cart', await buyer.readCart()).body.toString())
    this.#buyers += 1
    const opened = this.note('open', await buyer.openPayment(cart.total, `soak-${this.#buyers}@bench.example`))
    if (opened.status !== 200) return
    const payment: { paymentId: string; clientSecret: string } = JSON.parse(opened.body.toString())
    if (chance(0.1)) return
    this.note('confirm', await buyer.confirm(payment, shop.key, drawn(CARDS)))
    // Some browsers close right after paying: the webhook brings their order. Others send everything twice at once.
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

  /** Sets stock up and down, to zero and to unlimited, while everyone buys. */
  async manage(administrator: Administrator): Promise<void> {
    while (!this.isOver) {
      const available = chance(0.1) ? 5_000 : Math.floor(Math.random() * (STOCK_MAX + 1))
      this.note('stock', await administrator.setAvailability(drawn(this.#packageIds), available))
      await wait(40)
    }
  }

  async check({ pool }: Laboratory): Promise<void> {
    while (!this.isOver) {
      await wait(Math.min(CHECK_EVERY_MS, Math.max(0, this.#endAt - performance.now())))
      this.faults.push(...(await findBrokenIdentities(pool)))
      const done = Object.values(this.replies).reduce((sum, count) => sum + count, 0)
      say(`  soak: ${done} calls so far, ${this.faults.length} faults`)
    }
  }
}

/** Runs the soak test on two new nodes in the laboratory. */
export async function soak(lab: Laboratory, { minutes, buyers }: SoakOptions): Promise<SoakSummary> {
  await lab.stopNode()
  const env = { HOLD_MINUTES, ...Administrator.ENV }
  const nodes = [await lab.startNode(env), await lab.startNode(env)]
  const packageIds = await pickPackages(lab.pool, PACKAGES)
  const run = new Soak(packageIds, performance.now() + minutes * 60_000)
  const administrators = await Promise.all(nodes.map((node) => Administrator.logIn(node.url)))
  await Promise.all([
    ...administrators.map((administrator) => run.manage(administrator)),
    ...Array.from({ length: buyers }, (_, index) => run.shop(nodes[index % nodes.length] as StoreNode)),
    run.check(lab),
  ])

  await drainBackground(lab.pool)
  await waitForExpiry(lab, run.faults)
  run.faults.push(...(await findBrokenIdentities(lab.pool)), ...(await findWrongMails(lab.pool)))
  const { rows } = await lab.pool.query<{ orders: number }>(
    `select count(*)::int as orders from orders where state = 'paid' and email like 'soak-%'`,
  )
  for (const administrator of administrators) administrator.close()
  await Promise.all(nodes.map((node) => node.stop()))
  return { replies: run.replies, orders: rows[0]?.orders ?? 0, faults: run.faults.slice(0, FAULTS_MAX) }
}

/** Holds return to stock within 5 s of their end on some node; a busy machine gets twice that. */
async function waitForExpiry({ pool }: Laboratory, faults: string[]): Promise<void> {
  await wait(Number(HOLD_MINUTES) * 60_000 + 10_000)
  const { rows } = await pool.query<{ held: number }>(
    `select count(*)::int as held from holds where state = 'live' and expires_at < now() - interval '5 seconds'`,
  )
  const held = rows[0]?.held ?? 0
  if (held > 0) faults.push(`${held} holds that ran out are still held`)
}

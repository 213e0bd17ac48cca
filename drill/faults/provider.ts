/**
 * A card provider that fails half of the time (500 before or after it acted, 429, a reset, no reply, an HTML page)
 * while buyers buy, change their carts and leave, and an administrator refunds.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { type Answer, Shopper } from '#testing/faults/shopper.ts'
import { type CardServer, PROVIDER_FAULTS, type ProviderFault } from './card-server.ts'
import { CardShopper, Market } from './market.ts'
import { describe, settle } from './verdict.ts'
import { DRILL_ADMIN, PACKAGES, withWorld } from './world.ts'

export interface ProviderDrillOptions {
  buyers: number
  /** How long the provider misbehaves. */
  seconds: number
  print: (line: string) => void
}

const FAULT_SHARE = 0.5
/** The store's calls to the provider; a run in which one of them never failed proves nothing about it. */
const CALLS = ['create', 'update', 'retrieve', 'cancel', 'refund']
/** The store asks again about unfinished payments at doubling intervals; refunds are retried after minutes. */
const SETTLED_WITHIN_MS = 480_000

/** No reply for 10 s takes as much time as twenty other faults, so it is rare. */
const drawFault = (): ProviderFault | null => {
  if (Math.random() >= FAULT_SHARE) return null
  const fault = PROVIDER_FAULTS[Math.floor(Math.random() * PROVIDER_FAULTS.length)] as ProviderFault
  return fault === 'nothing' && Math.random() < 0.8 ? '500 after' : fault
}

/** An administrator who refunds every third paid order, repeating each attempt until it gets a reply. @returns the refunds */
async function refund(url: string, market: Market, isOver: () => boolean): Promise<Set<string>> {
  const admin = new Shopper(url)
  await admin.logIn(DRILL_ADMIN)
  const refunds = new Set<string>()
  let next = 0
  while (!isOver()) {
    const orderId = [...market.told.keys()][next]
    if (orderId === undefined) {
      await wait(200)
      continue
    }
    const body = { attemptId: `drill-refund-${next}`, reason: 'drill' }
    const answer: Answer | null = await admin
      .call('POST', `/api/admin/orders/${orderId}/refunds`, body)
      .catch(() => null)
    if (answer?.status === 200) refunds.add(answer.body.refundId)
    if (answer && answer.status < 500) next += 3
  }
  return refunds
}

/** A buyer who opens a payment, changes the cart, opens it again and leaves: updates, and cancels once the holds expire. */
async function waver(url: string, isOver: () => boolean): Promise<void> {
  const [first = '', second = ''] = PACKAGES
  while (!isOver()) {
    const shopper = new Shopper(url)
    for (const packageId of [first, second]) {
      await shopper.reserve(packageId).catch(() => null)
      await shopper.openPayment().catch(() => null)
    }
    await wait(200)
  }
}

/** A buyer who opens a payment and removes the package, sometimes right after paying: the store cancels, or finds it paid. */
async function putBack(url: string, cards: CardServer, isOver: () => boolean): Promise<Record<string, number>> {
  const answers: Record<string, number> = {}
  const packageId = PACKAGES[2] as string
  while (!isOver()) {
    const shopper = new CardShopper(url, cards)
    await shopper.reserve(packageId).catch(() => null)
    const opened = await shopper.openPayment().catch(() => null)
    if (opened?.status === 200 && Math.random() < 0.3) await shopper.confirm(opened.body).catch(() => null)
    const released = await shopper.release(packageId).catch(() => null)
    const key = released ? `${released.status} ${released.body?.code ?? ''}`.trim() : 'no answer'
    answers[key] = (answers[key] ?? 0) + 1
    await wait(200)
  }
  return answers
}

async function findUnmade(pool: pg.Pool, refundIds: ReadonlySet<string>): Promise<object[]> {
  const { rows } = await pool.query<object>(
    `select refund_id, state, attempts, last_error, try_at from refunds where refund_id = any($1) and state <> 'made'`,
    [[...refundIds]],
  )
  return rows
}

/** Runs the drill. @returns one sentence for each thing that was wrong */
export function drillProvider({ buyers, seconds, print }: ProviderDrillOptions): Promise<string[]> {
  return withWorld(async (world) => {
    // Unpaid orders are closed soon, so intents are canceled as well.
    const node = await world.startNode({ HOLD_MINUTES: '1' })
    const hasEnded = node.child.ended.then((code) => `the node ended (${code}): ${node.child.output().slice(-500)}`)
    const market = new Market(() => [node.url], world.cards)
    world.cards.breakCalls(drawFault)
    market.open(buyers)
    let isOver = false
    const refunding = refund(node.url, market, () => isOver)
    const wavering = waver(node.url, () => isOver)
    const puttingBack = putBack(node.url, world.cards, () => isOver)
    const ended = await Promise.race([wait(seconds * 1_000, null), hasEnded])
    if (ended) return [ended]
    isOver = true
    const told = market.told.size
    world.cards.breakCalls(() => null)
    await Promise.all([market.close(), wavering])
    const refunds = await refunding
    const putBacks = await puttingBack

    const figures = await settle(world.pool(), { ...world, market }, SETTLED_WITHIN_MS)
    const { faults } = figures
    // If the reply to a refund was lost, its next try finds out, minutes later.
    let unmade = await findUnmade(world.pool(), refunds)
    for (const start = performance.now(); unmade.length > 0 && performance.now() - start < SETTLED_WITHIN_MS; ) {
      await wait(1_000)
      unmade = await findUnmade(world.pool(), refunds)
    }
    faults.push(...unmade.map((refund) => `a refund that was told is not made: ${JSON.stringify(refund)}`))
    const broken = Object.keys(world.cards.broken)
    faults.push(
      ...CALLS.filter((call) => !broken.some((what) => what.startsWith(`${call} `))).map(
        (call) => `no ${call} went wrong, so nothing was proved of it`,
      ),
    )
    print(`calls that went wrong: ${JSON.stringify(world.cards.broken)}`)
    print(`packages put back while a payment was open: ${JSON.stringify(putBacks)}`)
    print(
      `${told} orders told while it misbehaved; ${refunds.size} refunds told; ${describe(figures, market)}; ` +
        `all settled after ${Math.round(figures.settledMs / 1_000)} s`,
    )
    // The store reports the provider's trouble as 502 and 503.
    return [...faults, ...market.faults().filter((fault) => !/ 50[23] /.test(fault))]
  })
}

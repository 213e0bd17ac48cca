/** A card provider that fails half of the time while buyers buy, change carts and leave, and orders are refunded. */
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { type Answer, Shopper } from '#testing/faults/shopper.ts'
import { PROVIDER_FAULTS, type ProviderFault } from '../card-server.ts'
import { say } from '../laboratory.ts'
import { describe, Market, settle } from '../market.ts'
import { LAB_ADMIN, PACKAGES, withWorld } from '../world.ts'

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
  await admin.logIn(LAB_ADMIN)
  const refunds = new Set<string>()
  let next = 0
  while (!isOver()) {
    const orderId = [...market.told.keys()][next]
    if (orderId === undefined) {
      await wait(200)
      continue
    }
    const body = { attemptId: `lab-refund-${next}`, reason: 'lab' }
    const answer: Answer | null = await admin
      .call('POST', `/api/admin/orders/${orderId}/refunds`, body)
      .catch(() => null)
    if (answer?.status === 200) refunds.add(answer.body.refundId)
    if (answer && answer.status < 500) next += 3
  }
  return refunds
}

/** A buyer who opens a payment, changes the cart, opens it again and leaves: updates, and cancels once the holds expire. */
async function waver(market: Market): Promise<void> {
  const shopper = market.visitor()
  for (const packageId of PACKAGES.slice(0, 2)) {
    await shopper.reserve(packageId).catch(() => null)
    await shopper.openPayment().catch(() => null)
  }
}

/** A buyer who opens a payment and removes the package, sometimes right after paying: the store cancels, or finds it paid. */
async function putBack(market: Market, answers: Record<string, number>): Promise<void> {
  const packageId = PACKAGES[2] as string
  const shopper = market.visitor()
  await shopper.reserve(packageId).catch(() => null)
  const opened = await shopper.openPayment().catch(() => null)
  if (opened?.status === 200 && Math.random() < 0.3) await shopper.confirm(opened.body).catch(() => null)
  const released = await shopper.release(packageId).catch(() => null)
  const key = released ? `${released.status} ${released.body?.code ?? ''}`.trim() : 'no answer'
  answers[key] = (answers[key] ?? 0) + 1
}

async function findUnmade(pool: pg.Pool, refundIds: ReadonlySet<string>): Promise<object[]> {
  const { rows } = await pool.query<object>(
    `select refund_id, state, attempts, last_error, try_at from refunds where refund_id = any($1) and state <> 'made'`,
    [[...refundIds]],
  )
  return rows
}

export function badProvider({ buyers, minutes }: { buyers: number; minutes: number }): Promise<string[]> {
  return withWorld(async (world) => {
    // Unpaid orders are closed soon, so intents are canceled as well.
    const node = await world.startNode({ SETTINGS: '{"holdMinutes":1}' })
    const hasEnded = node.child.ended.then((code) => `the node ended (${code}): ${node.child.output().slice(-500)}`)
    const market = new Market(() => [node.url], world.cards)
    world.cards.breakCalls(drawFault)
    market.open(buyers)
    let isOver = false
    const refunding = refund(node.url, market, () => isOver)
    const putBacks: Record<string, number> = {}
    market.keepAt(() => waver(market))
    market.keepAt(() => putBack(market, putBacks))
    const ended = await Promise.race([wait(minutes * 60_000, null), hasEnded])
    if (ended) return [ended]
    isOver = true
    const told = market.told.size
    world.cards.breakCalls(() => null)
    await market.close()
    const refunds = await refunding

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
    say(`  calls that went wrong: ${JSON.stringify(world.cards.broken)}`)
    say(`  packages put back while a payment was open: ${JSON.stringify(putBacks)}`)
    say(
      `  ${told} orders told while it misbehaved; ${refunds.size} refunds told; ${describe(figures, market)}; ` +
        `all settled after ${Math.round(figures.settledMs / 1_000)} s`,
    )
    // The store reports the provider's trouble as 502 and 503.
    return [...faults, ...market.faults().filter((fault) => !/ 50[23] /.test(fault))]
  })
}

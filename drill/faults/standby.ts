/**
 * A synchronous standby freezes while buyers pay, an administrator cancels and ends what waits for it, the primary
 * crashes and comes back, and finally the standby is promoted: no one was told "paid" about an order that the standby
 * never had.
 */
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { Market } from './market.ts'
import { watchRecovery } from './recovery.ts'
import { StandbyServer } from './standby-server.ts'
import { describe, settle } from './verdict.ts'
import { openPool, withWorld } from './world.ts'

export interface StandbyDrillOptions {
  /** Buyers at once. As many more have a payment open when the standby freezes, and pay then. */
  buyers: number
  print: (line: string) => void
}

const CANCEL_EVERY_MS = 100
/** Every third wait is ended with its connection, the others are canceled. */
const END_WAITS = `
  select case when random() < 0.33 then pg_terminate_backend(pid) else pg_cancel_backend(pid) end
  from pg_stat_activity where wait_event = 'SyncRep'`
const PAID = `select order_id from orders where state in ('paid', 'processed')`
const FROZEN_MS = 20_000

/** Repeatedly ends all waits for the standby on a primary. @returns how many, once it is told to stop */
async function endWaits(url: string, isOver: () => boolean): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  pool.on('error', () => undefined)
  let ended = 0
  while (!isOver()) {
    ended += (await pool.query(END_WAITS).catch(() => null))?.rowCount ?? 0
    await wait(CANCEL_EVERY_MS)
  }
  await pool.end()
  return ended
}

async function paidAt(url: string): Promise<Set<string>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ order_id: string }>(PAID)
  await client.end()
  return new Set(rows.map((row) => row.order_id))
}

/** Runs the drill. @returns one sentence for each thing that was wrong */
export function drillStandby({ buyers, print }: StandbyDrillOptions): Promise<string[]> {
  return withWorld(async (world) => {
    const { postgres: primary, proxy, cards, mails } = world
    const standby = await StandbyServer.follow(primary, join(world.folder, 'standby'))
    world.onClose(() => standby.stop())
    proxy.retarget(primary.url)
    const node = await world.startNode()
    const hasEnded = node.child.ended.then((code) => `the node ended (${code}): ${node.child.output().slice(-500)}`)
    const market = new Market(() => [node.url], cards)
    const frozen = Promise.withResolvers<void>()
    const waiting = Array.from({ length: buyers }, () => market.buy({ isPatient: true, paysAfter: frozen.promise }))
    market.open(buyers)
    await wait(5_000)
    const toldBefore = market.told.size

    await standby.freeze()
    frozen.resolve()
    let isOver = false
    const firstWaits = endWaits(primary.url, () => isOver)
    await wait(FROZEN_MS)
    isOver = true
    const canceled = await firstWaits
    await primary.halt('kill')
    // A crash also ends all waits: what was committed here can be read afterwards.
    const restarted = await primary.startBare()
    proxy.retarget(restarted)
    await wait(FROZEN_MS)
    const toldFrozen = market.told.size - toldBefore
    const paidThere = await paidAt(restarted)
    await primary.halt('kill')

    const promoted = await standby.promote()
    world.onClose(() => promoted.stop())
    const paidHere = await paidAt(promoted.url)
    const vanished = [...paidThere].filter((orderId) => !paidHere.has(orderId))
    // Do it now: once buyers ask the new primary, their money creates these orders again.
    const told = vanished.filter((orderId) => market.told.has(orderId))
    const mailed = vanished.filter((orderId) => [...mails.taken.keys()].some((id) => id.includes(orderId)))
    proxy.retarget(promoted.url)
    const pool = openPool(promoted.url)
    world.onClose(() => pool.end())
    const recovery = await Promise.race([watchRecovery(node, { market, mails, pool }), hasEnded])
    if (typeof recovery === 'string') return [recovery]
    await Promise.all(waiting)
    await market.close()
    const figures = await settle(pool, { cards, mails, market })
    print(
      `${canceled} waits for the frozen standby ended; ${vanished.length} orders were paid at the old primary only, ` +
        `${told.length} of them told and ${mailed.length} mailed; ${toldBefore} orders told before, ${toldFrozen} while it was ` +
        `frozen; ready after ${recovery.readyMs ?? '–'} ms; ${describe(figures, market)}`,
    )
    const faults = [...recovery.faults, ...figures.faults, ...market.faults()]
    for (const orderId of told)
      faults.push(`a buyer was told of an order that the standby never had as paid: ${orderId}`)
    for (const orderId of mailed)
      faults.push(`a mail went out about an order that the standby never had as paid: ${orderId}`)
    if (vanished.length === 0) faults.push('no order was paid at the old primary only, so nothing was proved')
    return faults
  })
}

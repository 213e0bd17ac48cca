/**
 * The primary of a PostgreSQL cluster loses power while buyers buy, again and again. Patroni promotes a standby, and the
 * store must sell again without a hand; what was lost rejoins as a standby.
 */
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { StoreNode } from '../../bench/lab/store-node.ts'
import { findDebianPrograms } from './debian-programs.ts'
import { Market } from './market.ts'
import { PatroniCluster } from './patroni-cluster.ts'
import { watchRecovery } from './recovery.ts'
import { describe, settle } from './verdict.ts'
import { restock, type World, withWorldOn } from './world.ts'

export interface FailoverDrillOptions {
  /** Buyers at once. */
  buyers: number
  /** How often the primary is killed. */
  rounds: number
  /** Of the nine ports in a row that the cluster listens on. */
  firstPort: number
  print: (line: string) => void
}

/** From the kill to an order that was begun after it. */
const SELLING_WITHIN_MS = 30_000
const GIVE_UP_AFTER_MS = 120_000
/** How long everything works before the next kill. */
const CALM_MS = 5_000

/** What was answered between two counts, by kind. */
function answersSince(before: Readonly<Record<string, number>>, now: Readonly<Record<string, number>>) {
  const counts = Object.entries(now).map(([answer, times]) => [answer, times - (before[answer] ?? 0)] as const)
  return Object.fromEntries(counts.filter(([, times]) => times > 0))
}

const inSeconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(1)} s`

async function takeRound(
  round: number,
  options: { world: World<PatroniCluster>; market: Market; node: StoreNode; print: (line: string) => void },
): Promise<string[]> {
  const { world, market, node, print } = options
  const cluster = world.postgres
  await restock(world.pool())
  await wait(CALM_MS)
  const [answers, told, refused] = [{ ...market.answers }, market.told.size, market.refusedSeconds.size]

  const killed = await cluster.killPrimary()
  const killedAt = performance.now()
  const promoting = cluster.untilPromoted(killed)
  promoting.catch(() => undefined)
  const waited = wait(GIVE_UP_AFTER_MS, null, { ref: false })
  await Promise.race([market.buy({ isPatient: true }), waited])
  // Whoever was first of those who began after the kill.
  const toldAt = market.sales.filter(({ begunAt }) => begunAt >= killedAt).map((sale) => sale.toldAt - killedAt)
  const sellingMs = Math.round(Math.min(GIVE_UP_AFTER_MS, ...toldAt))
  const during = answersSince(answers, market.answers)
  const { promotedMs, confirmedMs } = await promoting
  const faults: string[] = []
  if (sellingMs > SELLING_WITHIN_MS)
    faults.push(`the store sold again after ${sellingMs} ms, and ${SELLING_WITHIN_MS} are allowed`)
  // On two nodes first: the store must not need the third.
  const recovery = await watchRecovery(node, { market, mails: world.mails, pool: world.pool() })
  cluster.startNode(killed)
  await cluster.untilWhole()
  print(
    `round ${round}: ${killed} killed; another promoted after ${inSeconds(promotedMs)}, with a standby after ` +
      `${inSeconds(confirmedMs)}; selling again after ${inSeconds(sellingMs)}, ` +
      `${market.refusedSeconds.size - refused} s refused, ${market.told.size - told} orders told since; it then ` +
      `${await cluster.howItRejoined(killed)}; answers until selling: ${JSON.stringify(during)}`,
  )
  return [...faults, ...recovery.faults].map((fault) => `round ${round}: ${fault}`)
}

/** Runs the drill. @returns one sentence for each thing that was wrong */
export async function drillFailover(options: FailoverDrillOptions): Promise<string[]> {
  const { buyers, rounds, firstPort, print } = options
  const programs = await findDebianPrograms()
  if (typeof programs === 'string') return [programs]
  return withWorldOn(
    (folder, onClose) => PatroniCluster.start({ programs, folder: join(folder, 'cluster'), firstPort, onClose }),
    async (world) => {
      // Not through the drill's own proxy: haproxy is the way to the database here.
      const node = await world.startNode({ DATABASE_URL: world.postgres.url })
      const hasEnded = node.child.ended.then((code) => `the node ended (${code}): ${node.child.output().slice(-500)}`)
      const market = new Market(() => [node.url], world.cards)
      market.open(buyers)
      const faults: string[] = []
      for (let round = 1; round <= rounds; round += 1) {
        const found = await Promise.race([takeRound(round, { world, market, node, print }), hasEnded])
        faults.push(...(typeof found === 'string' ? [found] : found))
        if (typeof found === 'string') break
      }
      await market.close()
      const figures = await settle(world.pool(), { ...world, market })
      print(describe(figures, market))
      return [...faults, ...figures.faults, ...market.faults()]
    },
  )
}

/**
 * A random sequence of network faults between a node and its database while buyers buy: silence, delay, cuts in the
 * middle of replies, and commits that are done but whose replies never arrive. The node must recover from each.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { CommitFault, DatabaseProxy } from '#testing/faults/database-proxy.ts'
import { randomFrom } from '#testing/random-from.ts'
import type { StoreNode } from '../../bench/lab/store-node.ts'
import { Market } from './market.ts'
import { BUSY_MS, timeToMail, watchRecovery } from './recovery.ts'
import { describe, settle } from './verdict.ts'
import { restock, type World, withWorld } from './world.ts'

export interface NetworkDrillOptions {
  /** Buyers at once. */
  buyers: number
  /** After this time no new fault begins. */
  seconds: number
  /** The same seed gives the same sequence of faults; without one, a new sequence. */
  seed?: number | undefined
  /** Only the faults whose names match this. */
  only?: string | undefined
  print: (line: string) => void
}

type Draw = (low: number, high: number) => number

const COMMIT_SHARE = 0.2
const SEED_MAX = 1_000_000
const COMMIT_FAULTS: readonly CommitFault[] = ['swallowed', 'swallowed silently', 'answer cut', 'no answer', 'lost']

/** Breaks a share of all commits for a while, those of single statements too. */
function breakingCommits(fault: CommitFault): Fault {
  return {
    name: `commits ${fault}`,
    async cause(proxy, draw) {
      proxy.breakCommits(() => (Math.random() < COMMIT_SHARE ? fault : null), ['commit', 'alone'])
      await wait(draw(5_000, 15_000))
      proxy.breakCommits(() => null)
    },
  }
}

interface Fault {
  name: string
  /** Causes it and undoes it; when it resolves, new connections work. */
  cause: (proxy: DatabaseProxy, draw: Draw) => Promise<void>
}

const FAULTS: readonly Fault[] = [
  {
    name: 'nothing is forwarded, then everything that waited',
    async cause(proxy, draw) {
      proxy.silence()
      await wait(draw(3_000, 30_000))
      await proxy.pass()
    },
  },
  {
    name: 'nothing is forwarded, and it never arrives',
    async cause(proxy, draw) {
      proxy.silence()
      await wait(draw(3_000, 30_000))
      proxy.forgetWires()
      await proxy.pass()
    },
  },
  {
    name: 'open connections forward nothing, new ones work',
    async cause(proxy) {
      proxy.forgetWires()
    },
  },
  {
    name: '300 ms late each way, and up to 300 more',
    async cause(proxy, draw) {
      proxy.slowDown({ ms: 300, jitterMs: 300, isBothWays: true })
      await wait(draw(10_000, 25_000))
      await proxy.pass()
    },
  },
  {
    name: 'all connections reset, again and again',
    async cause(proxy, draw) {
      for (let left = draw(3, 15); left > 0; left -= 1) {
        proxy.reset()
        await wait(draw(100, 2_000))
      }
    },
  },
  {
    name: 'each connection cut in the middle, after up to 30,000 bytes',
    async cause(proxy, draw) {
      proxy.cutAfter(() => Math.round(draw(1, 30_000)))
      await wait(draw(5_000, 15_000))
      proxy.cutAfter(() => Number.POSITIVE_INFINITY)
    },
  },
  {
    name: 'no connection accepted',
    async cause(proxy, draw) {
      await proxy.refuse()
      await wait(draw(1_000, 15_000))
      await proxy.pass()
    },
  },
  ...COMMIT_FAULTS.map(breakingCommits),
]

async function takeStep(
  fault: Fault,
  options: { world: World; market: Market; node: StoreNode; draw: Draw; print: (line: string) => void },
): Promise<string[]> {
  const { world, market, node, draw, print } = options
  const { pool, proxy, mails } = world
  await restock(pool())
  const before = { told: market.told.size, refused: market.refusedSeconds.size, broken: proxy.commitsBroken }
  const usualMs = await timeToMail(market, mails, BUSY_MS)
  if (typeof usualMs === 'string') return [`before “${fault.name}”, on a machine too busy for this drill: ${usualMs}`]
  const begunAt = performance.now()
  await fault.cause(proxy, draw)
  const lastedMs = performance.now() - begunAt
  const told = market.told.size - before.told
  const { readyMs, faults } = await watchRecovery(node, { market, mails, pool: pool(), usualMs })
  print(
    `${fault.name}, for ${(lastedMs / 1_000).toFixed(1)} s: ${told} orders told meanwhile, ` +
      `${market.refusedSeconds.size - before.refused} s refused, ${proxy.commitsBroken - before.broken} commits broken; ` +
      `ready after ${readyMs ?? '–'} ms; an email took ${(usualMs / 1_000).toFixed(1)} s before; ${faults.length === 0 ? 'works as a whole' : faults.join('; ')}`,
  )
  return faults.map((found) => `after “${fault.name}”: ${found}`)
}

/** Every kind once in random order, then again in another. */
function* drawFaults(draw: Draw, faults: readonly Fault[]): Generator<Fault, never> {
  for (;;) {
    const left = [...faults]
    while (left.length > 0) yield left.splice(Math.floor(draw(0, left.length)), 1)[0] as Fault
  }
}

/** Runs the drill. @returns one sentence for each thing that was wrong */
export async function drillNetwork(options: NetworkDrillOptions): Promise<string[]> {
  const { buyers, seconds, seed, only = '', print } = options
  const chosenFaults = FAULTS.filter(({ name }) => new RegExp(only).test(name))
  if (chosenFaults.length === 0) return [`no fault matches ${only}`]
  const chosen = seed ?? Math.floor(Math.random() * SEED_MAX)
  print(`seed ${chosen}`)
  // The order and the lengths of faults; which commits they break depends on when buyers commit.
  const sequence = randomFrom(chosen)
  const draw: Draw = (low, high) => low + sequence() * (high - low)
  return withWorld(async (world) => {
    const node = await world.startNode()
    const hasEnded = node.child.ended.then((code) => `the node ended (${code}): ${node.child.output().slice(-500)}`)
    const market = new Market(() => [node.url], world.cards)
    market.open(buyers)
    await wait(3_000)
    const faults: string[] = []
    const begunAt = performance.now()
    const next = drawFaults(draw, chosenFaults)
    while (performance.now() - begunAt < seconds * 1_000) {
      const step = takeStep(next.next().value, { world, market, node, draw, print })
      const found = await Promise.race([step, hasEnded])
      faults.push(...(typeof found === 'string' ? [found] : found))
      if (typeof found === 'string') break
    }
    await market.close()
    const figures = await settle(world.pool(), { ...world, market })
    print(`${describe(figures, market)}; ${world.proxy.commitsBroken} commits broken`)
    return [...faults, ...figures.faults, ...market.faults()]
  })
}

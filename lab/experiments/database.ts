/**
 * A random sequence of faults of a node's database and the way to it while buyers buy: PostgreSQL stopped or killed,
 * silence, delay, cuts in the middle of replies, and commits whose replies never arrive. After each, the whole node
 * must work again without a restart.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { CommitFault } from '#testing/faults/database-proxy.ts'
import { randomFrom } from '#testing/random-from.ts'
import { say } from '../laboratory.ts'
import { describe, Market, settle } from '../market.ts'
import type { StoreNode } from '../processes.ts'
import { BUSY_MS, timeToMail, watchRecovery } from '../recovery.ts'
import { restock, type StopWord, type World, withWorld } from '../world.ts'

type Draw = (low: number, high: number) => number

const COMMIT_SHARE = 0.2
const SEED_MAX = 1_000_000
const STOPS: readonly StopWord[] = ['fast', 'immediate', 'kill']
const COMMIT_FAULTS: readonly CommitFault[] = ['swallowed', 'swallowed silently', 'answer cut', 'no answer', 'lost']

interface Fault {
  name: string
  /** Causes it and undoes it; when it resolves, new connections work. */
  cause: (world: World, draw: Draw) => Promise<void>
}

type Step = (world: World, draw: Draw) => unknown

/** A fault that lasts for some time, in milliseconds. */
const lasting = (name: string, [low, high]: readonly [number, number], begin: Step, end: Step): Fault => ({
  name,
  async cause(world, draw) {
    await begin(world, draw)
    await wait(draw(low, high))
    await end(world, draw)
  },
})

const pass: Step = ({ proxy }) => proxy.pass()
const silence: Step = ({ proxy }) => proxy.silence()

const FAULTS: readonly Fault[] = [
  lasting('nothing is forwarded, then everything that waited', [3_000, 30_000], silence, pass),
  lasting('nothing is forwarded, and it never arrives', [3_000, 30_000], silence, ({ proxy }) => {
    proxy.forgetWires()
    return proxy.pass()
  }),
  {
    name: 'open connections forward nothing, new ones work',
    async cause({ proxy }) {
      proxy.forgetWires()
    },
  },
  lasting(
    '300 ms late each way, and up to 300 more',
    [10_000, 25_000],
    ({ proxy }) => proxy.slowDown({ ms: 300, jitterMs: 300, isBothWays: true }),
    pass,
  ),
  {
    name: 'all connections reset, again and again',
    async cause({ proxy }, draw) {
      for (let left = draw(3, 15); left > 0; left -= 1) {
        proxy.reset()
        await wait(draw(100, 2_000))
      }
    },
  },
  lasting(
    'each connection cut in the middle, after up to 30,000 bytes',
    [5_000, 15_000],
    ({ proxy }, draw) => proxy.cutAfter(() => Math.round(draw(1, 30_000))),
    ({ proxy }) => proxy.cutAfter(() => Number.POSITIVE_INFINITY),
  ),
  lasting('no connection accepted', [1_000, 15_000], ({ proxy }) => proxy.refuse(), pass),
  // Those of single statements too.
  ...COMMIT_FAULTS.map((fault) =>
    lasting(
      `commits ${fault}`,
      [5_000, 15_000],
      ({ proxy }) => proxy.breakCommits(() => (Math.random() < COMMIT_SHARE ? fault : null), ['commit', 'alone']),
      ({ proxy }) => proxy.breakCommits(() => null),
    ),
  ),
  ...STOPS.map((how) =>
    lasting(
      `PostgreSQL stopped (${how})`,
      [1_000, 5_000],
      ({ postgres }) => postgres.halt(how),
      async ({ postgres, proxy }) => {
        await postgres.startAgain()
        proxy.retarget(postgres.url)
      },
    ),
  ),
]

async function takeStep(fault: Fault, options: { world: World; market: Market; node: StoreNode; draw: Draw }) {
  const { world, market, node, draw } = options
  const { pool, proxy, mails } = world
  await restock(pool())
  const before = { told: market.told.size, refused: market.refusedSeconds.size, broken: proxy.commitsBroken }
  const usualMs = await timeToMail(market, mails, BUSY_MS)
  if (typeof usualMs === 'string') return [`before “${fault.name}”, on a machine too busy for this: ${usualMs}`]
  const begunAt = performance.now()
  await fault.cause(world, draw)
  const lastedMs = performance.now() - begunAt
  const told = market.told.size - before.told
  const { readyMs, faults } = await watchRecovery(node, { market, mails, pool: pool(), usualMs })
  say(
    `  ${fault.name}, for ${(lastedMs / 1_000).toFixed(1)} s: ${told} orders told meanwhile, ` +
      `${market.refusedSeconds.size - before.refused} s refused, ${proxy.commitsBroken - before.broken} commits broken; ` +
      `ready after ${readyMs ?? '–'} ms; an email took ${(usualMs / 1_000).toFixed(1)} s before; ${faults.length === 0 ? 'works as a whole' : faults.join('; ')}`,
  )
  return faults.map((found) => `after “${fault.name}”: ${found}`)
}

function* drawFaults(draw: Draw, faults: readonly Fault[]): Generator<Fault, never> {
  for (;;) {
    const left = [...faults]
    while (left.length > 0) yield left.splice(Math.floor(draw(0, left.length)), 1)[0] as Fault
  }
}

/**
 * Runs the experiment: every kind of fault once in random order, then again in another, until the time is over.
 * @param options.seed the same seed gives the same sequence of faults
 * @param options.only faults whose names match this
 * @returns what was wrong
 */
export async function databaseFaults(options: {
  buyers: number
  minutes: number
  seed?: number
  only?: string
}): Promise<string[]> {
  const { buyers, minutes, seed = Math.floor(Math.random() * SEED_MAX), only = '' } = options
  const chosenFaults = FAULTS.filter(({ name }) => new RegExp(only).test(name))
  if (chosenFaults.length === 0) return [`no fault matches ${only}`]
  say(`  seed ${seed}`)
  // The order and the lengths of faults; which commits they break depends on when buyers commit.
  const sequence = randomFrom(seed)
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
    while (performance.now() - begunAt < minutes * 60_000) {
      const step = takeStep(next.next().value, { world, market, node, draw })
      const found = await Promise.race([step, hasEnded])
      faults.push(...(typeof found === 'string' ? [found] : found))
      if (typeof found === 'string') break
    }
    await market.close()
    const figures = await settle(world.pool(), { ...world, market })
    say(`  ${describe(figures, market)}; ${world.proxy.commitsBroken} commits broken`)
    return [...faults, ...figures.faults, ...market.faults()]
  })
}

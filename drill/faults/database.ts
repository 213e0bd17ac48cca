/**
 * Stops and starts PostgreSQL, cuts its connections, closes, silences or slows the way to it, and loses replies to
 * COMMIT, all while buyers buy. After each fault, the whole node must work again without a restart.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { CommitFault } from '#testing/faults/database-proxy.ts'
import type { StoreNode } from '../../bench/lab/store-node.ts'
import type { StopWord } from './drill-postgres.ts'
import { Market } from './market.ts'
import { watchRecovery } from './recovery.ts'
import { describe, settle } from './verdict.ts'
import { restock, type World, withWorld } from './world.ts'

export interface DatabaseDrillOptions {
  /** Buyers at once. */
  buyers: number
  /** Only the steps whose names match this. */
  only?: string | undefined
  print: (line: string) => void
}

const STOPS: readonly StopWord[] = ['fast', 'immediate', 'kill']
const COMMIT_FAULTS: readonly CommitFault[] = ['answer cut', 'no answer', 'lost']
const COMMIT_SHARE = 0.2
const seconds = (count: number) => wait(count * 1_000)

/** Each step causes a fault and undoes it; when it resolves, the database is back. */
const STEPS: readonly [name: string, harm: (world: World) => Promise<void>][] = [
  ...Array.from({ length: 10 }, (_, index): [string, (world: World) => Promise<void>] => {
    const how = STOPS[index % STOPS.length] as StopWord
    return [
      `PostgreSQL stopped (${how}) and started, ${index + 1}`,
      async ({ postgres, proxy }) => {
        await postgres.halt(how)
        await seconds(1 + (index % 3) * 2)
        await postgres.startAgain()
        proxy.retarget(postgres.url)
      },
    ]
  }),
  [
    'connections cut 40 times',
    async ({ proxy }) => {
      for (let cut = 0; cut < 40; cut += 1) {
        proxy.reset()
        await seconds(0.5)
      }
    },
  ],
  [
    'the way refuses for 15 s',
    async ({ proxy }) => {
      await proxy.refuse()
      await seconds(15)
      await proxy.pass()
    },
  ],
  [
    'the way is silent for 45 s',
    async ({ proxy }) => {
      proxy.silence()
      await seconds(45)
      await proxy.pass()
    },
  ],
  [
    'the way is silent for 45 s and forgets its connections',
    async ({ proxy }) => {
      proxy.silence()
      await seconds(45)
      proxy.forgetWires()
      await proxy.pass()
    },
  ],
  [
    'open connections are forgotten, new ones work',
    async ({ proxy }) => {
      proxy.forgetWires()
    },
  ],
  [
    'the way is 2 s slower for 40 s',
    async ({ proxy }) => {
      proxy.slowDown({ ms: 2_000 })
      await seconds(40)
      await proxy.pass()
    },
  ],
  ...COMMIT_FAULTS.map((fault): [string, (world: World) => Promise<void>] => [
    `every fifth COMMIT: ${fault}, for 20 s`,
    async ({ proxy }) => {
      proxy.breakCommits(() => (Math.random() < COMMIT_SHARE ? fault : null))
      await seconds(20)
      proxy.breakCommits(() => null)
    },
  ]),
]

async function takeStep(
  [name, harm]: (typeof STEPS)[number],
  { world, market, node, print }: { world: World; market: Market; node: StoreNode; print: (line: string) => void },
): Promise<string[]> {
  await restock(world.pool())
  const before = { told: market.told.size, refused: market.refusedSeconds.size, begun: market.begun }
  await harm(world)
  const told = market.told.size - before.told
  const { readyMs, faults } = await watchRecovery(node, { market, mails: world.mails, pool: world.pool() })
  const refused = market.refusedSeconds.size - before.refused
  print(
    `${name}: ${told} orders told meanwhile, ${market.told.size - before.told} with what followed; ` +
      `${refused} s refused; ready after ${readyMs ?? '–'} ms; ${faults.length === 0 ? 'works as a whole' : faults.join('; ')}`,
  )
  return faults.map((fault) => `after “${name}”: ${fault}`)
}

/** Runs the drill. @returns one sentence for each thing that was wrong */
export function drillDatabase({ buyers, only = '', print }: DatabaseDrillOptions): Promise<string[]> {
  return withWorld(async (world) => {
    const node = await world.startNode()
    const hasEnded = node.child.ended.then((code) => `the node ended (${code}): ${node.child.output().slice(-500)}`)
    const market = new Market(() => [node.url], world.cards)
    market.open(buyers)
    await seconds(3)
    const faults: string[] = []
    for (const step of STEPS.filter(([name]) => new RegExp(only).test(name))) {
      const found = await Promise.race([takeStep(step, { world, market, node, print }), hasEnded])
      faults.push(...(typeof found === 'string' ? [found] : found))
      if (typeof found === 'string') break
    }
    await market.close()
    const figures = await settle(world.pool(), { ...world, market })
    print(`${describe(figures, market)}; ${world.proxy.commitsBroken} COMMITs broken`)
    faults.push(...figures.faults, ...market.faults())
    return faults
  })
}

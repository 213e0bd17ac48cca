/**
 * Runs a node whose clock is off by ten minutes and by 25 hours, either way, at its start or by a jump, next to one
 * that sells. It must log the error and exit, and none of the other's holds, links and sessions may end early.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { Shopper } from '#testing/faults/shopper.ts'
import { say } from '../laboratory.ts'
import { startStoreNode } from '../processes.ts'
import { LAB_ADMIN, PACKAGES, withWorld } from '../world.ts'

const MINUTE_MS = 60_000
const SHIFTS_MS = [10 * MINUTE_MS, -10 * MINUTE_MS, 25 * 60 * MINUTE_MS, -25 * 60 * MINUTE_MS]
const ENDS_WITHIN_MS = 90_000
/** Long enough for a node to be ready on a busy machine. */
const JUMPS_AFTER_MS = 20_000

const STANDING = `
  select (select count(*) from holds where state = 'live')::int as holds,
    (select count(*) from payment_requests where status = 'sent')::int as links,
    (select count(*) from sessions)::int as sessions,
    (select count(*) from orders where state = 'awaiting_payment')::int as orders`

/** Runs the experiment. @returns what was wrong */
export function wrongClocks(): Promise<string[]> {
  return withWorld(async (world) => {
    const good = await world.startNode()
    const admin = new Shopper(good.url)
    await admin.logIn(LAB_ADMIN)
    await admin.reserve(PACKAGES[0] as string)
    await admin.sendLink('lab-clocks')
    for (let buyer = 0; buyer < 3; buyer += 1) {
      const shopper = new Shopper(good.url)
      await shopper.reserve(PACKAGES[1] as string)
      await shopper.openPayment()
    }
    const standing = async () => JSON.stringify((await world.pool().query(STANDING)).rows[0])
    const before = await standing()
    say(`  what must stand: ${before}`)

    const faults: string[] = []
    for (const shiftMs of SHIFTS_MS) {
      for (const afterMs of [0, JUMPS_AFTER_MS]) {
        const name = `${shiftMs / MINUTE_MS} minutes ${afterMs === 0 ? 'from the start' : 'by a jump'}`
        const started = performance.now()
        const env = { ...world.nodeEnv(), CLOCK_SHIFT_MS: String(shiftMs), CLOCK_SHIFT_AFTER_MS: String(afterMs) }
        const nodeArguments = ['--import', new URL('../../src/testing/faults/shift-clock.ts', import.meta.url).pathname]
        const said = await startStoreNode(env, { nodeArguments }).then(
          async (node) => {
            const code = await Promise.race([node.child.ended, wait(ENDS_WITHIN_MS, 'none' as const)])
            if (code === 'none') await node.child.stop('SIGKILL')
            return `${node.child.output()}\nexit ${code}`
          },
          (error) => String(error),
        )
        const sentence = /clock is [\w ]+ (ahead of|behind)/.exec(said)?.[0]
        const after = await standing()
        say(
          `  ${name}: ${sentence ?? 'nothing said'}; ended after ${Math.round((performance.now() - started) / 1_000)} s; ${after}`,
        )
        if (!sentence) faults.push(`a clock off by ${name} was not noticed: ${said.slice(-300)}`)
        if (after !== before) faults.push(`a clock off by ${name} ended something early: ${before} became ${after}`)
      }
    }
    const { status } = await admin.call('GET', '/api/me')
    if (status !== 200) faults.push(`the administrator of the good node was signed out (${status})`)
    return faults
  })
}

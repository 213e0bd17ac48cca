import type { Laboratory } from './laboratory.ts'
import { inTurns, measure, medianOf } from './measure.ts'
import { type Row, twoDecimals, whole } from './row.ts'
import { startServer } from './start-server.ts'

/**
 * Bare Fastify on the machine for which the bars in milliseconds of processor and in units per second were set: the
 * run of 2026-11-25, commit 8958274.
 */
const REFERENCE_READS_PER_SECOND = 65_000
const CLIENTS = 20
const ROUNDS = 3
const SECONDS = 3

/** How fast this machine is now, as a share of the one for which the bars were set. */
export interface MachineSpeed {
  speed: number
  row: Row
}

/** How much slower a phone's processor is than the machine where the bars were set. */
const PHONE_SLOWDOWN = 4

/**
 * By how much a browser's processor must be slowed down here to be as slow as a phone's: less on a slower machine, as
 * Lighthouse's own guide to throttling advises.
 */
export const phoneSlowdown = (speed: number): number => Math.max(1, PHONE_SLOWDOWN * Math.min(speed, 1))

/**
 * Measures the machine by what no change of the store can alter: a bare Fastify route, its clients and the kernel
 * between them. The same machine has been a third slower from one day to the next.
 */
export async function measureMachineSpeed(lab: Laboratory): Promise<MachineSpeed> {
  const { url } = await lab.node()
  const bare = await startServer('bare-fastify', await (await fetch(`${url}/api/packages/Texas/Travis`)).text())
  const rounds = await inTurns(
    { rounds: ROUNDS, seconds: SECONDS },
    {
      bare: (seconds) =>
        measure(lab, {
          kind: 'reads',
          url: bare.url,
          paths: ['/api/packages/Texas/Travis'],
          clients: CLIENTS,
          seconds,
        }),
    },
  )
  await bare.stop()
  const rate = medianOf(rounds.bare, 'rate')
  const speed = rate / REFERENCE_READS_PER_SECOND
  return {
    speed,
    row: {
      what: 'speed of the machine: bare Fastify, bytes of one county, before the benches of this run',
      measured: `${whole(rate)} reads/s`,
      limit: `${whole(REFERENCE_READS_PER_SECOND)}/s where the bars were set`,
      ratio: `${twoDecimals(speed)} ×`,
    },
  }
}

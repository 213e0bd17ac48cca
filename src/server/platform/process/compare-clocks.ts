/** A node whose clock is wrong ends holds, links and sessions of all nodes too early or too late, so it must not run. */
import { type Clock, minutes, seconds } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { statement } from '#server/platform/database/statement.ts'

/** Clocks kept by time servers are within milliseconds. */
export const CLOCK_OFF_MAX_MS = seconds(15)
export const COMPARE_EVERY_MS = seconds(5)

export const readClock = statement('platform.read_clock')`
  select (extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms`

/** Returns by how many ms a clock is ahead of the database's (behind: negative); 0 if the query's time explains it. */
export async function compareClocks(database: Pick<Database, 'run'>, clock: Clock): Promise<number> {
  const before = clock.now().getTime()
  const [row] = await database.run(readClock)
  const after = clock.now().getTime()
  if (!row) return 0
  if (row.now_ms < before) return before - row.now_ms
  return Math.min(0, after - row.now_ms)
}

/** Says in a sentence how far off a clock is (see `compareClocks`); null while it is close enough. */
export function describeWrongClock(offMs: number): string | null {
  const far = Math.abs(offMs)
  if (far <= CLOCK_OFF_MAX_MS) return null
  const off = far < minutes(2) ? `${Math.round(far / 1_000)} seconds` : `${Math.round(far / minutes(1))} minutes`
  return (
    `This machine's clock is ${off} ${offMs > 0 ? 'ahead of' : 'behind'} the database's. Holds, links and sessions would ` +
    'end at the wrong moment, so this node does not run. Let both machines keep their time by a time server, then start again.'
  )
}

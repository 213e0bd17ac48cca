/** Loads of holds without HTTP, run by their own process; both sides of its channel read this. */
import { once } from 'node:events'
import type pg from 'pg'
import { startProcess } from './child-process.ts'
import type { LoadResult } from './load.ts'

export interface HoldLoad {
  /** `operation`: calls `placeHold` as the store does. `bare`: writes the rows of a hold, see `prepareBareHolds`. */
  kind: 'operation' | 'bare'
  databaseUrl: string
  /** Drawn at random. */
  packageIds: readonly string[]
  clients: number
  seconds: number
}

/** Where the bare rows are. */
const SCHEMA = 'bare_holds'

/**
 * Creates a second copy of a hold's three tables, with the same columns and indexes, in a schema that the store does
 * not know. The packages have endless stock.
 */
export async function prepareBareHolds(pool: pg.Pool, packageIds: readonly string[]): Promise<void> {
  await pool.query(`create schema if not exists ${SCHEMA}`)
  for (const table of ['packages', 'holds', 'stock_movements'])
    await pool.query(`create table if not exists ${SCHEMA}.${table} (like public.${table} including all)`)
  await pool.query(
    `insert into ${SCHEMA}.packages (package_id, fips, lead_type, tier, size, available)
     select package_id, fips, lead_type, tier, size, 1000000000 from public.packages where package_id = any($1)
     on conflict do nothing`,
    [packageIds],
  )
  await pool.query(`vacuum (analyze) ${SCHEMA}.packages`)
}

/** A hold without its rules: the unit, the hold and the movement in one statement of one client. */
export const WRITE_BARE_HOLD = `
  with counted as (
    update ${SCHEMA}.packages set available = available - 1 where package_id = $2 and available > 0 returning package_id
  ), held as (
    insert into ${SCHEMA}.holds (hold_id, package_id, owner_id, address_key, took_unit, placed_at, expires_at)
    select $1, package_id, $3, $4, true, $5, $6 from counted
  )
  insert into ${SCHEMA}.stock_movements (package_id, delta, reason, cause, moved_at)
  select package_id, -1, 'hold', $1, $5 from counted`

export interface HoldProcess {
  /** `generatorCpu` of the result is what the process itself spent. @throws Error if any hold failed */
  run(load: HoldLoad): Promise<LoadResult>
  close(): Promise<void>
}

/** Starts the process that runs these loads, one at a time. */
export function startHoldProcess(): HoldProcess {
  const child = startProcess('bench/lab/hold-process.ts', { env: { RATE_LIMITS: 'off', LOG_LEVEL: 'warn' } })
  return {
    async run(load) {
      child.process.send(load)
      const [answer]: { result?: LoadResult; error?: string }[] = await Promise.race([
        once(child.process, 'message'),
        child.ended.then(() => Promise.reject(new Error(`the process of holds ended\n${child.output()}`))),
      ])
      const failure = answer?.error ?? Object.keys(answer?.result?.failures ?? {})[0]
      if (!answer?.result || failure) throw new Error(`holds failed: ${failure}`)
      return answer.result
    },
    close: () => child.stop('SIGKILL'),
  }
}

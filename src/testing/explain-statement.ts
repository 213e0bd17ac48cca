import type pg from 'pg'
import { type Statement, valuesOf } from '#server/platform/database/statement.ts'
import type { TestDatabase } from './test-database.ts'

type Asked = Statement<never, unknown>
type Values = Readonly<Record<string, unknown>>

/** A node of a plan as `explain (format json)` returns it. */
export interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  Plans?: Plan[]
}

/** Prepares a statement on a connection of its own, and calls `read` with what executes it with these values. */
async function prepared<Result>(
  { pool }: TestDatabase,
  statement: Asked,
  values: Values,
  read: (client: pg.PoolClient, execution: string) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query(`prepare asked as ${statement.text}`)
    const literals = valuesOf(statement, values).map((value) =>
      value === null ? 'null' : client.escapeLiteral(textOf(value)),
    )
    return await read(client, `execute asked${literals.length > 0 ? `(${literals.join(', ')})` : ''}`)
  } finally {
    // With its prepared statement.
    client.release(true)
  }
}

/** A value as PostgreSQL reads it from text. */
const textOf = (value: unknown): string =>
  Array.isArray(value) ? `{${value.map((one) => `"${one}"`).join()}}` : String(value)

/** Plans as the server's own connections do. */
const GENERIC = 'set plan_cache_mode = force_generic_plan'

/** A generic plan does not depend on values. */
const noValues = ({ parameters }: Asked): Values => Object.fromEntries(parameters.map((name) => [name, null]))

/** Returns the generic plan of a statement as in the pool: one line per node, without costs. */
export const explainStatement = (database: TestDatabase, statement: Asked, values = noValues(statement)) =>
  prepared(database, statement, values, async (client, execution) => {
    await client.query(GENERIC)
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${execution}`)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })

/** Returns the generic plan of a statement as in the pool. */
export const planOf = (database: TestDatabase, statement: Asked): Promise<Plan> =>
  prepared(database, statement, noValues(statement), async (client, execution) => {
    await client.query(GENERIC)
    return planned(client, execution)
  })

/** Returns the plans that one connection makes in as many runs: for these values first, then for any. */
export const plansOf = (database: TestDatabase, statement: Asked, values: Values, runs: number): Promise<Plan[]> =>
  prepared(database, statement, values, async (client, execution) => {
    const plans: Plan[] = []
    for (let run = 1; run <= runs; run += 1) plans.push(await planned(client, execution))
    return plans
  })

async function planned(client: pg.PoolClient, execution: string): Promise<Plan> {
  const { rows } = await client.query(`explain (format json) ${execution}`)
  return rows[0]['QUERY PLAN'][0].Plan
}

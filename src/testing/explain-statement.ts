import { type Statement, valuesOf } from '#server/platform/statement.ts'
import type { TestDatabase } from './test-database.ts'

/**
 * Returns the generic plan of a statement as in the pool: one line per node, without costs.
 *
 * @param values one for each of its parameters, as text
 */
export async function explainStatement(
  { pool }: TestDatabase,
  statement: Statement<never, unknown>,
  values: Readonly<Record<string, string | null>>,
): Promise<string> {
  const client = await pool.connect()
  try {
    await client.query('set plan_cache_mode = force_generic_plan')
    await client.query(`prepare asked as ${statement.text}`)
    const literals = valuesOf(statement, values).map((value) =>
      value === null ? 'null' : client.escapeLiteral(String(value)),
    )
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain execute asked${literals.length > 0 ? `(${literals.join(', ')})` : ''}`,
    )
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  } finally {
    // With its prepared statement.
    client.release(true)
  }
}

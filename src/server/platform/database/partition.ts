/**
 * Partitions that come and go: millions of rows, loaded without an index, sorted once, dropped at once. Unlogged, so a
 * crash of the database empties them. In a schema of their own, which the store's role may create in.
 */

import { invariant } from '#server/platform/errors.ts'
import type { BulkConnection } from './bulk-connection.ts'
import type { Database } from './database.ts'

export interface Partition {
  table: string
  column: string
  value: number
}

const SCHEMA = 'partitions'

function nameOf({ table, value }: Pick<Partition, 'table' | 'value'>, schema = SCHEMA): string {
  invariant(/^[a-z_]+$/.test(table) && Number.isSafeInteger(value), 'names of tables are ours')
  return `${schema}.${table}_${value}`
}

/** Creates a partition that no one sees yet, and starts to copy into it. @param columns of the lines, in their order */
export async function startPartition(connection: BulkConnection, partition: Partition, columns: string) {
  const name = nameOf(partition)
  const { table, column, value } = partition
  // A separate transaction: a long copy must not keep a lock on the partitioned table.
  await connection.run(`create unlogged table ${name} (like ${table} including defaults, check (${column} = ${value}))`)
  await connection.run(`begin; truncate ${name}`)
  return connection.startCopyIn(`copy ${name} (${columns}) from stdin (freeze)`)
}

/** @param columns.index like the table's own, built here in one go */
export async function finishPartition(
  connection: BulkConnection,
  partition: Partition,
  columns: { index: string; statistics: string },
): Promise<void> {
  const name = nameOf(partition)
  await connection.run(`set maintenance_work_mem = '64MB'; create index on ${name} (${columns.index}); commit`)
  await connection.run(`analyze ${name} (${columns.statistics})`)
  await connection.run(`alter table ${partition.table} attach partition ${name} for values in (${partition.value})`)
}

/** Drops a partition in any state. Versions before the separate schema created it among the other tables. */
export async function dropPartition(database: Database, partition: Pick<Partition, 'table' | 'value'>): Promise<void> {
  await database.pool.query(`drop table if exists ${nameOf(partition)}, ${nameOf(partition, 'public')}`)
}

/** Lists the values of all partitions of a table, including those that were never finished. */
export async function listPartitions(database: Database, table: string): Promise<number[]> {
  const { rows } = await database.pool.query<{ value: number }>(
    `select substr(relname, length($1) + 2)::int as value from pg_class
     where relkind = 'r' and relname ~ ('^' || $1 || '_[0-9]{1,9}$')`,
    [table],
  )
  return rows.map(({ value }) => value)
}

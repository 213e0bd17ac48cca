/** Multiplies the rows of a small store, so that a migration has as much to do as in a large one. */
import type pg from 'pg'

/** Tables of which a large store has many rows, and which every sale touches. */
const HOT_TABLES = [
  'orders',
  'order_lines',
  'holds',
  'leads',
  'messages',
  'deliveries',
  'payment_requests',
  'customers',
  'payments',
  'sale_entries',
  'stock_movements',
] as const

export const ROWS_MIN = 100_000

/** Columns by which rows differ. Each copy gets its own, the same in every table, so that copies refer to copies. */
const OWN_TEXTS = [
  ...['order_id', 'hold_id', 'message_id', 'payment_request_id', 'customer_id', 'payment_id', 'refund_id'],
  ...['token', 'reference', 'email', 'owner_id', 'attempt_id', 'replaces_id', 'resent_from', 'subject_id', 'cause'],
]
const OWN_UUIDS = ['property_key']

/** Columns of a table that a copy must get from the row it copies or make anew. */
const COLUMNS = `
  select column_name as name from information_schema.columns
  where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO' order by ordinal_position`

async function multiply(client: pg.Client, table: string): Promise<void> {
  const { rows: counted } = await client.query<{ rows: number }>(`select count(*)::int as rows from ${table}`)
  const rows = counted[0]?.rows ?? 0
  if (rows === 0) throw new Error(`the store to multiply has no rows in ${table}`)
  const { rows: columns } = await client.query<{ name: string }>(COLUMNS, [table])
  const names = columns.map(({ name }) => `"${name}"`)
  const values = columns.map(({ name }) => {
    // An empty text stands for "none" in some keys.
    if (OWN_TEXTS.includes(name)) return `case when "${name}" = '' then '' else "${name}" || '~' || n end`
    if (OWN_UUIDS.includes(name)) return `md5("${name}" || '~' || n)::uuid`
    return `"${name}"`
  })
  const copies = Math.ceil(ROWS_MIN / rows)
  await client.query(
    `insert into ${table} (${names.join(', ')}) select ${values.join(', ')} from ${table} cross join generate_series(1, ${copies}) as n`,
  )
}

/** Fills each hot table up to at least 100,000 rows. The connection must own the tables; their triggers do not run. */
export async function fillTables(client: pg.Client): Promise<void> {
  // Triggers and references between tables are about what the store does, not about what a migration finds.
  await client.query(`set session_replication_role = replica`)
  for (const table of HOT_TABLES) await multiply(client, table)
  await client.query(`set session_replication_role = origin`)
  await client.query('analyze')
}

/** The tables that have more rows than a migration may stop for long. */
export async function findLargeTables(client: pg.Client): Promise<Set<string>> {
  const large = new Set<string>()
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > 1000`,
  )
  for (const { name } of rows) {
    const { rows: counted } = await client.query<{ rows: number }>(`select count(*)::int as rows from ${name}`)
    if ((counted[0]?.rows ?? 0) >= ROWS_MIN) large.add(name)
  }
  return large
}

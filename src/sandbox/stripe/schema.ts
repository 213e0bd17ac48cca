import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { randomToken } from './ids.ts'

/** A number that nothing else in this database uses as an advisory lock: the letters of 'stripe' as hexadecimal digits. */
const SCHEMA_LOCK = 0x7374726970

export interface SandboxKeys {
  secretKey: string
  publishableKey: string
  webhookSecret: string
}

/** Creates tables unless `ready`. The lock lets one of two nodes go first: `create … if not exists` may fail. */
export async function createTables<Rest>(
  pool: pg.Pool,
  { lock, ready, schema }: { lock: number; ready: string; schema: URL },
  rest: (client: pg.PoolClient) => Promise<Rest>,
): Promise<Rest> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [lock])
    if ((await client.query(ready)).rows[0]?.ready !== true) await client.query(await readFile(schema, 'utf8'))
    const done = await rest(client)
    await client.query('commit')
    return done
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

export async function prepareSchema(pool: pg.Pool): Promise<SandboxKeys> {
  const ready = "select to_regclass('sandbox_stripe.webhook_deliveries_ended') is not null as ready"
  const schema = new URL('schema.sql', import.meta.url)
  return createTables(pool, { lock: SCHEMA_LOCK, ready, schema }, async (client) => {
    await client.query(
      `insert into sandbox_stripe.settings (secret_key, publishable_key, webhook_secret) values ($1, $2, $3)
       on conflict do nothing`,
      [`sk_test_51${randomToken(40)}`, `pk_test_51${randomToken(40)}`, `whsec_${randomToken(32)}`],
    )
    const { rows } = await client.query<SandboxKeys>(
      `select secret_key as "secretKey", publishable_key as "publishableKey", webhook_secret as "webhookSecret"
       from sandbox_stripe.settings`,
    )
    if (!rows[0]) throw new Error('The Stripe sandbox has no keys although they were just made.')
    return rows[0]
  })
}

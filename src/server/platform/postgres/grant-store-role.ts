import { readFile } from 'node:fs/promises'
import pg from 'pg'

/**
 * Lets the store's role do what the store needs with the tables of a migrated database, and nothing more: it cannot
 * truncate, alter a table, or touch existing rows of the audit log. Repeating it changes nothing.
 *
 * @param ownerUrl of the role that migrated, a superuser or the database's owner
 */
export async function grantStoreRole(ownerUrl: string, role: string): Promise<void> {
  const sql = await readFile(new URL('store-role.sql', import.meta.url), 'utf8')
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'leadyard grants' })
  await client.connect()
  try {
    await client.query(`select set_config('leadyard.store_role', $1, false)`, [role])
    await client.query(sql)
  } finally {
    await client.end()
  }
}

import type { Database } from './database.ts'
import { newToken } from './ids.ts'
import { type NoParameters, statement } from './statement.ts'

const NAMES = ['tokens', 'sessions'] as const

export const makeSecrets = statement<{ names: readonly string[]; values: readonly string[] }>(
  'platform.make_secrets',
  'insert into store_secrets (name, value) select * from unnest($names::text[], $values::text[]) on conflict do nothing',
)

export const readSecrets = statement<NoParameters, { name: string; value: string }>(
  'platform.read_secrets',
  'select name, value from store_secrets',
)

/** Loads the store's own secrets, created at its first start and kept in the database, so that all nodes have the same. */
export async function loadSecrets(database: Database): Promise<Readonly<Record<(typeof NAMES)[number], string>>> {
  await database.run(makeSecrets, { names: NAMES, values: NAMES.map(() => newToken() + newToken()) })
  const rows = await database.run(readSecrets)
  const value = (name: string) => {
    const row = rows.find((candidate) => candidate.name === name)
    if (!row) throw new Error(`the secret ${name} is missing from store_secrets`)
    return row.value
  }
  return { tokens: value('tokens'), sessions: value('sessions') }
}

import { type Database, statement } from './database.ts'
import { newToken } from './ids.ts'

const NAMES = ['tokens', 'sessions'] as const

const makeSecrets = statement(
  'platform.make_secrets',
  'insert into store_secrets (name, value) select * from unnest($1::text[], $2::text[]) on conflict do nothing',
)

const readSecrets = statement<{ name: string; value: string }>(
  'platform.read_secrets',
  'select name, value from store_secrets',
)

/** The store's own secrets, made at its first start and kept in the database, so that all nodes have the same. */
export async function loadSecrets(database: Database): Promise<Readonly<Record<(typeof NAMES)[number], string>>> {
  await database.run(makeSecrets, [NAMES, NAMES.map(() => newToken() + newToken())])
  const rows = await database.run(readSecrets)
  const value = (name: string) => {
    const row = rows.find((candidate) => candidate.name === name)
    if (!row) throw new Error(`the secret ${name} is missing from store_secrets`)
    return row.value
  }
  return { tokens: value('tokens'), sessions: value('sessions') }
}

/**
 * The store's own secrets: what signs sessions, derives links and fingerprints addresses. Kept in a file outside the
 * database, so that a copy of the database alone opens nothing.
 *
 * @see docs/decisions/0010-secrets-outside-the-database.md
 */
import type { Database, Executor } from './database.ts'
import { fingerprint, newToken, timeOfId } from './ids.ts'
import { Keyring } from './keyring.ts'
import { createSecretsFile, readSecretsFile, type SecretsFile, type StoredKey } from './secrets-file.ts'
import { type NoParameters, statement } from './statement.ts'

export interface Secrets {
  /** Fingerprints what must be found again for good, such as people who opted out. It can never be replaced. */
  readonly fingerprints: string
  /** Sign sessions and encrypt second factors. */
  readonly sessions: Keyring
  /** Derive links and codes from ids. Use `tokenSecretOf`. */
  readonly tokens: Keyring
}

/** Returns the key that derives tokens from this id: the one in force when the id was made, so old links stay the same. */
export const tokenSecretOf = ({ tokens }: Pick<Secrets, 'tokens'>, id: string): string => tokens.at(timeOfId(id))

/** The secrets file and the database do not belong together; the message names the remedy. */
export class SecretsError extends Error {
  override name = 'SecretsError'
}

/** A process's secrets, which may be replaced while it runs. */
export interface LoadedSecrets extends Secrets {
  /** Reads the file again, if secrets are in one. @throws SecretsError if it is gone or now another store's */
  reload(): Promise<void>
}

/** Nodes that start at once take turns. */
export const lockSecrets = statement<NoParameters>(
  'platform.lock_secrets',
  `select from (select pg_advisory_xact_lock(hashtext('store_secrets'))) locked`,
)

export const readSecrets = statement<NoParameters, { name: string; value: string }>(
  'platform.read_secrets',
  'select name, value from store_secrets',
)

export const writeSecrets = statement<{ names: readonly string[]; values: readonly string[] }>(
  'platform.write_secrets',
  'insert into store_secrets (name, value) select * from unnest($names::text[], $values::text[])',
)

export const deleteSecrets = statement<{ names: readonly string[] }>(
  'platform.delete_secrets',
  'delete from store_secrets where name = any($names::text[])',
)

/** Records the newest secrets that a node has seen, as names and `<ISO 8601> <fingerprint>`. Never goes back. */
export const noteNewest = statement<{ names: readonly string[]; values: readonly string[] }>(
  'platform.note_newest_secrets',
  `insert into store_secrets (name, value) select * from unnest($names::text[], $values::text[])
   on conflict (name) do update set value = excluded.value where store_secrets.value < excluded.value`,
)

/** The row that says which file has the secrets: the fingerprint of its own `fingerprints`. */
const MOVED = 'moved'
const KEPT = ['tokens', 'sessions'] as const
/** The first keys count from the beginning. */
const EVER = new Date(0).toISOString()

/**
 * Loads the store's secrets, which its first start creates. With a file, secrets that an earlier version kept in the
 * database are moved there. Without one (a database of its own and no `SECRETS_FILE`), they stay in the database.
 *
 * @param path the secrets file, or null to keep them in the database
 * @throws SecretsError if the file is missing or is another store's
 */
export async function loadSecrets(
  database: Database,
  { path, now }: { path: string | null; now: () => Date },
): Promise<LoadedSecrets> {
  const file = await database.transaction(async (transaction) => {
    await transaction.run(lockSecrets)
    const kept = new Map((await transaction.run(readSecrets)).map(({ name, value }) => [name, value]))
    const moved = kept.get(MOVED)
    if (path === null) {
      if (moved !== undefined)
        throw new SecretsError('The secrets of this store are in a file. Set SECRETS_FILE to its path.')
      const made = kept.size > 0 ? kept : new Map(KEPT.map((name) => [name, newToken() + newToken()]))
      if (kept.size === 0) await transaction.run(writeSecrets, { names: [...made.keys()], values: [...made.values()] })
      return fileOf(made)
    }
    const read = await readSecretsFile(path)
    if (read === null && moved !== undefined) throw new SecretsError(missing(path))
    const current = read ?? fileOf(kept)
    const mark = fingerprint(current.fingerprints)
    const known = moved ?? (kept.has('tokens') ? fingerprint(kept.get('tokens') ?? '') : mark)
    if (known !== mark) throw new SecretsError(foreign(path))
    // The file first: a crash in between leaves the secrets in both places, never in neither.
    if (read === null) await createSecretsFile(path, current)
    if (moved === undefined) {
      await transaction.run(deleteSecrets, { names: KEPT })
      await transaction.run(writeSecrets, { names: [MOVED], values: [mark] })
    }
    await requireNewest(transaction, current, { path, now: now() })
    return current
  })

  const sessions = new Keyring(file.sessions, now)
  const tokens = new Keyring(file.tokens, now)
  return {
    fingerprints: file.fingerprints,
    sessions,
    tokens,
    async reload() {
      if (path === null) return
      const latest = await readSecretsFile(path)
      if (latest === null) throw new SecretsError(missing(path))
      if (latest.fingerprints !== file.fingerprints) throw new SecretsError(foreign(path))
      await requireNewest(database, latest, { path, now: now() })
      sessions.replace(latest.sessions)
      tokens.replace(latest.tokens)
    },
  }
}

const NEWEST = { tokens: 'newest tokens', sessions: 'newest sessions' } as const

/** Refuses an older copy of the file; otherwise records its newest secrets. */
async function requireNewest(
  executor: Executor,
  file: SecretsFile,
  { path, now }: { path: string; now: Date },
): Promise<void> {
  const marks = (name: keyof typeof NEWEST) =>
    file[name].map(({ from, value }) => `${new Date(from).toISOString()} ${fingerprint(value)}`).toSorted()
  const known = new Map((await executor.run(readSecrets)).map(({ name, value }) => [name, value]))
  for (const name of KEPT) {
    const newest = known.get(NEWEST[name])
    // Until a secret begins, nodes with their own copies of the file may still have the one before.
    const hasBegun = newest !== undefined && new Date(newest.split(' ')[0] ?? '') <= now
    if (newest !== undefined && hasBegun && !marks(name).includes(newest)) throw new SecretsError(older(path))
  }
  // The first ones say nothing that `moved` does not.
  const rotated = KEPT.filter((name) => file[name].length > 1 || file[name][0]?.from !== EVER)
  if (rotated.length === 0) return
  const values = rotated.map((name) => marks(name).at(-1) ?? '')
  await executor.run(noteNewest, { names: rotated.map((name) => NEWEST[name]), values })
}

const older = (path: string): string =>
  `The secrets file ${path} is an older copy: secrets that this store has used since are not in it. Copy it from another ` +
  'node or from your latest backup of it. If the newer one is lost for good, see docs/runbooks/secrets.md.'

const missing = (path: string): string =>
  `The secrets file ${path} is missing, and this database was used with one. Copy it from another node or from ` +
  'your backup of it. Without it, sessions end, mailed links stop working and owners who opted out are sold again.'

const foreign = (path: string): string =>
  `The secrets file ${path} belongs to another database. Set SECRETS_FILE to the file of this one.`

/** Returns what a secrets file has for secrets that the database kept, or for a new store. */
function fileOf(kept: ReadonlyMap<string, string>): SecretsFile {
  const key = (name: string): StoredKey => ({ from: EVER, value: kept.get(name) ?? newToken() + newToken() })
  const tokens = key('tokens')
  // Earlier versions had one secret for fingerprints and for tokens, so they begin as the same.
  const fingerprints = kept.has('tokens') ? tokens.value : newToken() + newToken()
  return { fingerprints, tokens: [tokens], sessions: [key('sessions')] }
}

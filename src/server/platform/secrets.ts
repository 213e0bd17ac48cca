/**
 * What signs sessions, derives links and fingerprints addresses. In a file, so that a copy of the database opens
 * nothing.
 * @see docs/decisions/0010-secrets-outside-the-database.md
 */
import { link, mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as z from 'zod/mini'
import { addMilliseconds, hours, minutes } from '#server/platform/clock.ts'
import type { Database, Executor } from '#server/platform/database/database.ts'
import { statement } from '#server/platform/database/statement.ts'
import { errorCode, invariant } from '#server/platform/errors.ts'
import { flushFolder, readIfThere, writeDurably } from '#server/platform/files/durable-files.ts'
import { fingerprint, newToken, timeOfId } from '#server/platform/ids.ts'

const Key = z.strictObject({ from: z.iso.datetime(), value: z.string().check(z.minLength(32)) })
const Keys = z.array(Key).check(z.minLength(1))
const File = z.strictObject({ fingerprints: z.string().check(z.minLength(32)), tokens: Keys, sessions: Keys })

type StoredKey = z.infer<typeof Key>
type SecretsFile = z.infer<typeof File>
type Rotated = 'tokens' | 'sessions'

/** @returns null if there is no such file. @throws Error that names the file if it cannot be read or is not ours */
export async function readSecretsFile(path: string): Promise<SecretsFile | null> {
  const text = await readIfThere(path)
  if (text === null) return null
  const parsed = File.safeParse(parseJson(text))
  if (!parsed.success) throw new Error(`${path} is not a secrets file of this store. Restore it from your backup.`)
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Why the secrets cannot be changed now, and what to do. */
export class RotationError extends Error {
  override name = 'RotationError'
}

const fileText = (secrets: SecretsFile): string => `${JSON.stringify(secrets, null, 2)}\n`

/** Writes a new file at once and durably. @throws Error with code `EEXIST` if there is one */
export async function createSecretsFile(path: string, secrets: SecretsFile): Promise<void> {
  const made = await mkdir(dirname(path), { recursive: true })
  const next = `${path}.${process.pid}.new`
  try {
    await writeDurably(next, fileText(secrets))
    await link(next, path)
  } finally {
    await rm(next, { force: true })
  }
  await flushFolder(dirname(path), made)
}

/**
 * Replaces the file at once; it keeps its owner and mode. The file being written is the lock on changes.
 * @param change returns what the file has from now on, or null to leave it; its argument is null without a file
 * @throws RotationError while another change runs, or if the file cannot be replaced
 */
async function changeSecretsFile(
  path: string,
  change: (file: SecretsFile | null) => Promise<SecretsFile | null> | SecretsFile | null,
): Promise<void> {
  const target = await realpath(path).catch(() => path)
  const next = `${target}.new`
  const handle = await open(next, 'wx', 0o600).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null
    if (errorCode(error) !== 'EEXIST') throw error
    throw new RotationError(
      `The secrets are being changed: ${next} exists. If no other \`npm run secrets\` runs, remove it and try again.`,
    )
  })
  if (!handle) {
    await change(null)
    return
  }
  let isRenamed = false
  try {
    const secrets = await change(await readSecretsFile(target))
    if (!secrets) return
    const { uid, gid, mode } = await stat(target)
    await handle.chown(uid, gid)
    await handle.chmod(mode & 0o777)
    await handle.writeFile(fileText(secrets))
    await handle.sync()
    await handle.close()
    await rename(next, target)
    isRenamed = true
    await flushFolder(dirname(target))
  } catch (error) {
    if (errorCode(error) === 'EPERM')
      throw new RotationError(`${target} belongs to another user. Run this as its owner.`)
    if (errorCode(error) === 'EBUSY')
      throw new RotationError(
        `${target} is mounted by itself and cannot be replaced. Mount its folder, or run this where the file really is.`,
      )
    throw error
  } finally {
    await handle.close()
    // After that, a file of this name is another change's lock.
    if (!isRenamed) await rm(next, { force: true })
  }
}

/** Time for every node to read a new secret, or to get a copy of the file if nodes do not share it. */
const BEGINS_AFTER_MS = minutes(10)
/** Second factors are encrypted again every hour. */
const RETIRES_AFTER_MS = hours(2)

function existing(path: string, file: SecretsFile | null): SecretsFile {
  if (!file) throw new RotationError(`There is no secrets file at ${path}. The store creates it at its first start.`)
  return file
}

/** Returns when each secret began, newest first. @throws RotationError without a file */
export async function listSecrets(path: string): Promise<Record<Rotated, readonly Date[]>> {
  const file = existing(path, await readSecretsFile(path))
  const begun = (kind: Rotated) => file[kind].map(({ from }) => new Date(from)).toSorted((a, b) => +b - +a)
  return { sessions: begun('sessions'), tokens: begun('tokens') }
}

/** Adds a secret, which begins in ten minutes; returns when. @throws RotationError without a file, or if one waits */
export async function rotate(path: string, kind: Rotated, now: Date): Promise<Date> {
  const from = addMilliseconds(now, BEGINS_AFTER_MS)
  await changeSecretsFile(path, (found) => {
    const file = existing(path, found)
    const waiting = file[kind].find((key) => Date.parse(key.from) > now.getTime())
    if (waiting) throw new RotationError(`A new secret for ${kind} was made already. It begins at ${waiting.from}.`)
    return { ...file, [kind]: [{ from: from.toISOString(), value: newToken() + newToken() }, ...file[kind]] }
  })
  return from
}

/**
 * Drops all secrets of sessions but the one in force, and returns how many. Who signed in earlier has to sign in again.
 * @throws RotationError without a file, or if the latest began less than two hours ago: second factors may need earlier
 * ones
 */
export async function retireSessions(path: string, now: Date): Promise<number> {
  let dropped = 0
  await changeSecretsFile(path, (found) => {
    const file = existing(path, found)
    const [latest, ...earlier] = file.sessions.toSorted((a, b) => Date.parse(b.from) - Date.parse(a.from))
    if (!latest || earlier.length === 0) return null
    const retiredAt = addMilliseconds(new Date(latest.from), RETIRES_AFTER_MS)
    if (now < retiredAt)
      throw new RotationError(
        `The store may need the earlier secret until ${retiredAt.toISOString()}. Retire it after that.`,
      )
    dropped = earlier.length
    return { ...file, sessions: [latest] }
  })
  return dropped
}

type DatedKey = Readonly<StoredKey>

/** The latest key that has begun is in force. Every node knows it before, so none refuses another's work. */
export class Keyring {
  #keys: readonly DatedKey[] = []
  readonly #now: () => Date

  /** @param keys at least one, of which the oldest counts from the beginning */
  constructor(keys: readonly DatedKey[], now: () => Date) {
    this.#now = now
    this.replace(keys)
  }

  replace(keys: readonly DatedKey[]): void {
    invariant(keys.length > 0, 'a keyring needs a key')
    this.#keys = keys.toSorted((a, b) => Date.parse(b.from) - Date.parse(a.from))
  }

  get current(): string {
    return this.at(this.#now().getTime())
  }

  /** Every key, newest first. Anything made with one of them is valid, even with one that has not begun here. */
  get all(): readonly string[] {
    return this.#keys.map(({ value }) => value)
  }

  at(time: number): string {
    const key = this.#keys.find(({ from }) => Date.parse(from) <= time) ?? this.#keys.at(-1)
    return key?.value ?? ''
  }
}

export interface Secrets {
  /** Fingerprints what must be found again for good, such as people who opted out. It can never be replaced. */
  readonly fingerprints: string
  readonly sessions: Keyring
  /** Derive links and codes from ids. Use `tokenSecretOf`. */
  readonly tokens: Keyring
}

/** Returns the key that derives tokens from this id: the one in force when the id was made, so old links stay the same. */
export const tokenSecretOf = ({ tokens }: Pick<Secrets, 'tokens'>, id: string): string => tokens.at(timeOfId(id))

/** Why the secrets file and the database do not belong together, with the remedy. */
export class SecretsError extends Error {
  override name = 'SecretsError'
}

export interface LoadedSecrets extends Secrets {
  /** Reads the file again, if secrets are in one. @throws SecretsError if it is gone or now another store's */
  reload(): Promise<void>
}

/** Nodes that start at once take turns. */
export const lockSecrets = statement('platform.lock_secrets')`
  select from (select pg_advisory_xact_lock(hashtext('store_secrets'))) locked`

export const readSecrets = statement('platform.read_secrets')`select name, value from store_secrets`

export const writeSecrets = statement('platform.write_secrets')`
  insert into store_secrets (name, value) select * from unnest($names::text[], $values::text[])`

export const deleteSecrets = statement('platform.delete_secrets')`
  delete from store_secrets where name = any($names::text[])`

/** Records the newest secrets that a node has seen, as names and `<ISO 8601> <fingerprint>`. Never goes back. */
export const noteNewest = statement('platform.note_newest_secrets')`
  insert into store_secrets (name, value) select * from unnest($names::text[], $values::text[])
  on conflict (name) do update set value = excluded.value where store_secrets.value < excluded.value`

/** The row that says which file has the secrets: the fingerprint of its own `fingerprints`. */
const MOVED = 'moved'
const KEPT = ['tokens', 'sessions'] as const
const EVER = new Date(0).toISOString()

/** Its first start creates them. @param path null: in the database @throws SecretsError if the file is not its own */
export async function loadSecrets(database: Database, { path, now }: { path: string | null; now: () => Date }) {
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
async function requireNewest(executor: Executor, file: SecretsFile, { path, now }: { path: string; now: Date }) {
  const marks = (name: keyof typeof NEWEST) =>
    file[name].map(({ from, value }) => `${new Date(from).toISOString()} ${fingerprint(value)}`).toSorted()
  const known = new Map((await executor.run(readSecrets)).map(({ name, value }) => [name, value]))
  for (const name of KEPT) {
    const newest = known.get(NEWEST[name])
    // Until a secret begins, nodes with their own copies of the file may still have the one before.
    const hasBegun = newest !== undefined && new Date(newest.split(' ')[0] ?? '') <= now
    if (newest !== undefined && hasBegun && !marks(name).includes(newest)) throw new SecretsError(older(path))
  }
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

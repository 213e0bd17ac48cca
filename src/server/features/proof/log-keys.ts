/**
 * The keys of the log, in a file and never in the database: one that signs checkpoints, and one for the labels of each
 * year. A file beside it has the last signed checkpoint, so that a restored store cannot sign another history.
 */
import { randomBytes } from 'node:crypto'
import { link, mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ed25519 } from '@noble/curves/ed25519.js'
import * as z from 'zod/mini'
import { fromBase64, toBase64 } from '#proof/bytes.ts'
import { ED25519, makeVerifierKey, type VerifierKey } from '#proof/checkpoint.ts'
import { writeLabelKeys } from '#proof/lead-proof.ts'
import type { FollowedLog } from '#proof/policy.ts'
import { formatVrfKey, makeVrfKey, readVrfKey, type VrfKey } from '#proof/vrf.ts'
import { errorCode } from '#server/platform/errors.ts'
import { flushFolder, readIfThere, writeDurably } from '#server/platform/files/durable-files.ts'

/** How many years a new file has keys for. Each can be deleted alone. */
const YEARS_AHEAD = 10
const SECRET_BYTES = 32

const File = z.strictObject({
  origin: z.string().check(z.regex(/^[^\s+]+$/)),
  signing: z.string(),
  years: z.record(z.string().check(z.regex(/^\d{4}$/)), z.string()),
  closed: z.optional(z.array(z.string())),
})

export interface LogKeys {
  origin: string
  secret: Uint8Array
  verifier: VerifierKey
  /** By year; a year whose key was deleted is absent. */
  years: ReadonlyMap<number, VrfKey>
  /** Verifier keys of earlier, closed logs, newest first. */
  closed: readonly string[]
}

/** The keys cannot be used; the message names the file and the remedy. */
export class LogKeysError extends Error {
  override name = 'LogKeysError'
}

/** @returns null if there is no file. @throws LogKeysError if it is not one of ours */
export async function readLogKeys(path: string): Promise<LogKeys | null> {
  const text = await readIfThere(path)
  if (text === null) return null
  const keys = parseKeys(text)
  if (!keys) throw new LogKeysError(`${path} is not a file of log keys. Restore it from your backup.`)
  return keys
}

function parseKeys(text: string): LogKeys | null {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return null
  }
  const parsed = File.safeParse(json)
  const secret = parsed.success ? fromBase64(parsed.data.signing) : null
  if (!parsed.success || secret?.length !== SECRET_BYTES) return null
  const years = new Map<number, VrfKey>()
  for (const [year, value] of Object.entries(parsed.data.years)) {
    const key = readVrfKey(fromBase64(value) ?? new Uint8Array())
    if (!key) return null
    years.set(Number(year), key)
  }
  const { origin, closed = [] } = parsed.data
  return { origin, secret, verifier: makeVerifierKey(origin, ED25519, ed25519.getPublicKey(secret)), years, closed }
}

function keysText({ origin, secret, years, closed }: Omit<LogKeys, 'verifier'>): string {
  const byYear = Object.fromEntries([...years].map(([year, key]) => [String(year), toBase64(formatVrfKey(key))]))
  return `${JSON.stringify({ origin, signing: toBase64(secret), years: byYear, closed }, null, 2)}\n`
}

/** The text of a key file for a new log. The signing key is always new: a policy may name a key for one log only. */
function newKeysText({ origin, known, closed, year }: NextLog): string {
  const years = new Map(known)
  for (let one = year; one < year + YEARS_AHEAD; one += 1)
    if (!years.has(one)) years.set(one, makeVrfKey(randomBytes(64)))
  return keysText({ origin, secret: randomBytes(SECRET_BYTES), years, closed })
}

/**
 * Deletes the key of a year's labels, so that no one can tell anymore which properties they are. Proofs that were given
 * still hold. Returns false if it was gone. @throws LogKeysError while a sale under these labels may be exclusive
 */
export async function destroyYearKey(path: string, year: number, now: Date): Promise<boolean> {
  // Sales of a year have labels of that year and of the next, and are exclusive for up to a year.
  const lastYear = now.getUTCFullYear() - 2
  if (year > lastYear)
    throw new LogKeysError(
      `The key of ${year} is in use until the end of ${year + 1}. The latest that can go is ${lastYear}.`,
    )
  const keys = await readLogKeys(path)
  if (!keys) throw new LogKeysError(`${path} is missing.`)
  const years = new Map(keys.years)
  if (!years.delete(year)) return false
  await replaceDurably(path, keysText({ ...keys, years }))
  return true
}

/** Makes a file with new keys, readable only by its owner, unless there is one by now. @returns the keys in force */
export async function createLogKeys(path: string, origin: string, firstYear: number): Promise<LogKeys> {
  await mkdir(dirname(path), { recursive: true })
  const next = `${path}.${process.pid}.new`
  try {
    await writeDurably(next, newKeysText({ origin, known: new Map(), closed: [], year: firstYear }), 'w')
    await link(next, path).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error
    })
  } finally {
    await rm(next, { force: true })
  }
  const keys = await readLogKeys(path)
  if (!keys) throw new LogKeysError(`${path} cannot be read after it was written.`)
  return keys
}

const stagedPath = (path: string): string => `${path}.next`

interface NextLog {
  origin: string
  known: LogKeys['years']
  closed: LogKeys['closed']
  /** The current year; every year from then on has a key. */
  year: number
}

/** Writes the keys of the next log beside those in use, durably. `adoptStagedKeys` puts them to use. */
export async function stageLogKeys(path: string, next: NextLog): Promise<LogKeys> {
  await mkdir(dirname(path), { recursive: true })
  const text = newKeysText(next)
  await writeDurably(stagedPath(path), text, 'w')
  await flushFolder(dirname(path))
  const keys = parseKeys(text)
  if (!keys) throw new LogKeysError(`${stagedPath(path)} cannot be read after it was written.`)
  return keys
}

/** Puts the staged keys to use if they are this log's, which the database says is open. @returns whether any were */
export async function adoptStagedKeys(path: string, origin: string): Promise<boolean> {
  if ((await readLogKeys(stagedPath(path)))?.origin !== origin) return false
  // The last signed checkpoint is the closed log's, so it must be gone before the new keys are there.
  await rm(signedPath(path), { force: true })
  await flushFolder(dirname(path))
  await rename(stagedPath(path), path)
  await flushFolder(dirname(path))
  return true
}

const signedPath = (path: string): string => `${path}.checkpoint`

/** The last checkpoint that this machine signed, as a note; null before the first. */
export const readLastSigned = (path: string): Promise<string | null> => readIfThere(signedPath(path))

/** Stores a checkpoint before anyone gets it. It is on disk when this resolves. */
export const writeLastSigned = (path: string, checkpoint: string) => replaceDurably(signedPath(path), checkpoint)

async function replaceDurably(path: string, text: string): Promise<void> {
  const next = `${path}.${process.pid}.new`
  await writeDurably(next, text, 'w')
  await rename(next, path)
  await flushFolder(dirname(path))
}

/** The statement with which a log begins: the key of each year, so that none can be replaced unnoticed. */
export const keysStatement = ({ origin, years }: LogKeys, follows: FollowedLog | null = null): string =>
  writeLabelKeys(origin, new Map([...years].map(([year, { publicKey }]) => [year, publicKey])), follows)

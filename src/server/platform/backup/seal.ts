/** Encrypts with age: `age -d -i key.txt` opens a backup without the store. */
import { ReadableStream as NodeStream } from 'node:stream/web'
import { type BackupConfig, BackupError } from './backup-config.ts'

type Bytes = AsyncIterable<Uint8Array>

/** Node's streams of the web are those that age takes; only their declarations differ. */
const toWeb = (content: Bytes) => NodeStream.from(content) as ReadableStream<Uint8Array>
const fromWeb = (stream: ReadableStream<Uint8Array>): Bytes => stream as NodeStream<Uint8Array>

/** age is loaded only where backups are made or read. */
const age = () => import('age-encryption')

/** Makes a new key pair; the public one is derived from the secret one. */
export async function makeKey(): Promise<{ key: string; recipient: string }> {
  const { generateX25519Identity, identityToRecipient } = await age()
  const key = await generateX25519Identity()
  return { key, recipient: await identityToRecipient(key) }
}

/** Returns the public keys that a store encrypts for: its recipient, and its own key, with which it tries backups. */
export async function recipientsOf({ key, recipient }: Pick<BackupConfig, 'key' | 'recipient'>): Promise<string[]> {
  const { identityToRecipient } = await age()
  const own = key === undefined ? [] : [await identityToRecipient(key).catch(refuseKey)]
  return [...new Set([...(recipient === undefined ? [] : [recipient]), ...own])]
}

function refuseKey(): never {
  throw new BackupError('BACKUP_KEY is not a complete key of age (AGE-SECRET-KEY-1…). Look for a missing letter.')
}

/** Encrypts for each of the recipients; without any, passes the content on as it is. */
export async function* encrypt(content: Bytes, recipients: readonly string[]): AsyncGenerator<Uint8Array> {
  if (recipients.length === 0) return yield* content
  const { Encrypter } = await age()
  const encrypter = new Encrypter()
  try {
    for (const recipient of recipients) encrypter.addRecipient(recipient)
  } catch {
    throw new BackupError('BACKUP_RECIPIENT is not a complete public key of age (age1…). Look for a missing letter.')
  }
  yield* fromWeb(await encrypter.encrypt(toWeb(content)))
}

/** Undoes `encrypt`. @param name says whether it is encrypted @throws BackupError if it is, for another key */
export async function* decrypt(content: Bytes, name: string, key: string | undefined): AsyncGenerator<Uint8Array> {
  if (!name.endsWith('.age')) return yield* content
  if (key === undefined) throw new BackupError(`${name} is encrypted. Set BACKUP_KEY to its secret key.`)
  const { Decrypter } = await age()
  const decrypter = new Decrypter()
  try {
    decrypter.addIdentity(key)
  } catch {
    refuseKey()
  }
  try {
    yield* fromWeb(await decrypter.decrypt(toWeb(content)))
  } catch (error) {
    if (!/no identity matched/i.test(String(error))) throw error
    throw new BackupError(`BACKUP_KEY is not the key that ${name} was encrypted for.`)
  }
}

/** Compresses (zstd) and encrypts (age): `age -d -i key.txt | zstd -d` opens an object without the store. */
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { type BackupConfig, BackupError } from './names.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

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
  if (key === undefined && recipient === undefined) return []
  const { identityToRecipient } = await age()
  const own = key === undefined ? [] : [await identityToRecipient(key).catch(refuseKey)]
  return [...new Set([...(recipient === undefined ? [] : [recipient]), ...own])]
}

function refuseKey(): never {
  throw new BackupError('BACKUP_KEY is not a complete key of age (AGE-SECRET-KEY-1…). Look for a missing letter.')
}

/** Encrypts for each of the recipients; without any, returns the content as it is. */
export async function encrypt(content: Buffer, recipients: readonly string[]): Promise<Buffer> {
  if (recipients.length === 0) return content
  const { Encrypter } = await age()
  const encrypter = new Encrypter()
  try {
    for (const recipient of recipients) encrypter.addRecipient(recipient)
  } catch {
    throw new BackupError('BACKUP_RECIPIENT is not a complete public key of age (age1…). Look for a missing letter.')
  }
  // As a stream it is encrypted in small pieces, and other work runs in between.
  const sealed = await encrypter.encrypt(new Blob([new Uint8Array(content)]).stream())
  return Buffer.from(await new Response(sealed).arrayBuffer())
}

/** Whole, because a stream of age throws errors of tampered content where nothing can catch them. @throws BackupError */
export async function decrypt(content: Buffer, name: string, key: string | undefined): Promise<Buffer> {
  if (!name.endsWith('.age')) return content
  if (key === undefined) throw new BackupError('This backup is encrypted. Set BACKUP_KEY to its secret key.')
  const { Decrypter } = await age()
  const decrypter = new Decrypter()
  try {
    decrypter.addIdentity(key)
  } catch {
    refuseKey()
  }
  try {
    return Buffer.from(await decrypter.decrypt(content))
  } catch (error) {
    if (/no identity matched/i.test(String(error)))
      throw new BackupError(`BACKUP_KEY is not the key that ${name} was encrypted for.`)
    throw damaged(name, error)
  }
}

export const damaged = (name: string, why: unknown): BackupError =>
  new BackupError(`${name} is damaged: ${why instanceof Error ? why.message : String(why)}`)

export const seal = async (content: Buffer, recipients: readonly string[]): Promise<Buffer> =>
  encrypt(await compress(content), recipients)

/** Undoes `seal`. @param options.bytesMax of the file; more is damage. @throws BackupError like `decrypt` */
export async function unseal(
  content: Buffer,
  { name, key, bytesMax }: { name: string; key: string | undefined; bytesMax: number },
): Promise<Buffer> {
  const packed = await decrypt(content, name, key)
  return decompress(packed, { maxOutputLength: bytesMax }).catch((error: unknown) => {
    throw damaged(name, error)
  })
}

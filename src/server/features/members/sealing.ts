/** Encrypts short texts with keys derived from the store's secrets of sessions. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { PlatformContext } from '#server/platform/context.ts'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

type Secrets = Pick<PlatformContext['secrets'], 'sessions'>

const keyOf = (secret: string, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))

/** Encrypts a text for one purpose and owner. It cannot be decrypted for another. */
export function sealText(secrets: Secrets, purpose: string, owner: string, text: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, keyOf(secrets.sessions.current, purpose), iv).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** @throws Error if it was not encrypted here for this purpose and owner */
export function unsealText(secrets: Secrets, purpose: string, owner: string, sealed: string): string {
  for (const secret of secrets.sessions.all) {
    const text = unsealWith(secret, purpose, owner, sealed)
    if (text !== null) return text
  }
  throw new Error(`a text for ${purpose} was encrypted with a secret that this store does not have`)
}

/** Whether the secret in force encrypted it, so that it needs no earlier one. */
export const isSealedNow = (secrets: Secrets, purpose: string, owner: string, sealed: string): boolean =>
  unsealWith(secrets.sessions.current, purpose, owner, sealed) !== null

function unsealWith(secret: string, purpose: string, owner: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  try {
    const decipher = createDecipheriv(CIPHER, keyOf(secret, purpose), bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(Buffer.from(owner))
      .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

/** The math of the second factor: encrypted secrets, app codes, recovery codes. Nothing here is stored. */
import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { PlatformContext } from '#server/platform/context.ts'
import { deriveToken } from '#server/platform/ids.ts'
import { isSealedNow, sealText, unsealText } from './sealing.ts'

/** The values that authenticator apps support. @see https://www.rfc-editor.org/rfc/rfc6238 */
const TOTP_SETTINGS = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** Steps before and after the current one: a phone's clock may be half a minute off. */
const STEPS_AROUND = 1
/** As RFC 4226 recommends. @see https://www.rfc-editor.org/rfc/rfc4226#section-4 */
const SECRET_BYTES = 20
export const RECOVERY_CODES = 10
/** No letters that people misread. There are 32, so a byte's remainder is uniform. */
const RECOVERY_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
/** 60 bits: no one can guess one, not even from its fingerprint. */
const RECOVERY_LETTERS = 12

type Secrets = Pick<PlatformContext['secrets'], 'fingerprints' | 'sessions'>

export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** Builds the URI that apps read from a QR code. */
export function secretUri(secret: string, names: { issuer: string; label: string }): string {
  return new TOTP({ ...TOTP_SETTINGS, ...names, secret: Secret.fromBase32(secret) }).toString()
}

const withoutSpaces = (code: string): string => code.replace(/\s/g, '')
/** Whether this is a code of an app, not a recovery code. */
export const isAppCode = (code: string): boolean => /^\d{6}$/.test(withoutSpaces(code))

/** Returns the 30-second step of a code; null if no current step has it. The caller makes sure that it is used once. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  if (!isAppCode(code)) return null
  const totp = new TOTP({ ...TOTP_SETTINGS, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: withoutSpaces(code), timestamp: now.getTime(), window: STEPS_AROUND })
  return delta === null ? null : totp.counter({ timestamp: now.getTime() }) + delta
}

const PURPOSE = 'second-factor'

/** Encrypts a secret for one member. It cannot be decrypted under another member's id. */
export const seal = (secrets: Secrets, userId: string, secret: string): string =>
  sealText(secrets, PURPOSE, userId, secret)

/** @throws Error if it was not encrypted here for this member */
export const unseal = (secrets: Secrets, userId: string, sealed: string): string =>
  unsealText(secrets, PURPOSE, userId, sealed)

/** Encrypts again what an earlier secret encrypted. @returns null if the secret in force did */
export const sealAgain = (secrets: Secrets, userId: string, sealed: string): string | null =>
  isSealedNow(secrets, PURPOSE, userId, sealed) ? null : seal(secrets, userId, unseal(secrets, userId, sealed))

/** Codes for when the phone is lost, e.g. `7k3m-9qxd-40vb`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    [...randomBytes(RECOVERY_LETTERS)]
      .map((byte, index) => `${index % 4 === 0 && index > 0 ? '-' : ''}${RECOVERY_ALPHABET[byte % 32]}`)
      .join(''),
  )
}

/** The stored fingerprint of a recovery code, however it is typed. */
export const recoveryFingerprint = (secrets: Secrets, userId: string, code: string): string =>
  fingerprintWith(secrets.fingerprints, userId, code)

/** The fingerprints that a code may have been stored as: until version 0.2 it was made with the secret of sessions. */
export const possibleFingerprints = (secrets: Secrets, userId: string, code: string): string[] =>
  [secrets.fingerprints, ...secrets.sessions.all].map((secret) => fingerprintWith(secret, userId, code))

function fingerprintWith(secret: string, userId: string, code: string): string {
  const letters = code.toLowerCase().replace(/[^0-9a-z]/g, '')
  return deriveToken(secret, 'recovery-code', `${userId}\0${letters}`)
}

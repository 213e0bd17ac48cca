/** The second factor of a member: encrypted secrets, app codes and recovery codes, their rows, and the check at a login. */
import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { PlatformContext } from '#server/platform/context.ts'
import { statement } from '#server/platform/database/statement.ts'
import { Refusal } from '#server/platform/errors.ts'
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
export const seal = (secrets: Secrets, userId: string, secret: string) => sealText(secrets, PURPOSE, userId, secret)

/** @throws Error if it was not encrypted here for this member */
export const unseal = (secrets: Secrets, userId: string, sealed: string) => unsealText(secrets, PURPOSE, userId, sealed)

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
export function recoveryFingerprint(secrets: Secrets, userId: string, code: string): string {
  const letters = code.toLowerCase().replace(/[^0-9a-z]/g, '')
  return deriveToken(secrets.fingerprints, 'recovery-code', `${userId}\0${letters}`)
}

export const findSecondFactor = statement('members.find_second_factor')`
  select sealed_secret, confirmed_at is not null as is_confirmed from second_factors where user_id = $userId`

/** Unless one is confirmed. */
export const beginFactor = statement('members.begin_second_factor')`
  insert into second_factors as begun (user_id, sealed_secret, created_at) values ($userId, $sealedSecret, $now)
  on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, created_at = excluded.created_at
  where begun.confirmed_at is null
  returning user_id`

/** `lastStep` is of the code that confirms it; recovery codes are fingerprints. */
export const confirmFactor = statement('members.confirm_second_factor')`
  update second_factors set confirmed_at = $now, last_step = $lastStep, recovery_codes = $recoveryCodes::text[]
  where user_id = $userId and sealed_secret = $sealedSecret and confirmed_at is null
  returning user_id`

/** Once: no earlier step works after that. */
export const takeStep = statement('members.take_step')`
  update second_factors set last_step = $lastStep
  where user_id = $userId and sealed_secret = $sealedSecret and confirmed_at is not null and last_step < $lastStep
  returning user_id`

export const takeRecoveryCode = statement('members.take_recovery_code')`
  update second_factors set recovery_codes = array_remove(recovery_codes, $fingerprint)
  where user_id = $userId and confirmed_at is not null and $fingerprint::text = any(recovery_codes)
  returning user_id`

export const listSealed = statement('members.list_sealed')`select user_id, sealed_secret from second_factors`

/** Unless the member has another by now. */
export const replaceSealed = statement('members.replace_sealed')`
  update second_factors set sealed_secret = $replacement where user_id = $userId and sealed_secret = $sealedSecret`

/** Returns a row if one was on. */
export const removeFactor = statement('members.remove_second_factor')`
  with gone as (delete from second_factors where user_id = $userId returning user_id, confirmed_at)
  select user_id from gone where confirmed_at is not null`

/** Passes a member without one, or uses up a code. @throws Refusal `second_factor_required`, `second_factor_wrong` */
export async function checkSecondFactor(ctx: PlatformContext, userId: string, code: string | undefined): Promise<void> {
  const [factor] = await ctx.database.run(findSecondFactor, { userId })
  if (!factor?.is_confirmed) return
  if (!code?.trim()) throw new Refusal('second_factor_required')
  const { sealed_secret: sealedSecret } = factor
  // A recovery code still works if the secrets file can no longer decrypt the app's secret.
  const step = isAppCode(code) ? stepOfCode(unseal(ctx.secrets, userId, sealedSecret), code, ctx.clock.now()) : null
  const [taken] = await (step === null
    ? ctx.database.run(takeRecoveryCode, { userId, fingerprint: recoveryFingerprint(ctx.secrets, userId, code) })
    : ctx.database.run(takeStep, { userId, sealedSecret, lastStep: step }))
  if (!taken) throw new Refusal('second_factor_wrong')
}

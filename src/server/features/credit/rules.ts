import { CREDIT_CODE_DIGITS, CREDIT_CODE_MINUTES, CREDIT_OPEN_MINUTES } from '#contract/credit/credit-use.ts'
import { minutes } from '#server/platform/clock.ts'
import type { RequestContext } from '#server/platform/context.ts'
import { deriveToken } from '#server/platform/ids.ts'
import { tokenSecretOf } from '#server/platform/secrets.ts'

export const CODE_MS = minutes(CREDIT_CODE_MINUTES)
export const OPEN_MS = minutes(CREDIT_OPEN_MINUTES)

/** Derives six digits from the id of a code. Only this store can do that. */
export function codeOf(secrets: RequestContext['secrets'], codeId: string): string {
  const bytes = Buffer.from(deriveToken(tokenSecretOf(secrets, codeId), 'credit code', codeId), 'base64url')
  // 48 bits leave a bias of less than one in a hundred million.
  return String(bytes.readUIntBE(0, 6) % 10 ** CREDIT_CODE_DIGITS).padStart(CREDIT_CODE_DIGITS, '0')
}

/** Codes that an address is sent within an hour, from all networks together. One code may be typed five times. */
export const CODES_PER_ADDRESS_MAX = 15

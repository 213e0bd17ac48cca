/** Limits for store credit codes. */
import { CREDIT_CODE_DIGITS, CREDIT_CODE_MINUTES, CREDIT_OPEN_MINUTES } from '#contract/credit/credit-use.ts'
import { hours, minutes } from '#server/platform/clock.ts'
import type { RequestContext } from '#server/platform/context.ts'
import type { Limit } from '#server/platform/count-attempts.ts'
import { deriveToken } from '#server/platform/ids.ts'
import { tokenSecretOf } from '#server/platform/secrets.ts'

export const CODE_MS = minutes(CREDIT_CODE_MINUTES)
export const OPEN_MS = minutes(CREDIT_OPEN_MINUTES)
/** The window over which codes are counted. */
const WINDOW_MS = hours(1)

/** Derives six digits from the id of a code. Only this store can do that. */
export function codeOf(secrets: RequestContext['secrets'], codeId: string): string {
  const bytes = Buffer.from(deriveToken(tokenSecretOf(secrets, codeId), 'credit code', codeId), 'base64url')
  // 48 bits leave a bias of less than one in a hundred million.
  return String(bytes.readUIntBE(0, 6) % 10 ** CREDIT_CODE_DIGITS).padStart(CREDIT_CODE_DIGITS, '0')
}

/** Emails that one network can cause within an hour, to one address and in total. */
export const askerLimits = (address: string, customerKey: string): Limit[] => [
  { kind: 'credit-mail-pair', parts: [customerKey, address], max: 5, windowMs: WINDOW_MS },
  { kind: 'credit-mail-from', parts: [address], max: 20, windowMs: WINDOW_MS, isRateLimit: true },
]

/**
 * Emails that an address can get within an hour, from everywhere. What the asker's own limits refused must not count
 * here. Otherwise a stranger on one network could use up the owner's emails on another.
 */
export const recipientLimits = (customerKey: string): Limit[] => [
  { kind: 'credit-mail-to', parts: [customerKey], max: 15, windowMs: WINDOW_MS },
]

/** Codes that can be typed within an hour. One code may be typed five times. */
export const guessLimits = (address: string, customerKey: string): Limit[] => [
  { kind: 'credit-guess-at', parts: [customerKey, address], max: 25, windowMs: WINDOW_MS },
  { kind: 'credit-guess-from', parts: [address], max: 50, windowMs: WINDOW_MS, isRateLimit: true },
]

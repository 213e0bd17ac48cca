/** Codes, links and limits of the buyer's desk. */
import { DESK_CODE_LETTERS, DESK_CODE_MINUTES, DESK_DAYS_MAX, DESK_IDLE_DAYS } from '#contract/buyers/desk.ts'
import { days, hours, minutes } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Limit } from '#server/platform/count-attempts.ts'
import { deriveToken } from '#server/platform/ids.ts'
import { tokenSecretOf } from '#server/platform/secrets.ts'

export const CODE_MS = minutes(DESK_CODE_MINUTES)
/** A use is written down when the last one was this long ago, so that reading the desk rarely writes. */
export const USE_MS = hours(1)
const WINDOW_MS = hours(1)

/** No letters that people misread. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

type WithSecrets = Pick<PlatformContext, 'secrets'>

/**
 * Derives the code of a request, e.g. `7K3M9QXD`. Only this store can do that. With 39 bits it cannot be guessed within
 * the limits below, in any browser.
 */
export function deskCodeOf(ctx: WithSecrets, codeId: string): string {
  let number = BigInt(
    `0x${Buffer.from(deriveToken(tokenSecretOf(ctx.secrets, codeId), 'desk code', codeId), 'base64url').toString('hex')}`,
  )
  let code = ''
  for (let index = 0; index < DESK_CODE_LETTERS; index += 1) {
    code += ALPHABET[Number(number % BigInt(ALPHABET.length))]
    number /= BigInt(ALPHABET.length)
  }
  return code
}

/** Derives the secret of a request's link. 160 bits. */
export const linkSecretOf = (ctx: WithSecrets, codeId: string): string =>
  deriveToken(tokenSecretOf(ctx.secrets, codeId), 'desk link', codeId)

/** How a typed code is compared: without spaces and dashes, in capitals. */
export const readTypedCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase()

/** Returns when a session ends that is used now. */
export function deskEnd(openedAt: Date, now: Date): Date {
  return new Date(Math.min(now.getTime() + days(DESK_IDLE_DAYS), openedAt.getTime() + days(DESK_DAYS_MAX)))
}

/** Emails that one network can cause within an hour, to one address and in total. */
export const askerLimits = (address: string, customerKey: string): Limit[] => [
  { kind: 'desk-mail-pair', parts: [customerKey, address], max: 5, windowMs: WINDOW_MS },
  { kind: 'desk-mail-from', parts: [address], max: 20, windowMs: WINDOW_MS, isRateLimit: true },
]

/** Emails that an address can get within an hour. Counted after the asker's own limits, as for store credit. */
export const recipientLimits = (customerKey: string): Limit[] => [
  { kind: 'desk-mail-to', parts: [customerKey], max: 10, windowMs: WINDOW_MS },
]

/** Codes and links that can be tried within an hour. */
export const codeLimits = (address: string, customerKey: string): Limit[] => [
  { kind: 'desk-guess-at', parts: [customerKey, address], max: 25, windowMs: WINDOW_MS },
  ...linkLimits(address),
]

export const linkLimits = (address: string): Limit[] => [
  { kind: 'desk-guess-from', parts: [address], max: 50, windowMs: WINDOW_MS, isRateLimit: true },
]

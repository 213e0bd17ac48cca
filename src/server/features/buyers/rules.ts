/** Codes, links and limits of the buyer's desk, and of requests to be told when there are more. */
import { DESK_CODE_DIGITS, DESK_CODE_MINUTES, DESK_DAYS_MAX, DESK_IDLE_DAYS } from '#contract/buyers/desk.ts'
import * as contract from '#contract/buyers/restock.ts'
import { days, hours, minutes } from '#server/platform/clock.ts'
import type { PlatformContext, RequestContext } from '#server/platform/context.ts'
import type { Limit } from '#server/platform/count-attempts.ts'
import { deriveToken } from '#server/platform/ids.ts'
import { tokenSecretOf } from '#server/platform/secrets.ts'

export const CODE_MS = minutes(DESK_CODE_MINUTES)
/** A use is recorded only if the last one was this long ago, so that reading the desk rarely writes. */
export const USE_MS = hours(1)

type WithSecrets = Pick<PlatformContext, 'secrets'>

/** A secret that only this store can derive from an id. 160 bits. */
const derive = (ctx: WithSecrets, purpose: string, id: string): string =>
  deriveToken(tokenSecretOf(ctx.secrets, id), purpose, id)

/** The code of a request, e.g. `048213`. It cannot be guessed within the limits below. */
export function deskCodeOf(ctx: WithSecrets, codeId: string): string {
  const number = BigInt(`0x${Buffer.from(derive(ctx, 'desk code', codeId), 'base64url').toString('hex')}`)
  return String(number % 10n ** BigInt(DESK_CODE_DIGITS)).padStart(DESK_CODE_DIGITS, '0')
}

export const linkSecretOf = (ctx: WithSecrets, codeId: string): string => derive(ctx, 'desk link', codeId)

const perHour = (kind: string, max: number, ...parts: readonly string[]): Limit => ({
  kind,
  parts,
  max,
  windowMs: hours(1),
})

/** A flood of these costs only the store. */
const floodPerHour = (...limit: Parameters<typeof perHour>): Limit => ({ ...perHour(...limit), isRateLimit: true })
/** Steps that a buyer may take with files within an hour: send, open, check. Some take seconds of CPU time. */
export const listReadingsLimit = (buyerKey: string): Limit => floodPerHour('own-list-reading', 120, buyerKey)
export const readTypedCode = (typed: string): string => typed.replace(/[\s-]/g, '')

/** Returns when a session ends that is used now. */
export function deskEnd(openedAt: Date, now: Date): Date {
  return new Date(Math.min(now.getTime() + days(DESK_IDLE_DAYS), openedAt.getTime() + days(DESK_DAYS_MAX)))
}

/** From all networks, within `CODE_MS`. Strangers who use it up have filled the mailbox with links that work. */
export const CODES_PER_ADDRESS_MAX = 10
export const CODE_LIMIT = { max: CODES_PER_ADDRESS_MAX, windowMs: CODE_MS }

/**
 * Wrong codes of an address within a month, from all networks together. A try is for one code of six digits, so a year
 * of trying has a chance of 1 in 8,000. Someone who uses up the limit keeps the owner from typing a code, but not from
 * using the mailed link.
 */
export const WRONG_CODES_MAX = 10
const WRONG_CODES_MS = days(30)
export const wrongCodesLimit = (customerKey: string, cost = 1): Limit => ({
  kind: 'desk-wrong-code',
  parts: [customerKey],
  max: WRONG_CODES_MAX,
  windowMs: WRONG_CODES_MS,
  cost,
})
export const RESTOCK_CONFIRM_MS = days(contract.RESTOCK_CONFIRM_DAYS)
export const RESTOCK_REQUEST_MS = days(contract.RESTOCK_REQUEST_DAYS)
export const RESTOCK_MAIL_MS = hours(contract.RESTOCK_MAIL_HOURS)

export const restockConfirmSecretOf = (ctx: WithSecrets, requestId: string) => derive(ctx, 'restock confirm', requestId)

export const restockEndSecretOf = (ctx: WithSecrets, requestId: string): string => derive(ctx, 'restock end', requestId)
/** Emails that ask one address to confirm a request within an hour: caused by one network, and by all. */
export const RESTOCK_MAILS_PER_PAIR_MAX = 10
export const RESTOCK_MAILS_PER_ADDRESS_MAX = 20
/** Requests from one network, for any address, and links that it tries. */
const RESTOCKS_PER_NETWORK_MAX = 60
/** Asks at the desk of an address: each package that it may wait for, and some again. */
const RESTOCKS_AT_DESK_MAX = contract.RESTOCK_REQUESTS_MAX + 50

/** The limit on one network's calls about restocks, by what it does. */
export const restocksFrom = (ctx: RequestContext, kind: 'restock-mail-from' | 'restock-link-from'): Limit =>
  floodPerHour(kind, RESTOCKS_PER_NETWORK_MAX, ctx.address)

/** What one network may ask for; counted first, so that what it refuses does not count for the address. */
export const restockLimitsOfNetwork = (ctx: RequestContext, customerKey: string): Limit[] => [
  perHour('restock-mail-pair', RESTOCK_MAILS_PER_PAIR_MAX, customerKey, ctx.address),
  restocksFrom(ctx, 'restock-mail-from'),
]

export const restockLimitOfAddress = (customerKey: string): Limit =>
  perHour('restock-mail-to', RESTOCK_MAILS_PER_ADDRESS_MAX, customerKey)

/** What the desk of an address may ask for. It sends no email, so this protects the store alone. */
export const restocksAtDesk = (customerKey: string): Limit =>
  floodPerHour('restock-at-desk', RESTOCKS_AT_DESK_MAX, customerKey)

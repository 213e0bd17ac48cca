/** When events of webhooks are sent, how they are signed, and how their secrets are kept. */
import { randomBytes } from 'node:crypto'
import { Webhook as Signer } from 'standardwebhooks'
import { isSealedNow, sealText, unsealText } from '#server/features/members/sealing.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { addMilliseconds, days, hours, minutes, seconds } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Limit } from '#server/platform/count-attempts.ts'

/** The key of the store's own webhooks, where a buyer's have an address. */
export const STORE_OWNER = ''

export const callerOf = ({ gateways }: Pick<WebContext, 'gateways'>, email: string) =>
  email === STORE_OWNER ? gateways.storeWebhooks : gateways.webhooks

/** The lock (`lockName`) that makes additions for one owner happen one after another. */
export const webhooksOf = (email: string): string => `webhooks ${email}`

/** Waits between the ten tries: 75 h 35 min in all. */
const RETRY_WAITS_MS = [seconds(5), minutes(5), minutes(30), ...[2, 5, 10, 14, 20, 24].map(hours)]
/** Each wait is up to a tenth longer, so that what failed together is not tried together. */
const JITTER = 0.1
export const DEAD_AFTER_MS = days(3)
/** Answers that a receiver's proxy gives while the receiver is down. */
export const AWAY_STATUSES: readonly number[] = [502, 503, 504]
/** Calls of one webhook start at least this far apart: ten a second. */
export const PACE_MS = 100

/** When an event is tried next after so many failed; null after its last try. @param chance from 0 up to 1, at random */
export function nextTryAt(now: Date, tries: number, chance: number): Date | null {
  const wait = RETRY_WAITS_MS[tries - 1]
  return wait === undefined ? null : addMilliseconds(now, wait * (1 + JITTER * chance))
}

const LEFT_ALONE_MS = { min: seconds(1), max: hours(1) }

export const leaveAloneUntil = (now: Date, retryAfterMs: number): Date =>
  addMilliseconds(now, Math.min(Math.max(retryAfterMs, LEFT_ALONE_MS.min), LEFT_ALONE_MS.max))

/** Standard Webhooks asks for 24 to 64 random bytes. */
const SECRET_BYTES = 32
const PURPOSE = 'webhook-secret'

type Secrets = Pick<PlatformContext['secrets'], 'sessions'>

export const newWebhookSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`

export const sealSecret = (secrets: Secrets, webhookId: string, secret: string): string =>
  sealText(secrets, PURPOSE, webhookId, secret)

/** @throws Error if it was not encrypted here for this webhook */
export const unsealSecret = (secrets: Secrets, webhookId: string, sealed: string): string =>
  unsealText(secrets, PURPOSE, webhookId, sealed)

/** Encrypts again what an earlier secret of the store encrypted; null if the one in force did. */
export const sealSecretAgain = (secrets: Secrets, webhookId: string, sealed: string): string | null =>
  isSealedNow(secrets, PURPOSE, webhookId, sealed)
    ? null
    : sealSecret(secrets, webhookId, unsealSecret(secrets, webhookId, sealed))

/**
 * Signs a body with every secret that is in force (`sealed`: encrypted).
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signedHeaders(
  secrets: Secrets,
  webhookId: string,
  sealed: readonly string[],
  message: { eventId: string; at: Date; body: string },
): Record<string, string> {
  const { eventId, at, body } = message
  const signatures = sealed.map((one) => new Signer(unsealSecret(secrets, webhookId, one)).sign(eventId, at, body))
  return {
    'content-type': 'application/json',
    'user-agent': 'Leadyard-Webhooks/1',
    'webhook-id': eventId,
    'webhook-timestamp': String(Math.floor(at.getTime() / seconds(1))),
    'webhook-signature': signatures.join(' '),
  }
}

/** Tests and replays that an owner can ask for within an hour, and secrets they can replace. */
export const requestLimits = (email: string): Limit[] => [
  { kind: 'webhook-request', parts: [email], max: 60, windowMs: hours(1) },
]

import { randomInt } from 'node:crypto'
import type { confirmOptOut as confirmEndpoint, optOut as endpoint } from '#contract/delivery/opt-out.ts'
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import { listAdministratorIds } from '#server/features/members/administrators.ts'
import { isOverMailed } from '#server/features/members/throttle.ts'
import { queueMessage } from '#server/features/messages/queue-message.ts'
import { type TypedProperty, typedProperties } from '#server/features/stock/fingerprints.ts'
import type { SuppressionCause } from '#server/features/stock/lead-tables.ts'
import { countAsked, suppress } from '#server/features/stock/suppressions.ts'
import { addMilliseconds, days, hours } from '#server/platform/clock.ts'
import type { PlatformContext, RequestContext } from '#server/platform/context.ts'
import { countAttempts } from '#server/platform/count-attempts.ts'
import { inTransaction, type Transaction } from '#server/platform/database.ts'
import { deriveToken, fingerprint, newId } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs/job.ts'
import { readAddress } from '#server/platform/one-line.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { tokenSecretOf } from '#server/platform/secrets.ts'
import { takeConfirmation, writeConfirmation, writeRequest } from './opt-out-queries.ts'

/** The job that takes the leads out. */
export const WITHDRAW_JOB = 'withdraw-property'

/**
 * Leads leave stock between these times after an owner opts out, at a random moment, so a drop in stock does not reveal
 * the request. During this time, an administrator can revoke a request with nothing lost.
 */
const LEAVE_AFTER_MS = hours(8)
const LEAVE_BY_MS = hours(24)

/**
 * Requests per day that count immediately, from one network and with one email address. More need the link in an email
 * confirmed.
 */
const AT_ONCE_MAX = 3
/** Requests per day from one network in total. Someone with more properties writes to us. */
const ASKED_MAX = 30
const ASKED_WITHIN_MS = days(1)

/** How long the confirmation link works. */
export const CONFIRMATION_MS = days(1)

/** Derives the token of the link that confirms a request. */
export const confirmationTokenOf = (ctx: Pick<PlatformContext, 'secrets'>, confirmationId: string): string =>
  deriveToken(tokenSecretOf(ctx.secrets, confirmationId), 'opt-out-confirmation', confirmationId)

/**
 * Puts a property on the list, in a transaction, and queues the job that takes its leads out. Repeating it changes
 * nothing. If its owner asked, they leave stock hours later; no one can buy them in the meantime.
 */
export async function leaveAlone(
  ctx: PlatformContext,
  tx: Transaction,
  input: { propertyKey: string; cause: SuppressionCause },
): Promise<void> {
  const { propertyKey, cause } = input
  const at = ctx.clock.now()
  const withdrawAt = cause === 'owner' ? addMilliseconds(at, randomInt(LEAVE_AFTER_MS, LEAVE_BY_MS)) : null
  await suppress(tx, { propertyKey, at, cause, withdrawAt })
  await enqueue(tx, WITHDRAW_JOB, { propertyKey }, { key: `${WITHDRAW_JOB}:${propertyKey}` })
}

/** Stores a request until its leads are out, and sends a receipt to anyone who wants one and has none yet. */
async function recordRequest(
  ctx: PlatformContext,
  tx: Transaction,
  input: TypedProperty & { zip: string; to: string | null },
): Promise<void> {
  const { propertyKey, address, zip, to } = input
  const emailKey = to && deriveToken(ctx.secrets.fingerprints, 'opt-out', to.toLowerCase())
  const requestId = newId('opt', ctx.clock)
  const [written] = await tx.run(writeRequest, {
    requestId,
    propertyKey,
    address,
    zip,
    email: to,
    emailKey,
    now: ctx.clock.now(),
  })
  if (!written || !to) return
  await queueMessage(ctx, tx, {
    messageId: `opt_out_receipt.${requestId}`,
    kind: 'opt_out_receipt',
    subjectId: requestId,
  })
}

/** All possible readings of what was typed. */
interface Asked {
  properties: readonly TypedProperty[]
  zip: string
}

async function leaveAllAlone(ctx: PlatformContext, tx: Transaction, asked: Asked, to: string | null): Promise<void> {
  for (const [index, property] of asked.properties.entries()) {
    await leaveAlone(ctx, tx, { propertyKey: property.propertyKey, cause: 'owner' })
    // One receipt per typed request.
    await recordRequest(ctx, tx, { ...property, zip: asked.zip, to: index === 0 ? to : null })
  }
}

/** Whether a request counts immediately. All requests are counted. @throws Refusal `rate_limited` */
async function countsAtOnce(ctx: RequestContext, email: string | null): Promise<boolean> {
  const ofNetwork = { parts: [ctx.address], windowMs: ASKED_WITHIN_MS, isRateLimit: true }
  if (!(await countAttempts(ctx, [{ ...ofNetwork, kind: 'opt-out', max: ASKED_MAX }])))
    throw new Refusal('rate_limited.opt_outs')
  const ofEmail = { kind: 'opt-out-with', parts: [email ?? ''], max: AT_ONCE_MAX, windowMs: ASKED_WITHIN_MS }
  return countAttempts(ctx, [
    { ...ofNetwork, kind: 'opt-out-at-once', max: AT_ONCE_MAX },
    ...(email === null ? [] : [ofEmail]),
  ])
}

/** Emails a link that confirms a request. */
async function askToConfirm(ctx: PlatformContext, { properties, zip }: Asked, email: string): Promise<void> {
  const confirmationId = newId('opc', ctx.clock)
  await inTransaction(ctx, async (tx) => {
    await tx.run(writeConfirmation, {
      confirmationId,
      tokenFingerprint: fingerprint(confirmationTokenOf(ctx, confirmationId)),
      propertyKeys: properties.map(({ propertyKey }) => propertyKey),
      addresses: properties.map(({ address }) => address),
      zip,
      email,
      now: ctx.clock.now(),
    })
    await queueMessage(ctx, tx, {
      messageId: `opt_out_confirmation.${confirmationId}`,
      kind: 'opt_out_confirmation',
      subjectId: confirmationId,
    })
  })
}

const LEFT_ALONE =
  'This property is on our opt-out list. We no longer sell its details, and within a day we ask everyone who bought them from us to remove them.'

/**
 * Opts a property out. From the moment this returns it is on the list, which imports and sales check. A job takes its
 * leads out of orders immediately; a check each minute takes them out of stock hours later. So neither the reply, its
 * timing nor the stock shown reveals whether the store knows the property.
 * After a few requests a day, further ones count only once an emailed link is confirmed.
 *
 * @throws Refusal `address_unreadable`, `bad_request` for an invalid email, `rate_limited`
 */
export async function optOut(ctx: RequestContext, input: BodyOf<typeof endpoint>): Promise<ReplyOf<typeof endpoint>> {
  const { street, city } = input
  const email = input.email ? readAddress(input.email) : null
  const zip = input.zip.slice(0, 5)
  // Every property that it may mean: one too many does no harm, and the reply must not reveal which of them is known.
  const properties = typedProperties(ctx, { street, cities: [city], zip: input.zip })
  if (properties.length === 0) throw new Refusal('address_unreadable')
  const isAtOnce = await countsAtOnce(ctx, email?.toLowerCase() ?? null)
  if (!isAtOnce && email === null) throw new Refusal('rate_limited.opt_outs_need_email')
  const isMailed = email !== null && !(await isOverMailed(ctx, email.toLowerCase()))
  if (isAtOnce) {
    // Someone else’s inbox must not be filled with receipts. The property is opted out anyway.
    await inTransaction(ctx, (tx) => leaveAllAlone(ctx, tx, { properties, zip }, isMailed ? email : null))
    return { needsConfirmation: false, message: LEFT_ALONE }
  }
  if (!isMailed) throw new Refusal('rate_limited.opt_out_mails')
  await askToConfirm(ctx, { properties, zip }, email)
  return {
    needsConfirmation: true,
    message: `Several properties were submitted today, so we emailed a link to ${email}. The property comes off our lists once you confirm there, within 24 hours. Nothing changes until then.`,
  }
}

/**
 * Opts out the property for which a link was emailed, once.
 *
 * @throws Refusal `mail_link_invalid`
 */
export async function confirmOptOut(
  ctx: PlatformContext,
  input: BodyOf<typeof confirmEndpoint>,
): Promise<ReplyOf<typeof confirmEndpoint>> {
  const since = addMilliseconds(ctx.clock.now(), -CONFIRMATION_MS)
  await inTransaction(ctx, async (tx) => {
    const [asked] = await tx.run(takeConfirmation, { tokenFingerprint: fingerprint(input.token), since })
    if (!asked) throw new Refusal('mail_link_invalid')
    const properties = asked.property_keys.map((propertyKey, index) => ({
      propertyKey,
      address: asked.addresses[index] ?? '',
    }))
    await leaveAllAlone(ctx, tx, { properties, zip: asked.zip }, asked.email)
  })
  return { message: LEFT_ALONE }
}

/** This many owners' requests within a day alert administrators: someone may be emptying the store. */
export const ALARM_AT = 15
export const ALARM_WITHIN_MS = days(1)

/** Emails every administrator if unusually many properties were opted out, once per UTC day. */
export async function tellOfMany(ctx: PlatformContext): Promise<void> {
  const now = ctx.clock.now()
  if ((await countAsked(ctx, addMilliseconds(now, -ALARM_WITHIN_MS))) < ALARM_AT) return
  const day = now.toISOString().slice(0, 10)
  await inTransaction(ctx, async (tx) => {
    for (const userId of await listAdministratorIds(tx))
      await queueMessage(ctx, tx, {
        messageId: `opt_out_alarm.${day}.${userId}`,
        kind: 'opt_out_alarm',
        subjectId: userId,
      })
  })
}

import { randomInt } from 'node:crypto'
import type { confirmOptOut as confirmEndpoint, optOut as endpoint } from '#contract/delivery/opt-out.ts'
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import { listAdministratorIds } from '#server/features/members/administrators.ts'
import { isOverMailed } from '#server/features/members/throttle.ts'
import { queueMessage } from '#server/features/messages/queue-message.ts'
import { type TypedProperty, typedProperties } from '#server/features/stock/normalize-address.ts'
import { countAsked, suppress } from '#server/features/stock/suppressions.ts'
import type { SuppressionCause } from '#server/features/stock/tables.ts'
import { isZipElsewhere, loadZipCounties } from '#server/features/stock/zip-counties.ts'
import { addMilliseconds, days, hours } from '#server/platform/clock.ts'
import type { PlatformContext, RequestContext } from '#server/platform/context.ts'
import { countAttempts } from '#server/platform/count-attempts.ts'
import { inTransaction, type Transaction } from '#server/platform/database/database.ts'
import { statement } from '#server/platform/database/statement.ts'
import { Refusal, requireRow } from '#server/platform/errors.ts'
import { deriveToken, fingerprint, newId } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs/job.ts'
import { forgetting } from '#server/platform/jobs/retention.ts'
import { tokenSecretOf } from '#server/platform/secrets.ts'
import { readAddress } from '#server/platform/text/text.ts'

/** Adds a request; `emailKey`: the fingerprint of `email`. No row if the same was requested with that receipt. */
export const writeRequest = statement('opt_out.write_request')`
  insert into opt_out_requests (request_id, property_key, address, zip, email, email_key, asked_at)
  values ($requestId, $propertyKey, $address, $zip, $email?, $emailKey?, $now) on conflict do nothing returning request_id`

export const writeConfirmation = statement('opt_out.write_confirmation')`
  insert into opt_out_confirmations (confirmation_id, token_fingerprint, property_keys, addresses, zip, email, asked_at)
  values ($confirmationId, $tokenFingerprint, $propertyKeys::uuid[], $addresses::text[], $zip, $email, $now)`

/** Finds a request that waits for confirmation, if it was made after `since`. */
export const findConfirmation = statement('opt_out.find_confirmation')`
  select email, zip, asked_at from opt_out_confirmations where confirmation_id = $confirmationId and asked_at > $since`

/** Takes the waiting request with the token `tokenFingerprint`, once, if it was made after `since`. */
export const takeConfirmation = statement('opt_out.take_confirmation')`
  delete from opt_out_confirmations where token_fingerprint = $tokenFingerprint and asked_at > $since
  returning addresses, zip, email`

/** Removes the addresses of what is forgotten from the message log. */
const unaddressed = (kind: string, key: string) =>
  `update messages m set sent_to = null, last_error = null from gone where m.message_id = '${kind}.' || gone.${key}`

/** Deletes up to `limit` requests unconfirmed since `askedAt`, and their addresses in the message log. */
export const forgetConfirmations = forgetting(
  'opt_out.forget_confirmations',
  'opt_out_confirmations',
  'confirmation_id',
  'asked_at',
  { also: unaddressed('opt_out_confirmation', 'confirmation_id') },
)

/** Finds the address of the property `propertyKey` as someone typed it; none once its notices are written. */
export const findAskedAddress = statement('opt_out.find_address')`
  select address from opt_out_requests where property_key = $propertyKey and address is not null limit 1`

/** Forgets the address of the property `propertyKey`, because its notices are written. */
export const forgetAskedAddress = statement('opt_out.forget_asked_address')`
  update opt_out_requests set address = null where property_key = $propertyKey and address is not null`

/** Adds notices; returns those for buyers who were not told before. */
export const writeNotices = statement('opt_out.write_notices')`
  insert into opt_out_notices (notice_id, property_key, buyer_key, order_id, address, created_at)
  select notice_id, $propertyKey, buyer_key, order_id, $address, $now from unnest($noticeIds::text[], $buyerKeys::text[], $orderIds::text[]) as n (notice_id, buyer_key, order_id)
  on conflict do nothing returning notice_id, order_id`

export const findNotice = statement('opt_out.find_notice')`
  select n.address, o.email, o.reference, o.full_name, o.paid_at, o.total_cents
  from opt_out_notices n join orders o on o.order_id = n.order_id
  where n.notice_id = $noticeId`

/** Forgets the address of a notice whose buyer was told. */
export const recordTold = statement('opt_out.note_told')`
  update opt_out_notices set address = null where notice_id = $noticeId`

export const findReceipt = statement('opt_out.find_receipt')`
  select email, zip, asked_at from opt_out_requests where request_id = $requestId`

/** Forgets the address that a receipt was sent to. */
export const recordReceiptSent = statement('opt_out.note_receipt_sent')`
  update opt_out_requests set email = null where request_id = $requestId`

/** Deletes up to `limit` requests before `before`, oldest first, and their receipts' addresses in the message log. */
export const forgetRequests = forgetting('opt_out.forget_requests', 'opt_out_requests', 'request_id', 'asked_at', {
  also: unaddressed('opt_out_receipt', 'request_id'),
})

/** Forgets the addresses of up to `limit` notices before `before` that could not be delivered. */
export const forgetUntold = forgetting('opt_out.forget_untold', 'opt_out_notices', 'notice_id', 'created_at', {
  where: 'address is not null',
  emptied: 'address',
})

export const WITHDRAW_JOB = 'withdraw-property'

/** Leads leave stock at a random moment between these, so that a drop in stock does not reveal the request. */
const LEAVE_AFTER_MS = hours(8)
const LEAVE_BY_MS = hours(24)
/** Requests per day that count immediately, from one network and with one address. More need the emailed link confirmed. */
const AT_ONCE_MAX = 3
/** Requests per day from one network in total. Someone with more properties writes to us. */
const ASKED_MAX = 30
const ASKED_WITHIN_MS = days(1)
export const CONFIRMATION_MS = days(1)

export const confirmationTokenOf = (ctx: Pick<PlatformContext, 'secrets'>, confirmationId: string): string =>
  deriveToken(tokenSecretOf(ctx.secrets, confirmationId), 'opt-out-confirmation', confirmationId)

/** Puts a property on the list and queues the job that takes its leads out: hours later, if its owner asked. */
export async function leaveAlone(
  ctx: PlatformContext,
  tx: Transaction,
  { propertyKey, cause }: { propertyKey: string; cause: SuppressionCause },
): Promise<void> {
  const at = ctx.clock.now()
  const withdrawAt = cause === 'owner' ? addMilliseconds(at, randomInt(LEAVE_AFTER_MS, LEAVE_BY_MS)) : null
  await suppress(tx, { propertyKey, at, cause, withdrawAt })
  await enqueue(tx, WITHDRAW_JOB, { propertyKey }, { key: `${WITHDRAW_JOB}:${propertyKey}` })
}

/** Stores a request until its leads are out, and sends a receipt to anyone who wants one and has none yet. */
async function recordRequest(
  ctx: PlatformContext,
  tx: Transaction,
  { propertyKey, address, zip, to }: TypedProperty & { zip: string; to: string | null },
): Promise<void> {
  const emailKey = to && deriveToken(ctx.secrets.fingerprints, 'opt-out', to.toLowerCase())
  const requestId = newId('opt', ctx.clock)
  const request = { requestId, propertyKey, address, zip, email: to, emailKey, now: ctx.clock.now() }
  const [written] = await tx.run(writeRequest, request)
  if (!written || !to) return
  const messageId = `opt_out_receipt.${requestId}`
  await queueMessage(ctx, tx, { messageId, kind: 'opt_out_receipt', subjectId: requestId })
}

type Asked = { properties: readonly TypedProperty[]; zip: string }

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
    const messageId = `opt_out_confirmation.${confirmationId}`
    await queueMessage(ctx, tx, { messageId, kind: 'opt_out_confirmation', subjectId: confirmationId })
  })
}

const LEFT_ALONE =
  'This property is on our opt-out list. We no longer sell its details, and within a day we ask everyone who bought them from us to remove them.'

/**
 * Opts a property out. From the moment this returns it is on the list, which imports and sales check. A job takes its
 * leads out of orders immediately; a check each minute takes them out of stock hours later. So neither the reply, its
 * timing nor the stock shown reveals whether the store knows the property. After a few requests a day, further ones
 * count only once an emailed link is confirmed.
 * @throws Refusal `address_unreadable`, `zip_not_in_state`, `bad_request` for an invalid email, `rate_limited`
 */
export async function optOut(ctx: RequestContext, input: BodyOf<typeof endpoint>): Promise<ReplyOf<typeof endpoint>> {
  const { street, city } = input
  const email = input.email ? readAddress(input.email) : null
  const zip = input.zip.slice(0, 5)
  // Every property that it may mean: one too many does no harm, and the reply must not reveal which of them is known.
  const properties = typedProperties(ctx, { street, cities: [city], zip: input.zip })
  if (properties.length === 0) throw new Refusal('address_unreadable')
  // With either one wrong, another house would be opted out and this one would not.
  if (isZipElsewhere(await loadZipCounties(new Set([zip])), zip, input.state)) throw new Refusal('zip_not_in_state')
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

/** Opts out the property for which a link was emailed, once. @throws Refusal `mail_link_invalid` */
export async function confirmOptOut(ctx: PlatformContext, input: BodyOf<typeof confirmEndpoint>) {
  const since = addMilliseconds(ctx.clock.now(), -CONFIRMATION_MS)
  await inTransaction(ctx, async (tx) => {
    const rows = await tx.run(takeConfirmation, { tokenFingerprint: fingerprint(input.token), since })
    const { addresses, zip, email } = requireRow(rows, 'mail_link_invalid')
    // Read again, because the link may be older than the way addresses are normalized now.
    const properties = addresses.flatMap((street) => typedProperties(ctx, { street, cities: [''], zip }))
    await leaveAllAlone(ctx, tx, { properties, zip }, email)
  })
  return { message: LEFT_ALONE }
}

/** This many owners' requests within a day alert administrators: someone may be emptying the store. */
const ALARM_AT = 15
export const ALARM_WITHIN_MS = days(1)

/** Emails every administrator if unusually many properties were opted out, once per UTC day. */
export async function tellOfMany(ctx: PlatformContext): Promise<void> {
  const now = ctx.clock.now()
  if ((await countAsked(ctx, addMilliseconds(now, -ALARM_WITHIN_MS))) < ALARM_AT) return
  const day = now.toISOString().slice(0, 10)
  await inTransaction(ctx, async (tx) => {
    for (const userId of await listAdministratorIds(tx)) {
      const messageId = `opt_out_alarm.${day}.${userId}`
      await queueMessage(ctx, tx, { messageId, kind: 'opt_out_alarm', subjectId: userId })
    }
  })
}

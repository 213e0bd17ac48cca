import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import type { optOut as endpoint } from '#contract/opt-out.ts'
import { isOverMailed } from '#server/features/auth/throttle.ts'
import { suppress } from '#server/features/leads/suppressions.ts'
import type { SuppressionCause } from '#server/features/leads/tables.ts'
import { type TypedProperty, typedProperties } from '#server/features/leads/typed-properties.ts'
import { queueMessage } from '#server/features/notifications/queue-message.ts'
import { hours } from '#server/platform/clock.ts'
import type { PlatformContext, RequestContext } from '#server/platform/context.ts'
import { countAttempts } from '#server/platform/count-attempts.ts'
import { inTransaction, type Transaction } from '#server/platform/database.ts'
import { deriveToken, newId } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs/job.ts'
import { readAddress } from '#server/platform/one-line.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { writeRequest } from './queries.ts'

/** The job that takes the leads out. */
export const WITHDRAW_JOB = 'withdraw-property'

/** Properties from one network within an hour: enough for somebody with a street of houses, and 720 a day for a script. */
const ASKED_MAX = 30
const ASKED_WITHIN_MS = hours(1)

const TOO_MANY =
  'Many properties were named from your network within the last hour. Please try again in an hour, or write to us with a list.'

/** Puts a property on the list, in a transaction, and queues the job that takes its leads out. Saying it again changes nothing. */
export async function leaveAlone(
  ctx: PlatformContext,
  tx: Transaction,
  input: { propertyKey: string; cause: SuppressionCause },
): Promise<void> {
  const { propertyKey, cause } = input
  await suppress(tx, { propertyKey, at: ctx.clock.now(), cause })
  await enqueue(tx, WITHDRAW_JOB, { propertyKey }, { key: `${WITHDRAW_JOB}:${propertyKey}` })
}

/** Keeps what was asked until its leads are out, and sends a receipt for it to whoever wants one and has none yet. */
async function noteRequest(
  ctx: PlatformContext,
  tx: Transaction,
  input: TypedProperty & { zip: string; to: string | null },
): Promise<void> {
  const { propertyKey, address, zip, to } = input
  const emailKey = to && deriveToken(ctx.secrets.tokens, 'opt-out', to.toLowerCase())
  const requestId = newId('opt', ctx.clock)
  const [written] = await tx.run(writeRequest, [requestId, propertyKey, address, zip, to, emailKey, ctx.clock.now()])
  if (!written || !to) return
  await queueMessage(ctx, tx, {
    messageId: `opt_out_receipt.${requestId}`,
    kind: 'opt_out_receipt',
    subjectId: requestId,
  })
}

/**
 * Has a property left alone, from the moment this returns: it is on the list, which imports and sales ask. A job, queued with it,
 * takes its leads out; because that takes longer where there are some, the caller does not wait for it, so that neither the answer
 * nor its time tells whether the store knows the property.
 *
 * @throws Refusal `address_unreadable`, `bad_request` for an email that cannot be one, `rate_limited`
 */
export async function optOut(ctx: RequestContext, input: BodyOf<typeof endpoint>): Promise<ReplyOf<typeof endpoint>> {
  const { street, city, zip } = input
  const email = input.email ? readAddress(input.email) : null
  // All that may be meant: one too many does no harm, and the answer must not tell which of them is known.
  const properties = typedProperties(ctx, { street, cities: [city], zip })
  if (properties.length === 0) throw new Refusal('address_unreadable')
  const asked = { kind: 'opt-out', parts: [ctx.address], max: ASKED_MAX, windowMs: ASKED_WITHIN_MS, isOfNetwork: true }
  if (!(await countAttempts(ctx, [asked]))) throw new Refusal('rate_limited', { message: TOO_MANY })
  // Somebody else’s address must not be filled with receipts; the property is left alone all the same.
  const to = email !== null && !(await isOverMailed(ctx, email.toLowerCase())) ? email : null

  await inTransaction(ctx, async (tx) => {
    for (const [index, property] of properties.entries()) {
      await leaveAlone(ctx, tx, { propertyKey: property.propertyKey, cause: 'owner' })
      // One receipt for what was typed once.
      await noteRequest(ctx, tx, { ...property, zip: zip.slice(0, 5), to: index === 0 ? to : null })
    }
  })
  return {
    message:
      'This property is on our list of properties to leave alone. We do not sell its details any more, and whoever bought them from us before is asked to remove them.',
  }
}

import type { Context } from '#server/gateways/context.ts'
import { addMilliseconds, minutes } from '#server/platform/clock.ts'
import { refundPayment } from './refund-payment.ts'
import { claimDueRefund, countUnmadeRefunds } from './refund-queries.ts'
import { REFUND_TRIES_QUIET } from './rules.ts'

/** A refund's own job sends it within seconds. One that nobody tried for so long has lost its job. */
const JOB_LOST_AFTER_MS = minutes(2)

/** How long a refund belongs to whoever took it: longer than its two calls to the provider may last, 20 s each. */
const CLAIM_MS = minutes(2)

/** Refunds of one run: well under the 25 calls a second that Stripe allows, and over in a moment when it answers. */
const REFUNDS_MAX = 50

/** A provider that is silent must not hold a run, and a stop that waits for it, for each refund. */
const UNMADE_MAX = 2

/**
 * Sends again what is due to go back: refunds that the provider did not make, when their wait is over, and refunds whose
 * job was lost. Safe on several nodes at once: each takes refunds that no other has.
 *
 * @returns how many were made
 */
export async function retryRefunds(ctx: Context): Promise<number> {
  let made = 0
  let unmade = 0
  for (let tried = 0; tried < REFUNDS_MAX && unmade < UNMADE_MAX; tried += 1) {
    const now = ctx.clock.now()
    const writtenBy = addMilliseconds(now, -JOB_LOST_AFTER_MS)
    const [due] = await ctx.database.run(claimDueRefund, {
      now,
      createdBefore: writtenBy,
      tryAt: addMilliseconds(now, CLAIM_MS),
    })
    if (!due) break
    const outcome = await refundPayment(ctx, due.refund_id)
    if (outcome === 'made') made += 1
    if (outcome === 'again') unmade += 1
  }
  return made
}

/** How many refunds are not made: waiting (`due`), waiting for long (`overdue`, also counted as due), refused for good. */
export async function countRefunds(ctx: Context): Promise<{ due: number; overdue: number; failed: number }> {
  const [counted] = await ctx.database.run(countUnmadeRefunds, { attempts: REFUND_TRIES_QUIET })
  return { due: counted?.due ?? 0, overdue: counted?.overdue ?? 0, failed: counted?.failed ?? 0 }
}

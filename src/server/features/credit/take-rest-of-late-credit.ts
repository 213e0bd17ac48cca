import { toCents } from '#contract/money.ts'
import {
  lockCredit,
  type RestOfEarnedCredit,
  TAKE_REST_JOB,
  takeRestOfEarnedCredit,
} from '#server/features/orders/change-credit.ts'
import { lockPaidOrder } from '#server/features/orders/refund-lines.ts'
import { addMilliseconds, hours } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { enqueue } from '#server/platform/jobs/job.ts'
import { readSetAside } from './queries.ts'

/** Orders that wait are paid or closed within a day. */
const LOOK_AGAIN_MS = hours(1)

/**
 * Takes back credit that a refunded line had earned and that orders had set aside by then: once they ended, and of what came
 * back from them. What they were paid with is spent, and any other credit of the customer is not touched.
 */
export async function takeRestOnceFree(ctx: PlatformContext, rest: RestOfEarnedCredit): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockPaidOrder(tx, rest.orderId)
    // Before it is read what is left, of which another line's rest may be taken at the same moment.
    await lockCredit(tx, rest.customerKey)
    const [setAside] = await tx.run(readSetAside, { customerKey: rest.customerKey, madeAt: rest.refundedAt })
    if (!setAside?.waits) return takeRestOfEarnedCredit(ctx, tx, rest, toCents(Math.max(setAside?.left_cents ?? 0, 0)))
    const runAt = addMilliseconds(ctx.clock.now(), LOOK_AGAIN_MS)
    await enqueue(tx, TAKE_REST_JOB, rest, { key: `${TAKE_REST_JOB} ${rest.refundId} ${rest.lineNumber}`, runAt })
  })
}

import { toCents } from '#contract/money.ts'
import {
  lockCredit,
  type RestOfLateCredit,
  TAKE_REST_JOB,
  takeRestOfLateCredit,
} from '#server/features/credit-ledger/change-credit.ts'
import { lockPaidOrder } from '#server/features/orders/refund-lines.ts'
import { addMilliseconds, hours } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { enqueue } from '#server/platform/jobs/job.ts'
import { readSetAside } from './queries.ts'

/** Orders that wait are paid or closed within a day. */
const LOOK_AGAIN_MS = hours(1)

/**
 * Takes back credit for lateness that orders had set aside when the late line was refunded: once they ended, and of what came
 * back from them. What they were paid with is spent, and any other credit of the customer is not touched.
 */
export async function takeRestOnceFree(ctx: PlatformContext, rest: RestOfLateCredit): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockPaidOrder(tx, rest.orderId)
    // Before it is read what is left, of which another line's rest may be taken at the same moment.
    await lockCredit(tx, rest.customerKey)
    const [setAside] = await tx.run(readSetAside, [rest.customerKey, rest.refundedAt])
    if (!setAside?.waits) return takeRestOfLateCredit(ctx, tx, rest, toCents(Math.max(setAside?.left_cents ?? 0, 0)))
    const runAt = addMilliseconds(ctx.clock.now(), LOOK_AGAIN_MS)
    await enqueue(tx, TAKE_REST_JOB, rest, { key: `${TAKE_REST_JOB} ${rest.refundId} ${rest.lineNumber}`, runAt })
  })
}

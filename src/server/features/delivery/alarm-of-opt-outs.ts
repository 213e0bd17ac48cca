import { listAdministratorIds } from '#server/features/members/administrators.ts'
import { queueMessage } from '#server/features/messages/queue-message.ts'
import { countAsked } from '#server/features/stock/suppressions.ts'
import { addMilliseconds, days } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'

/** So many requests of owners within this time are news to administrators: somebody may be emptying the shop. */
export const ALARM_AT = 15
export const ALARM_WITHIN_MS = days(1)

/** Mails every administrator when unusually many properties were opted out, once for each day of UTC. */
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

import { loadPlaces } from '#server/features/catalogue/places.ts'
import type { Context } from '#server/gateways/context.ts'
import { statement } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'

const ping = statement('operations.ping', 'select 1')

/**
 * Whether this node can serve: the start finished (migrations, catalogue, demo data), the database answers.
 *
 * @throws Refusal `unavailable`
 */
export async function checkReadiness(ctx: Context, isStarted: boolean): Promise<{ status: 'ready' }> {
  if (!isStarted) throw new Refusal('unavailable')
  await ctx.database.run(ping)
  const { states } = await loadPlaces(ctx)
  if (states.length === 0) throw new Refusal('unavailable')
  return { status: 'ready' }
}

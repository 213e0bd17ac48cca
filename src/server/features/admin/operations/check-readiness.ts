import { loadPlaces } from '#server/features/catalogue/places.ts'
import type { Context } from '#server/gateways/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type NoParameters, statement } from '#server/platform/statement.ts'

/** A standby answers reads, and so does a read-only database; neither can take an order. */
export const findReadOnly = statement<NoParameters, { is_read_only: boolean }>(
  'operations.find_read_only',
  `select current_setting('transaction_read_only') = 'on' as is_read_only`,
)

/**
 * Whether this node can serve: the start has finished (migrations, catalogue, demo data), and the database answers and
 * takes writes.
 *
 * @throws Refusal `unavailable`
 */
export async function checkReadiness(ctx: Context, isStarted: boolean): Promise<{ status: 'ready' }> {
  if (!isStarted) throw new Refusal('unavailable')
  const [found] = await ctx.database.run(findReadOnly)
  if (found?.is_read_only !== false) throw new Refusal('unavailable')
  const { states } = await loadPlaces(ctx)
  if (states.length === 0) throw new Refusal('unavailable')
  return { status: 'ready' }
}

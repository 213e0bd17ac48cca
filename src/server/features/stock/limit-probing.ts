import { days } from '#server/platform/clock.ts'
import type { RequestContext } from '#server/platform/context.ts'
import { countAttempts, type Limit } from '#server/platform/count-attempts.ts'
import { networkToCount } from '#server/platform/network-key.ts'

const OF_BUYER_MAX = 20
/** An office shares a network. */
const OF_NETWORK_MAX = 60

/**
 * Counts a change of a buyer's own lists, or an answer that too few leads are left for them: a series of them could ask
 * about single properties (docs/decisions/0070-leads-a-buyer-already-has.md). Both share one budget a day, for the
 * buyer and for the network, since a second desk costs nothing.
 *
 * @returns whether the budget allows it
 */
export async function countProbe(ctx: RequestContext, buyerKey: string): Promise<boolean> {
  const limit = (part: string, max: number): Limit => ({
    kind: 'own-list-change',
    parts: [part],
    max,
    windowMs: days(1),
  })
  const network = networkToCount(ctx)
  // The buyer comes first: once over the limit, they cost the network nothing.
  if (!(await countAttempts(ctx, [limit(buyerKey, OF_BUYER_MAX)]))) return false
  return network === null || countAttempts(ctx, [limit(network, OF_NETWORK_MAX)])
}

/** Limits on codes that are mailed, the same for every address, so they do not reveal which ones the store knows. */
import { hours } from '#server/platform/clock.ts'
import type { RequestContext } from '#server/platform/context.ts'
import { countAttempts, type Limit } from '#server/platform/count-attempts.ts'

const windowMs = hours(1)
const MAILS_PER_PAIR_MAX = 5
const MAILS_PER_NETWORK_MAX = 20
const TRIES_PER_PAIR_MAX = 25
const TRIES_PER_NETWORK_MAX = 50

type CodeKind = 'credit' | 'desk'

/** What the network's own limits refuse does not count for the address: strangers cannot use up its emails. */
export async function mayMailCode(
  ctx: RequestContext,
  kind: CodeKind,
  customerKey: string,
  perAddress: Pick<Limit, 'max'> & Partial<Pick<Limit, 'windowMs'>>,
): Promise<boolean> {
  const mine: Limit[] = [
    { kind: `${kind}-mail-pair`, parts: [customerKey, ctx.address], max: MAILS_PER_PAIR_MAX, windowMs },
    { kind: `${kind}-mail-from`, parts: [ctx.address], max: MAILS_PER_NETWORK_MAX, windowMs, isRateLimit: true },
  ]
  const everyones = { kind: `${kind}-mail-to`, parts: [customerKey], windowMs, ...perAddress }
  return (await countAttempts(ctx, mine)) && (await countAttempts(ctx, [everyones]))
}

/** Counts a try to enter a code, and returns whether it is within the limits of its network. */
export function mayTryCode(ctx: RequestContext, kind: CodeKind, customerKey: string): Promise<boolean> {
  const pair = { kind: `${kind}-guess-at`, parts: [customerKey, ctx.address], max: TRIES_PER_PAIR_MAX, windowMs }
  return countAttempts(ctx, [pair, triesFrom(ctx, kind)])
}

export const triesFrom = (ctx: RequestContext, kind: CodeKind): Limit => ({
  kind: `${kind}-guess-from`,
  parts: [ctx.address],
  max: TRIES_PER_NETWORK_MAX,
  windowMs,
  isRateLimit: true,
})

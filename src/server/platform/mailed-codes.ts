/**
 * Limits on codes that are mailed to an address and then entered by someone who says it is theirs. They are the same
 * for every address, so they do not reveal which ones the store knows.
 */
import { hours } from './clock.ts'
import type { RequestContext } from './context.ts'
import { countAttempts, type Limit } from './count-attempts.ts'

/** The window over which codes are counted, where no other is given. */
const WINDOW_MS = hours(1)
/** Emails that one network can cause within the window, to one address and in all. */
const MAILS_PER_PAIR_MAX = 5
const MAILS_PER_NETWORK_MAX = 20
/** Codes that one network can try within the window, of one address and in all. */
const TRIES_PER_PAIR_MAX = 25
const TRIES_PER_NETWORK_MAX = 50

/** What the code opens, as part of the names of its counters. */
type CodeKind = 'credit' | 'desk'

/** How often something may be done for an address, from all networks together. */
type PerAddress = Pick<Limit, 'max'> & Partial<Pick<Limit, 'windowMs'>>

/**
 * Counts a request to mail a code, and returns whether it is within the limits. What the network's own limits refuse
 * does not count for the address. Otherwise a stranger could use up the owner's emails.
 */
export async function mayMailCode(
  ctx: RequestContext,
  kind: CodeKind,
  customerKey: string,
  perAddress: PerAddress,
): Promise<boolean> {
  const mine: Limit[] = [
    { kind: `${kind}-mail-pair`, parts: [customerKey, ctx.address], max: MAILS_PER_PAIR_MAX, windowMs: WINDOW_MS },
    {
      kind: `${kind}-mail-from`,
      parts: [ctx.address],
      max: MAILS_PER_NETWORK_MAX,
      windowMs: WINDOW_MS,
      isRateLimit: true,
    },
  ]
  const everyones = { kind: `${kind}-mail-to`, parts: [customerKey], windowMs: WINDOW_MS, ...perAddress }
  return (await countAttempts(ctx, mine)) && (await countAttempts(ctx, [everyones]))
}

/** Counts a try to enter a code, and returns whether it is within the limits of its network. */
export function mayTryCode(ctx: RequestContext, kind: CodeKind, customerKey: string): Promise<boolean> {
  const pair = {
    kind: `${kind}-guess-at`,
    parts: [customerKey, ctx.address],
    max: TRIES_PER_PAIR_MAX,
    windowMs: WINDOW_MS,
  }
  return countAttempts(ctx, [pair, triesFrom(ctx, kind)])
}

/** The limit on tries of one network, whatever the address. */
export const triesFrom = (ctx: RequestContext, kind: CodeKind): Limit => ({
  kind: `${kind}-guess-from`,
  parts: [ctx.address],
  max: TRIES_PER_NETWORK_MAX,
  windowMs: WINDOW_MS,
  isRateLimit: true,
})

import { days } from '#server/platform/clock.ts'
import type { RequestContext } from '#server/platform/context.ts'
import { countAttempts } from '#server/platform/count-attempts.ts'

/** How-to-pay mails to one address within a day: for a buyer who changes the cart a few times. */
const MAILS_TO_ADDRESS_MAX = 5
/** How-to-pay mails that one network has sent within a day, to whomever; an office shares one. */
const MAILS_FROM_NETWORK_MAX = 20
const WINDOW_MS = days(1)

/**
 * Counts a how-to-pay mail. Anybody can have one sent to any address, without paying; so beyond these numbers the order is
 * made all the same, and the screen says that it was not mailed.
 */
export async function mayMailInstructions(ctx: RequestContext, address: string): Promise<boolean> {
  const from = { kind: 'how-to-pay-from', parts: [ctx.address], max: MAILS_FROM_NETWORK_MAX, windowMs: WINDOW_MS }
  const to = { kind: 'how-to-pay-to', parts: [address.toLowerCase()], max: MAILS_TO_ADDRESS_MAX, windowMs: WINDOW_MS }
  // The network first: one that is over its number takes nothing from an address.
  return (await countAttempts(ctx, [{ ...from, isRateLimit: true }])) && countAttempts(ctx, [to])
}

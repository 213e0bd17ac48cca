import type { WebContext } from '#server/gateways/context.ts'
import { days } from '#server/platform/clock.ts'
import type { OwnerId, RequestContext } from '#server/platform/context.ts'
import { countAttempts } from '#server/platform/count-attempts.ts'
import type { Executor, Transaction } from '#server/platform/database.ts'
import { networkToCount } from '#server/platform/network-key.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { countWaiting, lockWaiting } from './cash-app-queries.ts'

/**
 * How much may wait at a time without any payment, for one network and for one address that was never confirmed. Each
 * unit is off sale for a day, so a script could otherwise empty a county for free.
 */
const ORDERS_MAX = 2
const UNITS_MAX = 20

interface Asked {
  /** Whose cart it is. What it already has waiting is not counted, since it is about to be replaced. */
  ownerId: OwnerId
  email: string
  units: number
}

/**
 * Checks that an order may wait for Cash App beside those already waiting. An address counts as confirmed for anyone
 * who types it, so the network counts in any case.
 *
 * @throws Refusal `too_many_cash_app_orders`
 */
export async function checkWaiting(ctx: WebContext, executor: Executor, asked: Asked): Promise<void> {
  const { ownerId, email, units } = asked
  if (units > UNITS_MAX) throw new Refusal('too_many_cash_app_orders.units', { values: { units: UNITS_MAX } })
  const [waiting] = await executor.run(countWaiting, { networkKey: networkToCount(ctx), address: email, ownerId })
  if (!waiting) return
  const isOver = (orders: number, held: number) => orders >= ORDERS_MAX || held + units > UNITS_MAX
  const isNetworkOver = ctx.config.hasRateLimits && isOver(waiting.network_orders, waiting.network_units)
  const isAddressOver = !waiting.is_verified && isOver(waiting.address_orders, waiting.address_units)
  if (isNetworkOver || isAddressOver) throw new Refusal('too_many_cash_app_orders')
}

/**
 * Repeats the check in the transaction that lets the order wait. Orders of the same network or address wait for each
 * other.
 */
export async function lockAndCheckWaiting(ctx: WebContext, tx: Transaction, asked: Asked): Promise<void> {
  const network = networkToCount(ctx)
  const keys = [`address ${asked.email.toLowerCase()}`, ...(network ? [`network ${network}`] : [])]
  await tx.run(lockWaiting, { keys })
  await checkWaiting(ctx, tx, asked)
}

/** How-to-pay emails per address and day: enough for a buyer who changes the cart a few times. */
const MAILS_TO_ADDRESS_MAX = 5
/** How-to-pay emails that one network may trigger per day, to anyone; an office shares one. */
const MAILS_FROM_NETWORK_MAX = 20
const WINDOW_MS = days(1)

/**
 * Counts a how-to-pay email. Anyone can have one sent to any address without paying. Beyond these limits the order is
 * still made, and the screen says that no email was sent.
 */
export async function mayMailInstructions(ctx: RequestContext, address: string): Promise<boolean> {
  const from = { kind: 'how-to-pay-from', parts: [ctx.address], max: MAILS_FROM_NETWORK_MAX, windowMs: WINDOW_MS }
  const to = { kind: 'how-to-pay-to', parts: [address.toLowerCase()], max: MAILS_TO_ADDRESS_MAX, windowMs: WINDOW_MS }
  // The network first: if it is over its limit, the address loses nothing.
  return (await countAttempts(ctx, [{ ...from, isRateLimit: true }])) && countAttempts(ctx, [to])
}

/** Store credit at checkout. After typing the code that was emailed to the address, a cart may use it for an hour. */
import { CREDIT_TRIES_MAX, creditToUse } from '#contract/credit/credit-use.ts'
import type { CartCredit, openCredit as endpoint, getCartCredit, getOrderCredit } from '#contract/credit/credits.ts'
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import { centsFromDollars, dollarsFromCents, dollarTextFromCents, toCents } from '#contract/money.ts'
import { formatCents } from '#contract/plain-values.ts'
import type { Cents, OrderId, OrderToken } from '#contract/values.ts'
import { customerKeyOf } from '#server/features/catalogue/price-lines.ts'
import { type CreditUse, readOrderCredit } from '#server/features/orders/change-credit.ts'
import { readOrderByToken } from '#server/features/orders/show-order.ts'
import { addMilliseconds } from '#server/platform/clock.ts'
import type { OwnerId, PlatformContext, RequestContext } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import { mayTryCode } from '#server/platform/text/mailed-codes.ts'
import { readAddress } from '#server/platform/text/text.ts'
import { findOpenCredit, listTold, type OpenCreditRow, openCode, tryCode } from './queries.ts'
import { codeOf, OPEN_MS } from './rules.ts'

type OrderCredit = ReplyOf<typeof getOrderCredit>
type CartClaim = { email: string; amount: number }

/** What a cart could use, including what its own waiting order has reserved. */
const availableOf = (row: OpenCreditRow): Cents => toCents(Math.max(row.balance_cents + row.own_cents, 0))

const show = (row: OpenCreditRow): CartCredit => ({
  email: row.email,
  available: dollarsFromCents(availableOf(row)),
  reserved: dollarsFromCents(toCents(Math.max(row.other_cents, 0))),
  until: row.open_until.toISOString(),
})

async function find(ctx: PlatformContext, ownerId: OwnerId, customerKey: string | null): Promise<OpenCreditRow | null> {
  const [row] = await ctx.database.run(findOpenCredit, { ownerId, now: ctx.clock.now(), customerKey })
  return row ?? null
}

/** Returns the credit that the caller's cart may use now. */
export async function readCartCredit(ctx: RequestContext): Promise<ReplyOf<typeof getCartCredit>> {
  const row = ctx.ownerId ? await find(ctx, ctx.ownerId, null) : null
  return { credit: row && show(row) }
}

/**
 * Lets the caller's cart use the credit of an address. Only the newest code counts. Each try is counted before the code
 * is checked, so simultaneous guesses all count. Typing the right code again has the same result.
 * @throws Refusal `cart_empty`; `credit_throttled`; `credit_code_wrong`, whatever the reason
 */
export async function openCredit(ctx: RequestContext, input: BodyOf<typeof endpoint>): Promise<CartCredit> {
  const { ownerId } = ctx
  if (!ownerId) throw new Refusal('cart_empty')
  const customerKey = customerKeyOf(ctx, readAddress(input.email))
  if (!(await mayTryCode(ctx, 'credit', customerKey))) throw new Refusal('credit_throttled')
  const now = ctx.clock.now()
  const [tried] = await ctx.database.run(tryCode, { ownerId, customerKey, now, creditTriesMax: CREDIT_TRIES_MAX })
  const typed = input.code.replace(/[\s-]/g, '')
  if (!tried || codeOf(ctx.secrets, tried.code_id) !== typed) throw new Refusal('credit_code_wrong')
  await ctx.database.run(openCode, { codeId: tried.code_id, openUntil: addMilliseconds(now, OPEN_MS) })
  const row = await find(ctx, ownerId, customerKey)
  // It was unlocked an hour ago, and the same code is typed once more.
  if (!row) throw new Refusal('credit_code_wrong')
  return show(row)
}

/** The refusal of credit that pays another amount than the browser showed. */
export function creditChanged(usableCents: Cents): Refusal {
  return new Refusal('credit_changed.now', {
    values: { credit: formatCents(usableCents) },
    details: { credit: dollarTextFromCents(usableCents) },
  })
}

/**
 * Returns what store credit pays of a cart, as the browser showed it; null for none.
 * @throws Refusal `credit_locked`, also if `email` is not its owner's; `credit_changed` with `details.credit`
 */
export async function creditForCart(
  ctx: PlatformContext,
  input: { ownerId: OwnerId; claim: CartClaim | undefined; email: string | null; totalCents: Cents },
): Promise<CreditUse | null> {
  const { ownerId, claim, email, totalCents } = input
  if (!claim || claim.amount === 0) return null
  const customerKey = customerKeyOf(ctx, readAddress(claim.email))
  if (email !== null && customerKeyOf(ctx, email) !== customerKey) throw new Refusal('credit_locked')
  const row = await find(ctx, ownerId, customerKey)
  if (!row) throw new Refusal('credit_locked')
  const cents = creditToUse(totalCents, availableOf(row))
  if (centsFromDollars(claim.amount) !== cents || cents === 0) throw creditChanged(cents)
  return { customerKey, cents }
}

/** Returns the store credit earned by the order behind a status link. @throws Refusal `order_not_found` */
export async function showOrderCredit(ctx: PlatformContext, token: OrderToken): Promise<OrderCredit> {
  const { id } = await readOrderByToken(ctx, token)
  const credit = await readOrderCredit(ctx.database, id)
  return {
    earned: dollarsFromCents(credit.earned),
    returning: dollarsFromCents(credit.returning),
    takenBack: dollarsFromCents(credit.takenBack),
    granted: dollarsFromCents(credit.granted),
    refunded: dollarsFromCents(credit.refunded),
  }
}

/** Returns the ids of all emails that may have been written about the credit of an order. */
export async function creditMessageIds(ctx: PlatformContext, orderId: OrderId): Promise<string[]> {
  return (await ctx.database.run(listTold, { orderId })).map(({ entry_id }) => `credit_${entry_id}`)
}

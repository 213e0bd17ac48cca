/**
 * Who may learn before a payment what an address bought here earlier. Anyone can type any address, so everyone else
 * gets the same answers as for an address that is new here, and settling decides.
 * @see docs/decisions/0073-same-answers-for-any-address.md
 */
import { customerKeyOf } from '#server/features/catalogue/price-lines.ts'
import { areLimitedPerCustomer } from '#server/features/catalogue/reserve-uses.ts'
import { fitLeads, type HeldPackage } from '#server/features/stock/fit-leads.ts'
import { countProbe } from '#server/features/stock/own-lists.ts'
import type { WebContext } from '#server/gateways/context.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Executor } from '#server/platform/database/database.ts'
import { statement } from '#server/platform/database/statement.ts'

declare module '#server/platform/context.ts' {
  interface NodeState {
    /** Returns the fingerprint of the address whose desk is open in the browser. Orders know of no desks. */
    findDeskBuyer: (ctx: WebContext, executor?: Executor) => Promise<string | null>
  }
}

/** One that this cart paid for, or this member sold, and not refunded whole. One that cost nothing proves nothing. */
export const findOwnSale = statement('orders.find_own_sale')`
  select order_id from orders where lower(email) = $email and paid_at is not null and state <> 'refunded'
    and total_cents > 0
    and (owner_id = $ownerId? or payer_id = $ownerId or rep_id = $repId?) limit 1`

/**
 * Whether the caller may learn what an address bought before: its desk is open in the browser, this cart has paid with
 * it before, the caller sold to it, or is an administrator.
 * @param executor the caller's transaction: waiting for second connections, transactions could starve each other
 */
export async function mayTellHistory(ctx: WebContext, email: string, executor: Executor = ctx.database) {
  const { actor } = ctx
  if (actor.kind === 'member' && actor.role === 'admin') return true
  if ((await ctx.node.findDeskBuyer(ctx, executor)) === customerKeyOf(ctx, email)) return true
  const repId = actor.kind === 'member' ? actor.userId : null
  const [sale] = await executor.run(findOwnSale, { email: email.toLowerCase(), ownerId: ctx.ownerId, repId })
  return sale !== undefined
}

/** Whether it matters to these lines what their buyer bought before. */
export async function dependsOnBuyer(
  ctx: PlatformContext,
  lines: readonly { readonly hasLeads: boolean; readonly offers: readonly { readonly offerId: string }[] }[],
): Promise<boolean> {
  if (lines.some((line) => line.hasLeads)) return true
  const offerIds = lines.flatMap((line) => line.offers.map(({ offerId }) => offerId))
  return areLimitedPerCustomer(ctx, ctx.database, offerIds)
}

/** See `fitLeads`. @returns holds with too few leads, as far as the caller may know */
export async function findUnfit(
  ctx: WebContext,
  { packages, email, isFree }: { packages: readonly HeldPackage[]; email: string; isFree: boolean },
): Promise<string[]> {
  const buyerKey = customerKeyOf(ctx, email)
  const unfit = await fitLeads(ctx, { packages, buyerKey })
  if (unfit.length === 0) return []
  const mayTell = await mayTellHistory(ctx, email)
  // A stranger's tries must not use up the buyer's budget for changing their own lists.
  const prober = mayTell ? buyerKey : (ctx.ownerId ?? buyerKey)
  const isTold = (isFree || mayTell) && (await countProbe(ctx, prober))
  return isTold ? unfit : fitLeads(ctx, { packages, buyerKey: null })
}

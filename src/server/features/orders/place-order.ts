import { splitCents, toCents, ZERO_CENTS } from '#contract/money.ts'
import type { Cents, OrderId } from '#contract/values.ts'
import { limitedAmong, OffersDenied, reserveUses } from '#server/features/catalogue/reserve-uses.ts'
import type { OwnerId, PlatformContext } from '#server/platform/context.ts'
import { type Executor, inTransaction, type Transaction } from '#server/platform/database/database.ts'
import { listsOf } from '#server/platform/database/statement.ts'
import { invariant } from '#server/platform/errors.ts'
import { fingerprint, newId, newReference, newToken } from '#server/platform/ids.ts'
import type { HeldLine } from './cart.ts'
import { type CreditUse, reserveCredit } from './change-credit.ts'
import type { Contact } from './contact.ts'
import { lineCost, linesCost } from './price-anew.ts'
import { lockOrderOnly, placeOrder as placeOrderStatement, returnSpares as returnSparesStatement } from './queries.ts'

export interface OpenOrder {
  orderId: OrderId
  reference: string
  revision: number
  totalCents: Cents
  toPayCents: Cents
  /** The first revision with something to pay, and that amount; null while there is nothing to pay. */
  opening: { revision: number; toPayCents: Cents } | null
}

export type OrderedLine = Omit<HeldLine, 'placedAt' | 'expiresAt' | 'hasLeads'>

/** Revisions are the same if holds, prices, offers, ways of delivery and store credit are. */
const digestOf = (lines: readonly OrderedLine[], creditCents: Cents): string =>
  fingerprint(
    [
      ...lines.map(({ holdId, priceCents, discountCents, bonusLeads, offers, deliveryMethod }) =>
        [holdId, priceCents, discountCents, bonusLeads, JSON.stringify(offers), deliveryMethod].join(' '),
      ),
      ...(creditCents > 0 ? [`credit ${creditCents}`] : []),
    ].join('\n'),
  )

interface NewOrder {
  ownerId: OwnerId
  lines: readonly OrderedLine[]
  contact: Contact | null
  credit?: CreditUse | null
  /** Whether the caller may learn what the buyer did before, see `mayTellHistory`. Absent: yes. */
  mayTell?: (email: string, executor: Executor) => Promise<boolean>
}

const NO_CONTACT = { fullName: null, email: null, businessName: null, cellPhone: null, address: null }

async function write(ctx: PlatformContext, executor: Executor, input: NewOrder, limited: readonly string[]) {
  const { lines, contact } = input
  const totalCents = linesCost(lines)
  const creditCents = input.credit?.cents ?? ZERO_CENTS
  // In proportion to what each line costs: never more than that, and adding up to the cent.
  const shares = splitCents(creditCents, lines.map(lineCost))
  const rep = ctx.actor.kind === 'member' && ctx.actor.role === 'sales' ? ctx.actor : null
  const newOrderId = newId('ord', ctx.clock)
  const [row] = await executor.run(placeOrderStatement, {
    newOrderId,
    reference: newReference(),
    token: newToken(),
    ownerId: input.ownerId,
    totalCents,
    digest: digestOf(lines, creditCents),
    method: totalCents === creditCents ? 'free' : 'stripe',
    ...(contact ?? NO_CONTACT),
    now: ctx.clock.now(),
    userId: rep?.userId ?? null,
    commissionBps: rep?.commissionBps ?? 0,
    ...listsOf(lines, 'holdId', 'packageId', 'leadType', 'tier', 'size', 'state', 'deliveryMethod'),
    counties: lines.map((line) => line.county),
    priceCents: lines.map((line) => line.priceCents),
    discountCents: lines.map((line) => line.discountCents),
    bonusLeads: lines.map((line) => line.bonusLeads),
    offers: lines.map((line) => JSON.stringify(line.offers)),
    limitedOfferIds: limited,
    usedCreditCents: creditCents,
    creditCents: shares,
    openOffers: lines.map((line) => JSON.stringify(line.openOffers)),
  })
  invariant(row, 'placing an order answers with it')
  return { row, isNew: row.order_id === newOrderId }
}

/**
 * Creates the order of a cart before any payment exists, or updates the waiting one. A cart has one open order, however
 * many tabs ask. A changed cart is a new revision; the old one is kept, since it may be the one that gets paid. Uses of
 * limited offers are reserved and store credit is set aside with it; only then does it need a transaction.
 * @param input.contact null keeps what was said before
 * @param input.reserving for the order of a link: `required`, or `if_left` if its money came already
 * @returns `isNew` if this call created the order: another may have taken the same lines just before; `hasSpares` if
 * `returnSpares` is to be called once no payment can pay an earlier revision
 * @throws OffersDenied, CreditDenied; nothing is written then, see `orDeny`
 */
export async function placeOrder(
  ctx: PlatformContext,
  input: NewOrder & { reserving?: 'required' | 'if_left' },
  tx?: Transaction,
): Promise<{ order: OpenOrder; isNew: boolean; hasSpares: boolean }> {
  invariant(input.lines.length > 0, 'an order has lines')
  const offerIds = input.lines.flatMap((line) => line.offers.map(({ offerId }) => offerId))
  const limited = await limitedAmong(ctx, offerIds)
  const place = async (executor: Executor) => {
    const placed = await write(ctx, executor, input, limited)
    const { email, revision, total_cents: totalCents, credit_cents: creditCents } = placed.row
    const orderId = placed.row.order_id as OrderId
    if (limited.length > 0) {
      // Of an order that costs nothing, nothing could be given back later.
      const mayTell = totalCents === creditCents || email === null || ((await input.mayTell?.(email, executor)) ?? true)
      const uses = { offerIds: limited, orderId, ownerId: tx ? null : input.ownerId, email, mayTell }
      await reserveUses(ctx, executor, uses).catch((error) => {
        if (!(error instanceof OffersDenied && input.reserving === 'if_left')) throw error
      })
    }
    if (input.credit) await reserveCredit(ctx, executor, { orderId, revision }, input.credit)
    return placed
  }
  const isAlone = tx === undefined && (limited.length > 0 || input.credit)
  const { row, isNew } = await (isAlone ? inTransaction(ctx, place) : place(tx ?? ctx.database))
  const opening =
    row.opening_revision !== null && row.opening_cents !== null
      ? { revision: row.opening_revision, toPayCents: row.opening_cents as Cents }
      : null
  return {
    isNew,
    hasSpares: row.has_spares,
    order: {
      orderId: row.order_id as OrderId,
      reference: row.reference,
      revision: row.revision,
      totalCents: row.total_cents as Cents,
      toPayCents: toCents(row.total_cents - row.credit_cents),
      opening,
    },
  }
}

/** Returns what an order reserved for earlier revisions, once no payment can pay them. Later ones return their own. */
export async function returnSpares(ctx: PlatformContext, order: OpenOrder): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await tx.run(lockOrderOnly, { orderId: order.orderId })
    await tx.run(returnSparesStatement, { orderId: order.orderId, revision: order.revision, now: ctx.clock.now() })
  })
}

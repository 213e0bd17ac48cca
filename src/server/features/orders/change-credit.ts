/** The ledger of store credit: gives and takes it, and sets it aside for an order so that it cannot be spent twice. */
import { shareOf } from '#contract/credit/credit-use.ts'
import { toCents, ZERO_CENTS } from '#contract/money.ts'
import type { Cents, OrderId } from '#contract/values.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Executor, Transaction } from '#server/platform/database.ts'
import { invariant } from '#server/platform/errors.ts'
import { enqueue } from '#server/platform/jobs/job.ts'
import {
  findEntry,
  listEarnedCredit,
  lockCustomer,
  readBalance,
  readHeldCredit,
  refundEntry,
  reserveCredit as reserveCreditStatement,
  sumOfOrder,
  sumOfRefund,
  takeEntry,
  writeEntry,
} from './credit-queries.ts'

interface NewEntry {
  /** Its reason and what it is about: the same id is the same entry. */
  entryId: string
  customerKey: string
  orderId: OrderId
  lineNumber?: number
  note?: string
  decidedBy?: string
}

const valuesOf = (ctx: PlatformContext, entry: NewEntry, reason: string) => ({
  entryId: entry.entryId,
  customerKey: entry.customerKey,
  reason,
  orderId: entry.orderId,
  lineNumber: entry.lineNumber ?? null,
  note: entry.note ?? null,
  decidedBy: entry.decidedBy ?? null,
  madeAt: ctx.clock.now(),
})

/** Gives credit, once per entry id. @returns false if it was given before */
export async function giveCredit(
  ctx: PlatformContext,
  tx: Transaction,
  entry: NewEntry & { reason: 'late' | 'claim' | 'returning' | 'granted'; cents: Cents },
): Promise<boolean> {
  const [written] = await tx.run(writeEntry, { ...valuesOf(ctx, entry, entry.reason), cents: entry.cents })
  return written !== undefined
}

/** Takes credit back, at most what the customer has, once per entry id. @returns what it took this time */
export async function takeCredit(
  ctx: PlatformContext,
  tx: Transaction,
  entry: NewEntry & { atMostCents: Cents },
): Promise<Cents> {
  await tx.run(lockCustomer, { customerKey: entry.customerKey })
  const [taken] = await tx.run(takeEntry, { ...valuesOf(ctx, entry, 'taken_back'), mostCents: entry.atMostCents })
  return toCents(taken?.taken_cents ?? 0)
}

/** Reads a customer's balance. In a transaction that changes it, lock first. */
export async function readCredit(executor: Executor, customerKey: string): Promise<Cents> {
  const [row] = await executor.run(readBalance, { customerKey })
  return toCents(row?.cents ?? 0)
}

/** Keeps other transactions from spending or taking a customer's credit until this one ends. */
export async function lockCredit(tx: Transaction, customerKey: string): Promise<void> {
  await tx.run(lockCustomer, { customerKey })
}

/** Whether an entry exists. */
export async function hasEntry(executor: Executor, entryId: string): Promise<boolean> {
  return (await executor.run(findEntry, { entryId })).length > 0
}

/**
 * The job that takes back the rest of what a line earned, once the orders that had set it aside when the line was
 * refunded have ended. Only features above the orders know which those are. Its name dates from when only late lines
 * earned credit.
 */
export const TAKE_REST_JOB = 'take-rest-of-late-credit'

/** What a refund could not take back of what a line earned, because the customer did not have it at that moment. */
export interface RestOfEarnedCredit {
  orderId: OrderId
  refundId: string
  lineNumber: number
  customerKey: string
  cents: Cents
  /** ISO. */
  refundedAt: string
}

/** A line of which money is refunded; cents. */
interface RefundedLine {
  lineNumber: number
  cents: Cents
  /** What was left of the line before the refund. */
  leftCents: Cents
}

/**
 * Applies a refund of a locked, paid order to its buyer's credit. First it takes back what these lines earned (for
 * being late, for ordering again), as far as that is unspent. Then the credit-paid share comes back.
 *
 * @param refund.creditCents the credit-paid share of all of it
 */
export async function refundCredit(
  ctx: PlatformContext,
  tx: Transaction,
  refund: { orderId: OrderId; refundId: string; lines: readonly RefundedLine[]; creditCents: Cents },
): Promise<void> {
  const { orderId, refundId, lines, creditCents } = refund
  for (const earned of await tx.run(listEarnedCredit, { orderId })) {
    const line = lines.find(({ lineNumber }) => lineNumber === earned.line_number)
    const atMostCents = line ? shareOf(toCents(earned.cents), line) : ZERO_CENTS
    if (atMostCents === ZERO_CENTS) continue
    const entryId = `taken_back.${refundId}.${earned.line_number}`
    const { customer_key: customerKey, line_number: lineNumber } = earned
    const taken = await takeCredit(ctx, tx, { entryId, customerKey, orderId, lineNumber, atMostCents })
    if (taken === atMostCents) continue
    const cents = toCents(atMostCents - taken)
    const refundedAt = ctx.clock.now().toISOString()
    const rest: RestOfEarnedCredit = { orderId, refundId, lineNumber, customerKey, cents, refundedAt }
    await enqueue(tx, TAKE_REST_JOB, rest)
  }
  if (creditCents === ZERO_CENTS) return
  const [given] = await tx.run(refundEntry, { orderId, refundId, cents: creditCents, now: ctx.clock.now() })
  invariant(given, 'credit that comes back was paid with')
}

/**
 * Takes back, once, what a refund had to leave of what a line earned. The order is locked.
 *
 * @param cameBackCents of the credit that was set aside then; it takes no more than this
 */
export async function takeRestOfEarnedCredit(
  ctx: PlatformContext,
  tx: Transaction,
  { orderId, refundId, lineNumber, customerKey, cents }: RestOfEarnedCredit,
  cameBackCents: Cents,
): Promise<void> {
  const earned = (await tx.run(listEarnedCredit, { orderId })).find((row) => row.line_number === lineNumber)
  const atMostCents = toCents(Math.min(cents, cameBackCents, earned?.cents ?? 0))
  if (atMostCents === ZERO_CENTS) return
  const entryId = `taken_back.${refundId}.${lineNumber}.rest`
  await takeCredit(ctx, tx, { entryId, customerKey, orderId, lineNumber, atMostCents })
}

/** Reads what a refund of an order gave back as store credit, and what it took back of what lines earned; cents. */
export async function readRefundCredit(
  executor: Executor,
  { orderId, refundId }: { orderId: OrderId; refundId: string },
): Promise<{ creditCents: Cents; takenCents: Cents }> {
  const [sums] = await executor.run(sumOfRefund, { orderId, refundId })
  return { creditCents: toCents(sums?.given_cents ?? 0), takenCents: toCents(sums?.taken_cents ?? 0) }
}

/** What an order earned its buyer; cents, none below 0. */
interface OrderCredit {
  /** For late lines and claimed leads. */
  earned: Cents
  /** For ordering again. */
  returning: Cents
  /** Of both, by refunds. */
  takenBack: Cents
  /** By administrators, less what they took again with this order. */
  granted: Cents
  /** What came back of the credit that the order used. */
  refunded: Cents
}

/** Reads the credit that came with an order. */
export async function readOrderCredit(executor: Executor, orderId: OrderId): Promise<OrderCredit> {
  const rows = await executor.run(sumOfOrder, { orderId })
  const of = (reason: (typeof rows)[number]['reason'], isOfLine: boolean) =>
    rows.find((row) => row.reason === reason && row.is_of_line === isOfLine)?.cents ?? 0
  return {
    earned: toCents(of('late', true) + of('claim', true)),
    returning: toCents(of('returning', true)),
    takenBack: toCents(Math.abs(of('taken_back', true))),
    granted: toCents(Math.max(of('granted', false) + of('taken_back', false), 0)),
    refunded: toCents(of('refund', false)),
  }
}

/** Store credit that an order is to use. */
export interface CreditUse {
  customerKey: string
  /** More than 0. */
  cents: Cents
}

/** Thrown in the transaction that wanted the credit, which then rolls back. */
export class CreditDenied extends Error {
  /**
   * `too_little`: spent in the meantime. `other_customer`: the order has set aside credit of another address; close it
   * first.
   */
  readonly why: 'too_little' | 'other_customer'
  /** What the order could have. */
  readonly availableCents: Cents

  constructor(why: CreditDenied['why'], availableCents: Cents) {
    super(`credit denied: ${why}`)
    this.why = why
    this.availableCents = availableCents
  }
}

/**
 * Sets credit aside for a revision of an order that the transaction has locked. Credit set aside for an earlier
 * revision counts, since that one may still be paid, and only one of them is. Orders of one customer wait for each
 * other.
 *
 * @throws CreditDenied and nothing is set aside
 */
export async function reserveCredit(
  ctx: PlatformContext,
  tx: Executor,
  order: { orderId: OrderId; revision: number },
  { customerKey, cents }: CreditUse,
): Promise<void> {
  await tx.run(lockCustomer, { customerKey })
  const values = { orderId: order.orderId, revision: order.revision, customerKey, cents, now: ctx.clock.now() }
  const [row] = await tx.run(reserveCreditStatement, values)
  invariant(row, 'asking for credit has an answer')
  const availableCents = toCents(Math.max(row.available_cents, 0))
  if (row.is_of_other) throw new CreditDenied('other_customer', availableCents)
  if (availableCents < cents) throw new CreditDenied('too_little', availableCents)
}

/**
 * Whether a locked order has set aside at least this much. It always has, unless it was paid at a revision that its
 * payment had left behind. In that case, give the money back instead of giving the rest away.
 */
export async function isCreditHeld(tx: Executor, orderId: OrderId, cents: number): Promise<boolean> {
  const [row] = await tx.run(readHeldCredit, { orderId })
  return row !== undefined && row.cents >= cents
}

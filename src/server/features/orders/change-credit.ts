/** The ledger of store credit: gives and takes it, and sets it aside for an order so that it cannot be spent twice. */
import { shareOf } from '#contract/credit/credit-use.ts'
import { toCents, ZERO_CENTS } from '#contract/money.ts'
import type { Cents, OrderId } from '#contract/values.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Executor, Transaction } from '#server/platform/database/database.ts'
import { invariant } from '#server/platform/errors.ts'
import { enqueue } from '#server/platform/jobs/job.ts'
import * as sql from './credit-queries.ts'

interface NewEntry {
  /** Its reason and what it is about: the same id is the same entry. */
  entryId: string
  customerKey: string
  orderId: OrderId
  lineNumber?: number
  note?: string
  decidedBy?: string
}

const valuesOf = <Entry extends NewEntry>({ clock }: PlatformContext, entry: Entry) => ({
  ...entry,
  lineNumber: entry.lineNumber ?? null,
  note: entry.note ?? null,
  decidedBy: entry.decidedBy ?? null,
  madeAt: clock.now(),
})

/** Gives credit, once per entry id. @returns false if it was given before */
export async function giveCredit(
  ctx: PlatformContext,
  tx: Transaction,
  entry: NewEntry & { reason: 'late' | 'claim' | 'returning' | 'granted'; cents: Cents },
): Promise<boolean> {
  return (await tx.run(sql.writeEntry, valuesOf(ctx, entry))).length > 0
}

/** Takes credit back, at most what the customer has, once per entry id. @returns what it took this time */
export async function takeCredit(
  ctx: PlatformContext,
  tx: Transaction,
  { atMostCents: mostCents, ...entry }: NewEntry & { atMostCents: Cents },
): Promise<Cents> {
  await tx.run(sql.lockCustomer, { customerKey: entry.customerKey })
  const [taken] = await tx.run(sql.takeEntry, { ...valuesOf(ctx, entry), reason: 'taken_back', mostCents })
  return toCents(taken?.taken_cents ?? 0)
}

/** Reads a customer's balance. In a transaction that changes it, lock first. */
export async function readCredit(executor: Executor, customerKey: string): Promise<Cents> {
  const [row] = await executor.run(sql.readBalance, { customerKey })
  return toCents(row?.cents ?? 0)
}

/** Keeps other transactions from spending or taking a customer's credit until this one ends. */
export async function lockCredit(tx: Transaction, customerKey: string): Promise<void> {
  await tx.run(sql.lockCustomer, { customerKey })
}

export const hasEntry = async (executor: Executor, entryId: string): Promise<boolean> =>
  (await executor.run(sql.findEntry, { entryId })).length > 0

/** Features above know when the orders that had set it aside have ended. Named when only late lines earned credit. */
export const TAKE_REST_JOB = 'take-rest-of-late-credit'

/** What a refund could not take back of what a line earned, because the customer did not have it at that moment. */
export interface RestOfEarnedCredit {
  orderId: OrderId
  refundId: string
  lineNumber: number
  customerKey: string
  cents: Cents
  refundedAt: string
}

/** Applies a refund of a locked order: takes back what the lines earned, then returns the credit-paid share. */
export async function refundCredit(
  ctx: PlatformContext,
  tx: Transaction,
  refund: {
    orderId: OrderId
    refundId: string
    /** `leftCents`: what was left of the line before the refund. */
    lines: readonly { lineNumber: number; cents: Cents; leftCents: Cents }[]
    creditCents: Cents
  },
): Promise<void> {
  const { orderId, refundId, lines, creditCents } = refund
  for (const earned of await tx.run(sql.listEarnedCredit, { orderId })) {
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
  const [given] = await tx.run(sql.refundEntry, { orderId, refundId, cents: creditCents, now: ctx.clock.now() })
  invariant(given, 'credit that comes back was paid with')
}

/** Takes back, once, what a refund of the locked order had to leave; at most what came back of credit set aside. */
export async function takeRestOfEarnedCredit(
  ctx: PlatformContext,
  tx: Transaction,
  { orderId, refundId, lineNumber, customerKey, cents }: RestOfEarnedCredit,
  cameBackCents: Cents,
): Promise<void> {
  const earned = (await tx.run(sql.listEarnedCredit, { orderId })).find((row) => row.line_number === lineNumber)
  const atMostCents = toCents(Math.min(cents, cameBackCents, earned?.cents ?? 0))
  if (atMostCents === ZERO_CENTS) return
  const entryId = `taken_back.${refundId}.${lineNumber}.rest`
  await takeCredit(ctx, tx, { entryId, customerKey, orderId, lineNumber, atMostCents })
}

/** Reads what a refund of an order gave back as store credit, and what it took back of what lines earned. */
export async function readRefundCredit(
  executor: Executor,
  { orderId, refundId }: { orderId: OrderId; refundId: string },
): Promise<{ creditCents: Cents; takenCents: Cents }> {
  const [sums] = await executor.run(sql.sumOfRefund, { orderId, refundId })
  return { creditCents: toCents(sums?.given_cents ?? 0), takenCents: toCents(sums?.taken_cents ?? 0) }
}

/** Reads what an order earned its buyer, for late lines and claimed leads, or for ordering again; none is below 0. */
export async function readOrderCredit(executor: Executor, orderId: OrderId) {
  const rows = await executor.run(sql.sumOfOrder, { orderId })
  const of = (reason: (typeof rows)[number]['reason'], isOfLine: boolean) =>
    rows.find((row) => row.reason === reason && row.is_of_line === isOfLine)?.cents ?? 0
  return {
    earned: toCents(of('late', true) + of('claim', true)),
    returning: toCents(of('returning', true)),
    takenBack: toCents(Math.abs(of('taken_back', true))),
    /** By administrators, less what they took again with this order. */
    granted: toCents(Math.max(of('granted', false) + of('taken_back', false), 0)),
    refunded: toCents(of('refund', false)),
  }
}

export type CreditUse = { customerKey: string; cents: Cents }

/** Thrown in the transaction that wanted the credit, which then rolls back. */
export class CreditDenied extends Error {
  /** `too_little`: spent in the meantime. `other_customer`: the order has credit of another address; close it first. */
  readonly why: 'too_little' | 'other_customer'
  readonly availableCents: Cents

  constructor(why: CreditDenied['why'], availableCents: Cents) {
    super(`credit denied: ${why}`)
    this.why = why
    this.availableCents = availableCents
  }
}

/**
 * Sets credit aside for a revision of a locked order. What is set aside for an earlier one counts, since only one is
 * paid. Orders of one customer wait for each other. @throws CreditDenied and nothing is set aside
 */
export async function reserveCredit(
  ctx: PlatformContext,
  tx: Executor,
  order: { orderId: OrderId; revision: number },
  { customerKey, cents }: CreditUse,
): Promise<void> {
  await tx.run(sql.lockCustomer, { customerKey })
  const [row] = await tx.run(sql.reserveCredit, { ...order, customerKey, cents, now: ctx.clock.now() })
  invariant(row, 'asking for credit has an answer')
  const availableCents = toCents(Math.max(row.available_cents, 0))
  if (row.is_of_other) throw new CreditDenied('other_customer', availableCents)
  if (availableCents < cents) throw new CreditDenied('too_little', availableCents)
}

/** False only if it was paid at a revision that its payment had left behind: then give all of the money back. */
export async function isCreditHeld(tx: Executor, orderId: OrderId, cents: number): Promise<boolean> {
  const [row] = await tx.run(sql.readHeldCredit, { orderId })
  return row !== undefined && row.cents >= cents
}

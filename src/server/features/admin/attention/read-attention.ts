/** Reads what needs an administrator: a few rows of each kind, each queried separately. */

import { setTimeout as wait } from 'node:timers/promises'
import {
  ATTENTION_COUNT_MAX,
  ATTENTION_ITEMS_MAX,
  ATTENTION_KINDS,
  type AttentionItem,
  type AttentionKind,
  type AttentionPart,
} from '#contract/admin/attention.ts'
import { packageName } from '#contract/catalogue/catalogue.ts'
import { CLAIM_REASON_NAMES } from '#contract/claims/claim-reasons.ts'
import { formatCents } from '#contract/money.ts'
import { findBackupTroubles } from '#server/features/admin/backups/find-backup-troubles.ts'
import { findFailedJobs } from '#server/features/admin/jobs/retry-jobs.ts'
import { findTroubled, kindName } from '#server/features/admin/messages/list-messages.ts'
import { findHeldMessages } from '#server/features/admin/messages/resend-message.ts'
import { findLowDisks } from '#server/features/admin/operations/check-readiness.ts'
import { fallenWords, findFallen } from '#server/features/admin/stock/list-low-stock.ts'
import { findOpenClaims } from '#server/features/claims/list-claims.ts'
import { findWaitingDeliveries } from '#server/features/delivery/show-deliveries.ts'
import { findShortLines } from '#server/features/delivery/withdraw.ts'
import { findExpiringLinks, findLinksPaidByCashApp } from '#server/features/links/list-payment-requests.ts'
import { findStuckRefunds } from '#server/features/payments/stuck-refunds.ts'
import { listUnknownPayments } from '#server/features/payments/unknown-payments.ts'
import { findLogTrouble } from '#server/features/proof/read-log.ts'
import { seconds } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { statement } from '#server/platform/statement.ts'

/* SQL for attention; other features' data comes from their operations. */

interface PromisedRow {
  order_id: string
  reference: string
  total_cents: number
  full_name: string | null
  pay_until: Date
  waiting: number
}

/** Lists orders that wait for a Cash App check, soonest to end first, with how many there are: `limit` how many rows. */
export const listPromised = statement<{ limit: number }, PromisedRow>(
  'attention.list_promised',
  `with waiting as materialized (
     select order_id, reference, total_cents, full_name, pay_until from orders
     where state = 'awaiting_payment' and payment_method = 'cash_app' order by pay_until limit ${ATTENTION_COUNT_MAX + 1}
   )
   select w.*, (select count(*)::int from waiting) as waiting from waiting w order by w.pay_until limit $limit`,
)

interface DisputedRow {
  dispute_id: string
  reference: string
  amount_cents: number
  reason: string
  due_by: Date | null
  waiting: number
}

/** Lists disputes that wait for evidence, soonest to end first, with how many there are: `limit` how many rows. */
export const listDisputed = statement<{ limit: number }, DisputedRow>(
  'attention.list_disputed',
  `with waiting as materialized (
     select dispute_id, order_id, amount_cents, reason, due_by from disputes
     where status in ('needs_response', 'warning_needs_response')
     order by coalesce(due_by, 'infinity') limit ${ATTENTION_COUNT_MAX + 1}
   ), first as materialized (select * from waiting order by coalesce(due_by, 'infinity') limit $limit)
   select f.dispute_id, o.reference, f.amount_cents, f.reason, f.due_by, (select count(*)::int from waiting) as waiting
   from first f join orders o on o.order_id = f.order_id order by coalesce(f.due_by, 'infinity')`,
)

/** The findings of one kind, with how many there are, counted up to one more than `ATTENTION_COUNT_MAX`. */
interface Found {
  count: number
  items: AttentionItem[]
}

/** The query of one kind. */
type FindWaiting = (ctx: PlatformContext) => Promise<Found>

const findCashApp: FindWaiting = async (ctx) => {
  const rows = await ctx.database.run(listPromised, { limit: ATTENTION_ITEMS_MAX })
  return {
    count: rows[0]?.waiting ?? 0,
    items: rows.map((row) => ({
      id: row.order_id,
      words: `Order ${row.reference}, ${formatCents(row.total_cents)}`,
      reference: row.reference,
      note: row.full_name,
      at: row.pay_until.toISOString(),
    })),
  }
}

const findFulfillment: FindWaiting = async (ctx) => {
  const { entries, total } = await findWaitingDeliveries(ctx, ATTENTION_ITEMS_MAX, ATTENTION_COUNT_MAX + 1)
  return {
    count: total,
    items: entries.map((entry) => ({
      id: `${entry.orderId}.${entry.lineNumber}`,
      words: `Order ${entry.reference}, ${packageName(entry)}, ${entry.county}, ${entry.state}`,
      reference: entry.reference,
      note: entry.isLate ? 'Late: the 24 hours are over' : entry.problem,
      at: entry.dueAt,
    })),
  }
}

const findShortfalls: FindWaiting = async (ctx) => {
  const { lines, total } = await findShortLines(ctx, ATTENTION_ITEMS_MAX, ATTENTION_COUNT_MAX + 1)
  return {
    count: total,
    items: lines.map(({ orderId, lineNumber, reference, tier, size, missing, leads, notedAt }) => ({
      id: `${orderId}.${lineNumber}`,
      words: `Order ${reference}, ${packageName({ tier, size })}`,
      reference,
      note: `${missing} of ${leads} leads ${missing === 1 ? 'is' : 'are'} missing`,
      at: notedAt,
    })),
  }
}

const findClaims: FindWaiting = async (ctx) => {
  const { claims, total } = await findOpenClaims(ctx, ATTENTION_ITEMS_MAX, ATTENTION_COUNT_MAX + 1)
  return {
    count: total,
    items: claims.map(({ order_id, lead_id, reference, reason, due_at }) => ({
      id: `${order_id}.${lead_id}`,
      words: `Order ${reference}, a lead`,
      reference,
      note: CLAIM_REASON_NAMES[reason],
      at: due_at.toISOString(),
    })),
  }
}

const findRefunds: FindWaiting = async (ctx) => {
  const { refunds, total } = await findStuckRefunds(ctx, ATTENTION_ITEMS_MAX)
  return {
    count: total,
    items: refunds.map(({ id, reference, amount, attempts, lastError, createdAt }) => ({
      id,
      words: `Order ${reference}, $${amount}`,
      reference,
      note: `Tried ${attempts} ${attempts === 1 ? 'time' : 'times'}${lastError ? `; the last answer was “${lastError.replaceAll('_', ' ')}”` : ''}.`,
      at: createdAt,
    })),
  }
}

const findUnknownPayments: FindWaiting = async (ctx) => {
  const { rows, total } = await listUnknownPayments(ctx, ATTENTION_ITEMS_MAX)
  return {
    count: total,
    items: rows.map((row) => ({
      id: row.payment_id,
      words: `${formatCents(row.amount_cents)}${row.contact ? ` from ${row.contact}` : ''}`,
      reference: null,
      note: row.last_error
        ? `The card provider did not refund it: ${row.last_error.replaceAll('_', ' ')}`
        : `Payment ${row.payment_id}`,
      at: row.created_at.toISOString(),
    })),
  }
}

const findLinksBy =
  (find: typeof findExpiringLinks): FindWaiting =>
  async (ctx) => {
    const { links, total } = await find(ctx, ATTENTION_ITEMS_MAX)
    return {
      count: total,
      items: links.map(({ id, reference, customerName, totalCents, repName, expiresAt }) => ({
        id,
        words: `Order ${reference}, ${formatCents(totalCents)}, to ${customerName}`,
        reference,
        note: repName && `Sent by ${repName}`,
        at: expiresAt.toISOString(),
      })),
    }
  }

const findMessages: FindWaiting = async (ctx) => {
  const rows = await findTroubled(ctx, ATTENTION_ITEMS_MAX)
  return {
    count: rows[0]?.troubled ?? 0,
    items: rows.map((row) => ({
      id: row.message_id,
      words: `${kindName(row.kind)}${row.sent_to ? ` to ${row.sent_to}` : ''}`,
      reference: null,
      note: row.last_error ?? 'It waits to be sent.',
      at: row.created_at.toISOString(),
    })),
  }
}

const findHeld: FindWaiting = async (ctx) => {
  const { rows, total } = await findHeldMessages(ctx, ATTENTION_ITEMS_MAX)
  return {
    count: total,
    items: rows.map((row) => ({
      id: row.message_id,
      words: `${kindName(row.kind)}${row.sent_to ? ` to ${row.sent_to}` : ''}`,
      reference: null,
      note: 'It may have been sent before.',
      at: row.created_at.toISOString(),
    })),
  }
}

const findJobs: FindWaiting = async (ctx) => {
  const { jobs, total } = await findFailedJobs(ctx, ATTENTION_ITEMS_MAX)
  return {
    count: total,
    items: jobs.map(({ id, name, lastError, failedAt }) => ({
      id,
      words: name,
      reference: null,
      note: lastError,
      at: failedAt.toISOString(),
    })),
  }
}

const findDisputes: FindWaiting = async (ctx) => {
  const rows = await ctx.database.run(listDisputed, { limit: ATTENTION_ITEMS_MAX })
  return {
    count: rows[0]?.waiting ?? 0,
    items: rows.map((row) => ({
      id: row.dispute_id,
      words: `Order ${row.reference}, ${formatCents(row.amount_cents)}`,
      reference: row.reference,
      note: `The bank says: ${row.reason.replaceAll('_', ' ')}`,
      at: row.due_by?.toISOString() ?? null,
    })),
  }
}

const findDisk: FindWaiting = async (ctx) => {
  const items = (await findLowDisks(ctx.config)).map((low) => ({ ...low, reference: null, at: null }))
  return { count: items.length, items }
}

const findBackups: FindWaiting = async (ctx) => {
  const troubles = await findBackupTroubles(ctx)
  return {
    count: troubles.length,
    items: troubles.map(({ kind, words, note, since }) => ({
      id: kind,
      words,
      reference: null,
      note,
      at: since.toISOString(),
    })),
  }
}

const findLog: FindWaiting = async (ctx) => {
  const trouble = await findLogTrouble(ctx)
  const items = trouble
    ? [
        {
          id: trouble.origin,
          words: 'Delivered leads are not published',
          reference: null,
          note: trouble.problem,
          at: trouble.published_at?.toISOString() ?? null,
        },
      ]
    : []
  return { count: items.length, items }
}

const findLowStock: FindWaiting = async (ctx) => {
  const { rows, total } = await findFallen(ctx, ATTENTION_ITEMS_MAX)
  return {
    count: Math.min(total, ATTENTION_COUNT_MAX + 1),
    items: rows.map((row) => {
      const { what, where, left } = fallenWords(row)
      const words = where === null ? what : `${what}, ${where}`
      return {
        id: row.packageId,
        words,
        reference: null,
        note: `${left.charAt(0).toUpperCase()}${left.slice(1)}`,
        at: null,
      }
    }),
  }
}

/** By kind. */
export const FINDERS: Readonly<Record<AttentionKind, FindWaiting>> = {
  cash_app: findCashApp,
  cash_app_links: findLinksBy(findLinksPaidByCashApp),
  fulfilment: findFulfillment,
  shortfalls: findShortfalls,
  claims: findClaims,
  disputes: findDisputes,
  unknown_payments: findUnknownPayments,
  refunds: findRefunds,
  links: findLinksBy(findExpiringLinks),
  messages: findMessages,
  held_messages: findHeld,
  jobs: findJobs,
  disk: findDisk,
  backups: findBackups,
  log: findLog,
  low_stock: findLowStock,
}

/** Longer than all of them need together. One query that hangs must not hold up the others. */
const PART_MS_MAX = seconds(4)

/** Reads one part. If that fails, the part says so and nothing else. */
async function readPart(
  ctx: PlatformContext,
  kind: AttentionKind,
  find: FindWaiting,
  partMsMax: number,
): Promise<AttentionPart> {
  const patience = new AbortController()
  const lateness = wait(partMsMax, undefined, { ref: false, signal: patience.signal }).then(() => {
    throw new Error(`no answer within ${partMsMax} ms`)
  })
  try {
    return { kind, ...(await Promise.race([find(ctx), lateness])) }
  } catch (error) {
    ctx.node.warn(ctx.log, { err: error, part: kind }, 'a part of what needs attention could not be read')
    return { kind, count: null, items: [] }
  } finally {
    patience.abort()
    await lateness.catch(() => undefined)
  }
}

/** Reads what is waiting, kind by kind in their order. If one kind cannot be read, the others still are. */
export async function readAttention(
  ctx: PlatformContext,
  finders = FINDERS,
  partMsMax = PART_MS_MAX,
): Promise<AttentionPart[]> {
  return Promise.all(ATTENTION_KINDS.map((kind) => readPart(ctx, kind, finders[kind], partMsMax)))
}

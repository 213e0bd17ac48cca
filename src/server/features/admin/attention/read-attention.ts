import { setTimeout as wait } from 'node:timers/promises'
import * as contract from '#contract/admin/attention.ts'
import { packageName } from '#contract/catalogue/catalogue.ts'
import { placeName } from '#contract/catalogue/place-name.ts'
import { CLAIM_REASON_NAMES } from '#contract/claims/claim-reasons.ts'
import { formatCents } from '#contract/plain-values.ts'
import { findBackupTroubles } from '#server/features/admin/backups/run-backups.ts'
import { findFailedJobs } from '#server/features/admin/jobs/retry-jobs.ts'
import { findTroubled, kindName } from '#server/features/admin/messages/list-messages.ts'
import { findHeldMessages } from '#server/features/admin/messages/resend-message.ts'
import { findLowDisks } from '#server/features/admin/operations/check-readiness.ts'
import { fallenWords, findFallen } from '#server/features/admin/stock/list-low-stock.ts'
import { findOpenClaims } from '#server/features/claims/list-claims.ts'
import { findWaitingDeliveries } from '#server/features/delivery/show-deliveries.ts'
import { findShortLines } from '#server/features/delivery/withdraw.ts'
import {
  CASH_APP_SENT_MS,
  findExpiringLinks,
  findLinksPaidByCashApp,
} from '#server/features/links/list-payment-requests.ts'
import { findStuckRefunds } from '#server/features/payments/stuck-refunds.ts'
import { listUnknownPayments } from '#server/features/payments/unknown-payments.ts'
import { findLogTrouble } from '#server/features/proof/read-log.ts'
import { addMilliseconds, seconds } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { statement } from '#server/platform/database/statement.ts'

/** Orders that wait for a Cash App check, soonest to end first, with how many there are. */
export const listPromised = statement('attention.list_promised')`
  with waiting as materialized (
    select order_id, reference, total_cents, full_name, pay_until from orders o join payments p using (order_id)
    where o.state = 'awaiting_payment' and payment_method = 'cash_app' and p.state = 'promised' and p.created_at <= $chosenUntil
    order by pay_until limit ${contract.ATTENTION_COUNT_MAX + 1}
  )
  select w.*, (select count(*)::int from waiting) as waiting from waiting w order by w.pay_until limit $limit`.as<{
  pay_until: Date
}>()

/** Disputes that wait for evidence, soonest to end first, with how many there are. */
export const listDisputed = statement('attention.list_disputed')`
  with waiting as materialized (
    select dispute_id, order_id, amount_cents, reason, due_by from disputes
    where status in ('needs_response', 'warning_needs_response')
    order by coalesce(due_by, 'infinity') limit ${contract.ATTENTION_COUNT_MAX + 1}
  ), first as materialized (select * from waiting order by coalesce(due_by, 'infinity') limit $limit)
  select f.dispute_id, o.reference, f.amount_cents, f.reason, f.due_by, (select count(*)::int from waiting) as waiting
  from first f join orders o on o.order_id = f.order_id order by coalesce(f.due_by, 'infinity')`

/** What was found of one kind. `count` goes up to one more than `ATTENTION_COUNT_MAX`. */
type Found = { count: number; items: contract.AttentionItem[] }

type FindWaiting = (ctx: PlatformContext) => Promise<Found>
type Item = Pick<contract.AttentionItem, 'id' | 'words'> & Partial<contract.AttentionItem>

const found = <Row>(count: number, rows: readonly Row[], show: (row: Row) => Item): Found => ({
  count,
  items: rows.map((row) => ({ reference: null, who: null, amount: null, note: null, at: null, ...show(row) })),
})

/** Of something about a whole order. */
const orderItem = (row: { reference: string; total_cents: number }) => ({
  words: row.reference,
  reference: row.reference,
  amount: row.total_cents / 100,
})

const messageWords = ({ kind, sent_to: to }: { kind: string; sent_to: string | null }): string =>
  `${kindName(kind)}${to ? ` to ${to}` : ''}`

const findLinksBy =
  (find: typeof findExpiringLinks): FindWaiting =>
  async (ctx) => {
    const { links, total } = await find(ctx, contract.ATTENTION_ITEMS_MAX)
    return found(total, links, ({ id, reference, customerName, totalCents, repName, expiresAt }) => ({
      id,
      ...orderItem({ reference, total_cents: totalCents }),
      who: customerName,
      note: repName && `sent by ${repName}`,
      at: expiresAt.toISOString(),
    }))
  }

export const FINDERS: Readonly<Record<contract.AttentionKind, FindWaiting>> = {
  async cash_app(ctx) {
    const chosenUntil = addMilliseconds(ctx.clock.now(), -CASH_APP_SENT_MS)
    const rows = await ctx.database.run(listPromised, { chosenUntil, limit: contract.ATTENTION_ITEMS_MAX })
    return found(rows[0]?.waiting ?? 0, rows, (row) => ({
      id: row.order_id,
      ...orderItem(row),
      who: row.full_name,
      at: row.pay_until.toISOString(),
    }))
  },
  cash_app_links: findLinksBy(findLinksPaidByCashApp),
  async fulfilment(ctx) {
    const rows = await findWaitingDeliveries(ctx, contract.ATTENTION_ITEMS_MAX)
    return found(Math.min(rows[0]?.waiting ?? 0, contract.ATTENTION_COUNT_MAX + 1), rows, (row) => ({
      ...orderItem(row),
      id: row.order_id,
      words: `${row.packages} ${row.packages === 1 ? 'package' : 'packages'}`,
      who: `${row.full_name ?? row.email ?? 'Unknown buyer'} · ${placeName(row)}${row.packages > 1 ? ` +${row.packages - 1}` : ''}`,
      note: row.problem,
      at: row.due_at.toISOString(),
      isDisputed: row.is_disputed,
    }))
  },
  async shortfalls(ctx) {
    const { lines, total } = await findShortLines(ctx, contract.ATTENTION_ITEMS_MAX, contract.ATTENTION_COUNT_MAX + 1)
    return found(
      total,
      lines,
      ({ orderId, lineNumber, reference, tier, size, missing, leads, notedAt, buyerName }) => ({
        id: `${orderId}.${lineNumber}`,
        words: packageName({ tier, size }),
        reference,
        who: buyerName,
        note: `${missing} of ${leads} leads ${missing === 1 ? 'is' : 'are'} missing`,
        at: notedAt,
      }),
    )
  },
  async claims(ctx) {
    const { claims, total } = await findOpenClaims(ctx, contract.ATTENTION_ITEMS_MAX, contract.ATTENTION_COUNT_MAX + 1)
    return found(total, claims, ({ order_id, lead_id, reference, full_name, email, reason, due_at }) => ({
      id: `${order_id}.${lead_id}`,
      words: reference,
      reference,
      who: `${full_name ?? email ?? 'Unknown buyer'} · 1 lead`,
      note: CLAIM_REASON_NAMES[reason],
      at: due_at.toISOString(),
    }))
  },
  async disputes(ctx) {
    const rows = await ctx.database.run(listDisputed, { limit: contract.ATTENTION_ITEMS_MAX })
    return found(rows[0]?.waiting ?? 0, rows, (row) => ({
      id: row.dispute_id,
      ...orderItem({ ...row, total_cents: row.amount_cents }),
      note: `The bank says: ${row.reason.replaceAll('_', ' ')}`,
      at: row.due_by?.toISOString() ?? null,
    }))
  },
  async unknown_payments(ctx) {
    const { rows, total } = await listUnknownPayments(ctx, contract.ATTENTION_ITEMS_MAX)
    return found(total, rows, (row) => ({
      id: row.payment_id,
      words: `${formatCents(row.amount_cents)}${row.contact ? ` from ${row.contact}` : ''}`,
      note: row.last_error
        ? `The card provider did not refund it: ${row.last_error.replaceAll('_', ' ')}`
        : `Payment ${row.payment_id}`,
      at: row.created_at.toISOString(),
    }))
  },
  async refunds(ctx) {
    const { refunds, total } = await findStuckRefunds(ctx, contract.ATTENTION_ITEMS_MAX)
    return found(total, refunds, ({ id, reference, amount, attempts, lastError, createdAt }) => ({
      id,
      words: reference,
      reference,
      amount: Number(amount),
      note: `Tried ${attempts} ${attempts === 1 ? 'time' : 'times'}${lastError ? `; the last answer was “${lastError.replaceAll('_', ' ')}”` : ''}.`,
      at: createdAt,
    }))
  },
  links: findLinksBy(findExpiringLinks),
  async messages(ctx) {
    const rows = await findTroubled(ctx, contract.ATTENTION_ITEMS_MAX)
    return found(rows[0]?.troubled ?? 0, rows, (row) => ({
      id: row.message_id,
      words: messageWords(row),
      note: row.last_error ?? 'It waits to be sent.',
      at: row.created_at.toISOString(),
    }))
  },
  async held_messages(ctx) {
    const { rows, total } = await findHeldMessages(ctx, contract.ATTENTION_ITEMS_MAX)
    return found(total, rows, (row) => ({
      id: row.message_id,
      words: messageWords(row),
      note: 'It may have been sent before.',
      at: row.created_at.toISOString(),
    }))
  },
  async jobs(ctx) {
    const { jobs, total } = await findFailedJobs(ctx, contract.ATTENTION_ITEMS_MAX)
    return found(total, jobs, ({ id, name, lastError, failedAt }) => ({
      id,
      words: name,
      note: lastError,
      at: failedAt.toISOString(),
    }))
  },
  async disk(ctx) {
    const disks = await findLowDisks(ctx.config)
    return found(disks.length, disks, (low) => low)
  },
  async backups(ctx) {
    const troubles = await findBackupTroubles(ctx)
    return found(troubles.length, troubles, (trouble) => trouble)
  },
  async log(ctx) {
    const trouble = await findLogTrouble(ctx)
    return found(trouble ? 1 : 0, trouble ? [trouble] : [], ({ origin, problem, published_at }) => ({
      id: origin,
      words: 'Delivered leads are not published',
      note: problem,
      at: published_at?.toISOString() ?? null,
    }))
  },
  async low_stock(ctx) {
    const { rows, total } = await findFallen(ctx, contract.ATTENTION_ITEMS_MAX)
    return found(Math.min(total, contract.ATTENTION_COUNT_MAX + 1), rows, (row) => {
      const { what, where, left } = fallenWords(row)
      return { id: row.packageId, words: `${what}, ${where}`, note: `${left.charAt(0).toUpperCase()}${left.slice(1)}` }
    })
  },
}

/** Longer than all of them need together. One that hangs must not hold up the others. */
const PART_MS_MAX = seconds(4)

async function readPart(ctx: PlatformContext, kind: contract.AttentionKind, find: FindWaiting, partMsMax: number) {
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
export async function readAttention(ctx: PlatformContext, finders = FINDERS, partMsMax = PART_MS_MAX) {
  return Promise.all(contract.ATTENTION_KINDS.map((kind) => readPart(ctx, kind, finders[kind], partMsMax)))
}

/** What a node tells Prometheus about the business; how each figure is read stands in its feature. */
import { readBackupAge } from '#server/features/admin/backups/run-backups.ts'
import { findTroubled } from '#server/features/admin/messages/list-messages.ts'
import { checkReadiness, readFreeBytes } from '#server/features/admin/operations/check-readiness.ts'
import { countDeliveries } from '#server/features/delivery/watch-deliveries.ts'
import { countOrders } from '#server/features/orders/count-orders.ts'
import { countWebhooks } from '#server/features/payments/receive-webhook.ts'
import { countRefunds } from '#server/features/payments/refund-payment.ts'
import { checkStock, countHolds } from '#server/features/stock/hold.ts'
import type { Context } from '#server/gateways/context.ts'
import { minutes, systemClock } from '#server/platform/clock.ts'
import type { Metric } from '#server/platform/http/metrics.ts'
import { countJobs } from '#server/platform/jobs/job.ts'
import { compareClocks } from '#server/platform/process/compare-clocks.ts'

const CHECK_STOCK_EVERY_MS = minutes(30)
const TROUBLED_MAX = 100

/** Gives the latest answer, and asks again in the background once it is old. A failed question leaves no answer. */
function askRarely(read: () => Promise<Record<string, number>>, everyMs: number): Metric['read'] {
  let latest: Record<string, number> = {}
  let askedAt = Number.NEGATIVE_INFINITY
  return async () => {
    if (performance.now() - askedAt < everyMs) return latest
    askedAt = performance.now()
    const answer = read()
      .catch(() => ({}))
      .then((found) => {
        latest = found
        return found
      })
    return Object.keys(latest).length === 0 ? answer : latest
  }
}

export const storeMetrics = (ctx: () => Context, isStarted: () => boolean): Metric[] => [
  {
    name: 'store_ready',
    label: 'figure',
    help: 'Whether this node can serve, like /readyz: 1 or 0.',
    read: async () => ({
      node: await checkReadiness(ctx(), isStarted()).then(
        () => 1,
        () => 0,
      ),
    }),
  },
  {
    name: 'disk_free_bytes',
    label: 'figure',
    help: 'Room left for the database (only the embedded one) and the folder for the data, on this machine.',
    read: () => readFreeBytes(ctx().config),
  },
  {
    name: 'clock_ahead_seconds',
    label: 'figure',
    help: 'How far the clock of this machine is ahead of the database (behind: negative). At 15 the node stops.',
    read: async () => ({ database: (await compareClocks(ctx().database, systemClock)) / 1_000 }),
  },
  {
    name: 'refunds_unmade',
    label: 'state',
    help: 'Refunds of this store that are not made: due, overdue (of those), failed. The same on every node.',
    read: () => countRefunds(ctx()),
  },
  {
    name: 'job_queue',
    label: 'figure',
    help: 'Jobs: waiting, failed (out of tries), and for how long the oldest one has been due. The same on every node.',
    read: () => countJobs(ctx()),
  },
  {
    name: 'webhook_events_unsorted',
    label: 'figure',
    help: 'Events of the card provider that no one looked at yet, and the age of the oldest. The same on every node.',
    read: () => countWebhooks(ctx()),
  },
  {
    name: 'messages_troubled',
    label: 'figure',
    help: 'Emails and texts that failed or have waited long, up to 100. The same on every node.',
    read: async () => ({ messages: (await findTroubled(ctx(), TROUBLED_MAX)).length }),
  },
  {
    name: 'deliveries_open',
    label: 'state',
    help: 'Paid lines that are not delivered: open, failed (of those), late (of those). The same on every node.',
    read: () => countDeliveries(ctx()),
  },
  {
    name: 'orders_recent',
    label: 'state',
    help: 'Orders that wait for their payment, and those paid within the last hour. The same on every node.',
    read: () => countOrders(ctx()),
  },
  {
    name: 'holds_live',
    label: 'figure',
    help: 'Live holds, and how long the oldest is past its end. The same on every node.',
    read: () => countHolds(ctx()),
  },
  {
    name: 'stock_faults',
    label: 'figure',
    help: 'Packages whose stock does not add up, asked every 30 minutes. Must be 0. The same on every node.',
    read: askRarely(() => checkStock(ctx()), CHECK_STOCK_EVERY_MS),
  },
  {
    name: 'backup_age_seconds',
    label: 'figure',
    help: 'Age of the latest backup of the database that the store knows of, if any. The same on every node.',
    read: () => readBackupAge(ctx(), 'backup'),
  },
  {
    name: 'wal_archive_age_seconds',
    label: 'figure',
    help: 'Time since an own PostgreSQL last archived a file of its log (WAL), if it does. The same on every node.',
    read: () => readBackupAge(ctx(), 'archive'),
  },
]

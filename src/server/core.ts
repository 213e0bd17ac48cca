/** The store without its server: what it knows, and its background work (jobs, timers). `app.ts` adds calls and pages. */
import type { FastifyBaseLogger } from 'fastify'
import { jobs as adminJobs } from '#server/features/admin/jobs.ts'
import { composers as connectionComposers } from '#server/features/admin/settings/connections.ts'
import { keepSettings } from '#server/features/admin/settings/keep-settings.ts'
import { composers as stockComposers } from '#server/features/admin/stock/tell-low-stock.ts'
import { writeRecordedAccess } from '#server/features/audit/record-access.ts'
import { composers as buyerComposers } from '#server/features/buyers/compose-mails.ts'
import { findDeskBuyer } from '#server/features/buyers/desk-session.ts'
import { jobs as buyerJobs } from '#server/features/buyers/jobs.ts'
import { onRestockMailFailed } from '#server/features/buyers/tell-restocks.ts'
import { composers as claimComposers } from '#server/features/claims/compose-mails.ts'
import { claimJobs } from '#server/features/claims/jobs.ts'
import { composers as creditComposers } from '#server/features/credit/compose-mails.ts'
import { creditLateDelivery } from '#server/features/credit/give-credit.ts'
import { jobs as creditJobs } from '#server/features/credit/jobs.ts'
import { composers as deliveryComposers } from '#server/features/delivery/compose-messages.ts'
import { composers as optOutComposers } from '#server/features/delivery/compose-opt-out-mails.ts'
import { onDeliveryMessageFailed, updateDeliveries } from '#server/features/delivery/delivery-listeners.ts'
import { deliveryJobs, optOutJobs } from '#server/features/delivery/jobs.ts'
import { recordShipped } from '#server/features/legal/publish-edition.ts'
import { composers as requestComposers } from '#server/features/links/compose-mails.ts'
import { updateLinkOfOrder } from '#server/features/links/on-order-changed.ts'
import { findMembersOf } from '#server/features/members/accounts.ts'
import { jobs as authJobs } from '#server/features/members/jobs.ts'
import { composers as authComposers } from '#server/features/members/queue-member-mail.ts'
import { notificationJobs } from '#server/features/messages/jobs.ts'
import type { MessageComposers } from '#server/features/messages/message-composer.ts'
import { forgetAddresses } from '#server/features/messages/retention.ts'
import { composers as refundComposers } from '#server/features/payments/compose-refund-mail.ts'
import { jobs as paymentJobs } from '#server/features/payments/jobs.ts'
import { jobs as proofJobs } from '#server/features/proof/jobs.ts'
import { recordHandover, recordReplacements } from '#server/features/proof/record-leads.ts'
import { countDemand, flushDemand } from '#server/features/sales/count-demand.ts'
import { composers as reportComposers } from '#server/features/sales/mail-pay-report.ts'
import { addUpSales, recordSale } from '#server/features/sales/record-sale.ts'
import { composers as webhookComposers } from '#server/features/webhooks/compose-mails.ts'
import { jobs as webhookJobs } from '#server/features/webhooks/jobs.ts'
import {
  tellOfClaims,
  tellOfHandover,
  tellOfPaidOrders,
  tellOfRefunds,
  tellOfRequest,
} from '#server/features/webhooks/write-events.ts'
import type { Connect, Context } from '#server/gateways/context.ts'
import { makeNodeState } from '#server/node-state.ts'
import type { Config } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Job } from '#server/platform/jobs/job.ts'
import type { Log } from '#server/platform/logging.ts'
import type { Tracing } from '#server/platform/tracing/tracing.ts'
import type { SharedContext } from '#server/request-context.ts'
import { forgetOldRows } from '#server/retention.ts'
import { timersOf } from '#server/timers.ts'

/** `messages` composes those about orders itself. */
const COMPOSERS: MessageComposers = {
  ...authComposers,
  ...refundComposers,
  ...requestComposers,
  ...reportComposers,
  ...stockComposers,
  ...deliveryComposers,
  ...claimComposers,
  ...buyerComposers,
  ...webhookComposers,
  ...creditComposers,
  ...optOutComposers,
  ...connectionComposers,
}

export interface CoreOptions extends Pick<SharedContext, 'clock' | 'secrets' | 'publicUrl'> {
  config: Config
  connect: Connect
  log: FastifyBaseLogger & Log
  database: Database
  /** For what the store does by itself, so that requests cannot keep it from the database. */
  reserve?: Database
  tracing?: Tracing | null
}

/** Nothing runs yet. */
export async function buildCore(options: CoreOptions) {
  const { config, clock, database, reserve = database, secrets, connect, publicUrl } = options
  const isSecure = config.publicUrl?.startsWith('https://') ?? false
  const node = makeNodeState({
    // The link comes first: delivery may change the order again, which calls all of these in turn.
    orderListeners: [updateLinkOfOrder, updateDeliveries, recordSale, tellOfRefunds, tellOfPaidOrders],
    requestListeners: [tellOfRequest],
    handoverListeners: [recordHandover, tellOfHandover],
    claimListeners: [recordReplacements, tellOfClaims],
    failureListeners: [onDeliveryMessageFailed, onRestockMailFailed],
    contactsListeners: [forgetAddresses],
    findDeskBuyer,
  })
  const demand = countDemand(node, { isPerNetwork: config.hasRateLimits })
  const settings = await keepSettings({ database: reserve, defaults: config, secrets, connect, log: options.log })
  const { current: currentConfig, currentGateways } = settings
  await recordShipped({ clock, config: currentConfig(), database: reserve })
  const shared: SharedContext = { clock, currentConfig, database, node, secrets, currentGateways, publicUrl, isSecure }
  const systemContext = (requestId: string): Context => ({
    clock,
    config: currentConfig(),
    database: reserve,
    node,
    secrets,
    gateways: currentGateways(),
    log: options.log,
    publicUrl: publicUrl(),
    requestId,
    actor: { kind: 'system' },
  })
  const jobs: readonly Job<Context>[] = [
    ...notificationJobs(COMPOSERS),
    ...paymentJobs,
    ...authJobs,
    ...adminJobs,
    ...optOutJobs,
    ...buyerJobs,
    ...webhookJobs,
    ...creditJobs,
    ...deliveryJobs(creditLateDelivery),
    ...claimJobs,
    ...proofJobs,
    forgetOldRows,
  ]
  return {
    settings,
    shared,
    systemContext,
    jobs,
    timers: timersOf(() => systemContext('timer'), demand),
    /** Never throws. */
    async writeLastCounts() {
      // They would be lost, and an older version reads only totals; a lost database takes both.
      await Promise.all([
        writeRecordedAccess(systemContext('stop'), findMembersOf),
        flushDemand(systemContext('stop'), demand),
        addUpSales(reserve),
      ]).catch((error) => options.log.warn({ reason: String(error) }, 'the last counts were not written'))
    },
  }
}

export type Core = Awaited<ReturnType<typeof buildCore>>

import { SHIP_EVERY_MS, shipLog } from '#server/features/admin/backups/run-backups.ts'
import { applyPlannedPrices, PLANNED_EVERY_MS } from '#server/features/admin/pricing/change-prices.ts'
import { WRITE_NOTED_EVERY_MS, writeRecordedAccess } from '#server/features/audit/record-access.ts'
import { TELL_RESTOCKS_EVERY_MS, tellRestocks } from '#server/features/buyers/tell-restocks.ts'
import { promiseLeads } from '#server/features/catalogue/price-lines.ts'
import {
  EXPIRE_REQUESTS_EVERY_MS,
  expirePaymentRequests,
  FINISH_HALF_CLOSED_EVERY_MS,
  finishHalfClosed,
} from '#server/features/links/close-payment-request.ts'
import { REMIND_EVERY_MS, remindCustomers } from '#server/features/links/compose-mails.ts'
import { findMembersOf } from '#server/features/members/accounts.ts'
import { QUEUE_EVERY_MS, queueMessages } from '#server/features/messages/queue-message.ts'
import { EXPIRE_ORDERS_EVERY_MS, expireCashAppOrders } from '#server/features/payments/decide-cash-app-order.ts'
import { SORT_EVERY_MS, sortEvents } from '#server/features/payments/receive-webhook.ts'
import { RECONCILE_EVERY_MS, reconcilePayments } from '#server/features/payments/reconcile-payments.ts'
import { type DemandCounter, FLUSH_EVERY_MS, flushDemand } from '#server/features/sales/count-demand.ts'
import { ADD_UP_EVERY_MS, addUpSales } from '#server/features/sales/record-sale.ts'
import { AGE_EVERY_MS, ageLeads } from '#server/features/stock/age-leads.ts'
import { FREE_LEADS_EVERY_MS, freeEndedLeads } from '#server/features/stock/free-ended-leads.ts'
import { EXPIRE_EVERY_MS, expireHolds } from '#server/features/stock/release-hold.ts'
import { UPDATE_BONUS_LEADS_EVERY_MS, updateBonusLeads } from '#server/features/stock/update-bonus-leads.ts'
import { QUEUE_WEBHOOKS_EVERY_MS, queueWebhookEvents } from '#server/features/webhooks/send-events.ts'
import type { Context } from '#server/gateways/context.ts'
import type { Timer } from '#server/platform/process/timers.ts'

/** Each may run on several nodes at once. */
export const timersOf = (ctx: () => Context, demand: DemandCounter): Timer[] => [
  { name: 'expire-holds', everyMs: EXPIRE_EVERY_MS, run: () => expireHolds(ctx()) },
  { name: 'free-ended-leads', everyMs: FREE_LEADS_EVERY_MS, run: () => freeEndedLeads(ctx()) },
  { name: 'age-leads', everyMs: AGE_EVERY_MS, run: () => ageLeads(ctx()) },
  {
    name: 'follow-bonus-leads',
    everyMs: UPDATE_BONUS_LEADS_EVERY_MS,
    run: () => updateBonusLeads(ctx(), promiseLeads),
  },
  { name: 'apply-planned-prices', everyMs: PLANNED_EVERY_MS, run: () => applyPlannedPrices(ctx()) },
  {
    name: 'write-recorded-access',
    everyMs: WRITE_NOTED_EVERY_MS,
    run: () => writeRecordedAccess(ctx(), findMembersOf),
  },
  { name: 'flush-demand', everyMs: FLUSH_EVERY_MS, run: () => flushDemand(ctx(), demand) },
  { name: 'ship-log', everyMs: SHIP_EVERY_MS, run: () => shipLog(ctx()) },
  { name: 'add-up-sales', everyMs: ADD_UP_EVERY_MS, run: () => addUpSales(ctx().database) },
  { name: 'queue-messages', everyMs: QUEUE_EVERY_MS, run: () => queueMessages(ctx()) },
  { name: 'queue-webhook-events', everyMs: QUEUE_WEBHOOKS_EVERY_MS, run: () => queueWebhookEvents(ctx()) },
  { name: 'sort-events', everyMs: SORT_EVERY_MS, run: () => sortEvents(ctx()) },
  { name: 'expire-cash-app-orders', everyMs: EXPIRE_ORDERS_EVERY_MS, run: () => expireCashAppOrders(ctx()) },
  { name: 'expire-payment-requests', everyMs: EXPIRE_REQUESTS_EVERY_MS, run: () => expirePaymentRequests(ctx()) },
  { name: 'finish-half-closed', everyMs: FINISH_HALF_CLOSED_EVERY_MS, run: () => finishHalfClosed(ctx()) },
  { name: 'tell-restocks', everyMs: TELL_RESTOCKS_EVERY_MS, run: () => tellRestocks(ctx()) },
  { name: 'remind-customers', everyMs: REMIND_EVERY_MS, run: () => remindCustomers(ctx()) },
  { name: 'reconcile-payments', everyMs: RECONCILE_EVERY_MS, run: () => reconcilePayments(ctx()) },
]

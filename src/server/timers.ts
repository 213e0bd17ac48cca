/** What each node does again and again by itself, beside the jobs of the queue. */
import { EXPIRE_ORDERS_EVERY_MS, expireCashAppOrders } from '#server/features/cash-app/expire-cash-app-orders.ts'
import type { DemandCounter } from '#server/features/demand/count-demand.ts'
import { FLUSH_EVERY_MS, flushDemand } from '#server/features/demand/flush-demand.ts'
import { AGE_EVERY_MS, ageLeads } from '#server/features/inventory/age-leads.ts'
import { EXPIRE_EVERY_MS, expireHolds } from '#server/features/inventory/expire-holds.ts'
import { FOLLOW_BONUS_EVERY_MS, followBonusLeads } from '#server/features/inventory/follow-bonus-leads.ts'
import { FREE_LEADS_EVERY_MS, freeEndedLeads } from '#server/features/inventory/free-ended-leads.ts'
import { QUEUE_EVERY_MS, queueMessages } from '#server/features/notifications/queue-message.ts'
import { promiseLeads } from '#server/features/offers/promise-leads.ts'
import {
  EXPIRE_REQUESTS_EVERY_MS,
  expirePaymentRequests,
  FINISH_HALF_CLOSED_EVERY_MS,
  finishHalfClosed,
} from '#server/features/payment-requests/close-payment-request.ts'
import { REMIND_EVERY_MS, remindCustomers } from '#server/features/payment-requests/remind-customers.ts'
import { SORT_EVERY_MS, sortEvents } from '#server/features/payments/receive-webhook.ts'
import { RECONCILE_EVERY_MS, reconcilePayments } from '#server/features/payments/reconcile-payments.ts'
import { applyPlannedPrices, PLANNED_EVERY_MS } from '#server/features/pricing/apply-planned-prices.ts'
import { ADD_UP_EVERY_MS, addUpSales } from '#server/features/sales-ledger/add-up-sales.ts'
import type { Context } from '#server/gateways/context.ts'
import type { Timer } from '#server/platform/timers.ts'

/** Each may run on several nodes at once. @param ctx makes the context of one run; @param demand what this node counted of it */
export const timersOf = (ctx: () => Context, demand: DemandCounter): Timer[] => [
  { name: 'expire-holds', everyMs: EXPIRE_EVERY_MS, run: () => expireHolds(ctx()) },
  { name: 'free-ended-leads', everyMs: FREE_LEADS_EVERY_MS, run: () => freeEndedLeads(ctx()) },
  { name: 'age-leads', everyMs: AGE_EVERY_MS, run: () => ageLeads(ctx()) },
  {
    name: 'follow-bonus-leads',
    everyMs: FOLLOW_BONUS_EVERY_MS,
    run: () => followBonusLeads(ctx(), promiseLeads),
  },
  {
    name: 'apply-planned-prices',
    everyMs: PLANNED_EVERY_MS,
    run: () => applyPlannedPrices(ctx()),
  },
  { name: 'flush-demand', everyMs: FLUSH_EVERY_MS, run: () => flushDemand(ctx(), demand) },
  { name: 'add-up-sales', everyMs: ADD_UP_EVERY_MS, run: () => addUpSales(ctx().database) },
  { name: 'queue-messages', everyMs: QUEUE_EVERY_MS, run: () => queueMessages(ctx()) },
  { name: 'sort-events', everyMs: SORT_EVERY_MS, run: () => sortEvents(ctx()) },
  {
    name: 'expire-cash-app-orders',
    everyMs: EXPIRE_ORDERS_EVERY_MS,
    run: () => expireCashAppOrders(ctx()),
  },
  {
    name: 'expire-payment-requests',
    everyMs: EXPIRE_REQUESTS_EVERY_MS,
    run: () => expirePaymentRequests(ctx()),
  },
  {
    name: 'finish-half-closed',
    everyMs: FINISH_HALF_CLOSED_EVERY_MS,
    run: () => finishHalfClosed(ctx()),
  },
  { name: 'remind-customers', everyMs: REMIND_EVERY_MS, run: () => remindCustomers(ctx()) },
  { name: 'reconcile-payments', everyMs: RECONCILE_EVERY_MS, run: () => reconcilePayments(ctx()) },
]

import { applyPlannedPrices } from '#server/features/admin/pricing/change-prices.ts'
import { writeRecordedAccess } from '#server/features/audit/record-access.ts'
import { tellRestocks } from '#server/features/buyers/tell-restocks.ts'
import { promiseLeads } from '#server/features/catalogue/price-lines.ts'
import { expirePaymentRequests, finishHalfClosed } from '#server/features/links/close-payment-request.ts'
import { remindCustomers } from '#server/features/links/compose-mails.ts'
import { findMembersOf } from '#server/features/members/accounts.ts'
import { queueMessages } from '#server/features/messages/queue-message.ts'
import { expireCashAppOrders } from '#server/features/payments/decide-cash-app-order.ts'
import { sortEvents } from '#server/features/payments/receive-webhook.ts'
import { reconcilePayments } from '#server/features/payments/reconcile-payments.ts'
import { type DemandCounter, flushDemand } from '#server/features/sales/count-demand.ts'
import { addUpSales } from '#server/features/sales/record-sale.ts'
import { ageLeads } from '#server/features/stock/age-leads.ts'
import { freeEndedLeads } from '#server/features/stock/free-ended-leads.ts'
import { expireHolds } from '#server/features/stock/release-hold.ts'
import { updateBonusLeads } from '#server/features/stock/update-bonus-leads.ts'
import { queueWebhookEvents } from '#server/features/webhooks/send-events.ts'
import type { Context } from '#server/gateways/context.ts'
import { seconds } from '#server/platform/clock.ts'
import type { Timer } from '#server/platform/process/timers.ts'

/** How often each node looks, and why. Each may run on several nodes at once. */
export const timersOf = (ctx: () => Context, demand: DemandCounter): Timer[] => [
  // Expired holds are promised back in stock within 5 s on any node.
  { name: 'expire-holds', everyMs: seconds(1), run: () => expireHolds(ctx()) },
  // How soon leads return if their node died before it could give them back.
  { name: 'free-ended-leads', everyMs: seconds(2), run: () => freeEndedLeads(ctx()) },
  // A lead whose time is over must not be sold in its old tier.
  { name: 'age-leads', everyMs: seconds(1), run: () => ageLeads(ctx()) },
  // Offers begin and end by themselves. Until its pool is updated, a package may show a unit more than holds can get.
  { name: 'follow-bonus-leads', everyMs: seconds(5), run: () => updateBonusLeads(ctx(), promiseLeads) },
  // A planned price is at most this late.
  { name: 'apply-planned-prices', everyMs: seconds(1), run: () => applyPlannedPrices(ctx()) },
  // A killed node loses at most this much.
  { name: 'write-recorded-access', everyMs: seconds(1), run: () => writeRecordedAccess(ctx(), findMembersOf) },
  // A killed node loses at most this much, and the list is at most this late.
  { name: 'flush-demand', everyMs: seconds(5), run: () => flushDemand(ctx(), demand) },
  // Queries read the sales of this interval in addition to the figures.
  { name: 'add-up-sales', everyMs: seconds(2), run: () => addUpSales(ctx().database) },
  { name: 'queue-messages', everyMs: 250, run: () => queueMessages(ctx()) },
  // No due event waits longer than this for its job.
  { name: 'queue-webhook-events', everyMs: 250, run: () => queueWebhookEvents(ctx()) },
  { name: 'sort-events', everyMs: 250, run: () => sortEvents(ctx()) },
  // Holds end on time by themselves; the order and the email may follow this much later.
  { name: 'expire-cash-app-orders', everyMs: seconds(5), run: () => expireCashAppOrders(ctx()) },
  // Units are back in stock within 5 s after a link ends.
  { name: 'expire-payment-requests', everyMs: seconds(1), run: () => expirePaymentRequests(ctx()) },
  // Looks for requests that another node left half closed. It reads every waiting request.
  { name: 'finish-half-closed', everyMs: seconds(30), run: () => finishHalfClosed(ctx()) },
  // A unit that comes back and is taken again between two looks is no restock: there is nothing left to buy.
  { name: 'tell-restocks', everyMs: seconds(10), run: () => tellRestocks(ctx()) },
  // A reminder is not urgent.
  { name: 'remind-customers', everyMs: seconds(15), run: () => remindCustomers(ctx()) },
  { name: 'reconcile-payments', everyMs: seconds(5), run: () => reconcilePayments(ctx()) },
]

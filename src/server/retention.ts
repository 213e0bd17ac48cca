/** What the store forgets, and when: docs/decisions/0013-data-retention.md. Orders, payments and the audit log stay. */
import { OWN_LIST_DAYS } from '#contract/buyers/own-lists.ts'
import { RESTOCK_CONFIRM_DAYS, RESTOCK_REQUEST_DAYS } from '#contract/buyers/restock.ts'
import { CHECKOUT_SESSION_DAYS } from '#contract/checkout/checkout-sessions.ts'
import { addDays } from '#contract/days.ts'
import { DEMAND_KEPT_DAYS } from '#contract/sales/demand.ts'
import { storeDayOf } from '#contract/store-day.ts'
import { WEBHOOK_EVENT_DAYS } from '#contract/webhooks/webhooks.ts'
import { ADMIN_KINDS } from '#server/features/admin/admin-imports.ts'
import { leadRetention } from '#server/features/admin/lead-files/undo-lead-import.ts'
import { stockRetention } from '#server/features/admin/stock-files/stock-imports.ts'
import { forgetIdleWatches, forgetOldRequests } from '#server/features/buyers/end-restock.ts'
import { OWN_LIST_IMPORTS } from '#server/features/buyers/manage-own-lists.ts'
import {
  forgetCodes as forgetDeskCodes,
  forgetSessions as forgetDeskSessions,
} from '#server/features/buyers/queries.ts'
import { forgetSessions as forgetCheckoutSessions } from '#server/features/checkout/checkout-sessions.ts'
import { forgetFiles as forgetClaimFiles, forgetUnclaimed } from '#server/features/claims/attach-file.ts'
import { forgetNotes } from '#server/features/claims/queries.ts'
import { forgetCodes as forgetCreditCodes } from '#server/features/credit/queries.ts'
import { forgetFiles, forgetNetworks } from '#server/features/delivery/make-files.ts'
import * as optOut from '#server/features/delivery/opt-out.ts'
import { importRetention } from '#server/features/imports/retention.ts'
import { forgetUnusedKeys } from '#server/features/keys/manage-keys.ts'
import { UNUSED_MS } from '#server/features/keys/rules.ts'
import { forgetAttempts, forgetSessions, forgetVerifications } from '#server/features/members/queries.ts'
import { forgetReports } from '#server/features/messages/sms.ts'
import { forgetLines } from '#server/features/orders/cart.ts'
import { findNamedHolds } from '#server/features/orders/contact.ts'
import { forgetOldContacts } from '#server/features/orders/retention.ts'
import { forgetEvents as forgetPaymentEvents } from '#server/features/payments/event-queries.ts'
import { forgetUnknown } from '#server/features/payments/unknown-payments.ts'
import { forgetProofs } from '#server/features/proof/show-proofs.ts'
import { forgetDays } from '#server/features/sales/queries.ts'
import { forgetOldDetails, forgetOldHolds } from '#server/features/stock/forget-old-rows.ts'
import { forgetOwnLists } from '#server/features/stock/own-list-queries.ts'
import { forgetOwnListKeys } from '#server/features/stock/save-own-list.ts'
import { forgetEvents as forgetWebhookEvents } from '#server/features/webhooks/queries.ts'
import type { Context } from '#server/gateways/context.ts'
import { days } from '#server/platform/clock.ts'
import { byStatement, defineRetention, inOnePass, type Retention } from '#server/platform/jobs/retention.ts'

const FILES_AT_ONCE = 100
const daysAfter = (count: number, event: string) => ({ kept: `${count} days after ${event}`, keptMs: days(count) })
const A_MONTH = { kept: '30 days', keptMs: days(30) }

const DEMONSTRATION = {
  ...A_MONTH,
  why: 'A demo ends within weeks, and a load test sends thousands. Real mail servers and SMS services keep none for the store.',
}

const SIGN_INS = { why: 'They are of no use after that.' }

const RETENTION: readonly Retention<Context>[] = [
  {
    what: 'contacts of canceled orders',
    ...daysAfter(30, 'they were canceled'),
    why: 'Gives buyers time to ask about the order, and late money time to come. An unpaid order is canceled after a day.',
    stays: 'the order with its lines and amounts',
    forget: forgetOldContacts,
  },
  {
    what: 'holds',
    ...daysAfter(30, 'they ended'),
    why: 'Gives time to investigate a script that emptied a county; the network’s fingerprint identifies it.',
    stays: 'holds that a stock movement or an order line names, without the network',
    forget: (ctx, rows) =>
      forgetOldHolds(ctx, {
        ...rows,
        findNamed: async (holdIds) =>
          new Set((await ctx.database.run(findNamedHolds, { holdIds })).map((row) => row.hold_id)),
      }),
  },
  {
    what: 'cart lines of holds that ended',
    ...daysAfter(30, 'they were added'),
    why: 'Lets us answer a buyer who asks about a cart that expired.',
    stays: 'the delivery method, on orders',
    forget: byStatement(forgetLines),
  },
  {
    what: 'reports of the SMS service',
    ...A_MONTH,
    why: 'A report is stored so that it is handled once. A copy that comes later changes nothing, because its message has moved on.',
    stays: 'replies (STOP, START): otherwise one could be sent again and would count again',
    forget: byStatement(forgetReports),
  },
  {
    what: 'emails in the sandbox mailbox',
    ...DEMONSTRATION,
    forget: (ctx, { before, limit }) => ctx.gateways.email.forgetMails(before, limit),
  },
  {
    what: 'texts on the sandbox phone',
    ...DEMONSTRATION,
    forget: (ctx, { before, limit }) => ctx.gateways.sms.forgetTexts(before, limit),
  },
  {
    what: 'payments whose orders a restore lost, with the contact of their payers',
    ...daysAfter(90, 'they were found'),
    why: 'Someone must look into them, and questions from a bank come within that time.',
    stays: 'the payment at the card provider',
    forget: byStatement(forgetUnknown),
  },
  {
    what: 'handled webhook events and the networks of their payments',
    ...daysAfter(90, 'they came'),
    why: 'A stored event keeps the same event from being handled twice. The provider repeats events for 30 days; three times that covers questions from a bank.',
    stays: 'events that were never handled: someone must look into them',
    forget: byStatement(forgetPaymentEvents),
  },
  { what: 'attempt counters', kept: 'until their window ends', ...SIGN_INS, forget: byStatement(forgetAttempts) },
  { what: 'sessions', kept: 'until they expire', ...SIGN_INS, forget: byStatement(forgetSessions) },
  { what: 'mailed links and notices', kept: 'until they end', ...SIGN_INS, forget: byStatement(forgetVerifications) },
  leadRetention,
  stockRetention,
  ...importRetention<Context>([...ADMIN_KINDS, OWN_LIST_IMPORTS]),
  {
    what: 'views, holds and sell-outs of counties',
    ...daysAfter(DEMAND_KEPT_DAYS, 'they were counted'),
    why: 'A year to compare with, plus a month to read it.',
    stays: 'sales, which are in the ledger',
    async forget(ctx, { limit }) {
      const first = addDays(storeDayOf(ctx.clock.now(), ctx.config.timeZone), -DEMAND_KEPT_DAYS)
      return (await ctx.database.run(forgetDays, { first, limit }))[0]?.rows ?? 0
    },
  },
  {
    what: 'personal data of leads',
    kept: '180 days (a setting) after they were acquired or last sold; at once when their owner opts out',
    keptMs: ({ leadDays }) => days(leadDays),
    why: 'Leads that are for sale, held or not yet delivered keep it. After that, no one needs it.',
    stays: 'counts and fingerprints, so that no buyer gets a property twice',
    forget: inOnePass(forgetOldDetails),
  },
  {
    what: 'lists of leads that buyers have already',
    kept: 'a year after their last change',
    keptMs: days(OWN_LIST_DAYS),
    why: 'The buyer may have sold or lost those leads by then. The desk shows the day.',
    forget: byStatement(forgetOwnLists),
  },
  {
    what: 'fingerprints of lists that were removed, replaced or forgotten',
    kept: 'until the next run',
    why: 'Nothing looks at them anymore.',
    forget: inOnePass(forgetOwnListKeys),
  },
  {
    what: 'opt-out requests, and the addresses their receipts went to',
    ...A_MONTH,
    why: 'Gives time to find out why an email failed, and to retry it.',
    stays: 'the fingerprint of the property, which needs none of this',
    forget: byStatement(optOut.forgetRequests),
  },
  {
    what: 'opt-out requests that were not confirmed',
    kept: 'until their link expires',
    keptMs: optOut.CONFIRMATION_MS,
    why: 'They have no effect.',
    forget: byStatement(optOut.forgetConfirmations),
  },
  {
    what: 'addresses of properties whose earlier buyers could not be told',
    kept: '30 days; at once after the buyers were told',
    keptMs: days(30),
    why: 'Emails are retried for about four days, and an administrator may try again.',
    stays: 'the fingerprint of the property',
    forget: byStatement(optOut.forgetUntold),
  },
  {
    what: 'API keys, with the addresses of buyers who made them',
    kept: 'a year after their last use',
    keptMs: UNUSED_MS,
    why: 'No program of their owner needs them anymore.',
    forget: byStatement(forgetUnusedKeys),
  },
  {
    what: 'codes for the buyer’s desk, with the addresses they were sent to',
    kept: 'a day after their end',
    keptMs: days(1),
    why: 'They no longer open anything.',
    forget: byStatement(forgetDeskCodes),
  },
  {
    what: 'checkout sessions of programs',
    ...daysAfter(CHECKOUT_SESSION_DAYS, 'they were made'),
    why: 'A program has long asked by then whether it was paid. The order stays.',
    forget: byStatement(forgetCheckoutSessions),
  },
  {
    what: 'sessions of the buyer’s desk',
    kept: 'until they end',
    why: 'They no longer open anything.',
    forget: byStatement(forgetDeskSessions),
  },
  {
    what: 'requests to be told when there are more, with their addresses',
    kept: `${RESTOCK_CONFIRM_DAYS} days if no one confirms them, else ${RESTOCK_REQUEST_DAYS} days; at once when their buyer ends them`,
    why: 'Whoever never confirmed did not want them, and after a year few still wait.',
    stays: 'that emails were sent, without the address',
    forget: forgetOldRequests,
  },
  {
    what: 'watches of packages',
    kept: 'until no one waits for the package',
    why: 'They tell no one anything then.',
    forget: forgetIdleWatches,
  },
  {
    what: 'events of webhooks, with their tries and answers',
    ...daysAfter(WEBHOOK_EVENT_DAYS, 'they occurred'),
    why: 'A receiver that missed them can still get them until then. They hold ids; an answer may hold what its receiver wrote.',
    forget: byStatement(forgetWebhookEvents),
  },
  {
    what: 'codes for store credit, with the addresses they were sent to',
    kept: 'a day after the request',
    keptMs: days(1),
    why: 'The code and the unlocked hour have ended long before.',
    forget: byStatement(forgetCreditCodes),
  },
  {
    what: 'delivered files',
    kept: '30 days (a setting), as their links say; at once when they are refunded',
    why: 'The link promises this date.',
    stays: 'the record that they were delivered and downloaded',
    async forget(ctx, { before, limit }) {
      let deleted = 0
      while (deleted < limit) {
        const rows = await ctx.database.run(forgetFiles, { now: before, limit: FILES_AT_ONCE })
        deleted += rows.length
        if (rows.length < FILES_AT_ONCE) break
      }
      return deleted
    },
  },
  {
    what: 'networks of downloads',
    ...daysAfter(180, 'the download'),
    why: 'For four months, a bank may ask who downloaded a delivery; half a year leaves time to answer.',
    stays: 'the download',
    forget: byStatement(forgetNetworks),
  },
  {
    what: 'what buyers wrote about claimed leads',
    ...daysAfter(90, 'the answer'),
    why: 'It can name people. By then, no one disputes the answer.',
    stays: 'the claim and its answer',
    forget: byStatement(forgetNotes),
  },
  {
    what: 'files that buyers attached to claims',
    ...daysAfter(90, 'the answer'),
    why: 'They can show people. By then, no one disputes the answer.',
    stays: 'the claim and its answer',
    forget: byStatement(forgetClaimFiles),
  },
  {
    what: 'files that were attached and then not used for a claim',
    kept: '1 day',
    keptMs: days(1),
    why: 'Leaves time to finish the claim.',
    forget: byStatement(forgetUnclaimed),
  },
  {
    what: 'proofs of delivered leads',
    kept: 'as long as delivered files; less if the lead’s data is deleted first',
    keptMs: ({ deliveryDays, leadDays }) => days(Math.min(deliveryDays, leadDays)),
    why: 'A proof contains the lead. Its buyer has downloaded it by then.',
    stays: 'The entry in the public log, which names no one.',
    forget: byStatement(forgetProofs),
  },
]

export const forgetOldRows = defineRetention(RETENTION)

/** Retention of messages. */
import type { ContactsListener } from '#server/features/orders/retention.ts'
import type { Context } from '#server/gateways/context.ts'
import { days } from '#server/platform/clock.ts'
import { byStatement, defineRetention } from '#server/platform/jobs/retention.ts'
import type { OrderMessageKind } from './message-composer.ts'
import { forgetAddresses as forgetAddressesStatement } from './queries.ts'
import { INSTRUCTIONS_MAX } from './queue-message.ts'
import { forgetReports } from './sms-queries.ts'

/** Kinds with one message per order, named after it. */
const ONE_OF_AN_ORDER = [
  'order_confirmation',
  'money_returned',
  'cash_app_closed',
] as const satisfies readonly OrderMessageKind[]

/**
 * Removes addresses from the message log when the contact of their order is forgotten, in the same transaction. A paid
 * order keeps its contact, so its confirmations and refunds keep theirs.
 */
export const forgetAddresses: ContactsListener = async (tx, orderIds) => {
  await tx.run(forgetAddressesStatement, { orderIds, orderKinds: ONE_OF_AN_ORDER, instructionsMax: INSTRUCTIONS_MAX })
}

const DEMONSTRATION = {
  kept: '30 days',
  keptMs: days(30),
  why: 'A demo ends within weeks, and a load test sends thousands. Real mail servers and SMS services keep none for the store.',
}

export const retention = [
  defineRetention<Context>({
    name: 'forget-sms-reports',
    schedule: '21 * * * *',
    rows: [
      {
        what: 'reports of the SMS service',
        kept: '30 days',
        keptMs: days(30),
        why: 'A report is stored so that it is handled once. A copy that comes later changes nothing, because its message has moved on.',
        stays: 'replies (STOP, START): otherwise one could be sent again and would count again',
        forget: byStatement(forgetReports),
      },
    ],
  }),
  defineRetention<Context>({
    name: 'forget-old-mails',
    schedule: '51 * * * *',
    rows: [
      {
        what: 'emails in the sandbox mailbox',
        ...DEMONSTRATION,
        forget: (ctx, { before, limit }) => ctx.gateways.email.forgetMails(before, limit),
      },
      {
        // They usually expire together with the emails and are gone already.
        what: 'texts on the sandbox phone',
        ...DEMONSTRATION,
        forget: (ctx, { before, limit }) => ctx.gateways.sms.forgetTexts(before, limit),
      },
    ],
  }),
]

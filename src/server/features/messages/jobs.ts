import * as z from 'zod/mini'
import type { Context } from '#server/gateways/context.ts'
import { defineJob, defineScheduledJob } from '#server/platform/jobs/job.ts'
import type { MessageComposers } from './message-composer.ts'
import { askSmsStates, recordSmsReport } from './record-sms-report.ts'
import { SEND_ATTEMPTS_MAX, sendMessage, sendMessages } from './send-message.ts'
import { SmsReport } from './sms.ts'

/** @param composers from the features that own the kinds, see `MessageComposers` */
export const notificationJobs = (composers: MessageComposers) => [
  defineJob({
    name: 'send-messages',
    summary:
      'Sends new messages to the mail server or the SMS service, each once. A message that is not accepted gets its own job.',
    payload: z.object({ messageIds: z.array(z.string()) }),
    attemptsMax: SEND_ATTEMPTS_MAX,
    run: (ctx: Context, { messageIds }) => sendMessages(ctx, messageIds, composers),
  }),
  defineJob({
    name: 'send-message',
    summary: 'Retries one message that was not accepted; an email for about four days.',
    payload: z.object({ messageId: z.string() }),
    attemptsMax: SEND_ATTEMPTS_MAX,
    run: (ctx: Context, { messageId }) => sendMessage(ctx, messageId, composers),
  }),
  defineJob({
    name: 'note-sms-report',
    summary:
      'Records what the SMS service reported about a text. A text that did not arrive is retried, or has failed.',
    payload: SmsReport,
    attemptsMax: SEND_ATTEMPTS_MAX,
    run: (ctx: Context, report) => recordSmsReport(ctx, report, composers),
  }),
  defineScheduledJob({
    name: 'ask-sms-states',
    summary: 'Asks the SMS service about texts that it accepted 15 minutes ago and has not reported on.',
    schedule: '*/10 * * * *',
    run: (ctx: Context) => askSmsStates(ctx),
  }),
]

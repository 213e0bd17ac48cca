import * as z from 'zod/mini'
import type { Context } from '#server/gateways/context.ts'
import { defineJob, defineScheduledJob } from '#server/platform/jobs/job.ts'
import { forgetOldMails } from './forget-old-mails.ts'
import type { MessageComposers } from './message-composer.ts'
import { SEND_ATTEMPTS_MAX, sendMessage } from './send-message.ts'

/** @param composers come from the features that own their kinds, see `MessageComposers` */
export const notificationJobs = (composers: MessageComposers) => [
  defineJob({
    name: 'send-message',
    summary: 'Hands one waiting message to the mail server; tried again for about two days.',
    payload: z.object({ messageId: z.string() }),
    attemptsMax: SEND_ATTEMPTS_MAX,
    run: (ctx: Context, { messageId }) => sendMessage(ctx, messageId, composers),
  }),
  defineScheduledJob({
    name: 'forget-old-mails',
    summary: 'Deletes mails that the sandbox mailbox took 30 days ago.',
    schedule: '51 * * * *',
    run: (ctx: Context) => forgetOldMails(ctx),
  }),
]

import * as z from 'zod/mini'
import type { Context } from '#server/gateways/context.ts'
import { defineJob, defineScheduledJob } from '#server/platform/jobs/job.ts'
import { forgetOldMails } from './forget-old-mails.ts'
import { sendMessage } from './send-message.ts'

export const jobs = [
  defineJob({
    name: 'send-message',
    summary: 'Hands one waiting message to the mail server; tried again for about two days.',
    payload: z.object({ messageId: z.string() }),
    attemptsMax: 25,
    run: (ctx: Context, { messageId }) => sendMessage(ctx, messageId),
  }),
  defineScheduledJob({
    name: 'forget-old-mails',
    summary: 'Deletes mails that the sandbox mailbox took 30 days ago.',
    schedule: '51 * * * *',
    run: (ctx: Context) => forgetOldMails(ctx),
  }),
]

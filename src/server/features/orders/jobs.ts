import { forgetOldHolds } from '#server/features/stock/forget-old-holds.ts'
import type { Context } from '#server/gateways/context.ts'
import { defineScheduledJob } from '#server/platform/jobs/job.ts'
import { findNamedHolds } from './contact-queries.ts'
import { forgetOldContacts } from './forget-old-contacts.ts'
import { forgetOldLines } from './forget-old-lines.ts'

export const jobs = [
  defineScheduledJob({
    name: 'forget-old-contacts',
    summary: 'Takes the buyer’s data out of orders that were canceled 30 days ago; the orders stay.',
    schedule: '21 * * * *',
    run: (ctx: Context) => forgetOldContacts(ctx),
  }),
  // Here and not in inventory, because only orders know which holds their lines name.
  defineScheduledJob({
    name: 'forget-old-holds',
    summary: 'Deletes holds that ended 30 days ago and that nothing names; of the others it forgets the network.',
    schedule: '31 * * * *',
    run: (ctx: Context) =>
      forgetOldHolds(ctx, {
        async findNamed(holdIds) {
          const rows = await ctx.database.run(findNamedHolds, { holdIds })
          return new Set(rows.map((row) => row.hold_id))
        },
      }),
  }),
  defineScheduledJob({
    name: 'forget-old-lines',
    summary: 'Deletes cart lines of holds that ended, 30 days after they were added.',
    schedule: '11 * * * *',
    run: (ctx: Context) => forgetOldLines(ctx),
  }),
]

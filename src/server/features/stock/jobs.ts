import type { Context } from '#server/gateways/context.ts'
import { days } from '#server/platform/clock.ts'
import { defineRetention } from '#server/platform/jobs/retention.ts'
import { forgetOldDetails } from './forget-old-rows.ts'

export const jobs = [
  defineRetention<Context>({
    name: 'forget-old-details',
    schedule: '26 * * * *',
    rows: [
      {
        what: 'personal data of leads',
        kept: '180 days (a setting) after they were acquired or last sold; at once when their owner opts out',
        keptMs: ({ leadDays }) => days(leadDays),
        why: 'Leads that are for sale, held or not yet delivered keep it. After that, no one needs it.',
        stays: 'counts and fingerprints, so that no buyer gets a property twice',
        // One pass looks at all blocks of the hour; a second would find nothing.
        async forget(ctx, rows) {
          await forgetOldDetails(ctx, rows)
          return 0
        },
      },
    ],
  }),
]

import { OWN_LIST_DAYS } from '#contract/buyers/own-lists.ts'
import type { Context } from '#server/gateways/context.ts'
import { days } from '#server/platform/clock.ts'
import { byStatement, defineRetention } from '#server/platform/jobs/retention.ts'
import { forgetOldDetails } from './forget-old-rows.ts'
import { forgetOwnLists } from './own-list-queries.ts'
import { forgetOwnListKeys } from './save-own-list.ts'

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
  defineRetention<Context>({
    name: 'forget-own-lists',
    schedule: '28 * * * *',
    rows: [
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
        keptMs: 0,
        why: 'Nothing looks at them anymore.',
        // All of a list at once; a second pass would find nothing.
        async forget(ctx) {
          await forgetOwnListKeys(ctx)
          return 0
        },
      },
    ],
  }),
]

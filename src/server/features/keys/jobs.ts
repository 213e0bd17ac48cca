import type { Context } from '#server/gateways/context.ts'
import { byStatement, defineRetention } from '#server/platform/jobs/retention.ts'
import { forgetUnusedKeys } from './queries.ts'
import { UNUSED_MS } from './rules.ts'

export const jobs = [
  defineRetention<Context>({
    name: 'forget-unused-keys',
    schedule: '36 * * * *',
    rows: [
      {
        what: 'API keys, with the addresses of buyers who made them',
        kept: 'a year after their last use',
        keptMs: UNUSED_MS,
        why: 'No program of their owner needs them anymore.',
        forget: byStatement(forgetUnusedKeys),
      },
    ],
  }),
]

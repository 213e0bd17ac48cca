/** Retention of sign-in data. All of it is useless once it ends (see `rules.ts`), so nothing is kept longer. */
import type { Context } from '#server/gateways/context.ts'
import { byStatement, defineRetention } from '#server/platform/jobs/retention.ts'
import { forgetAttempts, forgetSessions, forgetVerifications } from './retention-queries.ts'

const DEAD = 'They are of no use after that.'

export const retention = defineRetention<Context>({
  name: 'forget-old-sign-ins',
  schedule: '41 * * * *',
  rows: [
    {
      what: 'attempt counters',
      kept: 'until their window ends',
      keptMs: 0,
      why: DEAD,
      forget: byStatement(forgetAttempts),
    },
    { what: 'sessions', kept: 'until they expire', keptMs: 0, why: DEAD, forget: byStatement(forgetSessions) },
    {
      what: 'mailed links and notices',
      kept: 'until they end',
      keptMs: 0,
      why: DEAD,
      forget: byStatement(forgetVerifications),
    },
  ],
})

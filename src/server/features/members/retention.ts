/** Retention of sign-in data. All of it is useless once it ends (see `rules.ts`), so nothing is kept longer. */
import type { Context } from '#server/gateways/context.ts'
import { byStatement, defineRetention } from '#server/platform/jobs/retention.ts'
import { forgetAttempts, forgetSessions, forgetVerifications } from './retention-queries.ts'

const DEAD = 'Nothing can be done with it any more.'

export const retention = defineRetention<Context>({
  name: 'forget-old-sign-ins',
  schedule: '41 * * * *',
  rows: [
    {
      what: 'counters of attempts',
      kept: 'until their window is over',
      keptMs: 0,
      why: DEAD,
      forget: byStatement(forgetAttempts),
    },
    { what: 'sessions', kept: 'until they expire', keptMs: 0, why: DEAD, forget: byStatement(forgetSessions) },
    {
      what: 'mailed links and notices',
      kept: 'until they are over',
      keptMs: 0,
      why: DEAD,
      forget: byStatement(forgetVerifications),
    },
  ],
})

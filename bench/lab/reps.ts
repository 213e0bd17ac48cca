/** Sales reps for loads: accounts created as the store creates them. */
import { createAuth } from '#server/features/members/create-auth.ts'
import { ensureMember } from '#server/features/members/ensure-member.ts'
import { systemClock } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database.ts'
import { createLog } from '#server/platform/logging.ts'
import { FIXED_SECRETS } from '#testing/fixed-secrets.ts'
import type { Account } from './log-in.ts'

const PASSWORD = 'bench-survey-elm-42'

/** Creates sales reps `rep-1@bench.example`, `rep-2@…`, unless they exist, in a migrated store. */
export async function makeReps(databaseUrl: string, count: number): Promise<(Account & { userId: string })[]> {
  const database = openDatabase({ url: databaseUrl, poolSize: 2, log: createLog('silent') })
  // A password's hash does not depend on a store's secrets, so any will do.
  const clock = systemClock
  const config = readConfig({})
  const auth = createAuth({ database, config, secrets: FIXED_SECRETS, clock })
  const reps = []
  for (let number = 1; number <= count; number += 1) {
    const account = { email: `rep-${number}@bench.example`, password: PASSWORD }
    const member = { ...account, username: `Rep ${number}`, role: 'sales' as const }
    reps.push({ ...account, userId: (await ensureMember({ database, clock, config }, auth, member)).userId })
  }
  await database.close()
  return reps
}

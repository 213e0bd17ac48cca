/** Adds members to a store in another process; over HTTP, only an administrator could. */

import { ensureMember } from '#server/features/members/administrators.ts'
import { createAuth } from '#server/features/members/create-auth.ts'
import { systemClock } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database.ts'
import { createLog } from '#server/platform/logging.ts'
import { FIXED_SECRETS } from './fixed-secrets.ts'
import './cheap-passwords.ts'

export interface MemberToAdd {
  email: string
  password: string
  username: string
  role: 'sales' | 'admin'
}

/** Adds members to the database behind `url`; existing addresses stay as they are. */
export async function addMembers(url: string, members: readonly MemberToAdd[]): Promise<void> {
  const log = createLog('silent')
  const database = openDatabase({ url, poolSize: 1, log })
  try {
    const config = readConfig({})
    // Only passwords are hashed here, which needs no secret.
    const auth = createAuth({ database, config, secrets: FIXED_SECRETS, clock: systemClock })
    for (const member of members) await ensureMember({ database, clock: systemClock, config }, auth, member)
  } finally {
    await database.close()
  }
}

/** Adds members to a store in another process; over HTTP, only an administrator could. */

import { readConfig } from '#server/config/config.ts'
import { ensureMember } from '#server/features/members/administrators.ts'
import { createAuth } from '#server/features/members/create-auth.ts'
import { systemClock } from '#server/platform/clock.ts'
import { FIXED_SECRETS } from './fixed-secrets.ts'
import './cheap-passwords.ts'
import { atDatabase } from './test-database.ts'

export interface MemberToAdd {
  email: string
  password: string
  username: string
  role: 'sales' | 'admin'
}

/** Adds members to the database behind `url`; existing addresses stay as they are. @returns their ids */
export const addMembers = (url: string, members: readonly MemberToAdd[]): Promise<string[]> =>
  atDatabase(url, async (database) => {
    const config = readConfig({})
    // Only passwords are hashed here, which needs no secret.
    const auth = createAuth({ database, config, secrets: FIXED_SECRETS, clock: systemClock })
    const ids = []
    for (const member of members)
      ids.push((await ensureMember({ database, clock: systemClock, config }, auth, member)).userId)
    return ids
  })

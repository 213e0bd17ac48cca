/** SQL about the team's members, signed in or not. */
import { type NoParameters, statement } from '#server/platform/statement.ts'

/** Lists every member, including removed ones. */
export const listMemberNames = statement<NoParameters, { user_id: string; username: string }>(
  'auth.list_member_names',
  'select user_id, username from users',
)

/** Finds the members with these addresses, including removed ones. `emails` lowercase addresses. */
export const findMemberIds = statement<{ emails: readonly string[] }, { email: string; user_id: string }>(
  'auth.find_member_ids',
  'select email, user_id from users where email = any($emails::text[])',
)

export interface AdministratorRow {
  user_id: string
  email: string
  username: string
}

/** Lists the administrators who may sign in, by id. */
export const listAdministrators = statement<NoParameters, AdministratorRow>(
  'auth.list_administrators',
  `select user_id, email, username from users where role = 'admin' and disabled_at is null order by user_id`,
)

/** Waits for a running removal of the member, and makes a later removal wait for this transaction. */
export const keepMember = statement<{ userId: string }, { user_id: string }>(
  'auth.keep_member',
  'select user_id from users where user_id = $userId and disabled_at is null for share',
)

/** The SQL about the members of the team, signed in or not. */
import { statement } from '#server/platform/database.ts'

/** Every member, those who were removed too. */
export const listMemberNames = statement<{ user_id: string; username: string }>(
  'auth.list_member_names',
  'select user_id, username from users',
)

/** Waits for whoever removes a member, and makes a removal wait for this transaction. $1 user id. */
export const keepMember = statement<{ user_id: string }>(
  'auth.keep_member',
  'select user_id from users where user_id = $1 and disabled_at is null for share',
)

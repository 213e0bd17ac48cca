/** The SQL about the members of the team, signed in or not. */
import { statement } from '#server/platform/database.ts'

/** Every member, those who were removed too. */
export const listMemberNames = statement<{ user_id: string; username: string }>(
  'auth.list_member_names',
  'select user_id, username from users',
)

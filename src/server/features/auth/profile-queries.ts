/** The SQL by which members change what is theirs. */
import { statement } from '#server/platform/database.ts'

/**
 * Gives a member another address, unconfirmed, and says which they had. Another member's is refused by the unique index.
 * $1 user id, $2 email, $3 the present.
 */
export const changeEmail = statement<{ former: string }>(
  'auth.change_email',
  `update users u set email = lower($2), is_verified = false, updated_at = $3
   from (select user_id, email from users where user_id = $1 and disabled_at is null for update) former
   where u.user_id = former.user_id
   returning former.email as former`,
)

/** $1 user id, $2 phone, $3 the present. */
export const changePhone = statement(
  'auth.change_phone',
  'update users set phone = $2, updated_at = $3 where user_id = $1 and disabled_at is null',
)

/** $1 user id, $2 the present. */
export const markVerified = statement(
  'auth.mark_verified',
  'update users set is_verified = true, updated_at = $2 where user_id = $1',
)

/** The member followed a link of a mail to choose a password. $1 user id, $2 the present. */
export const markJoined = statement(
  'auth.mark_joined',
  'update users set is_verified = true, invited_at = null, updated_at = $2 where user_id = $1',
)

/** Sets a password. $1 user id, $2 password hash, $3 the present. */
export const setPassword = statement(
  'auth.set_password',
  `update accounts set password_hash = $2, updated_at = $3 where user_id = $1 and provider_id = 'credential'`,
)

/** As `set_password`, unless it is not the one any more that was proven. $4 the former password hash. */
export const replacePassword = statement<{ user_id: string }>(
  'auth.replace_password',
  `update accounts set password_hash = $2, updated_at = $3
   where user_id = $1 and provider_id = 'credential' and password_hash = $4
   returning user_id`,
)

/** SQL for changes that members make to their own data. */
import { statement } from '#server/platform/statement.ts'

/**
 * Gives a member a new, unconfirmed address and returns the old one. The unique index refuses another member's address.
 * `now` the current time.
 */
export const changeEmail = statement<{ userId: string; email: string; now: Date }, { former: string }>(
  'auth.change_email',
  `update users u set email = lower($email), is_verified = false, updated_at = $now
   from (select user_id, email from users where user_id = $userId and disabled_at is null for update) former
   where u.user_id = former.user_id
   returning former.email as former`,
)

export const changePhone = statement<{ userId: string; phone: string; now: Date }>(
  'auth.change_phone',
  'update users set phone = $phone, updated_at = $now where user_id = $userId and disabled_at is null',
)

export const markVerified = statement<{ userId: string; now: Date }>(
  'auth.mark_verified',
  'update users set is_verified = true, updated_at = $now where user_id = $userId',
)

/** Records that the member followed an emailed link to choose a password. */
export const markJoined = statement<{ userId: string; now: Date }>(
  'auth.mark_joined',
  'update users set is_verified = true, invited_at = null, updated_at = $now where user_id = $userId',
)

/** Sets a password. */
export const setPassword = statement<{ userId: string; passwordHash: string; now: Date }>(
  'auth.set_password',
  `update accounts set password_hash = $passwordHash, updated_at = $now where user_id = $userId and provider_id = 'credential'`,
)

/** Like `set_password`, if `formerHash` is still the member's hash. */
export const replacePassword = statement<
  { userId: string; passwordHash: string; now: Date; formerHash: string },
  { user_id: string }
>(
  'auth.replace_password',
  `update accounts set password_hash = $passwordHash, updated_at = $now
   where user_id = $userId and provider_id = 'credential' and password_hash = $formerHash
   returning user_id`,
)

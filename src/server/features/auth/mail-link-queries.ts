/** The SQL of links that the store mails to members, and of the notices that have no link. */
import { statement } from '#server/platform/database.ts'

/** What a verification is for; its `identifier` is `<purpose>:<user id>`. */
export type Purpose =
  | 'password_reset'
  | 'email_confirmation'
  | 'email_changed'
  | 'password_changed'
  | 'second_factor_removed'

/** A member whom a link or notice is for, unless it is over. */
export interface LinkedMemberRow {
  user_id: string
  username: string
  /** The address that it was mailed to. */
  address: string
}

/**
 * Writes one, for an address: $1 verification id, $2 purpose, $3 user id, $4 address, $5 expires at, $6 the present.
 * Doing it again changes nothing.
 */
export const addVerification = statement(
  'auth.add_verification',
  `insert into verifications (verification_id, identifier, value, expires_at, created_at, updated_at)
   values ($1, $2 || ':' || $3, $4, $5, $6, $6) on conflict (verification_id) do nothing`,
)

/**
 * Adds the fingerprint of a token to a link, unless it is over or the member has another address by now.
 * $1 verification id, $2 purpose, $3 fingerprint, $4 the present.
 */
export const addLinkToken = statement<LinkedMemberRow>(
  'auth.add_link_token',
  `update verifications v set value = v.value || ' ' || $3, updated_at = $4 from users u
   where v.verification_id = $1 and v.identifier = $2 || ':' || u.user_id and v.expires_at > $4
     and u.user_id = split_part(v.identifier, ':', 2) and u.email = split_part(v.value, ' ', 1) and u.disabled_at is null
   returning u.user_id, u.username, u.email as address`,
)

/**
 * Whose link it is, unless it is over, used, or the member has another address by now.
 * $1 verification id, $2 purpose, $3 the token's fingerprint, $4 the present.
 */
export const findLink = statement<LinkedMemberRow>(
  'auth.find_link',
  `select u.user_id, u.username, u.email as address from verifications v
   join users u on u.user_id = split_part(v.identifier, ':', 2)
   where v.verification_id = $1 and v.identifier = $2 || ':' || u.user_id and v.expires_at > $4
     and $3 = any((string_to_array(v.value, ' '))[2:]) and u.email = split_part(v.value, ' ', 1) and u.disabled_at is null`,
)

/** Whom to tell of a change, at which address, and when it was. $1 verification id, $2 purpose, $3 the present. */
export const findNotice = statement<LinkedMemberRow & { changed_at: Date }>(
  'auth.find_notice',
  `select u.user_id, u.username, v.value as address, v.created_at as changed_at from verifications v
   join users u on u.user_id = split_part(v.identifier, ':', 2)
   where v.verification_id = $1 and v.identifier = $2 || ':' || u.user_id and v.expires_at > $3`,
)

/** Ends all links of a member for some purposes, used or not. $1 user id, $2 purposes. */
export const endLinks = statement(
  'auth.end_links',
  `delete from verifications where identifier = any(array(select purpose || ':' || $1 from unnest($2::text[]) as purpose))`,
)

/**
 * Lets one change of a member's sign-in happen after the other; every such transaction begins with it. Sessions may
 * begin meanwhile. $1 user id.
 */
export const lockMember = statement<{ email: string; is_verified: boolean }>(
  'auth.lock_member',
  'select email, is_verified from users where user_id = $1 and disabled_at is null for no key update',
)

/** All SQL of sign-in that is ours; better-auth writes accounts and sessions through its own adapter. */
import type { Role } from '#contract/values.ts'
import { orStartAgain } from '#server/platform/count-attempts.ts'
import { statement } from '#server/platform/database.ts'

export interface SessionRow {
  user_id: string
  role: Role
  commission_bps: number
  created_at: Date
  expires_at: Date
  has_second_factor: boolean
}

/** Whose session it is, unless it expired or the member is disabled. $1 token, $2 the present. */
export const findSession = statement<SessionRow>(
  'auth.find_session',
  `select s.user_id, u.role, u.commission_bps, s.created_at, s.expires_at, exists (
     select from second_factors f where f.user_id = s.user_id and f.confirmed_at is not null) as has_second_factor
   from sessions s join users u on u.user_id = s.user_id
   where s.token = $1 and s.expires_at > $2 and u.disabled_at is null`,
)

/** $1 token, $2 the present, $3 expires at. */
export const prolongSession = statement(
  'auth.prolong_session',
  'update sessions set expires_at = $3, updated_at = $2 where token = $1',
)

/** The hash of a member's password, after whoever is changing it at this moment. $1 user id. */
export const readPasswordHash = statement<{ password_hash: string }>(
  'auth.read_password_hash',
  `select password_hash from accounts
   where user_id = $1 and provider_id = 'credential' and password_hash is not null for share`,
)

/** $1 token. */
export const endSession = statement('auth.end_session', 'delete from sessions where token = $1')

export interface MemberRow {
  user_id: string
  username: string
  email: string
  phone: string | null
  role: Role
  is_verified: boolean
  has_second_factor: boolean
  created_at: Date
}

/** A member who may sign in. $1 user id. */
export const findMember = statement<MemberRow>(
  'auth.find_member',
  `select user_id, username, email, phone, role, is_verified, created_at,
     exists (select from second_factors f where f.user_id = users.user_id and f.confirmed_at is not null) as has_second_factor
   from users where user_id = $1 and disabled_at is null`,
)

export interface CredentialRow {
  user_id: string
  username: string
  email: string
  password_hash: string
}

/**
 * What a member who may sign in proves themselves with; for an address without one, somebody else's hash, always the same
 * for one address. Comparing with it takes as long as with a member's, of which some were hashed by an earlier version: so
 * the time tells nobody whether an address has a member. $1 email.
 */
export const findCredential = statement<CredentialRow & { is_member: boolean }>(
  'auth.find_credential',
  `(select u.user_id, u.username, u.email, a.password_hash, true as is_member from users u
    join accounts a on a.user_id = u.user_id and a.provider_id = 'credential' and a.password_hash is not null
    where u.email = $1 and u.disabled_at is null)
   union all
   (select '', '', '', password_hash, false from accounts
    where provider_id = 'credential' and password_hash is not null order by md5(account_id || $1) limit 1)
   order by is_member desc limit 1`,
)

/** As `find_credential`, of a member who is signed in. $1 user id. */
export const findOwnCredential = statement<CredentialRow>(
  'auth.find_own_credential',
  `select u.user_id, u.username, u.email, a.password_hash from users u
   join accounts a on a.user_id = u.user_id and a.provider_id = 'credential' and a.password_hash is not null
   where u.user_id = $1 and u.disabled_at is null`,
)

/**
 * Makes a member with a password unless the address has one; two nodes at once make one.
 * $1 user id, $2 username, $3 email, $4 role, $5 account id, $6 password hash, $7 the present, $8 whether the address is
 * known to be theirs, $9 what they earn of a sale (bps).
 */
export const addMember = statement<{ user_id: string }>(
  'auth.add_member',
  `with added as (
     insert into users (user_id, username, email, role, is_verified, commission_bps, created_at, updated_at)
     values ($1, $2, $3, $4, $8, $9, $7, $7) on conflict (email) do nothing returning user_id
   ), secured as (
     insert into accounts (account_id, provider_account_id, provider_id, user_id, password_hash, created_at, updated_at)
     select $5, user_id, 'credential', user_id, $6, $7, $7 from added
   )
   select user_id from added`,
)

/**
 * Whether the administrator of ADMIN_EMAIL is there: the member who was made for it, under whatever address they go by
 * now, else whoever has that address, who stands for it from then on. $1 the small ADMIN_EMAIL.
 */
export const claimBootstrap = statement<{ user_id: string }>(
  'auth.claim_bootstrap',
  `with made as (
     select user_id from users where bootstrap_email = $1
   ), named as (
     update users set bootstrap_email = $1 where email = $1 and not exists (select from made) returning user_id
   )
   select user_id from made union all select user_id from named`,
)

/** Whether an address has a member, disabled or not. $1 email. */
export const findMemberByEmail = statement<{ user_id: string }>(
  'auth.find_member_by_email',
  'select user_id from users where email = $1',
)

/**
 * Counts an attempt before its password is looked at, and says how many there were under each key: guesses that come
 * together wait for each other's row, so none slips past. Where the account knows the address, it counts as the pair's.
 * $1 account key, $2 address key, $3 pair key, $4 known key, $5 the present, $6 when a new count ends.
 */
export const countAttempt = statement<{ key: string; attempts: number }>(
  'auth.count_attempt',
  `insert into login_attempts as counted (key, attempts, expires_at)
   select key, 1, $6::timestamptz from unnest(array[
     case when exists (select from login_attempts where key = $4 and expires_at > $5) then $3 else $1 end, $2
   ]) as asked (key) order by key
   ${orStartAgain('$5')}`,
)

/** $1 key. */
export const forgive = statement('auth.forgive', 'update login_attempts set attempts = 0 where key = $1')

/** $1 known key, $2 known until. */
export const knowAddress = statement(
  'auth.know_address',
  `insert into login_attempts (key, attempts, expires_at) values ($1, 0, $2)
   on conflict (key) do update set expires_at = excluded.expires_at`,
)

/**
 * After a log-in: the guesses under the account's own key are forgiven, the attempt is taken back from the address, and
 * the address is known from now on.
 * $1 counted key, $2 address key, $3 known key, $4 known until, $5 the session that the browser had before, or null.
 */
export const admit = statement(
  'auth.admit',
  `with forgiven as (
     update login_attempts a set attempts = case when a.key = $1 then 0 else greatest(a.attempts - 1, 0) end
     from (select key from login_attempts where key in ($1, $2) order by key for update) locked where a.key = locked.key
   ), known as (
     insert into login_attempts (key, attempts, expires_at) values ($3, 0, $4)
     on conflict (key) do update set expires_at = excluded.expires_at
   )
   delete from sessions where token = $5`,
)

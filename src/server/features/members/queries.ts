import { addOrRestartCount } from '#server/platform/count-attempts.ts'
import { type RowOf, statement } from '#server/platform/database/statement.ts'
import { forgetting } from '#server/platform/jobs/retention.ts'
import { tellSession } from './session-word.ts'

export const listMemberNames = statement('members.list_member_names')`select user_id, username from users`

/** Including removed members. */
export const findMemberIds = statement('members.find_member_ids')`
  select email, user_id from users where email = any($emails::text[])`

export const listAdministrators = statement('members.list_administrators')`
  select user_id, email, username from users where role = 'admin' and disabled_at is null order by user_id`

export type AdministratorRow = RowOf<typeof listAdministrators>

/** Waits for a running removal of the member, and makes a later removal wait for this transaction. */
export const keepMember = statement('members.keep_member')`
  select user_id from users where user_id = $userId and disabled_at is null for share`

/** Returns the old address; the new one is unconfirmed. The unique index refuses another member's address. */
export const changeEmail = statement('members.change_email')`
  update users u set email = lower($email), is_verified = false, updated_at = $now
  from (select user_id, email from users where user_id = $userId and disabled_at is null for update) former
  where u.user_id = former.user_id
  returning former.email as former`

export const changePhone = statement('members.change_phone')`
  update users set phone = $phone, updated_at = $now where user_id = $userId and disabled_at is null`

export const markVerified = statement('members.mark_verified')`
  update users set is_verified = true, updated_at = $now where user_id = $userId`

/** The member followed an emailed link to choose a password. */
export const markJoined = statement('members.mark_joined')`
  update users set is_verified = true, invited_at = null, updated_at = $now where user_id = $userId`

export const setPassword = statement('members.set_password')`
  update accounts set password_hash = $passwordHash, updated_at = $now where user_id = $userId and provider_id = 'credential'`

/** If `formerHash` is still the member's hash. */
export const replacePassword = statement('members.replace_password')`
  update accounts set password_hash = $passwordHash, updated_at = $now
  where user_id = $userId and provider_id = 'credential' and password_hash = $formerHash
  returning user_id`

export const findSession = statement('members.find_session')`
  select s.user_id, u.role, u.commission_bps, s.created_at, s.expires_at, s.started_by, exists (
    select from second_factors f where f.user_id = s.user_id and f.confirmed_at is not null) as has_second_factor
  from sessions s join users u on u.user_id = s.user_id
  where s.token = $token and s.expires_at > $now and u.disabled_at is null`

/** Starts a session. Returns no row if the member may not log in anymore, even if that is being decided right now. */
export const beginSession = statement('members.begin_session')`
  with member as (select user_id from users where user_id = $userId and disabled_at is null for share)
  insert into sessions (session_id, user_id, token, user_agent, created_at, updated_at, expires_at, started_by, proven_until)
  select $sessionId, user_id, $token, $userAgent, $now, $now, $expiresAt, $startedBy, $provenUntil? from member returning token`

export const prolongSession = statement('members.prolong_session')`
  update sessions set expires_at = $expiresAt, updated_at = $now where token = $token`

/** Waits for anyone who is changing it. */
export const readPasswordHash = statement('members.read_password_hash')`
  select password_hash from accounts
  where user_id = $userId and provider_id = 'credential' and password_hash is not null for share`

export const endSession = statement('members.end_session')`
  delete from sessions where token = $token returning ${tellSession('user_id')} as told`

export const findMember = statement('members.find_member')`
  select user_id, username, email, phone, role, is_verified, created_at,
    exists (select from second_factors f where f.user_id = users.user_id and f.confirmed_at is not null) as has_second_factor,
    exists (select from passkeys p where p.user_id = users.user_id) as has_passkey
  from users where user_id = $userId and disabled_at is null`

/** What decides who a member's API key acts as. No row if they may not log in. */
export const findActingMember = statement('members.find_acting_member')`
  select role, commission_bps, exists (
    select from second_factors f where f.user_id = users.user_id and f.confirmed_at is not null) as has_second_factor
  from users where user_id = $userId and disabled_at is null`

/**
 * Reads the credentials of a member who may log in. For an address without one, returns another member's hash, always
 * the same for one address: comparing with it takes as long as with a real one, also for hashes of earlier versions, so
 * the time does not reveal whether an address has a member. `typed`: older members may have it as typed, before
 * reading.
 */
export const findCredential = statement('members.find_credential')`
  (select u.user_id, u.username, u.email, a.password_hash, true as is_member from users u
   join accounts a on a.user_id = u.user_id and a.provider_id = 'credential' and a.password_hash is not null
   where u.email in ($email, $typed) and u.disabled_at is null)
  union all
  (select '', '', '', password_hash, false from accounts
   where provider_id = 'credential' and password_hash is not null order by md5(account_id || $email) limit 1)
  order by is_member desc limit 1`

export const findOwnCredential = statement('members.find_own_credential')`
  select u.user_id, u.username, u.email, a.password_hash from users u
  join accounts a on a.user_id = u.user_id and a.provider_id = 'credential' and a.password_hash is not null
  where u.user_id = $userId and u.disabled_at is null`

export type CredentialRow = RowOf<typeof findOwnCredential>

/** Adds a member with a password unless the address has one; two nodes at once add one. `isVerified`: it is theirs. */
export const addMember = statement('members.add_member')`
  with added as (
    insert into users (user_id, username, email, role, is_verified, commission_bps, created_at, updated_at)
    values ($userId, $username, $email, $role, $isVerified, $commissionBps, $now, $now) on conflict (email) do nothing returning user_id
  ), secured as (
    insert into accounts (account_id, provider_account_id, provider_id, user_id, password_hash, created_at, updated_at)
    select $accountId, user_id, 'credential', user_id, $passwordHash, $now, $now from added
  )
  select user_id from added`

/** The member created for ADMIN_EMAIL (in lowercase), under any address; if none, whoever has that address. */
export const claimBootstrap = statement('members.claim_bootstrap')`
  with made as (
    select user_id from users where bootstrap_email = $bootstrapEmail
  ), named as (
    update users set bootstrap_email = $bootstrapEmail where email = $bootstrapEmail and not exists (select from made) returning user_id
  )
  select user_id from made union all select user_id from named`

export const findMemberByEmail = statement(
  'members.find_member_by_email',
)`select user_id from users where email = $email`

/** Counts before the password is checked: simultaneous guesses wait for each other's row, so none slips through. */
export const countAttempt = statement('members.count_attempt')`
  insert into login_attempts as counted (key, attempts, expires_at)
  select key, 1, $newCount::timestamptz from unnest(array[
    case when exists (select from login_attempts where key = $knownKey and expires_at > $now) then $pairKey else $accountKey end, $addressKey
  ]) as asked (key) order by key
  ${addOrRestartCount('$now')}`

export const forgive = statement('members.forgive')`update login_attempts set attempts = 0 where key = $key`

export const knowAddress = statement('members.know_address')`
  insert into login_attempts (key, attempts, expires_at) values ($key, 0, $expiresAt)
  on conflict (key) do update set expires_at = excluded.expires_at`

/** After a login: forgives the account's guesses, takes back the address's, and ends the browser's earlier session. */
export const admit = statement('members.admit')`
  with forgiven as (
    update login_attempts a set attempts = case when a.key = $countedKey then 0 else greatest(a.attempts - 1, 0) end
    from (select key from login_attempts where key in ($countedKey, $addressKey) order by key for update) locked where a.key = locked.key
  ), known as (
    insert into login_attempts (key, attempts, expires_at) values ($knownKey, 0, $expiresAt)
    on conflict (key) do update set expires_at = excluded.expires_at
  )
  delete from sessions where token = $token? returning ${tellSession('user_id')} as told`

const expired = (name: string, table: string, key: string) =>
  forgetting(`auth.${name}`, table, key, 'expires_at', { compare: '<=' })

export const forgetAttempts = expired('forget_attempts', 'login_attempts', 'key')
export const forgetSessions = expired('forget_sessions', 'sessions', 'session_id')
export const forgetVerifications = expired('forget_verifications', 'verifications', 'verification_id')

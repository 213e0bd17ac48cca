/** SQL for members' identities at the company's issuer. */
import type { Role } from '#contract/values.ts'
import { statement } from '#server/platform/statement.ts'
import { tellSession } from './session-word.ts'

export interface IdentifiedRow {
  user_id: string
  username: string
  role: Role
  is_disabled: boolean
}

/** Finds and locks the member of an identity, removed or not. */
export const findIdentified = statement<{ issuer: string; subject: string }, IdentifiedRow>(
  'auth.find_identified',
  `select u.user_id, u.username, u.role, u.disabled_at is not null as is_disabled
   from identities i join users u using (user_id) where i.issuer = $issuer and i.subject = $subject for no key update of u`,
)

/** Finds and locks the member of an address, removed or not. */
export const findByAddress = statement<
  { email: string; issuer: string },
  IdentifiedRow & { is_verified: boolean; is_linked: boolean }
>(
  'auth.find_by_address',
  `select u.user_id, u.username, u.role, u.is_verified, u.disabled_at is not null as is_disabled,
     exists (select from identities i where i.user_id = u.user_id and i.issuer = $issuer) as is_linked
   from users u where u.email = $email for no key update of u`,
)

/** Links an identity to a member; no row if another call linked one of them first. */
export const linkIdentity = statement<
  { issuer: string; subject: string; userId: string; now: Date },
  { user_id: string }
>(
  'auth.link_identity',
  `insert into identities (issuer, subject, user_id, created_at) values ($issuer, $subject, $userId, $now)
   on conflict do nothing returning user_id`,
)

export const changeRole = statement<{ userId: string; role: Role; now: Date }>(
  'auth.change_role',
  `update users set role = $role, updated_at = $now where user_id = $userId returning ${tellSession('user_id')} as told`,
)

/** Ends all sessions and API keys of the member of an identity, if there is one. */
export const endSessionsOf = statement<{ issuer: string; subject: string }>(
  'auth.end_sessions_of_identity',
  `with member as (select user_id from identities where issuer = $issuer and subject = $subject),
   keys as (delete from api_keys where owner_id in (select 'user:' || user_id from member))
   delete from sessions where user_id in (select user_id from member) returning ${tellSession('user_id')} as told`,
)

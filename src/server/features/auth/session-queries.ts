/** The SQL of a member's own sessions. Tokens are compared here and never read. */
import { statement } from '#server/platform/database.ts'

export interface OwnSessionRow {
  session_id: string
  user_agent: string | null
  created_at: Date
  updated_at: Date
  is_current: boolean
}

/** A member's sessions, the latest used first. $1 user id, $2 the token of the asking one, $3 the present, $4 how many. */
export const listOwnSessions = statement<OwnSessionRow>(
  'auth.list_own_sessions',
  `select session_id, user_agent, created_at, updated_at, token = $2 as is_current from sessions
   where user_id = $1 and expires_at > $3 order by updated_at desc, session_id desc limit $4`,
)

/** Ends one session of a member. $1 user id, $2 session id, $3 the token of the asking one, $4 the present. */
export const endOwnSession = statement<{ is_current: boolean }>(
  'auth.end_own_session',
  `delete from sessions where user_id = $1 and session_id = $2 and expires_at > $4 returning token = $3 as is_current`,
)

/** Ends all sessions of a member but one. $1 user id, $2 its token. Returns how many. */
export const endOwnOthers = statement<{ ended: number }>(
  'auth.end_own_others',
  `with ended as (delete from sessions where user_id = $1 and token <> $2 returning session_id)
   select count(*)::int as ended from ended`,
)

/** $1 user id. A row for each that ended. */
export const endAllSessions = statement<{ session_id: string }>(
  'auth.end_all_sessions',
  'delete from sessions where user_id = $1 returning session_id',
)

/** Notes a proof, and gives the session another token. $1 user id, $2 the former token, $3 the new one, $4 proven until. */
export const markProven = statement<{ session_id: string }>(
  'auth.mark_proven',
  'update sessions set token = $3, proven_until = $4 where user_id = $1 and token = $2 returning session_id',
)

/** Whether a session's member proved themselves lately. $1 user id, $2 token, $3 the present. */
export const findProof = statement<{ session_id: string }>(
  'auth.find_proof',
  'select session_id from sessions where user_id = $1 and token = $2 and proven_until > $3',
)

/** Gives a session that goes on another token. $1 user id, $2 the former token, $3 the new one. */
export const rotateSession = statement<{ session_id: string }>(
  'auth.rotate_session',
  'update sessions set token = $3 where user_id = $1 and token = $2 returning session_id',
)

/** SQL for a member's own sessions. Tokens are compared here and never returned. */
import { statement } from '#server/platform/statement.ts'
import type { StartedBy } from './rules.ts'
import { tellSession } from './session-word.ts'

export interface OwnSessionRow {
  session_id: string
  user_agent: string | null
  created_at: Date
  updated_at: Date
  is_current: boolean
}

/** Lists a member's sessions, last used first. `token` the caller's token, `limit` how many. */
export const listOwnSessions = statement<
  { userId: string; token: string | null; now: Date; limit: number },
  OwnSessionRow
>(
  'auth.list_own_sessions',
  `select session_id, user_agent, created_at, updated_at, token = $token as is_current from sessions
   where user_id = $userId and expires_at > $now order by updated_at desc, session_id desc limit $limit`,
)

/** Ends one session of a member. `token` the caller's token. */
export const endOwnSession = statement<
  { userId: string; sessionId: string; token: string | null; now: Date },
  { is_current: boolean }
>(
  'auth.end_own_session',
  `delete from sessions where user_id = $userId and session_id = $sessionId and expires_at > $now
   returning token = $token as is_current, ${tellSession('user_id')} as told`,
)

/** Ends all sessions of a member but one. Returns how many. */
export const endOwnOthers = statement<{ userId: string; token: string | null }, { ended: number }>(
  'auth.end_own_others',
  `with ended as (delete from sessions where user_id = $userId and token <> $token returning session_id, ${tellSession('user_id')} as told)
   select count(*)::int as ended from ended`,
)

/** Returns a row for each that ended. */
export const endAllSessions = statement<{ userId: string }, { session_id: string }>(
  'auth.end_all_sessions',
  `delete from sessions where user_id = $userId returning session_id, ${tellSession('user_id')} as told`,
)

/**
 * Records a proof and gives the session a new token. `token` the former token, `startedBy` what the session now counts
 * as started by, or null for no change.
 */
export const markProven = statement<
  { userId: string; token: string | null; newOne: string; provenUntil: Date; startedBy: StartedBy | null },
  { session_id: string }
>(
  'auth.mark_proven',
  `update sessions set token = $newOne, proven_until = $provenUntil, started_by = coalesce($startedBy, started_by)
   where user_id = $userId and token = $token returning session_id`,
)

/** Whether the session's member gave a proof recently. */
export const findProof = statement<{ userId: string; token: string | null; now: Date }, { session_id: string }>(
  'auth.find_proof',
  'select session_id from sessions where user_id = $userId and token = $token and proven_until > $now',
)

/** Gives a session a new token. `token` the former token. */
export const rotateSession = statement<
  { userId: string; token: string | null; newOne: string },
  { session_id: string }
>(
  'auth.rotate_session',
  'update sessions set token = $newOne where user_id = $userId and token = $token returning session_id',
)

/** SQL that forgets sign-in data. */
import { statement } from '#server/platform/statement.ts'

/** Deletes up to `limit` counters of attempts whose window ended by `before`. Returns how many. */
export const forgetAttempts = statement<{ before: Date; limit: number }, { rows: number }>(
  'auth.forget_attempts',
  `with gone as (
     delete from login_attempts where key = any(array(
       select key from login_attempts where expires_at <= $before order by expires_at limit $limit for update skip locked))
     returning key
   )
   select count(*)::int as rows from gone`,
)

/** Deletes up to `limit` sessions that expired by `before`. Returns how many. */
export const forgetSessions = statement<{ before: Date; limit: number }, { rows: number }>(
  'auth.forget_sessions',
  `with gone as (
     delete from sessions where session_id = any(array(
       select session_id from sessions where expires_at <= $before order by expires_at limit $limit for update skip locked))
     returning session_id
   )
   select count(*)::int as rows from gone`,
)

/** Deletes up to `limit` emailed links and notices that ended by `before`. Returns how many. */
export const forgetVerifications = statement<{ before: Date; limit: number }, { rows: number }>(
  'auth.forget_verifications',
  `with gone as (
     delete from verifications where verification_id = any(array(
       select verification_id from verifications where expires_at <= $before order by expires_at limit $limit
       for update skip locked))
     returning verification_id
   )
   select count(*)::int as rows from gone`,
)

/** The SQL of second factors. */
import { statement } from '#server/platform/database.ts'

export interface SecondFactorRow {
  sealed_secret: string
  is_confirmed: boolean
}

/** A member's second factor, confirmed or begun. $1 user id. */
export const findSecondFactor = statement<SecondFactorRow>(
  'auth.find_second_factor',
  'select sealed_secret, confirmed_at is not null as is_confirmed from second_factors where user_id = $1',
)

/** Writes a new secret, unless one is confirmed: that one stays. $1 user id, $2 sealed secret, $3 the present. */
export const beginFactor = statement<{ user_id: string }>(
  'auth.begin_second_factor',
  `insert into second_factors as begun (user_id, sealed_secret, created_at) values ($1, $2, $3)
   on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, created_at = excluded.created_at
   where begun.confirmed_at is null
   returning user_id`,
)

/**
 * Turns a begun factor on, with the step of the code that confirmed it and the recovery codes.
 * $1 user id, $2 the sealed secret that the code was of, $3 step, $4 fingerprints, $5 the present.
 */
export const confirmFactor = statement<{ user_id: string }>(
  'auth.confirm_second_factor',
  `update second_factors set confirmed_at = $5, last_step = $3, recovery_codes = $4::text[]
   where user_id = $1 and sealed_secret = $2 and confirmed_at is null
   returning user_id`,
)

/** Takes a code's step, once: none before it works any more. $1 user id, $2 sealed secret, $3 step. */
export const takeStep = statement<{ user_id: string }>(
  'auth.take_step',
  `update second_factors set last_step = $3
   where user_id = $1 and sealed_secret = $2 and confirmed_at is not null and last_step < $3
   returning user_id`,
)

/** Takes a recovery code, once. $1 user id, $2 fingerprint. */
export const takeRecoveryCode = statement<{ user_id: string }>(
  'auth.take_recovery_code',
  `update second_factors set recovery_codes = array_remove(recovery_codes, $2)
   where user_id = $1 and confirmed_at is not null and $2 = any(recovery_codes)
   returning user_id`,
)

/** $1 user id. A row when one was on. */
export const removeFactor = statement<{ user_id: string }>(
  'auth.remove_second_factor',
  `with gone as (delete from second_factors where user_id = $1 returning user_id, confirmed_at)
   select user_id from gone where confirmed_at is not null`,
)

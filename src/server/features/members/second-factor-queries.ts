import { statement } from '#server/platform/statement.ts'

export const findSecondFactor = statement(
  'auth.find_second_factor',
  'select sealed_secret, confirmed_at is not null as is_confirmed from second_factors where user_id = $userId',
)

/** Unless one is confirmed. */
export const beginFactor = statement(
  'auth.begin_second_factor',
  `insert into second_factors as begun (user_id, sealed_secret, created_at) values ($userId, $sealedSecret, $now)
   on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, created_at = excluded.created_at
   where begun.confirmed_at is null
   returning user_id`,
)

/** `lastStep` is of the code that confirms it; recovery codes are fingerprints. */
export const confirmFactor = statement(
  'auth.confirm_second_factor',
  `update second_factors set confirmed_at = $now, last_step = $lastStep, recovery_codes = $recoveryCodes::text[]
   where user_id = $userId and sealed_secret = $sealedSecret and confirmed_at is null
   returning user_id`,
)

/** Once: no earlier step works after that. */
export const takeStep = statement(
  'auth.take_step',
  `update second_factors set last_step = $lastStep
   where user_id = $userId and sealed_secret = $sealedSecret and confirmed_at is not null and last_step < $lastStep
   returning user_id`,
)

export const takeRecoveryCode = statement(
  'auth.take_recovery_code',
  `update second_factors
   set recovery_codes = array(select unnest(recovery_codes) except select unnest($fingerprints::text[]))
   where user_id = $userId and confirmed_at is not null and recovery_codes && $fingerprints::text[]
   returning user_id`,
)

export const listSealed = statement('auth.list_sealed', 'select user_id, sealed_secret from second_factors')

/** Unless the member has another by now. */
export const replaceSealed = statement(
  'auth.replace_sealed',
  'update second_factors set sealed_secret = $replacement where user_id = $userId and sealed_secret = $sealedSecret',
)

/** Returns a row if one was on. */
export const removeFactor = statement(
  'auth.remove_second_factor',
  `with gone as (delete from second_factors where user_id = $userId returning user_id, confirmed_at)
   select user_id from gone where confirmed_at is not null`,
)

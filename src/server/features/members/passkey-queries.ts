/** SQL for passkeys. */
import { statement } from '#server/platform/statement.ts'

export interface PasskeyRow {
  passkey_id: string
  name: string
  is_synced: boolean
  created_at: Date
  last_used_at: Date | null
}

export interface PasskeyKeyRow {
  passkey_id: string
  user_id: string
  credential_id: string
  public_key: string
}

/** Lists a member's passkeys, oldest first, with what their browser needs to recognize them. */
export const listPasskeys = statement<
  { userId: string },
  PasskeyRow & { credential_id: string; transports: readonly string[] }
>(
  'auth.list_passkeys',
  `select passkey_id, name, is_synced, created_at, last_used_at, credential_id, transports from passkeys
   where user_id = $userId order by created_at, passkey_id`,
)

/** Adds a passkey; no row if the store knows its key already. */
export const insertPasskey = statement<
  {
    passkeyId: string
    userId: string
    credentialId: string
    publicKey: string
    signatures: number
    transports: readonly string[]
    isSynced: boolean
    name: string
    now: Date
  },
  PasskeyRow
>(
  'auth.insert_passkey',
  `insert into passkeys (passkey_id, user_id, credential_id, public_key, signatures, transports, is_synced, name, created_at)
   values ($passkeyId, $userId, $credentialId, $publicKey, $signatures, $transports::text[], $isSynced, $name, $now)
   on conflict (credential_id) do nothing
   returning passkey_id, name, is_synced, created_at, last_used_at`,
)

/** Finds a passkey of a member who may sign in. */
export const findPasskey = statement<{ credentialId: string }, PasskeyKeyRow>(
  'auth.find_passkey',
  `select p.passkey_id, p.user_id, p.credential_id, p.public_key from passkeys p join users u using (user_id)
   where p.credential_id = $credentialId and u.disabled_at is null`,
)

/**
 * Records a signature. No row if its number is not above the last one: then another device has the same key. Devices
 * that do not count always say 0. `signatures` the device's number.
 */
export const usePasskey = statement<
  { passkeyId: string; signatures: number; isSynced: boolean; now: Date },
  { passkey_id: string }
>(
  'auth.use_passkey',
  `update passkeys set signatures = $signatures, is_synced = $isSynced, last_used_at = $now
   where passkey_id = $passkeyId and (signatures < $signatures or (signatures = 0 and $signatures = 0))
   returning passkey_id`,
)

/** Deletes one passkey of a member. */
export const deletePasskey = statement<{ userId: string; passkeyId: string }, { name: string }>(
  'auth.delete_passkey',
  'delete from passkeys where user_id = $userId and passkey_id = $passkeyId returning name',
)

/** Deletes all passkeys of a member. */
export const deleteAllPasskeys = statement<{ userId: string }>(
  'auth.delete_all_passkeys',
  'delete from passkeys where user_id = $userId',
)

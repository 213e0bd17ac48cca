/** SQL for API keys. */
import type { KeyScope } from '#contract/keys/key-scopes.ts'
import { statement } from '#server/platform/statement.ts'

export interface KeyRow {
  key_id: string
  owner_id: string
  email: string | null
  name: string
  scopes: KeyScope[]
  started_by: string | null
  created_at: Date
  last_used_at: Date | null
}

const COLUMNS = 'key_id, owner_id, email, name, scopes, started_by, created_at, last_used_at'

/** Finds the key with this hash. */
export const findKey = statement<{ keyHash: string }, KeyRow>(
  'keys.find',
  `select ${COLUMNS} from api_keys where key_hash = $keyHash`,
)

export const readKey = statement<{ keyId: string }, KeyRow>(
  'keys.read',
  `select ${COLUMNS} from api_keys where key_id = $keyId`,
)

/** Lists an owner's keys, oldest first. */
export const listKeys = statement<{ ownerId: string; limit: number }, KeyRow>(
  'keys.list',
  `select ${COLUMNS} from api_keys where owner_id = $ownerId order by created_at, key_id limit $limit`,
)

/** Adds a key of a locked owner (`lockName`), unless they have `keysMax`. Returns no row then. `email` in lowercase. */
export const writeKey = statement<
  {
    keyId: string
    keyHash: string
    ownerId: string
    email: string | null
    name: string
    scopes: readonly string[]
    startedBy: string | null
    now: Date
    keysMax: number
  },
  KeyRow
>(
  'keys.write',
  `insert into api_keys (key_id, key_hash, owner_id, email, name, scopes, started_by, created_at)
   select $keyId, $keyHash, $ownerId, $email, $name, $scopes::text[], $startedBy, $now
   where (select count(*) from api_keys where owner_id = $ownerId) < $keysMax::int
   returning ${COLUMNS}`,
)

/** Records a use, unless one was recorded after `before`. Calls that wait for the same row write only once. */
export const noteUse = statement<{ keyId: string; now: Date; before: Date }>(
  'keys.note_use',
  `update api_keys set last_used_at = $now
   where key_id = $keyId and (last_used_at is null or last_used_at <= $before)`,
)

/** Ends one key of an owner. */
export const deleteKey = statement<{ keyId: string; ownerId: string }, { name: string }>(
  'keys.delete',
  'delete from api_keys where key_id = $keyId and owner_id = $ownerId returning name',
)

/** Ends all keys of an owner. */
export const deleteKeysOf = statement<{ ownerId: string }, { key_id: string }>(
  'keys.delete_of_owner',
  'delete from api_keys where owner_id = $ownerId returning key_id',
)

/** Deletes up to `limit` keys that were last used, or made and never used, before `before`. */
export const forgetUnusedKeys = statement<{ before: Date; limit: number }, { rows: number }>(
  'keys.forget_unused',
  `with gone as (
     delete from api_keys where key_id = any(array(
       select key_id from api_keys where coalesce(last_used_at, created_at) < $before
       order by coalesce(last_used_at, created_at) limit $limit for update skip locked))
     returning key_id
   )
   select count(*)::int as rows from gone`,
)

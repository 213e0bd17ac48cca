/** Lists, makes and ends API keys of one owner. The caller has checked who the owner is. */
import { type KeyScope, mayWords } from '#contract/keys/key-scopes.ts'
import { type ApiKey, KEYS_MAX } from '#contract/keys/keys.ts'
import { formatMailTime } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { lockName, type Transaction } from '#server/platform/database/database.ts'
import { type RowOf, shownOf, statement } from '#server/platform/database/statement.ts'
import { Refusal, requireRow } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { forgetting } from '#server/platform/jobs/retention.ts'
import { oneLine } from '#server/platform/text/text.ts'
import { hashOf, newKey, startOf } from './rules.ts'

type Scoped = { scopes: KeyScope[] }
const COLUMNS = 'key_id, owner_id, email, name, scopes, started_by, created_at, last_used_at'

export const findKey = statement('keys.find')`select ${COLUMNS} from api_keys where key_hash = $keyHash`.as<Scoped>()

export const readKey = statement('keys.read')`select ${COLUMNS} from api_keys where key_id = $keyId`.as<Scoped>()

export type KeyRow = RowOf<typeof readKey>

export const listKeys = statement('keys.list')`
  select ${COLUMNS} from api_keys where owner_id = $ownerId order by created_at, key_id limit $limit`.as<Scoped>()

/** Adds a key of a locked owner (`lockName`), unless they have `keysMax`. Returns no row then. `email` in lowercase. */
export const writeKey = statement('keys.write')`
  insert into api_keys (key_id, key_hash, owner_id, email, name, scopes, started_by, created_at)
  select $keyId, $keyHash, $ownerId, $email?, $name, $scopes::text[], $startedBy?, $now
  where (select count(*) from api_keys where owner_id = $ownerId) < $keysMax::int
  returning ${COLUMNS}`.as<Scoped>()

/** Records a use, unless one was recorded after `before`. Calls that wait for the same row write only once. */
export const noteUse = statement('keys.note_use')`
  update api_keys set last_used_at = $now
  where key_id = $keyId and (last_used_at is null or last_used_at <= $before)`

export const deleteKey = statement('keys.delete')`
  delete from api_keys where key_id = $keyId and owner_id = $ownerId returning name`

export const deleteKeysOf = statement('keys.delete_of_owner')`
  delete from api_keys where owner_id = $ownerId returning key_id`

export const forgetUnusedKeys = forgetting(
  'keys.forget_unused',
  'api_keys',
  'key_id',
  'coalesce(last_used_at, created_at)',
)

/** Whose key it is: a member, or a buyer by address (in lowercase) and its fingerprint. */
export type KeyOwner =
  | { readonly kind: 'member'; readonly userId: string }
  | { readonly kind: 'buyer'; readonly customerKey: string; readonly email: string }

const ownerIdOf = (owner: KeyOwner) => (owner.kind === 'member' ? `user:${owner.userId}` : `buyer:${owner.customerKey}`)
/** Returns a key as in the contract. */
export function showKey(row: KeyRow): ApiKey {
  return {
    id: row.key_id as ApiKey['id'],
    ...shownOf(row, 'name', 'scopes', 'created_at', 'last_used_at'),
    start: startOf(row.key_id),
  }
}

/**
 * Finds a key with its owner, for the email about it; null if it is gone. `email` is set for a buyer's.
 * @param subject the key's id, a space, and the device it was made with
 */
export async function findKeyToTell(ctx: PlatformContext, subject: string) {
  const keyId = subject.split(' ', 1).join()
  const [row] = await ctx.database.run(readKey, { keyId })
  if (!row) return null
  const { name, scopes } = showKey(row)
  const madeAt = formatMailTime(row.created_at, ctx.config.timeZone)
  return {
    userId: row.email === null ? row.owner_id.replace(/^user:/, '') : null,
    email: row.email,
    words: `The API key “${name}” was made on ${madeAt}, with ${subject.slice(keyId.length + 1)}. ${mayWords(scopes)}`,
  }
}

/** Lists an owner's keys, oldest first. */
export async function listKeysOf(ctx: PlatformContext, owner: KeyOwner): Promise<ApiKey[]> {
  return (await ctx.database.run(listKeys, { ownerId: ownerIdOf(owner), limit: KEYS_MAX })).map(showKey)
}

/** Makes a key; only now it is known in full. @throws Refusal `bad_request` for a blank name, `too_many_keys` */
export async function makeKey(
  ctx: PlatformContext,
  tx: Transaction,
  owner: KeyOwner,
  input: { name: string; scopes: readonly KeyScope[]; startedBy: string | null },
): Promise<{ key: ApiKey; secret: string }> {
  const name = oneLine(input.name)
  if (!name) throw new Refusal('bad_request.name')
  const keyId = newId('key', ctx.clock)
  const secret = newKey(keyId)
  const ownerId = ownerIdOf(owner)
  await lockName(tx, `keys ${ownerId}`)
  const [row] = await tx.run(writeKey, {
    keyId,
    keyHash: hashOf(secret),
    ownerId,
    email: owner.kind === 'buyer' ? owner.email : null,
    name,
    scopes: [...new Set(input.scopes)],
    startedBy: input.startedBy,
    now: ctx.clock.now(),
    keysMax: KEYS_MAX,
  })
  if (!row) throw new Refusal('too_many_keys')
  return { key: showKey(row), secret }
}

/** Ends one key, returns its name; calls in progress finish. @throws Refusal `not_found` also for someone else's */
export async function endKey(tx: Transaction, owner: KeyOwner, keyId: string): Promise<string> {
  return requireRow(await tx.run(deleteKey, { keyId, ownerId: ownerIdOf(owner) }), 'not_found').name
}

/** Ends all keys of a member. */
export async function endKeysOfMember(tx: Transaction, userId: string): Promise<void> {
  await tx.run(deleteKeysOf, { ownerId: ownerIdOf({ kind: 'member', userId }) })
}

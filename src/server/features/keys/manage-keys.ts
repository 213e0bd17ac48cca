/** Lists, makes and ends API keys of one owner. The caller has checked who the owner is. */
import type { KeyScope } from '#contract/keys/key-scopes.ts'
import { type ApiKey, KEYS_MAX } from '#contract/keys/keys.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database.ts'
import { lockName } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { oneLine } from '#server/platform/text.ts'
import { deleteKey, deleteKeysOf, type KeyRow, listKeys, readKey, writeKey } from './queries.ts'
import { hashOf, newKey, startOf } from './rules.ts'

/** Whose key it is: a member, or a buyer by address (in lowercase) and its fingerprint. */
export type KeyOwner =
  | { readonly kind: 'member'; readonly userId: string }
  | { readonly kind: 'buyer'; readonly customerKey: string; readonly email: string }

/** How the database names an owner. */
export const ownerIdOf = (owner: KeyOwner): string =>
  owner.kind === 'member' ? `user:${owner.userId}` : `buyer:${owner.customerKey}`

/** Returns a key as in the contract. */
export function showKey(row: KeyRow): ApiKey {
  return {
    id: row.key_id as ApiKey['id'],
    name: row.name,
    scopes: row.scopes,
    start: startOf(row.key_id),
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }
}

/** Finds a key with its owner, for the email about it; null if it is gone. `email` is set for a buyer's. */
export async function findKeyToTell(
  ctx: PlatformContext,
  keyId: string,
): Promise<{ key: ApiKey; userId: string | null; email: string | null; madeAt: Date } | null> {
  const [row] = await ctx.database.run(readKey, { keyId })
  if (!row) return null
  const userId = row.email === null ? row.owner_id.replace(/^user:/, '') : null
  return { key: showKey(row), userId, email: row.email, madeAt: row.created_at }
}

/** Lists an owner's keys, oldest first. */
export async function listKeysOf(ctx: PlatformContext, owner: KeyOwner): Promise<ApiKey[]> {
  const rows = await ctx.database.run(listKeys, { ownerId: ownerIdOf(owner), limit: KEYS_MAX })
  return rows.map(showKey)
}

/**
 * Makes a key and returns it in full, which cannot be done again.
 *
 * @param input.startedBy of a member: the proofs of their session
 * @throws Refusal `bad_request` for a blank name, `too_many_keys`
 */
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

/**
 * Ends one key of an owner. Calls that are in progress finish.
 *
 * @returns its name
 * @throws Refusal `not_found` if it is gone or someone else's
 */
export async function endKey(tx: Transaction, owner: KeyOwner, keyId: string): Promise<string> {
  const [gone] = await tx.run(deleteKey, { keyId, ownerId: ownerIdOf(owner) })
  if (!gone) throw new Refusal('not_found')
  return gone.name
}

/** Ends all keys of a member. @returns how many */
export async function endKeysOfMember(tx: Transaction, userId: string): Promise<number> {
  return (await tx.run(deleteKeysOf, { ownerId: ownerIdOf({ kind: 'member', userId }) })).length
}

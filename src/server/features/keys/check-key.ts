/** Finds out whose key a request has, and whether it may make the call. */
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts'
import type { getApiKey } from '#contract/keys/keys.ts'
import { addMilliseconds } from '#server/platform/clock.ts'
import type { RequestContext } from '#server/platform/context.ts'
import { countAttempts } from '#server/platform/count-attempts.ts'
import { Refusal, requireRow } from '#server/platform/errors.ts'
import { findKey, type KeyOwner, type KeyRow, noteUse, readKey, showKey } from './manage-keys.ts'
import { FAILURES_MAX, FAILURES_WINDOW_MS, hashOf, isLikeKey, USE_MS } from './rules.ts'

export interface FoundKey {
  readonly keyId: string
  readonly scopes: readonly string[]
  readonly startedBy: string | null
  readonly owner: KeyOwner
}

const ownerOf = ({ owner_id, email }: KeyRow): KeyOwner => {
  const name = owner_id.slice(owner_id.indexOf(':') + 1)
  return email === null ? { kind: 'member', userId: name } : { kind: 'buyer', customerKey: name, email }
}

/** Finds a key by its hash, so the time reveals nothing about existing keys, and records its use. */
export async function findApiKey(ctx: RequestContext, text: string): Promise<FoundKey | null> {
  const [row] = isLikeKey(text) ? await ctx.database.run(findKey, { keyHash: hashOf(text) }) : []
  if (!row) return null
  const now = ctx.clock.now()
  const before = addMilliseconds(now, -USE_MS)
  if (row.last_used_at === null || row.last_used_at <= before)
    await ctx.database.run(noteUse, { keyId: row.key_id, now, before })
  return { keyId: row.key_id, scopes: row.scopes, startedBy: row.started_by, owner: ownerOf(row) }
}

/** Counts a wrong key for the caller's network. @throws Refusal always: `key_throttled` or `key_invalid` */
export async function refuseKey(ctx: RequestContext): Promise<never> {
  const limit = { kind: 'api-key', parts: [ctx.address], max: FAILURES_MAX, windowMs: FAILURES_WINDOW_MS }
  const isWithin = await countAttempts(ctx, [{ ...limit, isRateLimit: true }])
  throw new Refusal(isWithin ? 'key_invalid' : 'key_throttled')
}

/** Whether the call accepts keys and this one has its scope. @throws Refusal `key_not_accepted`, `key_scope_missing` */
export function requireScope(key: Pick<FoundKey, 'scopes'>, wanted: Endpoint['key']): void {
  if (wanted === undefined) throw new Refusal('key_not_accepted')
  if (wanted === 'any' || key.scopes.includes(wanted)) return
  throw new Refusal('key_scope_missing.named', { values: { scope: wanted }, details: { scope: wanted } })
}

/** Describes the key of this call. @throws Refusal `key_invalid` without one */
export async function describeKey(ctx: RequestContext): Promise<ReplyOf<typeof getApiKey>> {
  const { actor } = ctx
  if (actor.kind === 'system' || actor.kind === 'visitor' || actor.keyId === undefined) throw new Refusal('key_invalid')
  const row = requireRow(await ctx.database.run(readKey, { keyId: actor.keyId }), 'key_invalid')
  const owner = actor.kind === 'buyer' ? { email: actor.email } : { userId: actor.userId, role: actor.role }
  return { key: showKey(row), owner: { kind: actor.kind, ...owner } as ReplyOf<typeof getApiKey>['owner'] }
}

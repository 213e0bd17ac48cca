/** A member's own API keys. A key acts as its member, within its scopes and the member's role. */
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import type * as endpoints from '#contract/keys/keys.ts'
import type { ApiKey } from '#contract/keys/keys.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import type { FoundKey } from '#server/features/keys/check-key.ts'
import { endKey, listKeysOf, makeKey } from '#server/features/keys/manage-keys.ts'
import { queueMessage } from '#server/features/messages/queue-message.ts'
import { type PlatformContext, type RequestContext, requireMember } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import { deviceOf } from '#server/platform/text/device-in-words.ts'
import { keepMember } from './accounts.ts'
import type { Auth } from './create-auth.ts'
import { requireProof } from './prove-identity.ts'
import { findActingMember } from './queries.ts'
import { actorOf, STARTED_BY } from './rules.ts'

const ownerOf = (ctx: RequestContext) => ({ kind: 'member' as const, userId: requireMember(ctx).userId })
export const listOwnKeys = (ctx: RequestContext): Promise<ApiKey[]> => listKeysOf(ctx, ownerOf(ctx))

/** Makes a key, and emails the member. It outlasts sessions, so it needs a proof. @throws Refusal see the contract */
export async function makeOwnKey(ctx: RequestContext, auth: Auth, input: BodyOf<typeof endpoints.makeOwnKey>) {
  await requireProof(ctx, auth)
  const owner = ownerOf(ctx)
  const startedBy = requireMember(ctx).startedBy ?? 'password'
  return inTransaction(ctx, async (tx) => {
    await keepMember(tx, owner.userId)
    const made = await makeKey(ctx, tx, owner, { ...input, startedBy })
    const { id, name, scopes } = made.key
    await queueMessage(ctx, tx, { messageId: `key_made.${id}`, kind: 'key_made', subjectId: `${id} ${deviceOf(ctx)}` })
    await writeAudit(ctx, tx, { action: 'key_made', subject: name, target: id, after: { scopes: scopes.join(' ') } })
    return made
  })
}

/** Ends one of the member's keys. @throws Refusal `not_found` if it is gone or someone else's */
export async function endOwnKey(ctx: RequestContext, keyId: string): Promise<ReplyOf<typeof endpoints.endOwnKey>> {
  const owner = ownerOf(ctx)
  const name = await inTransaction(ctx, async (tx) => {
    const ended = await endKey(tx, owner, keyId)
    await writeAudit(ctx, tx, { action: 'key_ended', subject: ended, target: keyId })
    return ended
  })
  return { message: `The key “${name}” no longer works.` }
}

/** Returns the caller behind a member's key: their current role, the proofs that made it. Null if they were removed. */
export async function actingMember(ctx: PlatformContext, { keyId, startedBy }: FoundKey, userId: string) {
  const [row] = await ctx.database.run(findActingMember, { userId })
  if (!row) return null
  const proofs = STARTED_BY.find((one) => one === startedBy) ?? 'password'
  const member = { userId, role: row.role, commissionBps: row.commission_bps, keyId, startedBy: proofs }
  return actorOf(member, row.has_second_factor, ctx.config.isSecondFactorDemanded)
}

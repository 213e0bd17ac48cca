import type { RequestContext } from '#server/platform/context.ts'
import type { Executor } from '#server/platform/database.ts'
import { requireMember } from '#server/platform/member.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Auth } from './create-auth.ts'
import { findProof } from './session-queries.ts'

/**
 * Passes only sessions whose member gave a proof within `PROOF_MS`. It guards actions that would turn an open screen or
 * a stolen cookie into someone else's account.
 *
 * @param executor the transaction, if there is one: with a second connection, calls that wait for its locks could block
 * it
 * @throws Refusal `proof_needed`
 */
export async function requireProof(ctx: RequestContext, auth: Auth, executor: Executor = ctx.database): Promise<void> {
  const { userId } = requireMember(ctx)
  const token = auth.readSession(ctx.headers)?.token ?? null
  const [proof] = await executor.run(findProof, { userId, token, now: ctx.clock.now() })
  if (!proof) throw new Refusal('proof_needed')
}

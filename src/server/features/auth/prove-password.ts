import type { RequestContext } from '#server/platform/context.ts'
import { requireMember } from '#server/platform/member.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Auth } from './create-auth.ts'
import { type CredentialRow, findOwnCredential } from './queries.ts'
import { beginProof, endProof } from './throttle.ts'

/**
 * Has the signed-in member show the present password, so that an unguarded screen is not enough to take an account over.
 *
 * @param message what the refusal says about a wrong one; absent: the code's own sentence
 * @throws Refusal `password_wrong`, `login_throttled`, `unauthenticated`
 */
export async function provePassword(
  ctx: RequestContext,
  auth: Auth,
  password: string,
  message?: string,
): Promise<CredentialRow> {
  const { userId } = requireMember(ctx)
  const proof = await beginProof(ctx, userId)
  const [credential] = await ctx.database.run(findOwnCredential, [userId])
  if (!credential) throw new Refusal('unauthenticated')
  if (!(await auth.verifyPassword(password, credential.password_hash)))
    throw new Refusal('password_wrong', message === undefined ? {} : { message })
  await endProof(ctx, proof)
  return credential
}

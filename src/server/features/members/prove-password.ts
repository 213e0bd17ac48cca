import type { RequestContext } from '#server/platform/context.ts'
import { requireMember } from '#server/platform/member.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { checkSecondFactor } from './check-second-factor.ts'
import type { Auth } from './create-auth.ts'
import { type CredentialRow, findOwnCredential } from './queries.ts'
import { requireProof } from './require-proof.ts'
import { beginProof, endProof, recordFailure } from './throttle.ts'

const PROOF_FAILURES = {
  password_wrong: 'proof_failed',
  second_factor_wrong: 'proof_failed',
  login_throttled: 'proof_failed',
} as const

interface ProofOptions {
  /** The refusal for a wrong password; absent: the usual one. */
  wrong?: 'password_wrong' | 'password_wrong.email' | 'password_wrong.password' | 'password_wrong.phone'
  code?: string | undefined
}

/**
 * Has the signed-in member enter their current password, so an unattended screen is not enough to take over an account.
 * A wrong password goes into the audit log. In a store without passwords, a proof of identity takes its place.
 *
 * @param options.message what the refusal says about a wrong password; absent: the code's own sentence
 * @param options.code given: the second factor is checked too, and no guess is forgiven until then
 * @throws Refusal `password_wrong`, `login_throttled`, `unauthenticated`, `proof_needed` without passwords; with `code` also `second_factor_required` and
 * `second_factor_wrong`
 */
export async function provePassword(
  ctx: RequestContext,
  auth: Auth,
  password: string | undefined,
  options: ProofOptions = {},
): Promise<CredentialRow> {
  const { userId } = requireMember(ctx)
  if (!ctx.config.hasPasswords) {
    await requireProof(ctx, auth)
    const [credential] = await ctx.database.run(findOwnCredential, { userId })
    if (!credential) throw new Refusal('unauthenticated')
    return credential
  }
  if (password === undefined) throw new Refusal('bad_request')
  try {
    return await showPassword(ctx, auth, userId, password, options)
  } catch (error) {
    recordFailure(ctx, { userId }, PROOF_FAILURES, error)
    throw error
  }
}

async function showPassword(
  ctx: RequestContext,
  auth: Auth,
  userId: string,
  password: string,
  options: ProofOptions,
): Promise<CredentialRow> {
  const { wrong = 'password_wrong' } = options
  const proof = await beginProof(ctx, userId)
  const [credential] = await ctx.database.run(findOwnCredential, { userId })
  if (!credential) throw new Refusal('unauthenticated')
  if (!(await auth.verifyPassword(password, credential.password_hash))) throw new Refusal(wrong)
  if ('code' in options) await checkSecondFactor(ctx, userId, options.code)
  await endProof(ctx, proof)
  return credential
}

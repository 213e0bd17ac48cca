import type { BodyOf } from '#contract/endpoint.ts'
import type { CurrentUser } from '#contract/members/auth.ts'
import type { updateEmail as endpoint } from '#contract/members/profile.ts'
import type { RequestContext } from '#server/platform/context.ts'
import { inTransaction, isUniqueViolation } from '#server/platform/database.ts'
import { readAddress } from '#server/platform/one-line.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { changeAddress } from './change-address.ts'
import type { Auth } from './create-auth.ts'
import { readOwnMember } from './current-user.ts'
import { requireSecondFactorProof } from './prove-identity.ts'
import { provePassword } from './prove-password.ts'
import { countMailing, rememberAddress } from './throttle.ts'

/** SPEC.md section 8. */
/**
 * Changes the member's address, which they sign in with from then on. The new one counts as unconfirmed until its link
 * was opened, the old one is told, and links that were mailed there open nothing any more.
 * The address that the member has already changes nothing.
 *
 * @throws Refusal `bad_request` for what is not one address, `password_wrong`, `email_taken`, `login_throttled`,
 *   `proof_needed` with a second factor
 */
export async function updateEmail(
  ctx: RequestContext,
  auth: Auth,
  input: BodyOf<typeof endpoint>,
): Promise<CurrentUser> {
  const email = readAddress(input.email).toLowerCase()
  const { user_id, email: present } = await provePassword(ctx, auth, input.password, { wrong: 'password_wrong.email' })
  if (email === present) return readOwnMember(ctx, user_id)
  await requireSecondFactorProof(ctx, auth)
  await countMailing(ctx, user_id)
  try {
    await inTransaction(ctx, (tx) => changeAddress(ctx, tx, { userId: user_id, email }))
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal('email_taken')
    throw error
  }
  await rememberAddress(ctx, email)
  return readOwnMember(ctx, user_id)
}

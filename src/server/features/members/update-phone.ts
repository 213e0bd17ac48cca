import type { BodyOf } from '#contract/endpoint.ts'
import type { CurrentUser } from '#contract/members/auth.ts'
import type { updatePhone as endpoint } from '#contract/members/profile.ts'
import type { RequestContext } from '#server/platform/context.ts'
import { oneLine } from '#server/platform/one-line.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Auth } from './create-auth.ts'
import { readOwnMember } from './current-user.ts'
import { changePhone } from './profile-queries.ts'
import { provePassword } from './prove-password.ts'

/** SPEC.md section 8. */
/**
 * Changes the member's phone number, kept as it is typed: nothing here calls it.
 *
 * @throws Refusal `bad_request` for nothing but blanks, `password_wrong`, `login_throttled`
 */
export async function updatePhone(
  ctx: RequestContext,
  auth: Auth,
  input: BodyOf<typeof endpoint>,
): Promise<CurrentUser> {
  const phone = oneLine(input.phone)
  if (!phone) throw new Refusal('bad_request.phone')
  const { user_id } = await provePassword(ctx, auth, input.password, { wrong: 'password_wrong.phone' })
  await ctx.database.run(changePhone, { userId: user_id, phone, now: ctx.clock.now() })
  return readOwnMember(ctx, user_id)
}

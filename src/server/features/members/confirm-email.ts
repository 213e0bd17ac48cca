import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import type { confirmEmail as endpoint } from '#contract/members/profile.ts'
import type { RequestContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { useLink } from './mail-links.ts'
import { markVerified } from './profile-queries.ts'

/**
 * Marks the address confirmed to which a link was mailed, once; it signs nobody in.
 *
 * @throws Refusal `mail_link_invalid`, also when the member has another address by now
 */
export async function confirmEmail(
  ctx: RequestContext,
  input: BodyOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  await inTransaction(ctx, async (tx) => {
    const { user_id } = await useLink(ctx, tx, 'email_confirmation', input.token)
    await tx.run(markVerified, { userId: user_id, now: ctx.clock.now() })
  })
  return { message: 'Your address is confirmed.' }
}

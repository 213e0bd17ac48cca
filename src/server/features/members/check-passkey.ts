import type { Assertion } from '#contract/members/passkeys.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { checkSignature } from './passkey-library.ts'
import { findPasskey, type PasskeyKeyRow, usePasskey } from './passkey-queries.ts'

/** Finds the passkey that a browser names. @throws Refusal `passkey_unknown`, also for a removed member's */
export async function readPasskey(ctx: WebContext, credentialId: string): Promise<PasskeyKeyRow> {
  const [passkey] = await ctx.database.run(findPasskey, { credentialId })
  if (!passkey) throw new Refusal('passkey_unknown')
  return passkey
}

/**
 * Checks a passkey's signature under a challenge, and records its use.
 *
 * @throws Refusal `passkey_refused`; `passkey_copied` if the device counts its signatures and this one is not new
 */
export async function checkPasskey(
  ctx: WebContext,
  passkey: PasskeyKeyRow,
  challenge: string,
  credential: Assertion,
): Promise<void> {
  const { passkey_id: passkeyId, user_id: userId, credential_id: credentialId, public_key: publicKey } = passkey
  // The device says whose key it is. If that is someone else, the row and the device disagree.
  const { userHandle } = credential.response
  if (userHandle !== undefined && Buffer.from(userHandle, 'base64url').toString() !== userId)
    throw new Refusal('passkey_refused')
  const signed = await checkSignature(ctx, challenge, { credentialId, publicKey }, credential)
  const [used] = await ctx.database.run(usePasskey, { passkeyId, ...signed, now: ctx.clock.now() })
  if (!used) throw new Refusal('passkey_copied')
}

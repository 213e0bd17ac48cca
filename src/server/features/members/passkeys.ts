/** A member's own passkeys: lists, adds and removes them. */
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import type * as endpoints from '#contract/members/passkeys.ts'
import { PASSKEYS_MAX, type Passkey } from '#contract/members/passkeys.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import type { WebContext } from '#server/gateways/context.ts'
import type { RequestContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import { requireMember } from '#server/platform/member.ts'
import { oneLine } from '#server/platform/one-line.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Auth } from './create-auth.ts'
import { readOwnMember } from './current-user.ts'
import { lockMember } from './mail-link-queries.ts'
import { checkNewKey, optionsToAdd } from './passkey-library.ts'
import { deletePasskey, insertPasskey, listPasskeys as listStatement, type PasskeyRow } from './passkey-queries.ts'
import { keepProof, recordProof } from './prove-identity.ts'
import { queueMemberMail } from './queue-member-mail.ts'
import { requireProof } from './require-proof.ts'
import { giveTicket, takeTicket } from './sign-in-tickets.ts'

const shown = (row: PasskeyRow): Passkey => ({
  id: row.passkey_id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  isSynced: row.is_synced,
})

/** Lists the member's passkeys, oldest first. */
export async function listPasskeys(ctx: RequestContext): Promise<Passkey[]> {
  const { userId } = requireMember(ctx)
  return (await ctx.database.run(listStatement, { userId })).map(shown)
}

/**
 * Starts adding a passkey. Since it signs in later, it needs a proof of identity first.
 *
 * @throws Refusal `proof_needed`, `passkeys_full`
 */
export async function beginPasskey(ctx: WebContext, auth: Auth): Promise<ReplyOf<typeof endpoints.beginPasskey>> {
  await requireProof(ctx, auth)
  const { userId } = requireMember(ctx)
  const { email, username } = await readOwnMember(ctx, userId)
  const present = await ctx.database.run(listStatement, { userId })
  if (present.length >= PASSKEYS_MAX) throw new Refusal('passkeys_full')
  const known = present.map((row) => ({ id: row.credential_id, transports: row.transports }))
  const options = await optionsToAdd(ctx, { userId, email, username }, known)
  giveTicket(ctx, 'passkey_add', { challenge: options.challenge, userId })
  return { ...options }
}

/**
 * Adds the passkey that the browser made, and emails the member. The device recognized its person, so the session has
 * two factors from now on. If it was ended in the meantime, no key is added.
 *
 * @throws Refusal `passkey_refused`, `passkey_exists`, `passkeys_full`, `bad_request` for a blank name,
 * `unauthenticated`
 */
export async function addPasskey(
  ctx: WebContext,
  auth: Auth,
  input: BodyOf<typeof endpoints.addPasskey>,
): Promise<Passkey> {
  const { userId } = requireMember(ctx)
  const name = oneLine(input.name)
  if (!name) throw new Refusal('bad_request.name')
  const ticket = await takeTicket(ctx, 'passkey_add')
  if (!ticket?.challenge || ticket.userId !== userId) throw new Refusal('passkey_refused.late')
  const key = await checkNewKey(ctx, ticket.challenge, input.credential)
  const { row, proof } = await inTransaction(ctx, async (tx) => {
    const [member] = await tx.run(lockMember, { userId })
    if (!member) throw new Refusal('unauthenticated')
    const proof = await recordProof(ctx, auth, tx, { userId, startedBy: 'passkey' })
    if ((await tx.run(listStatement, { userId })).length >= PASSKEYS_MAX) throw new Refusal('passkeys_full')
    const passkeyId = newId('psk', ctx.clock)
    const [row] = await tx.run(insertPasskey, { ...key, passkeyId, userId, name, now: ctx.clock.now() })
    if (!row) throw new Refusal('passkey_exists')
    const verificationId = newId('ver', ctx.clock)
    await queueMemberMail(ctx, tx, { purpose: 'passkey_added', verificationId, userId, address: member.email })
    await writeAudit(ctx, tx, { action: 'passkey_added', subject: name, target: passkeyId })
    return { row, proof }
  })
  keepProof(ctx, auth, proof)
  return shown(row)
}

/**
 * Removes one of the member's passkeys, and emails the member. Sessions that it started continue.
 *
 * @throws Refusal `proof_needed`, `not_found` if it is gone or someone else's, `unauthenticated`
 */
export async function removePasskey(
  ctx: RequestContext,
  auth: Auth,
  passkeyId: string,
): Promise<ReplyOf<typeof endpoints.removePasskey>> {
  const { userId } = requireMember(ctx)
  await requireProof(ctx, auth)
  await inTransaction(ctx, async (tx) => {
    const [member] = await tx.run(lockMember, { userId })
    if (!member) throw new Refusal('unauthenticated')
    const [gone] = await tx.run(deletePasskey, { userId, passkeyId })
    if (!gone) throw new Refusal('not_found')
    const verificationId = newId('ver', ctx.clock)
    await queueMemberMail(ctx, tx, { purpose: 'passkey_removed', verificationId, userId, address: member.email })
    await writeAudit(ctx, tx, { action: 'passkey_removed', subject: gone.name, target: passkeyId })
  })
  return { message: 'The passkey no longer signs you in.' }
}

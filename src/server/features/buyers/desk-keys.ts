/** API keys that a buyer makes at the desk: they act as the address that it proves. */
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import type * as endpoints from '#contract/keys/keys.ts'
import { endKey, type KeyOwner, listKeysOf, makeKey } from '#server/features/keys/manage-keys.ts'
import { queueMessage } from '#server/features/messages/queue-message.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { deviceOf } from '#server/platform/device-in-words.ts'
import { requireDeskSession } from './desk-session.ts'

/** @throws Refusal `desk_closed`, also for a key: keys cannot manage keys */
async function requireOwner(ctx: WebContext): Promise<KeyOwner> {
  const { email, customer_key: customerKey } = await requireDeskSession(ctx)
  return { kind: 'buyer', email, customerKey }
}

/** Lists the keys of the address. @throws Refusal `desk_closed` */
export async function listDeskKeys(ctx: WebContext): Promise<ReplyOf<typeof endpoints.listDeskKeys>> {
  return { keys: await listKeysOf(ctx, await requireOwner(ctx)) }
}

/** Makes a key, emails its address, and returns the key in full, once. @throws Refusal `desk_closed`, `bad_request` for a blank name, `too_many_keys` */
export async function makeDeskKey(
  ctx: WebContext,
  input: BodyOf<typeof endpoints.makeDeskKey>,
): Promise<ReplyOf<typeof endpoints.makeDeskKey>> {
  const owner = await requireOwner(ctx)
  const made = await inTransaction(ctx, async (tx) => {
    const one = await makeKey(ctx, tx, owner, { ...input, startedBy: null })
    // The key keeps working after the desk is closed, so its owner must hear of a key that they did not make.
    await queueMessage(ctx, tx, {
      messageId: `desk_key_made.${one.key.id}`,
      kind: 'desk_key_made',
      subjectId: `${one.key.id} ${deviceOf(ctx)}`,
    })
    return one
  })
  ctx.log.info({ keyId: made.key.id, scopes: made.key.scopes.join(' ') }, 'a buyer made an API key')
  return made
}

/** Ends a key. @throws Refusal `desk_closed`, `not_found` if it is gone or another address's */
export async function endDeskKey(ctx: WebContext, keyId: string): Promise<ReplyOf<typeof endpoints.endDeskKey>> {
  const owner = await requireOwner(ctx)
  const name = await inTransaction(ctx, (tx) => endKey(tx, owner, keyId))
  ctx.log.info({ keyId }, 'a buyer ended an API key')
  return { message: `The key “${name}” no longer works.` }
}

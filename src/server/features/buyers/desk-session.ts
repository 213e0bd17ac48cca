/** Whose desk is open in a browser: an opaque cookie of its own, of which the database has only the fingerprint. */

import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import type * as endpoints from '#contract/keys/keys.ts'
import { endKey, type KeyOwner, listKeysOf, makeKey } from '#server/features/keys/manage-keys.ts'
import { queueMessage } from '#server/features/messages/queue-message.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { type Executor, inTransaction } from '#server/platform/database.ts'
import { deviceOf } from '#server/platform/device-in-words.ts'
import { Refusal } from '#server/platform/errors.ts'
import { cookieName } from '#server/platform/http/cart-cookie.ts'
import { readCookie } from '#server/platform/http/read-cookie.ts'
import { fingerprint } from '#server/platform/ids.ts'
import { findSession, noteUse, type SessionRow } from './queries.ts'
import { deskEnd, USE_MS } from './rules.ts'

const TOKEN_FORM = /^[A-Za-z0-9_-]{32}$/

/** The name of the cookie on this store. */
export const deskCookie = (ctx: Pick<WebContext, 'publicUrl'>): string =>
  cookieName('leadyard_desk', ctx.publicUrl.startsWith('https://'))

/** The fingerprint of the browser's desk cookie; null if it has none. */
export function readDeskFingerprint(ctx: WebContext): string | null {
  const token = readCookie(ctx.headers, deskCookie(ctx))
  return token !== undefined && TOKEN_FORM.test(token) ? fingerprint(token) : null
}

/** Whose desk it is: the address in lowercase, and its fingerprint. */
type DeskOwner = Pick<SessionRow, 'email' | 'customer_key'>

/** Finds the desk that is open in this browser; null if none is. Each use extends it. */
export async function findDeskSession(ctx: WebContext): Promise<SessionRow | null> {
  const tokenFingerprint = readDeskFingerprint(ctx)
  const now = ctx.clock.now()
  const [session] = tokenFingerprint ? await ctx.database.run(findSession, { tokenFingerprint, now }) : []
  if (!session) return null
  if (now.getTime() - session.used_at.getTime() > USE_MS) {
    const expiresAt = deskEnd(session.opened_at, now)
    await ctx.database.run(noteUse, { sessionId: session.session_id, now, expiresAt })
  }
  return session
}

/**
 * Returns the fingerprint of the address whose desk is open in the browser; null if none is. What a member puts into a
 * cart is for a customer.
 */
export async function findDeskBuyer(ctx: WebContext, executor: Executor = ctx.database): Promise<string | null> {
  if (ctx.actor.kind === 'member') return null
  const tokenFingerprint = readDeskFingerprint(ctx)
  if (tokenFingerprint === null) return null
  const [session] = await executor.run(findSession, { tokenFingerprint, now: ctx.clock.now() })
  return session?.customer_key ?? null
}

/** @throws Refusal `desk_closed` */
export async function requireDeskSession(ctx: WebContext): Promise<SessionRow> {
  const session = await findDeskSession(ctx)
  if (!session) throw new Refusal('desk_closed')
  return session
}

/** Finds out whose desk is open, by a session or an API key; null if none is. */
export async function findDesk(ctx: WebContext): Promise<DeskOwner | null> {
  const { actor } = ctx
  return actor.kind === 'buyer' ? { email: actor.email, customer_key: actor.customerKey } : findDeskSession(ctx)
}

/** @throws Refusal `desk_closed` */
export async function requireDesk(ctx: WebContext): Promise<DeskOwner> {
  const desk = await findDesk(ctx)
  if (!desk) throw new Refusal('desk_closed')
  return desk
}

/* API keys that a buyer makes at the desk: they act as the address that it proves. */

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

/** Whose desk is open in a browser: an opaque cookie of its own, of which the database has only the fingerprint. */
import type { BodyOf } from '#contract/endpoint.ts'
import type * as endpoints from '#contract/keys/keys.ts'
import { endKey, type KeyOwner, listKeysOf, makeKey } from '#server/features/keys/manage-keys.ts'
import { queueMessage } from '#server/features/messages/queue-message.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { type Executor, inTransaction } from '#server/platform/database/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { cookieName, readCookie } from '#server/platform/http/cookies.ts'
import { fingerprint } from '#server/platform/ids.ts'
import { deviceOf } from '#server/platform/text/device-in-words.ts'
import { findSession, noteUse, type SessionRow } from './queries.ts'
import { deskEnd, USE_MS } from './rules.ts'

const TOKEN_FORM = /^[A-Za-z0-9_-]{32}$/

export const deskCookie = (ctx: Pick<WebContext, 'publicUrl'>): string =>
  cookieName('leadyard_desk', ctx.publicUrl.startsWith('https://'))

/** The fingerprint of the browser's desk cookie; null if it has none. */
export function readDeskFingerprint(ctx: WebContext): string | null {
  const token = readCookie(ctx.headers, deskCookie(ctx))
  return token !== undefined && TOKEN_FORM.test(token) ? fingerprint(token) : null
}

/** Whose desk it is: the address in lowercase, and its fingerprint. */
type DeskOwner = Pick<SessionRow, 'email' | 'customer_key'>

async function lookUpSession(ctx: WebContext, executor: Executor = ctx.database): Promise<SessionRow | null> {
  const tokenFingerprint = readDeskFingerprint(ctx)
  if (tokenFingerprint === null) return null
  const [session] = await executor.run(findSession, { tokenFingerprint, now: ctx.clock.now() })
  return session ?? null
}

/** Finds the desk that is open in this browser; null if none is. Each use extends it. */
export async function findDeskSession(ctx: WebContext): Promise<SessionRow | null> {
  const session = await lookUpSession(ctx)
  const now = ctx.clock.now()
  if (session && now.getTime() - session.used_at.getTime() > USE_MS) {
    await ctx.database.run(noteUse, { sessionId: session.session_id, now, expiresAt: deskEnd(session.opened_at, now) })
  }
  return session
}

/** Returns the fingerprint of the address whose desk is open; null for members, whose carts are for customers. */
export async function findDeskBuyer(ctx: WebContext, executor?: Executor): Promise<string | null> {
  return ctx.actor.kind === 'member' ? null : ((await lookUpSession(ctx, executor))?.customer_key ?? null)
}

const orClosed = <Found>(found: Found | null): Found => {
  if (!found) throw new Refusal('desk_closed')
  return found
}

/** @throws Refusal `desk_closed` */
export const requireDeskSession = async (ctx: WebContext): Promise<SessionRow> => orClosed(await findDeskSession(ctx))

/** Finds out whose desk is open, by a session or an API key; null if none is. */
export async function findDesk(ctx: WebContext): Promise<DeskOwner | null> {
  const { actor } = ctx
  return actor.kind === 'buyer' ? { email: actor.email, customer_key: actor.customerKey } : findDeskSession(ctx)
}

/** @throws Refusal `desk_closed` */
export const requireDesk = async (ctx: WebContext): Promise<DeskOwner> => orClosed(await findDesk(ctx))

/* API keys that a buyer makes at the desk: they act as the address that it proves. */

/** @throws Refusal `desk_closed`, also for a key: keys cannot manage keys */
async function requireOwner(ctx: WebContext): Promise<KeyOwner> {
  const { email, customer_key: customerKey } = await requireDeskSession(ctx)
  return { kind: 'buyer', email, customerKey }
}

/** Lists the keys of the address. @throws Refusal `desk_closed` */
export const listDeskKeys = async (ctx: WebContext) => ({ keys: await listKeysOf(ctx, await requireOwner(ctx)) })

/** Makes a key, emails its address, and returns it in full, once. @throws Refusal see the contract */
export async function makeDeskKey(ctx: WebContext, input: BodyOf<typeof endpoints.makeDeskKey>) {
  const owner = await requireOwner(ctx)
  const made = await inTransaction(ctx, async (tx) => {
    const one = await makeKey(ctx, tx, owner, { ...input, startedBy: null })
    const { id } = one.key
    const subjectId = `${id} ${deviceOf(ctx)}`
    // The key keeps working after the desk is closed, so its owner must hear of a key that they did not make.
    await queueMessage(ctx, tx, { messageId: `desk_key_made.${id}`, kind: 'desk_key_made', subjectId })
    return one
  })
  ctx.log.info({ keyId: made.key.id, scopes: made.key.scopes.join(' ') }, 'a buyer made an API key')
  return made
}

/** Ends a key. @throws Refusal `desk_closed`, `not_found` if it is gone or another address's */
export async function endDeskKey(ctx: WebContext, keyId: string): Promise<{ message: string }> {
  const owner = await requireOwner(ctx)
  const name = await inTransaction(ctx, (tx) => endKey(tx, owner, keyId))
  ctx.log.info({ keyId }, 'a buyer ended an API key')
  return { message: `The key “${name}” no longer works.` }
}

import * as z from 'zod/mini'
import type { BodyOf } from '#contract/endpoint.ts'
import type { CurrentUser, logIn as endpoint } from '#contract/members/auth.ts'
import { writeAccess } from '#server/features/audit/record-access.ts'
import { minutes } from '#server/platform/clock.ts'
import type { RequestContext } from '#server/platform/context.ts'
import { countAttempts } from '#server/platform/count-attempts.ts'
import { Refusal } from '#server/platform/errors.ts'
import { cookieName, readCookie } from '#server/platform/http/cookies.ts'
import { newToken } from '#server/platform/ids.ts'
import { signInAddress } from './accounts.ts'
import type { Auth } from './create-auth.ts'
import { isOutdated, requirePasswords } from './passwords.ts'
import { type CredentialRow, endSession, findCredential, readPasswordHash, replacePassword } from './queries.ts'
import { TICKET_MS } from './rules.ts'
import { sealText, unsealText } from './sealing.ts'
import { checkSecondFactor } from './second-factor-codes.ts'
import { readMember, writeSessionCookies } from './sessions.ts'
import { beginAttempt, endAttempt, recordFailure } from './throttle.ts'

/*
 * What a browser has to finish shortly after it started: the challenge of a passkey, a sign-in at the issuer. The facts
 * are in an encrypted cookie, so any node can finish, and starting writes nothing. Finishing marks the ticket as used
 * in the database, so a copied cookie is useless.
 */

type TicketKind = 'passkey_add' | 'passkey_log_in' | 'passkey_proof' | 'oidc'
const PURPOSE = 'sign-in-ticket'
/** Longer than a ticket lives, so no ticket outlives the record of its use. */
const USED_MS = 2 * TICKET_MS
const Ticket = z.object({ id: z.string(), expiresAt: z.number(), facts: z.record(z.string(), z.string()) })

const cookieOf = (ctx: RequestContext, kind: TicketKind): string =>
  cookieName(`leadyard_${kind}`, ctx.config.publicUrl?.startsWith('https://') ?? false)

/** Gives the browser a ticket; an earlier one of this kind is lost. */
export function giveTicket(ctx: RequestContext, kind: TicketKind, facts: Readonly<Record<string, string>>): void {
  const ticket = { id: newToken(), expiresAt: ctx.clock.now().getTime() + TICKET_MS, facts }
  const sealed = sealText(ctx.secrets, PURPOSE, kind, JSON.stringify(ticket))
  ctx.setCookie(cookieOf(ctx, kind), sealed, { isHttpOnly: true, maxAgeSeconds: (TICKET_MS / minutes(1)) * 60 })
}

/** Takes the browser's ticket, once. @returns its facts; null without one, too late, or if it was used */
export async function takeTicket(ctx: RequestContext, kind: TicketKind): Promise<Record<string, string> | null> {
  const sealed = readCookie(ctx.headers, cookieOf(ctx, kind))
  if (!sealed) return null
  ctx.clearCookie(cookieOf(ctx, kind))
  const ticket = openTicket(ctx, kind, sealed)
  if (!ticket || ticket.expiresAt <= ctx.clock.now().getTime()) return null
  const isFirst = await countAttempts(ctx, [{ kind: 'ticket', parts: [ticket.id], max: 1, windowMs: USED_MS }])
  return isFirst ? ticket.facts : null
}

function openTicket(ctx: RequestContext, kind: TicketKind, sealed: string): z.infer<typeof Ticket> | null {
  try {
    return Ticket.parse(JSON.parse(unsealText(ctx.secrets, PURPOSE, kind, sealed)))
  } catch {
    // Made up, or sealed with the secrets of another store.
    return null
  }
}

const LOG_IN_FAILURES = {
  login_failed: 'login_failed',
  login_throttled: 'login_throttled',
  second_factor_wrong: 'second_factor_failed',
} as const

/** Whether a password that was right a moment ago still is. The hash may differ: another login may have renewed it. */
async function isStillRight(ctx: RequestContext, auth: Auth, credential: CredentialRow, password: string) {
  const [present] = await ctx.database.run(readPasswordHash, { userId: credential.user_id })
  if (!present) return false
  return present.password_hash === credential.password_hash || auth.verifyPassword(password, present.password_hash)
}

/** Hashes a password again if its hash has old parameters. Only at login do we know the password. */
async function renewHash(ctx: RequestContext, auth: Auth, credential: CredentialRow, password: string): Promise<void> {
  const { user_id: userId, password_hash: formerHash } = credential
  if (!isOutdated(formerHash)) return
  const passwordHash = await auth.hashPassword(password)
  await ctx.database.run(replacePassword, { userId, passwordHash, now: ctx.clock.now(), formerHash })
}

/**
 * Starts a session and gives it to the browser; its earlier one ends. A wrong password, an unknown address and a
 * disabled member get the same reply after the same work. With a second factor, no session starts and no guess is
 * forgiven until it is checked. The audit log records the outcome. @throws Refusal see the contract
 */
export async function logIn(ctx: RequestContext, auth: Auth, input: BodyOf<typeof endpoint>): Promise<CurrentUser> {
  requirePasswords(ctx)
  const email = signInAddress(input.email)
  try {
    const member = await startSession(ctx, auth, email, input)
    await writeAccess(ctx, { action: 'logged_in', account: { userId: member.id } })
    return member
  } catch (error) {
    recordFailure(ctx, { email }, LOG_IN_FAILURES, error)
    throw error
  }
}

async function startSession(ctx: RequestContext, auth: Auth, email: string, input: BodyOf<typeof endpoint>) {
  const attempt = await beginAttempt(ctx, email)
  const [credential] = await ctx.database.run(findCredential, { email, typed: input.email.trim().toLowerCase() })
  const isRight = await auth.verifyPassword(input.password, credential?.password_hash ?? '')
  if (!credential?.is_member || !isRight) throw new Refusal('login_failed')
  await checkSecondFactor(ctx, credential.user_id, input.code)

  const session = await auth.openSession(credential.user_id, ctx.headers['user-agent'])
  // Disabled just now.
  if (!session) throw new Refusal('login_failed')
  // If the password changes at the same moment, either that change ends this session too, or we see it here.
  const member = (await isStillRight(ctx, auth, credential, input.password))
    ? await readMember(ctx, credential.user_id, 'password')
    : null
  if (!member) {
    await ctx.database.run(endSession, { token: session.token })
    throw new Refusal('login_failed')
  }
  await renewHash(ctx, auth, credential, input.password)
  await endAttempt(ctx, attempt, auth.readSession(ctx.headers)?.token ?? null)
  writeSessionCookies(ctx, auth, auth.cookieOf(session.token))
  return member
}

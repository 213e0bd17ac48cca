/**
 * What a browser has to finish shortly after it started: the challenge of a passkey, a sign-in at the issuer. The facts
 * are in an encrypted cookie, so any node can finish, and starting writes nothing. Finishing marks the ticket as used
 * in the database, so a copied cookie is useless.
 */
import * as z from 'zod/mini'
import { minutes } from '#server/platform/clock.ts'
import type { RequestContext } from '#server/platform/context.ts'
import { countAttempts } from '#server/platform/count-attempts.ts'
import { cookieName } from '#server/platform/http/cart-cookie.ts'
import { readCookie } from '#server/platform/http/read-cookie.ts'
import { newToken } from '#server/platform/ids.ts'
import { TICKET_MS } from './rules.ts'
import { sealText, unsealText } from './sealing.ts'

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
export async function takeTicket(
  ctx: RequestContext,
  kind: TicketKind,
): Promise<Readonly<Record<string, string | undefined>> | null> {
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

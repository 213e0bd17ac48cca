import type { Actor } from './context.ts'
import { Refusal } from './refusal.ts'

/** A signed-in person. */
export type Member = Omit<Extract<Actor, { kind: 'member' }>, 'kind'>

/**
 * Returns the caller, for operations behind an endpoint whose access is `session` or `admin`.
 *
 * @throws Refusal `unauthenticated` for everyone else
 */
export function requireMember(ctx: { readonly actor: Actor }): Member {
  if (ctx.actor.kind !== 'member') throw new Refusal('unauthenticated')
  return ctx.actor
}

/** Returns whose rows a member may see: their own (the id to compare with), or everyone's (null) for an administrator. */
export function scopeOf(member: Member): string | null {
  return member.role === 'admin' ? null : member.userId
}

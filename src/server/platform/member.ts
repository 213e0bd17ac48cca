import type { Actor } from './context.ts'
import { Refusal } from './refusal.ts'

/** A signed-in person. */
export type Member = Omit<Extract<Actor, { kind: 'member' }>, 'kind'>

/**
 * Who is asking, for operations behind an endpoint whose access is `session` or `admin`.
 *
 * @throws Refusal `unauthenticated` for everybody else
 */
export function requireMember(ctx: { readonly actor: Actor }): Member {
  if (ctx.actor.kind !== 'member') throw new Refusal('unauthenticated')
  return ctx.actor
}

/** Whose rows a member may see: their own (the id to compare with), or, for an administrator, everybody's (null). */
export function scopeOf(member: Member): string | null {
  return member.role === 'admin' ? null : member.userId
}

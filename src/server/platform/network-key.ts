import type { RequestContext } from './context.ts'
import { deriveToken } from './ids.ts'

/** Networks whose key is remembered: a busy minute's worth. */
const KEYS_MAX = 1_000
const keys = new Map<string, string>()

/**
 * What is stored of a network: a fingerprint that only this store can make.
 *
 * @param address the client's network (`ctx.address`)
 */
export function networkKeyOf(ctx: { readonly secrets: { readonly tokens: string } }, address: string): string {
  const name = `${ctx.secrets.tokens}\0${address}`
  const known = keys.get(name)
  if (known) return known
  if (keys.size >= KEYS_MAX) keys.clear()
  const key = deriveToken(ctx.secrets.tokens, 'address', address)
  keys.set(name, key)
  return key
}

/** The network that a call counts for; null for a member's, who can be held to account and shares the office with others. */
export const networkToCount = (ctx: Pick<RequestContext, 'actor' | 'address' | 'secrets'>): string | null =>
  ctx.actor.kind === 'member' ? null : networkKeyOf(ctx, ctx.address)

import type { PlatformContext, RequestContext } from './context.ts'
import { deriveToken } from './ids.ts'

/** Networks whose key is cached: a busy minute's worth. */
const KEYS_MAX = 1_000

/**
 * Returns what is stored of a network: a fingerprint that only this store can make.
 *
 * @param address the client's network (`ctx.address`)
 */
export function networkKeyOf({ node, secrets }: Pick<PlatformContext, 'node' | 'secrets'>, address: string): string {
  const { networkKeys: keys } = node
  const known = keys.get(address)
  if (known) return known
  if (keys.size >= KEYS_MAX) keys.clear()
  const key = deriveToken(secrets.fingerprints, 'address', address)
  keys.set(address, key)
  return key
}

/**
 * Returns the network that a call counts for; null for a member's, who can be held to account and shares the office
 * with others.
 */
export const networkToCount = (ctx: Pick<RequestContext, 'actor' | 'address' | 'node' | 'secrets'>): string | null =>
  ctx.actor.kind === 'member' ? null : networkKeyOf(ctx, ctx.address)

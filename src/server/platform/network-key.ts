import type { PlatformContext, RequestContext } from './context.ts'
import { deriveToken } from './ids.ts'

const KEYS_MAX = 1_000

/** Returns what is stored of a network (`ctx.address`): a fingerprint that only this store can make. */
export function networkKeyOf({ node, secrets }: Pick<PlatformContext, 'node' | 'secrets'>, address: string): string {
  const { networkKeys: keys } = node
  const known = keys.get(address)
  if (known) return known
  if (keys.size >= KEYS_MAX) keys.clear()
  const key = deriveToken(secrets.fingerprints, 'address', address)
  keys.set(address, key)
  return key
}

/** The network that a call counts for; null for members, who can be held to account and share the office with others. */
export const networkToCount = (ctx: Pick<RequestContext, 'actor' | 'address' | 'node' | 'secrets'>): string | null =>
  ctx.actor.kind === 'member' ? null : networkKeyOf(ctx, ctx.address)

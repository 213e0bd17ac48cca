/**
 * What tells two leads apart without saying what they are: keyed, so that a list of fingerprints (the suppression list, what a
 * buyer has) gives away no address to whoever comes by it.
 */
import { createHmac } from 'node:crypto'
import type { PlatformContext } from '#server/platform/context.ts'

/** 128 bits as a UUID, which PostgreSQL keeps in 16 bytes. */
function keyed(secret: string, kind: 'property' | 'owner', text: string): string {
  const hex = createHmac('sha256', secret).update(`${kind}\0${text}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}

/** @param address normalised, with its ZIP */
export const propertyKeyOf = (ctx: Pick<PlatformContext, 'secrets'>, address: string): string =>
  keyed(ctx.secrets.tokens, 'property', address)

/** @param names normalised and in a fixed order */
export const ownerKeyOf = (ctx: Pick<PlatformContext, 'secrets'>, names: string): string =>
  keyed(ctx.secrets.tokens, 'owner', names)

/**
 * What tells two leads apart without saying what they are: keyed, so that a list of fingerprints (the suppression list, what a
 * buyer has) gives away no address to whoever comes by it.
 */
import { hash } from 'node:crypto'
import type { PlatformContext } from '#server/platform/context.ts'

/** 128 bits as 32 hexadecimal digits. Only half of the hash is told, so nobody can go on with it as SHA-256 otherwise allows. */
const keyed = (secret: string, kind: 'property' | 'owner' | 'zip', text: string): string =>
  hash('sha256', `${secret}\0${kind}\0${text}`).slice(0, 32)

/** As PostgreSQL keeps it in 16 bytes. */
const uuidOf = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`

/** Digits by which the fingerprints of a ZIP begin. */
const ZIP_DIGITS = 6
const ZIPS_KEPT_MAX = 50_000
/** A file of a million rows names some hundred of them. */
const zipPrefixes = new Map<string, string>()

function zipPrefix(secret: string, zip: string): string {
  const key = `${zip}${secret}`
  const known = zipPrefixes.get(key)
  if (known) return known
  const prefix = keyed(secret, 'zip', zip).slice(0, ZIP_DIGITS)
  if (zipPrefixes.size >= ZIPS_KEPT_MAX) zipPrefixes.clear()
  zipPrefixes.set(key, prefix)
  return prefix
}

/**
 * The fingerprint of a property. Those of one ZIP begin alike, so that the leads of a county lie together in their indexes; which
 * ZIP that is, they do not say.
 *
 * @param address normalized, with its ZIP (`normalizeAddress`)
 */
export function propertyKeyOf(ctx: Pick<PlatformContext, 'secrets'>, address: string): string {
  const secret = ctx.secrets.tokens
  const zip = address.slice(address.lastIndexOf('|') + 1)
  return uuidOf(zipPrefix(secret, zip) + keyed(secret, 'property', address).slice(ZIP_DIGITS))
}

/** @param names normalized and in a fixed order */
export const ownerKeyOf = (ctx: Pick<PlatformContext, 'secrets'>, names: string): string =>
  uuidOf(keyed(ctx.secrets.tokens, 'owner', names))

/**
 * What tells two leads apart without saying what they are: keyed, so that a list of fingerprints (the suppression list, what a
 * buyer has) gives away no address to whoever comes by it.
 */
import { hash } from 'node:crypto'
import type { PlatformContext } from '#server/platform/context.ts'
import { normalizeAddress } from './normalize-address.ts'

/** 128 bits as 32 hexadecimal digits. Only half of the hash is told, so nobody can go on with it as SHA-256 otherwise allows. */
const keyed = (secret: string, kind: 'property' | 'owner' | 'zip', text: string): string =>
  hash('sha256', `${secret}\0${kind}\0${text}`).slice(0, 32)

/** As PostgreSQL keeps it in 16 bytes. */
const uuidOf = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`

/** Digits by which the fingerprints of a ZIP begin. */
const ZIP_DIGITS = 6
const ZIPS_KEPT_MAX = 50_000
/** By ZIP, under the secret that was used last; a file of a million rows names some hundred of them. */
const zipPrefixes = { secret: '', byZip: new Map<string, string>() }

function zipPrefix(secret: string, zip: string): string {
  if (zipPrefixes.secret !== secret || zipPrefixes.byZip.size >= ZIPS_KEPT_MAX) {
    zipPrefixes.secret = secret
    zipPrefixes.byZip.clear()
  }
  const known = zipPrefixes.byZip.get(zip)
  if (known) return known
  const prefix = keyed(secret, 'zip', zip).slice(0, ZIP_DIGITS)
  zipPrefixes.byZip.set(zip, prefix)
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

/** A property that somebody may have meant. */
export interface TypedProperty {
  propertyKey: string
  /** Normalized. */
  address: string
}

/**
 * The properties that somebody may mean who types an address by hand. Mostly one; a second where the city stands beside the street as
 * well (`12 Oak Street, Austin`), because that cannot be told from a street that ends in its name.
 *
 * @param input.cities what may be the city's name, the likeliest first
 * @returns the likeliest first; none where it cannot be one house
 */
export function typedProperties(
  ctx: Pick<PlatformContext, 'secrets'>,
  input: { street: string; cities: readonly string[]; zip: string },
): TypedProperty[] {
  const { street, cities, zip } = input
  // With its ZIP at the end an address is read as a whole one, place and all.
  const whole = `${street} ${zip.slice(0, 5)}`
  const readings = cities.flatMap((city) => {
    const typed = normalizeAddress({ address: street, city, zip })
    // A ZIP makes no house of what is none.
    return typed === null ? [] : [typed, normalizeAddress({ address: whole, city, zip })]
  })
  const addresses = new Set(readings.filter((address) => address !== null))
  return [...addresses].map((address) => ({ propertyKey: propertyKeyOf(ctx, address), address }))
}

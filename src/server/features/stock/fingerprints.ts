/**
 * Computes fingerprints of leads: they tell two leads apart without saying what they are. Keyed, so that a list of them
 * (the suppression list, what a buyer has) reveals no address to anyone who gets hold of it.
 */
import { hash } from 'node:crypto'
import { normalizeAddress } from './normalize-address.ts'

/**
 * 128 bits as 32 hexadecimal digits. Only half of the hash is used, which rules out the length extension that SHA-256
 * otherwise allows.
 */
const keyed = (secret: string, kind: 'property' | 'owner' | 'zip' | 'phone', text: string): string =>
  hash('sha256', `${secret}\0${kind}\0${text}`).slice(0, 32)

/** In the form that PostgreSQL stores in 16 bytes. */
const uuidOf = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`

/** Leading digits that all fingerprints of a ZIP share. */
const ZIP_DIGITS = 6
const ZIPS_KEPT_MAX = 50_000
/** By ZIP, under the latest secret. A file of a million rows has a few hundred ZIPs. */
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

export interface FingerprintContext {
  secrets: { fingerprints: string }
}

/**
 * Returns the fingerprint of a property. Those of one ZIP start alike, so that the leads of a county are close together
 * in their indexes. They do not reveal which ZIP it is.
 *
 * @param address normalized, with its ZIP (`normalizeAddress`)
 */
export function propertyKeyOf(ctx: FingerprintContext, address: string): string {
  const secret = ctx.secrets.fingerprints
  const zip = address.slice(address.lastIndexOf('|') + 1)
  return uuidOf(zipPrefix(secret, zip) + keyed(secret, 'property', address).slice(ZIP_DIGITS))
}

/** @param names normalized and in a fixed order */
export const ownerKeyOf = (ctx: FingerprintContext, names: string): string =>
  uuidOf(keyed(ctx.secrets.fingerprints, 'owner', names))

/** @param number in E.164 */
export const phoneKeyOf = (ctx: FingerprintContext, number: string): string =>
  uuidOf(keyed(ctx.secrets.fingerprints, 'phone', number))

/** A property that a typed address may mean. */
export interface TypedProperty {
  propertyKey: string
  /** Normalized. */
  address: string
}

/**
 * Returns the properties that someone may mean by an address typed by hand. Usually one; two if the city is also on the
 * street's line (`12 Oak Street, Austin`), because we cannot tell that from a street whose name ends this way.
 *
 * @param input.cities possible names of the city, likeliest first
 * @returns likeliest first; none if it cannot be a single house
 */
export function typedProperties(
  ctx: FingerprintContext,
  input: { street: string; cities: readonly string[]; zip: string },
): TypedProperty[] {
  const { street, cities, zip } = input
  // With a ZIP at the end, we read it as a whole address, place included.
  const whole = `${street} ${zip.slice(0, 5)}`
  const readings = cities.flatMap((city) => {
    const typed = normalizeAddress({ address: street, city, zip })
    // A ZIP alone does not make an address.
    return typed === null ? [] : [typed, normalizeAddress({ address: whole, city, zip })]
  })
  const addresses = new Set(readings.filter((address) => address !== null))
  return [...addresses].map((address) => ({ propertyKey: propertyKeyOf(ctx, address), address }))
}

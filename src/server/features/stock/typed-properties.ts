import type { PlatformContext } from '#server/platform/context.ts'
import { propertyKeyOf } from './fingerprints.ts'
import { normalizeAddress } from './normalize-address.ts'

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

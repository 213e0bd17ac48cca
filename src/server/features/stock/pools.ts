/** Where leads are picked, and how many packages a pool of them can fill. */
import { type LeadType, type PackageId, packageKeyOf, type Tier } from '#contract/catalogue/catalogue.ts'

/** `<fips>-<leadType>-<tier>`: what its four packages have in common, and where their leads are picked. */
export type PoolId = string & { readonly __pool?: never }

/** The pool that the leads of a package are picked from. */
export function poolOf(packageId: PackageId): PoolId {
  const { fips, leadType, tier } = packageKeyOf(packageId)
  return poolIdOf(fips, leadType, tier)
}

/** The pool of a county, a lead type and a tier. */
export const poolIdOf = (fips: string, leadType: LeadType | string, tier: Tier): PoolId => `${fips}-${leadType}-${tier}`

/** A lead's position in the order in which a pool's leads are picked: held by fewest first, then least sold, then freshest. */
export interface PickedTo {
  heldBy: number
  /** How many more buyers may have it, whoever holds it. */
  unsold: number
  /** As PostgreSQL writes it, to the microsecond. */
  acquiredAt: string
  leadId: string
}

/**
 * How many packages of `needed` leads each can be filled, no lead twice in one: the largest k with `sum over leads of
 * min(places left, k) >= k * needed`.
 * This is enough, because each buyer gets the leads with the most places left, and what remains then fills k - 1 (the
 * argument of Havel and Hakimi). It is necessary, because k packages take a lead at most k times.
 *
 * @param places how many leads have 1, 2, 3 … places left
 */
export function unitsOf(places: readonly number[], needed: number): number {
  const servedBy = (k: number) => places.reduce((sum, leads, index) => sum + leads * Math.min(index + 1, k), 0)
  const unbounded = Math.floor(servedBy(places.length) / needed)
  if (unbounded >= places.length) return unbounded
  for (let k = Math.min(unbounded, places.length); k > 0; k -= 1) if (servedBy(k) >= k * needed) return k
  return 0
}

/**
 * Whether it does not matter which leads are picked next. Whichever `count` of them go, each size can be filled as
 * often as the number of places left allows, because no lead has more places than there are packages left to fill.
 *
 * @param places how many leads have 1, 2, 3 … places left
 * @param needed the leads of the largest package
 */
export function isAmple(places: readonly number[], count: number, needed: number): boolean {
  const total = places.reduce((sum, leads, index) => sum + leads * (index + 1), 0)
  return Math.floor((total - count) / needed) >= places.length
}

/** Leads of a pool that went from one number of places left to another, as statements return it. */
export interface PlacesMoved {
  pool_id: PoolId | null
  before: number
  after: number
  leads: number
}

/** Returns a pool's places after some of its leads changed. */
export function movePlaces(places: readonly number[], moved: readonly Omit<PlacesMoved, 'pool_id'>[]): number[] {
  const result = [...places]
  const add = (count: number, leads: number) => {
    if (count < 1) return
    while (result.length < count) result.push(0)
    result[count - 1] = (result[count - 1] ?? 0) + leads
  }
  for (const { before, after, leads } of moved) {
    add(before, -leads)
    add(after, leads)
  }
  return result
}

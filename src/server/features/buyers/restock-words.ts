import {
  LEAD_TYPE_NAMES,
  type LeadType,
  type PackageId,
  packageKeyOf,
  packageName,
} from '#contract/catalogue/catalogue.ts'
import { countyName } from '#contract/catalogue/county-name.ts'
import { loadPlaces } from '#server/features/catalogue/places.ts'
import type { PlatformContext } from '#server/platform/context.ts'

/** A package in words, and where it is on sale. */
export interface PackageWords {
  /** `VIP Junior Package` */
  name: string
  /** `Vacant Houses, Travis County, Texas` */
  where: string
  state: string
  county: string
  leadType: LeadType
}

/** Describes a package for someone who waits for it. */
export async function describeWanted(ctx: PlatformContext, packageId: PackageId): Promise<PackageWords> {
  const { fips, leadType, tier, size } = packageKeyOf(packageId)
  const { state, name: county } = (await loadPlaces(ctx)).countyByFips(fips)
  return {
    name: packageName({ tier, size }),
    where: `${LEAD_TYPE_NAMES[leadType]}, ${countyName({ state, county, fips })}`,
    state,
    county,
    leadType,
  }
}

/** The choices in a form about many packages. */
import type { LeadType, Size, Tier } from '#contract/catalogue/catalogue.ts'

/** The selected packages, part by part. */
export interface PackageParts {
  leadTypes: LeadType[]
  tiers: Tier[]
  sizes: Size[]
}

/** Names the parts without a selection, such as `a tier`. Empty if each has one. */
export function missingParts({ leadTypes, tiers, sizes }: Readonly<PackageParts>): string[] {
  const missing: (string | false)[] = [
    leadTypes.length === 0 && 'a lead type',
    tiers.length === 0 && 'a tier',
    sizes.length === 0 && 'a package size',
  ]
  return missing.filter((word) => word !== false)
}

/** What must still be chosen, in a sentence; undefined if nothing is missing. */
export const chooseWords = (missing: readonly string[]): string | undefined =>
  missing.length === 0 ? undefined : `Choose ${new Intl.ListFormat('en-US').format(missing)}.`

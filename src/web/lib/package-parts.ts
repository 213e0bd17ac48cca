/** What a form about many packages chooses from. */
import type { LeadType, Size, Tier } from '#contract/catalogue/catalogue.ts'

/** Which packages are chosen, part by part. */
export interface PackageParts {
  leadTypes: LeadType[]
  tiers: Tier[]
  sizes: Size[]
}

/** The parts of which none is chosen, as words: `a tier`. Empty where each has one. */
export function missingParts({ leadTypes, tiers, sizes }: Readonly<PackageParts>): string[] {
  const missing: (string | false)[] = [
    leadTypes.length === 0 && 'a lead type',
    tiers.length === 0 && 'a tier',
    sizes.length === 0 && 'a package size',
  ]
  return missing.filter((word) => word !== false)
}

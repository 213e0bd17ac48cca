import { LEAD_TYPE_NAMES, LEAD_TYPES, SIZES, TIER_FACTS, TIERS } from '#contract/catalogue/catalogue.ts'
import { CheckGroup } from '#web/ui/check-group.tsx'
import type { PackageParts } from './package-parts.ts'

interface PackageChecksProps {
  chosen: PackageParts
  onChange: (part: Partial<PackageParts>) => void
}

const LEAD_TYPE_OPTIONS = LEAD_TYPES.map((value) => ({ value, label: LEAD_TYPE_NAMES[value] }))
const TIER_OPTIONS = TIERS.map((value) => ({ value, label: TIER_FACTS[value].name }))
const SIZE_OPTIONS = SIZES.map((value) => ({ value, label: `${value} leads` }))

/** Selects any of the lead types, tiers and sizes, for a form about many packages. */
export function PackageChecks({ chosen, onChange }: PackageChecksProps) {
  return (
    <>
      <CheckGroup
        legend="Lead types"
        options={LEAD_TYPE_OPTIONS}
        chosen={chosen.leadTypes}
        onChange={(leadTypes) => onChange({ leadTypes })}
      />
      <CheckGroup
        legend="Tiers"
        options={TIER_OPTIONS}
        chosen={chosen.tiers}
        onChange={(tiers) => onChange({ tiers })}
      />
      <CheckGroup
        legend="Package sizes"
        options={SIZE_OPTIONS}
        chosen={chosen.sizes}
        onChange={(sizes) => onChange({ sizes })}
      />
    </>
  )
}

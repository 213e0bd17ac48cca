import * as contract from '#contract/catalogue/catalogue.ts'
import { CheckGroup } from '#web/ui/choice.tsx'
import { choicesOf } from './choices.ts'

export type PackageParts = { leadTypes: contract.LeadType[]; tiers: contract.Tier[]; sizes: contract.Size[] }

type PackageChecksProps = { chosen: PackageParts; onChange: (part: Partial<PackageParts>) => void }

const LEAD_TYPE_OPTIONS = choicesOf(contract.LEAD_TYPE_NAMES)
const TIER_OPTIONS = contract.TIERS.map((value) => ({ value, label: contract.TIER_FACTS[value].name }))
const SIZE_OPTIONS = contract.SIZES.map((value) => ({ value, label: `${value} leads` }))

/** Selects any of the lead types, tiers and sizes, for a form about many packages. */
export const PackageChecks = ({ chosen, onChange }: PackageChecksProps) => (
  <>
    <CheckGroup
      legend="Lead types"
      options={LEAD_TYPE_OPTIONS}
      chosen={chosen.leadTypes}
      onChange={(leadTypes) => onChange({ leadTypes })}
    />
    <CheckGroup legend="Tiers" options={TIER_OPTIONS} chosen={chosen.tiers} onChange={(tiers) => onChange({ tiers })} />
    <CheckGroup
      legend="Package sizes"
      options={SIZE_OPTIONS}
      chosen={chosen.sizes}
      onChange={(sizes) => onChange({ sizes })}
    />
  </>
)

import { useNavigate } from '@tanstack/react-router'
import { LEAD_TYPE_NAMES, LEAD_TYPES, TIER_FACTS, TIERS } from '#contract/catalogue/catalogue.ts'
import type { StockFilter } from '#contract/stock/stock.ts'
import { type LeadsSearch, paths } from '#web/paths.ts'
import { SelectField } from '#web/ui/field.tsx'

/** Reads from an address which packages the map counts; unknown words count as all of them. */
export function filterOf({ type, tier }: LeadsSearch): StockFilter {
  const leadType = LEAD_TYPES.find((one) => one === type)
  const known = TIERS.find((one) => one === tier)
  return { ...(leadType && { leadType }), ...(known && { tier: known }) }
}

const TYPES = LEAD_TYPES.map((value) => ({ value, label: LEAD_TYPE_NAMES[value] }))
const TIER_CHOICES = TIERS.map((value) => ({ value, label: TIER_FACTS[value].name }))

/** Chooses which packages the map counts. */
export function MapFilter({ search }: { search: LeadsSearch }) {
  const navigate = useNavigate()
  const { leadType, tier } = filterOf(search)
  const choose = (name: 'type' | 'tier', value: string | undefined) => {
    const { [name]: _before, ...rest } = search
    void navigate({
      to: paths.leads,
      search: value === undefined ? rest : { ...rest, [name]: value },
      resetScroll: false,
      replace: true,
    })
  }
  return (
    <div className="mt-3 grid max-w-120 grid-cols-2 gap-x-4">
      <SelectField
        label="Lead type"
        placeholder="All lead types"
        options={TYPES.map(({ label }) => label)}
        value={leadType ? LEAD_TYPE_NAMES[leadType] : ''}
        onChange={(event) => choose('type', TYPES.find(({ label }) => label === event.target.value)?.value)}
      />
      <SelectField
        label="Tier"
        placeholder="All tiers"
        options={TIER_CHOICES.map(({ label }) => label)}
        value={tier ? TIER_FACTS[tier].name : ''}
        onChange={(event) => choose('tier', TIER_CHOICES.find(({ label }) => label === event.target.value)?.value)}
      />
    </div>
  )
}

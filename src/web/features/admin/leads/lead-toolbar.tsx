import type { ReactNode } from 'react'
import { LEAD_TYPE_NAMES, LEAD_TYPES, TIER_FACTS, TIERS } from '#contract/catalogue/catalogue.ts'
import { SelectField } from '#web/ui/field.tsx'
import { type LeadFilters, useCounties, useStates } from './lead-data.ts'

const ANYWHERE = 'All states'
const ANY_COUNTY = 'All counties'
const ANY_TYPE = 'All lead types'
const ANY_TIER = 'All tiers'

interface LeadToolbarProps {
  filters: LeadFilters
  /** Finds a county by its name, a city or a ZIP code. */
  search: ReactNode
  onChange: (filters: LeadFilters) => void
}

/** Where, and of which kind. */
export function LeadToolbar({ filters, search, onChange }: LeadToolbarProps) {
  const states = useStates()
  const counties = useCounties(filters.state)
  const place = 'min-w-36 max-sm:grow max-sm:basis-36'
  return (
    <div className="flex flex-wrap items-start gap-3">
      {search}
      <SelectField
        label="State"
        className={place}
        options={[ANYWHERE, ...(states.data ?? [])]}
        value={filters.state || ANYWHERE}
        onChange={({ target }) =>
          onChange({ ...filters, state: target.value === ANYWHERE ? '' : target.value, county: '' })
        }
      />
      <SelectField
        label="County"
        className={place}
        options={[ANY_COUNTY, ...(counties.data ?? [])]}
        value={filters.county || ANY_COUNTY}
        disabled={filters.state === ''}
        onChange={({ target }) => onChange({ ...filters, county: target.value === ANY_COUNTY ? '' : target.value })}
      />
      <SelectField
        label="Lead type"
        className={place}
        options={[ANY_TYPE, ...LEAD_TYPES.map((one) => LEAD_TYPE_NAMES[one])]}
        value={filters.leadType ? LEAD_TYPE_NAMES[filters.leadType] : ANY_TYPE}
        onChange={({ target }) =>
          onChange({ ...filters, leadType: LEAD_TYPES.find((one) => LEAD_TYPE_NAMES[one] === target.value) ?? '' })
        }
      />
      <SelectField
        label="Tier"
        className={place}
        options={[ANY_TIER, ...TIERS.map((one) => TIER_FACTS[one].name)]}
        value={filters.tier ? TIER_FACTS[filters.tier].name : ANY_TIER}
        onChange={({ target }) =>
          onChange({ ...filters, tier: TIERS.find((one) => TIER_FACTS[one].name === target.value) ?? '' })
        }
      />
    </div>
  )
}

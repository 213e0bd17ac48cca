import { getRouteApi } from '@tanstack/react-router'
import { LEAD_TYPES, type LeadType } from '#contract/catalogue/catalogue.ts'
import type { Market } from '#web/features/catalogue/catalogue-data.ts'
import { paths, type TeamSearch } from '#web/paths.ts'

const route = getRouteApi(paths.sales)

/** Tells counties apart. */
export const marketKey = ({ state, county }: Market): string => `${state}/${county}`

export function useMarket() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const market: Market = { state: search.state ?? '', county: search.county ?? '' }
  const leadType: LeadType = LEAD_TYPES.find((one) => one === search.type) ?? 'vacant'

  const show = (change: (search: TeamSearch) => TeamSearch) =>
    void navigate({ search: change, resetScroll: false, replace: true })
  return {
    market,
    leadType,
    isChosen: market.state !== '' && market.county !== '',
    chooseMarket: ({ state, county }: Market) =>
      show((search) => ({ ...search, state: state || undefined, county: county || undefined })),
    chooseLeadType: (type: LeadType) => show((search) => ({ ...search, type })),
  }
}

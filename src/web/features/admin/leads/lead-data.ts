import { useMutation } from '@tanstack/react-query'
import type { findLeads } from '#contract/admin/lead-screen.ts'
import { LEAD_TYPES, type LeadType, TIERS, type Tier } from '#contract/catalogue/catalogue.ts'
import type { BodyInputOf, ReplyOutputOf } from '#contract/endpoint.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { callApi } from '#web/lib/call-api.ts'

/** The filters of the list; empty if not set. */
export interface LeadFilters {
  state: string
  county: string
  leadType: LeadType | ''
  tier: Tier | ''
}

export const NO_FILTERS: LeadFilters = { state: '', county: '', leadType: '', tier: '' }

/** Reads filters from a URL. Unknown values are ignored, and a county needs its state. */
export function filtersOf(words: { state?: string; county?: string; type?: string; tier?: string }): LeadFilters {
  const { state = '', county = '', type, tier } = words
  return {
    state,
    county: state && county,
    leadType: LEAD_TYPES.find((one) => one === type) ?? '',
    tier: TIERS.find((one) => one === tier) ?? '',
  }
}

/** Whether any filter is set. */
export const isNarrowed = (filters: LeadFilters): boolean => Object.values(filters).some((word) => word !== '')

/** Filters as calls take them. */
export const placeOf = ({ state, county, leadType }: LeadFilters) => ({
  state: state || undefined,
  county: county || undefined,
  leadType: leadType || undefined,
})

export const LIST_PATH = '/api/admin/leads'
export const COUNTS_PATH = '/api/admin/lead-counts'

/** The leads of a property or of an order while they are shown; never in the URL, because it may be an address. */
export function useFoundLeads() {
  const first = useFindLeads()
  /** Repeats the search, while the earlier result stays on screen. */
  const again = useFindLeads()
  return {
    data: again.data ?? first.data,
    error: first.error,
    isPending: first.isPending,
    find: (asked: BodyInputOf<typeof findLeads>) => {
      again.reset()
      first.mutate(asked)
    },
    findAgain: () => {
      if (first.data) again.mutate(first.variables)
    },
  }
}

const useFindLeads = () =>
  useMutation<ReplyOutputOf<typeof findLeads>, ApiError, BodyInputOf<typeof findLeads>>({
    mutationFn: (body) => callApi<typeof findLeads>('POST', '/api/admin/leads/search', { body }),
    gcTime: 0,
  })

import { useMutation } from '@tanstack/react-query'
import { findLeads, type LeadState, type ListedLead } from '#contract/admin/lead-screen.ts'
import * as contract from '#contract/catalogue/catalogue.ts'
import type { BodyInputOf, ReplyOutputOf } from '#contract/endpoint.ts'
import { type ApiError, callApi } from '#web/lib/call-api.ts'
import { formatStoreDay } from '#web/lib/format-day.ts'
import type { TeamSearch } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { StatusPill, type StatusTone } from '#web/ui/panel.tsx'

/** The filters of the list; empty if not set. */
export type LeadFilters = { state: string; county: string; leadType: contract.LeadType | ''; tier: contract.Tier | '' }

export const NO_FILTERS: LeadFilters = { state: '', county: '', leadType: '', tier: '' }

/** Reads filters from a URL. Unknown values are ignored, and a county needs its state. */
export function filtersOf(words: TeamSearch): LeadFilters {
  const { state = '', county = '', type, tier } = words
  return {
    state,
    county: state && county,
    leadType: contract.LEAD_TYPES.find((one) => one === type) ?? '',
    tier: contract.TIERS.find((one) => one === tier) ?? '',
  }
}

export const isNarrowed = (filters: LeadFilters): boolean => Object.values(filters).some((word) => word !== '')

/** Filters as calls take them. */
export const placeOf = ({ state, county, leadType }: LeadFilters) => ({
  state: state || undefined,
  county: county || undefined,
  leadType: leadType || undefined,
})

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
    mutationFn: (body) => callApi(findLeads, { body }),
    gcTime: 0,
  })

const STATE_WORDS: Readonly<Record<LeadState, { name: string; tone: StatusTone }>> = {
  for_sale: { name: 'For sale', tone: 'done' },
  spoken_for: { name: 'Sold or held', tone: 'plain' },
  too_old: { name: 'Off sale', tone: 'plain' },
  left_alone: { name: 'Opted out', tone: 'over' },
}

export const LeadStatus = ({ state }: { state: LeadState }) => (
  <StatusPill tone={STATE_WORDS[state].tone}>{STATE_WORDS[state].name}</StatusPill>
)

/** How often a lead can still be sold, and is held and was sold: `2 left, 1 held`. */
export const placesInWords = ({ placesLeft, held, sold }: ListedLead): string =>
  [`${placesLeft || 'none'} left`, held > 0 && `${held} held`, sold > 0 && `${sold} sold`].filter(Boolean).join(', ')

/**
 * The columns for leads, without their owners' data.
 *
 * @param timeZone the store's: the day on which a lead was acquired there decides its tier
 */
export const leadColumns = (timeZone: string, onOpen: (lead: ListedLead) => void): readonly Column<ListedLead>[] => [
  {
    header: 'Lead',
    isTitle: true,
    narrow: 'cell',
    cell: (lead) => (
      <Button look="quiet" size="small" className="-my-1 -ml-3 compact:min-h-7" onClick={() => onOpen(lead)}>
        Lead {lead.id}
      </Button>
    ),
  },
  { header: 'County', narrow: 'cell', cell: ({ county, state }) => `${county}, ${state}` },
  {
    header: 'Kind',
    narrow: 'cell',
    cell: ({ leadType, tier }) =>
      `${contract.LEAD_TYPE_NAMES[leadType]} · ${tier ? contract.TIER_FACTS[tier].name : 'too old for any tier'}`,
  },
  {
    header: 'Buyers',
    narrow: 'cell',
    cell: (lead) => (
      <div className="flex flex-wrap items-center gap-x-2">
        <span>{placesInWords(lead)}</span>
        {lead.leadState !== 'for_sale' && <LeadStatus state={lead.leadState} />}
      </div>
    ),
  },
  {
    header: 'Acquired',
    narrow: 'hidden',
    isUnbroken: true,
    cell: ({ acquiredAt }) => formatStoreDay(acquiredAt, timeZone),
  },
]

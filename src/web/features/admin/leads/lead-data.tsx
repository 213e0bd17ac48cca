import { useMutation } from '@tanstack/react-query'
import { findLeads, type LeadState, type ListedLead } from '#contract/admin/lead-screen.ts'
import * as contract from '#contract/catalogue/catalogue.ts'
import type { BodyInputOf, ReplyOutputOf } from '#contract/endpoint.ts'
import { type ApiError, callApi } from '#web/lib/call-api.ts'
import { formatCount } from '#web/lib/format.ts'
import { formatStoreDay } from '#web/lib/format-day.ts'
import type { TeamSearch } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { TwoLines } from '#web/ui/cell-values.tsx'
import { actsColumn, type Column } from '#web/ui/data-table.tsx'
import { StatusPill, type StatusTone } from '#web/ui/status-pill.tsx'

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

export const STATE_WORDS: Readonly<Record<LeadState, { name: string; tone: StatusTone }>> = {
  for_sale: { name: 'For sale', tone: 'done' },
  spoken_for: { name: 'Sold or held', tone: 'plain' },
  too_old: { name: 'Off sale', tone: 'plain' },
  left_alone: { name: 'Opted out', tone: 'over' },
}

/** How often a lead is held and sold, and how often it can still be sold: `2 left, 1 held, none sold`. */
export function placesInWords({ placesLeft, held, sold }: ListedLead): string {
  const word = (count: number) => (count === 0 ? 'none' : formatCount(count))
  return `${word(placesLeft)} left, ${word(held)} held, ${word(sold)} sold`
}

/**
 * The columns for leads, without their owners' data.
 *
 * @param timeZone the store's: the day on which a lead was acquired there decides its tier
 */
export const leadColumns = (timeZone: string, onOpen: (lead: ListedLead) => void): readonly Column<ListedLead>[] => [
  {
    header: 'Lead',
    isTitle: true,
    cell: ({ id, county, state }) => <TwoLines isStrong top={`Lead ${id}`} below={`${county}, ${state}`} />,
  },
  {
    header: 'Kind',
    cell: ({ leadType, tier }) => (
      <TwoLines
        top={contract.LEAD_TYPE_NAMES[leadType]}
        below={tier ? contract.TIER_FACTS[tier].name : 'too old for any tier'}
      />
    ),
  },
  {
    header: 'Status',
    cell: ({ leadState }) => <StatusPill tone={STATE_WORDS[leadState].tone}>{STATE_WORDS[leadState].name}</StatusPill>,
  },
  { header: 'Buyers left', cell: placesInWords },
  { header: 'Acquired', isUnbroken: true, cell: ({ acquiredAt }) => formatStoreDay(acquiredAt, timeZone) },
  actsColumn((lead) => (
    <Button size="small" about={` lead ${lead.id}`} onClick={() => onOpen(lead)}>
      Open…
    </Button>
  )),
]

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type {
  countLeads,
  findLeads,
  LeadCount,
  LeadState,
  ListedLead,
  listLeads,
  listShortfalls,
  lookAtLead,
  previewBacking,
  suppressLead,
  switchBacking,
} from '#contract/admin/lead-screen.ts'
import {
  LEAD_TYPES,
  type LeadType,
  type listCounties,
  type listStates,
  TIERS,
  type Tier,
} from '#contract/catalogue/catalogue.ts'
import type { BodyInputOf, ReplyOutputOf } from '#contract/endpoint.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { callApi } from '#web/lib/call-api.ts'
import { formatCount } from '#web/lib/format.ts'
import { query } from '#web/lib/query.ts'
import { usePages } from '#web/lib/use-pages.ts'
import type { StatusTone } from '#web/ui/status-pill.tsx'
import { showToast } from '#web/ui/toast.ts'

/** The name and look of a lead’s state. */
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

const timesInWords = (times: number): string => (times === 1 ? 'once' : times === 2 ? 'twice' : `${times} times`)

/** For a tier, how many leads can still be sold how often: `once: 12, 3 times: 30`; a dash without any. */
export function byPlacesInWords({ byPlaces }: LeadCount): string {
  const parts = byPlaces.flatMap((leads, index) =>
    leads === 0 ? [] : [`${timesInWords(index + 1)}: ${formatCount(leads)}`],
  )
  return parts.length === 0 ? '–' : parts.join(', ')
}

const LIST_PATH = '/api/admin/leads'
const COUNTS_PATH = '/api/admin/lead-counts'
const PREVIEW_PATH = '/api/admin/lead-backing/preview'

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
  const state = words.state ?? ''
  return {
    state,
    county: state === '' ? '' : (words.county ?? ''),
    leadType: LEAD_TYPES.find((one) => one === words.type) ?? '',
    tier: TIERS.find((one) => one === words.tier) ?? '',
  }
}

/** Whether any filter is set. */
export const isNarrowed = (filters: LeadFilters): boolean => Object.values(filters).some((word) => word !== '')

const placeOf = ({ state, county, leadType }: LeadFilters) => ({
  state: state || undefined,
  county: county || undefined,
  leadType: leadType || undefined,
})

export const useStates = () => useQuery(query<typeof listStates>('/api/states', {}))
export const useCounties = (state: string) =>
  useQuery({ ...query<typeof listCounties>('/api/counties/:state', { state }), enabled: state !== '' })

type LeadCounts = ReplyOutputOf<typeof countLeads>

/** How many leads are for sale, and for a county what its stock follows; reloaded on every visit. */
export function useLeadCounts(filters: LeadFilters) {
  const words = placeOf(filters)
  return useQuery<LeadCounts, ApiError>({
    queryKey: [COUNTS_PATH, words],
    queryFn: ({ signal }) => callApi<typeof countLeads>('GET', COUNTS_PATH, { query: words, signal }),
    staleTime: 0,
  })
}

/** Leads for sale, page by page. */
export function useLeads(filters: LeadFilters) {
  const words = { ...placeOf(filters), tier: filters.tier || undefined }
  return usePages<typeof listLeads>(LIST_PATH, words, { againMs: 0, isWatched: () => false })
}

type LeadsAsked = BodyInputOf<typeof findLeads>
type LeadsFound = ReplyOutputOf<typeof findLeads>

/**
 * The leads of a property or of an order, while they are shown. The search stays on this page, because it may be an
 * address.
 */
export interface FoundLeads {
  data: LeadsFound | undefined
  error: ApiError | null
  isPending: boolean
  find: (asked: LeadsAsked) => void
  /** Repeats the search, while the earlier result stays on screen. */
  findAgain: () => void
}

export function useFoundLeads(): FoundLeads {
  const first = useFindLeads()
  const again = useFindLeads()
  return {
    data: again.data ?? first.data,
    error: first.error,
    isPending: first.isPending,
    find: (asked) => {
      again.reset()
      first.mutate(asked)
    },
    findAgain: () => {
      if (first.data) again.mutate(first.variables)
    },
  }
}

function useFindLeads() {
  return useMutation<LeadsFound, ApiError, LeadsAsked>({
    mutationFn: (body) => callApi<typeof findLeads>('POST', '/api/admin/leads/search', { body }),
    gcTime: 0,
  })
}

/** Opens a lead, for a reason. The reply is not cached: closing the drawer forgets it, and opening it again is another look. */
export function useLook() {
  return useMutation<ReplyOutputOf<typeof lookAtLead>, ApiError, { leadId: number; reason: string }>({
    mutationFn: ({ leadId, reason }) =>
      callApi<typeof lookAtLead>('POST', '/api/admin/leads/:leadId/look', { params: { leadId }, body: { reason } }),
    gcTime: 0,
  })
}

/** A job takes leads out of stock, starting within half a second; counts are reloaded when it has probably finished. */
const LEFT_STOCK_MS = [1_500, 6_000]

/** Opts out the property of a lead. */
export function useSuppress() {
  const client = useQueryClient()
  return useMutation<ReplyOutputOf<typeof suppressLead>, ApiError, { leadId: number; reason: string }>({
    mutationFn: ({ leadId, reason }) =>
      callApi<typeof suppressLead>('POST', '/api/admin/leads/:leadId/suppress', {
        params: { leadId },
        body: { reason },
      }),
    onSuccess: () =>
      showToast({
        title: 'Property opted out',
        description: 'Its leads leave stock, its data is deleted, and past buyers are told if we know the address.',
      }),
    onSettled: () => {
      void readAgain(client)
      for (const ms of LEFT_STOCK_MS) setTimeout(() => void readAgain(client), ms)
    },
  })
}

/** Orders with missing leads; reloaded on every visit. */
export const useShortfalls = () =>
  useQuery({ ...query<typeof listShortfalls>('/api/admin/lead-shortfalls', {}), staleTime: 0 })

export type BackingQuestion = BodyInputOf<typeof previewBacking>
export type BackingPreview = ReplyOutputOf<typeof previewBacking>

/** Previews a switch; computed again each time. */
export function useBackingPreview(question: BackingQuestion) {
  return useQuery<BackingPreview, ApiError>({
    queryKey: [PREVIEW_PATH, question],
    queryFn: ({ signal }) => callApi<typeof previewBacking>('POST', PREVIEW_PATH, { body: question, signal }),
    staleTime: 0,
    gcTime: 0,
  })
}

/** Switches a county and lead type between counting and following leads. */
export function useSwitchBacking() {
  const client = useQueryClient()
  return useMutation<ReplyOutputOf<typeof switchBacking>, ApiError, BodyInputOf<typeof switchBacking>>({
    mutationFn: (body) => callApi<typeof switchBacking>('PUT', '/api/admin/lead-backing', { body }),
    onSuccess: ({ isBacked }) =>
      showToast({
        title: isBacked ? 'Stock now comes from leads' : 'Stock is now set by hand',
        description: 'The new numbers are on sale.',
      }),
    onSettled: () => void readAgain(client),
  })
}

const readAgain = (client: ReturnType<typeof useQueryClient>) =>
  Promise.all([LIST_PATH, COUNTS_PATH].map((path) => client.invalidateQueries({ queryKey: [path] })))

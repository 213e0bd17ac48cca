import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { FileText, LogOut, MapPin, PanelsTopLeft, UserRound } from 'lucide-react'
import type { listPaymentRequests } from '#contract/links/payment-requests.ts'
import { countyIndexQuery } from '#web/features/catalogue/search/county-index-data.ts'
import { type RecentCounty, recentCounties, rememberCounty } from '#web/features/catalogue/search/recent-counties.ts'
import { useKnownCustomers } from '#web/features/links/invoicing/known-customers.ts'
import { useLogOut } from '#web/features/members/use-log-out.ts'
import { matchActions, type PaletteAction } from '#web/features/sales/palette/match-actions.ts'
import type { PaletteEntry, PaletteGroup } from '#web/features/sales/palette/palette-dialog.tsx'
import { callPage } from '#web/lib/call-api.ts'
import { fitsSearch } from '#web/lib/fits-search.ts'
import { formatDollars } from '#web/lib/format.ts'
import { invoicePath } from '#web/lib/payment-links.ts'
import { REQUEST_STATUS_NAMES } from '#web/lib/payment-request-words.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { paths } from '#web/paths.ts'
import { focusPanel } from './focus-panel.ts'
import { TAB_NAMES } from './tab-names.ts'
import { useOpenTab } from './use-sales-navigation.ts'

/** A shorter text would only find whatever comes first in the alphabet. */
const SEARCHED_LETTERS_MIN = 2
const OFFERED_PER_KIND = 5
const REQUESTS_PATH = '/api/sales/payment-requests'
const route = getRouteApi(paths.sales)

/** The palette's entries for a text: actions first, then counties, then people and their requests. */
export function usePaletteGroups(text: string): { groups: readonly PaletteGroup[]; news: string } {
  const wanted = text.trim()
  const counties = useCountyEntries(wanted)
  const found = useFoundEntries(wanted)
  const actions = matchActions(useActions(), wanted)
  const groups = [
    { name: 'Actions', entries: actions.filter((one) => !one.isLast && wanted !== '').map(entryOfAction) },
    { name: wanted ? 'Counties' : 'Recently viewed', entries: counties.entries },
    { name: 'Customers', entries: found.customers },
    { name: 'Payment requests', entries: found.requests },
    {
      name: wanted ? 'Session' : 'Actions',
      entries: actions.filter((one) => one.isLast || !wanted).map(entryOfAction),
    },
  ].filter(({ entries }) => entries.length > 0)
  const isSearching = counties.isPending || found.isPending
  const news = found.trouble || (groups.length > 0 ? '' : isSearching ? 'Searching…' : 'No results.')
  return { groups, news }
}

function entryOfAction({ label, isLast, choose }: PaletteAction): PaletteEntry {
  return { key: `action ${label}`, icon: isLast ? LogOut : PanelsTopLeft, title: label, choose }
}

function useActions(): readonly PaletteAction[] {
  const openTab = useOpenTab()
  const logOut = useLogOut()
  return [
    ...TAB_NAMES.map(({ value, label }) => ({
      label,
      choose: () => {
        openTab(value)
        focusPanel()
      },
    })),
    { label: 'Log out', isLast: true, choose: () => logOut.mutate() },
  ]
}

/** Matching counties; without any text, the last viewed markets. */
function useCountyEntries(text: string): { entries: readonly PaletteEntry[]; isPending: boolean } {
  const navigate = route.useNavigate()
  const { state: stateInMind } = route.useSearch()
  const index = useQuery(countyIndexQuery)
  const places = text
    ? (index.data?.find(text, { limit: OFFERED_PER_KIND, stateInMind }).counties ?? [])
    : recentCounties().map((one) => ({ ...one, title: one.county, detail: one.state }))
  const open = ({ state, county }: RecentCounty) => {
    rememberCounty({ state, county })
    void navigate({ search: ({ type }) => ({ tab: 'packages', state, county, ...(type ? { type } : {}) }) })
    focusPanel()
  }
  const entries = places.map((place) => ({
    key: `county ${place.state}/${place.county}`,
    icon: MapPin,
    title: place.title,
    detail: place.detail,
    choose: () => open(place),
  }))
  return { entries, isPending: index.isPending }
}

/** Customers and payment requests that the server finds. */
function useFoundEntries(text: string) {
  const navigate = route.useNavigate()
  const router = useRouter()
  const search = useDebounced(text)
  const isWanted = text.length >= SEARCHED_LETTERS_MIN
  const isEnabled = search.length >= SEARCHED_LETTERS_MIN
  const customers = useKnownCustomers(search, isEnabled)
  const requests = useQuery({
    queryKey: [REQUESTS_PATH, { search, limit: OFFERED_PER_KIND }],
    queryFn: ({ signal }) =>
      callPage<typeof listPaymentRequests>('GET', REQUESTS_PATH, {
        query: { search, limit: OFFERED_PER_KIND },
        signal,
      }),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  })
  const isPending = isWanted && (search !== text || customers.isFetching || requests.isFetching)
  const people = (customers.data ?? []).filter(
    ({ name, email, businessName }) => !isPending || fitsSearch(text, [name, email, businessName]),
  )
  const sent = (requests.data?.rows ?? []).filter(
    (one) => !isPending || fitsSearch(text, [one.customerName, one.customerEmail]),
  )
  return {
    isPending,
    trouble: isWanted && (customers.error ?? requests.error) ? 'We could not search customers and requests.' : '',
    customers: (isWanted ? people.slice(0, OFFERED_PER_KIND) : []).map((customer) => ({
      key: customer.id,
      icon: UserRound,
      title: customer.name,
      detail: customer.email,
      choose: () => void navigate({ search: { tab: 'customers', customer: customer.id } }),
    })),
    requests: (isWanted ? sent : []).map((request) => ({
      key: request.id,
      icon: FileText,
      title: request.customerName,
      detail: `${formatDollars(request.total)}, ${REQUEST_STATUS_NAMES[request.status]}`,
      choose: () => router.history.push(invoicePath(request.token)),
    })),
  }
}

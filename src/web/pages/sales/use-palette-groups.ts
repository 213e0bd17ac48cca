import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { MapPin } from 'lucide-react'
import { countyIndexQuery } from '#web/features/catalogue/search/county-index-data.ts'
import { type RecentCounty, recentCounties, rememberCounty } from '#web/features/catalogue/search/recent-counties.ts'
import { useLogOut } from '#web/features/members/use-log-out.ts'
import { type PaletteAction, type PaletteEntry, useFoundPeople } from '#web/pages/palette/palette-dialog.tsx'
import { paths } from '#web/paths.ts'
import { type PaletteContents, paletteContents } from '../palette/palette-contents.ts'
import { CALL_SCREEN, focusPanel, TAB_NAMES, useOpenTab } from './sales-navigation.ts'

const OFFERED_PER_KIND = 5
const route = getRouteApi(paths.sales)

/** The palette's entries for a text: actions first, then counties, then people and their requests. */
export function usePaletteGroups(text: string): PaletteContents {
  const wanted = text.trim()
  const counties = useCountyEntries(wanted)
  const found = useFoundPeople(wanted)
  return paletteContents({
    wanted,
    actions: useActions(),
    groups: [
      { name: wanted ? 'Counties' : 'Recently viewed', entries: counties.entries },
      { name: 'Customers', entries: found.customers },
      { name: 'Payment requests', entries: found.requests },
    ],
    isSearching: counties.isPending || found.isPending,
    trouble: found.trouble,
  })
}

function useActions(): readonly PaletteAction[] {
  const openTab = useOpenTab()
  const logOut = useLogOut()
  return [
    { label: CALL_SCREEN.label, choose: () => openTab(CALL_SCREEN.value) },
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

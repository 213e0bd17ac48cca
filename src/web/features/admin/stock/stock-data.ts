import { useQuery } from '@tanstack/react-query'
import type { listBackedPools } from '#contract/admin/stock-lists.ts'
import type { listPackages, Package } from '#contract/catalogue/catalogue.ts'
import { FRESH, query, queryClient } from '#web/lib/query.ts'

/** A county by its names; empty until it is selected. */
export interface Place {
  state: string
  county: string
}

const PACKAGES_PATH = '/api/packages/:state/:county'
export const STOCK_PATH = '/api/admin/packages/:packageId/stock'
export const MOVEMENTS_PATH = '/api/admin/packages/:packageId/movements'
export const HOLDS_PATH = '/api/admin/packages/:packageId/holds'
export const LOW_PATH = '/api/admin/stock/low'
export const FALLEN_PATH = '/api/admin/stock/fallen'
const BACKED_PATH = '/api/admin/stock/backed/:state/:county'
export const PREVIEW_PATH = '/api/admin/stock/preview'

/** What changes with stock, wherever it is shown. */
export const TOUCHED_PATHS = [
  PACKAGES_PATH,
  STOCK_PATH,
  MOVEMENTS_PATH,
  HOLDS_PATH,
  LOW_PATH,
  FALLEN_PATH,
  BACKED_PATH,
  PREVIEW_PATH,
]

/** The 48 packages of a county, cached together with the storefront's pages, so a live stream updates both. */
export const countyPackagesQuery = ({ state, county }: Place) =>
  query<typeof listPackages>(PACKAGES_PATH, { state, county })

export const useCountyPackages = (place: Place) =>
  useQuery({ ...countyPackagesQuery(place), ...FRESH, enabled: place.state !== '' && place.county !== '' })

const backedPoolsQuery = ({ state, county }: Place) => query<typeof listBackedPools>(BACKED_PATH, { state, county })

/** For which lead types and tiers of a county the stock follows leads. */
export const useBackedPools = (place: Place) =>
  useQuery({ ...backedPoolsQuery(place), ...FRESH, enabled: place.state !== '' && place.county !== '' })

/** Reloads them: leads were held, bought or imported. */
export const followBackedPools = (place: Place): void =>
  void queryClient.invalidateQueries({ queryKey: backedPoolsQuery(place).queryKey })

/** Shows a package's count before its county is reloaded. */
export const showCount = (packageId: string, available: number): unknown =>
  queryClient.setQueriesData<Package[]>({ queryKey: [PACKAGES_PATH] }, (packages) =>
    packages?.map((one) => (one.id === packageId ? { ...one, available } : one)),
  )

import { keepPreviousData, type QueryKey, skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { LowStockRow, listBackedPools, listFallenStock, listLowStock } from '#contract/admin/stock-lists.ts'
import type {
  listPackageHolds,
  listStockMovements,
  PackageHold,
  previewStock,
  readPackageStock,
  StockMovement,
} from '#contract/admin/stock-screen.ts'
import type { listCounties, listPackages, listStates, Package } from '#contract/catalogue/catalogue.ts'
import type { BodyInputOf, ReplyOutputOf } from '#contract/endpoint.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { callApi, callPage, type Page } from '#web/lib/call-api.ts'
import { query, queryClient } from '#web/lib/query.ts'

/** A county by its names; empty until it is selected. */
export interface Place {
  state: string
  county: string
}

const PACKAGES_PATH = '/api/packages/:state/:county'
const STOCK_PATH = '/api/admin/packages/:packageId/stock'
const MOVEMENTS_PATH = '/api/admin/packages/:packageId/movements'
const HOLDS_PATH = '/api/admin/packages/:packageId/holds'
const LOW_PATH = '/api/admin/stock/low'
const FALLEN_PATH = '/api/admin/stock/fallen'
const BACKED_PATH = '/api/admin/stock/backed/:state/:county'
const PREVIEW_PATH = '/api/admin/stock/preview'

/** What changes with stock, wherever it is shown. */
const TOUCHED_PATHS = [
  PACKAGES_PATH,
  STOCK_PATH,
  MOVEMENTS_PATH,
  HOLDS_PATH,
  LOW_PATH,
  FALLEN_PATH,
  BACKED_PATH,
  PREVIEW_PATH,
]

/** Others set and buy stock too, so every visit reloads. */
const FRESH = { staleTime: 0, refetchOnWindowFocus: 'always' } as const

export const useStates = () => useQuery(query<typeof listStates>('/api/states', {}))
export const useCounties = (state: string) =>
  useQuery({ ...query<typeof listCounties>('/api/counties/:state', { state }), enabled: state !== '' })

/** The 48 packages of a county, cached together with the storefront's pages, so a live stream updates both. */
export const countyPackagesQuery = ({ state, county }: Place) =>
  query<typeof listPackages>(PACKAGES_PATH, { state, county })

export const useCountyPackages = (place: Place) =>
  useQuery({ ...countyPackagesQuery(place), ...FRESH, enabled: place.state !== '' && place.county !== '' })

/** For which lead types and tiers of a county the stock follows leads. */
export const useBackedPools = ({ state, county }: Place) =>
  useQuery({
    ...query<typeof listBackedPools>(BACKED_PATH, { state, county }),
    ...FRESH,
    enabled: state !== '' && county !== '',
  })

/** Reloads them: leads were held, bought or imported. */
export const followBackedPools = ({ state, county }: Place): void =>
  void queryClient.invalidateQueries({
    queryKey: query<typeof listBackedPools>(BACKED_PATH, { state, county }).queryKey,
  })

export type StockPreview = ReplyOutputOf<typeof previewStock>

/** Previews a change of many packages; null asks nothing. Computed again each time. */
export function useStockPreview(body: BodyInputOf<typeof previewStock> | null) {
  return useQuery<StockPreview>({
    queryKey: [PREVIEW_PATH, body],
    queryFn: body ? ({ signal }) => callApi<typeof previewStock>('POST', PREVIEW_PATH, { body, signal }) : skipToken,
    staleTime: 0,
    gcTime: 0,
  })
}

export type PackageStock = ReplyOutputOf<typeof readPackageStock>

/** How many units of a package were placed, and what became of them. */
export const usePackageStock = (packageId: string) =>
  useQuery({ ...query<typeof readPackageStock>(STOCK_PATH, { packageId }), ...FRESH })

/** Who holds units of a package now, page by page. */
export function usePackageHolds(packageId: string) {
  return useInfiniteQuery<Page<PackageHold>, ApiError, PackageHold[], QueryKey, string | undefined>({
    queryKey: [HOLDS_PATH, { packageId }],
    queryFn: ({ pageParam, signal }) =>
      callPage<typeof listPackageHolds>('GET', HOLDS_PATH, {
        params: { packageId },
        query: { cursor: pageParam },
        signal,
      }),
    ...PAGED,
    select: ({ pages }) => pages.flatMap(({ rows }) => rows),
    ...FRESH,
  })
}

/** Every movement of a package, newest first, page by page. */
export function useStockMovements(packageId: string) {
  return useInfiniteQuery<Page<StockMovement>, ApiError, StockMovement[], QueryKey, string | undefined>({
    queryKey: [MOVEMENTS_PATH, { packageId }],
    queryFn: ({ pageParam, signal }) =>
      callPage<typeof listStockMovements>('GET', MOVEMENTS_PATH, {
        params: { packageId },
        query: { cursor: pageParam },
        signal,
      }),
    ...PAGED,
    select: ({ pages }) => pages.flatMap(({ rows }) => rows),
    ...FRESH,
  })
}

/** How many units are left in the listed packages. */
export type Left = 'both' | 'some' | 'none'

/** What runs low in a state or in the whole store; page by page, lowest first. */
export function useLowStock({ state, left }: { state: string; left: Left }) {
  return useInfiniteQuery<Page<LowStockRow>, ApiError, LowStockRow[], QueryKey, string | undefined>({
    queryKey: [LOW_PATH, { state, left }],
    queryFn: ({ pageParam, signal }) =>
      callPage<typeof listLowStock>('GET', LOW_PATH, {
        query: { state, left: left === 'both' ? undefined : left, cursor: pageParam },
        signal,
      }),
    ...PAGED,
    select: ({ pages }) => pages.flatMap(({ rows }) => rows),
    placeholderData: keepPreviousData,
    ...FRESH,
  })
}

/** Packages that need attention because they fell low. */
export const useFallenStock = () => useQuery({ ...query<typeof listFallenStock>(FALLEN_PATH, {}), ...FRESH })

const PAGED = {
  initialPageParam: undefined,
  getNextPageParam: (page: { next: string | null }) => page.next ?? undefined,
} as const

/** Shows a package's count before its county is reloaded. */
export function showCount(packageId: string, available: number): void {
  queryClient.setQueriesData<Package[]>({ queryKey: [PACKAGES_PATH] }, (packages) =>
    packages?.map((one) => (one.id === packageId ? { ...one, available } : one)),
  )
}

/** Reloads everything that a change of stock may have affected. */
export async function followStock(): Promise<void> {
  await Promise.all(TOUCHED_PATHS.map((path) => queryClient.invalidateQueries({ queryKey: [path] })))
}

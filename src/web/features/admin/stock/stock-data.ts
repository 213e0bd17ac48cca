import { useQuery } from '@tanstack/react-query'
import { listBackedPools, listFallenStock, listLowStock } from '#contract/admin/stock-lists.ts'
import { listPackageHolds, listStockMovements, previewStock, readPackageStock } from '#contract/admin/stock-screen.ts'
import { listPackages, type Package } from '#contract/catalogue/catalogue.ts'
import type { BodyInputOf } from '#contract/endpoint.ts'
import { setAvailability } from '#contract/stock/inventory.ts'
import { callApi, FRESH, query, queryClient } from '#web/lib/call-api.ts'
import { useChange } from '#web/lib/use-change.ts'

/** A county by its names; empty until it is selected. */
export type Place = { state: string; county: string }

/** What changes with stock, wherever it is shown. */
export const TOUCHED_PATHS = [
  listPackages.path,
  readPackageStock.path,
  listStockMovements.path,
  listPackageHolds.path,
  listLowStock.path,
  listFallenStock.path,
  listBackedPools.path,
  previewStock.path,
]

/** The 48 packages of a county, cached together with the storefront's pages, so a live stream updates both. */
export const countyPackagesQuery = ({ state, county }: Place) => query(listPackages, { state, county })

export const useCountyPackages = (place: Place) =>
  useQuery({ ...countyPackagesQuery(place), ...FRESH, enabled: place.state !== '' && place.county !== '' })

const backedPoolsQuery = ({ state, county }: Place) => query(listBackedPools, { state, county })

/** For which lead types and tiers of a county the stock follows leads. */
export const useBackedPools = (place: Place) =>
  useQuery({ ...backedPoolsQuery(place), ...FRESH, enabled: place.state !== '' && place.county !== '' })

/** Reloads them: leads were held, bought or imported. */
export const followBackedPools = (place: Place): void =>
  void queryClient.invalidateQueries({ queryKey: backedPoolsQuery(place).queryKey })

/** Sets the count of a package. It shows at once, also the one that a refusal names. */
export const useSetStock = () =>
  useChange({
    affects: TOUCHED_PATHS,
    send: ({ id, ...body }: BodyInputOf<typeof setAvailability> & { id: string }) =>
      callApi(setAvailability, { params: { packageId: id }, body }),
    onDone: (set) => showCount(set.packageId, set.available),
    onFailed: ({ details }, { id }) => typeof details.available === 'number' && showCount(id, details.available),
    toast: () => ({ title: 'Package availability updated successfully!' }),
    failed: 'Error',
    fallback: 'Failed to update package availability',
  })

/** Shows a package's count before its county is reloaded. */
const showCount = (packageId: string, available: number): unknown =>
  queryClient.setQueriesData<Package[]>({ queryKey: [listPackages.path] }, (packages) =>
    packages?.map((one) => (one.id === packageId ? { ...one, available } : one)),
  )

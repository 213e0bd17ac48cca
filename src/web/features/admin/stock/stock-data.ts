import { useQuery } from '@tanstack/react-query'
import { priceName } from '#contract/admin/pricing.ts'
import { listBackedPools, listFallenStock, listLowStock } from '#contract/admin/stock-lists.ts'
import { listPackageHolds, listStockMovements, previewStock, readPackageStock } from '#contract/admin/stock-screen.ts'
import { listPackages, type Package, type PackageId, packageKeyOf } from '#contract/catalogue/catalogue.ts'
import type { BodyInputOf } from '#contract/endpoint.ts'
import { setAvailability } from '#contract/stock/inventory.ts'
import { callApi, FRESH, query, queryClient } from '#web/lib/call-api.ts'
import { undoable, useChange } from '#web/lib/use-change.ts'
import { stockWord } from './stock-rules.ts'

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

type Count = BodyInputOf<typeof setAvailability>
const setTo = (packageId: PackageId, body: Count) => callApi(setAvailability, { params: { packageId }, body })

/** Sets the count of a package. It shows at once, also the one that a refusal names. */
export const useSetStock = () =>
  useChange({
    affects: TOUCHED_PATHS,
    send: ({ id, ...body }: Count & { id: PackageId }) => setTo(id, body),
    onDone: (set) => showCount(set.packageId, set.available),
    onFailed: ({ details }, { id }) => typeof details.available === 'number' && showCount(id, details.available),
    toast: ({ available }, { id, expected }) => ({
      title: 'Package availability updated successfully!',
      ...(expected !== undefined && {
        description: `${priceName(packageKeyOf(id))}: ${stockWord(expected)} → ${stockWord(available)}`,
        ...undoable(() => setTo(id, { available: expected, expected: available }), TOUCHED_PATHS),
      }),
    }),
    failed: 'Error',
    fallback: 'Failed to update package availability',
  })

/** Shows a package's count before its county is reloaded. */
const showCount = (packageId: string, available: number): unknown =>
  queryClient.setQueriesData<Package[]>({ queryKey: [listPackages.path] }, (packages) =>
    packages?.map((one) => (one.id === packageId ? { ...one, available } : one)),
  )

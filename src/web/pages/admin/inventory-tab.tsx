import { Link } from '@tanstack/react-router'
import { ArrowDownUp, Layers } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { FallenStock, LowStockRow } from '#contract/admin/stock-lists.ts'
import { ManyPackagesDrawer } from '#web/features/admin/packages/many-packages.tsx'
import { CountyInventory } from '#web/features/admin/stock/county-inventory.tsx'
import { FallenStockList, LEFT_CHOICES, LowStockList } from '#web/features/admin/stock/low-stock-lists.tsx'
import { PackageFacts, PackageStory } from '#web/features/admin/stock/package-story.tsx'
import * as stockData from '#web/features/admin/stock/stock-data.ts'
import { StockForm } from '#web/features/admin/stock/stock-form.tsx'
import { stockCellId } from '#web/features/admin/stock/stock-grid.tsx'
import { followPackages } from '#web/features/catalogue/live-packages.tsx'
import { CountySearch } from '#web/features/catalogue/search/county-search.tsx'
import { queryClient } from '#web/lib/call-api.ts'
import { useTeamSearch } from '#web/lib/use-team-search.tsx'
import { paths, type TeamSearch } from '#web/paths.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'

const MANY = 'many-packages'
const STORY = 'story'
const FALLEN = 'fallen'

/** Inventory Control of the admin dashboard. The place and selection are in the URL. */
export default function InventoryTab() {
  const { search, show: showOnly } = useTeamSearch()
  const { state = '', county = '', package: packageId = '', open, left } = search
  /** The package whose cell a list leads to. */
  const wanted = useRef('')
  const place = { state, county }
  const { data: packages } = stockData.useCountyPackages(place)
  const { data: pools } = stockData.useBackedPools(place)
  const chosen = packages?.find(({ id }) => id === packageId)
  const shownLeft = LEFT_CHOICES.find(({ value }) => value === left)?.value ?? 'some'
  useLiveStock(place)

  // What is open closes.
  const show = (part: TeamSearch) => showOnly({ state, county, package: packageId, left, ...part })
  const openCell = ({ state, county, packageId }: LowStockRow | FallenStock) => {
    wanted.current = packageId
    show({ state, county, package: '' })
  }
  // Once the county's inventory is here, and which of it follows leads.
  const isShown = packages !== undefined && pools !== undefined
  useEffect(() => {
    if (!isShown || wanted.current === '') return
    document.getElementById(stockCellId(wanted.current))?.focus()
    wanted.current = ''
  }, [isShown])

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <StockForm
        place={place}
        search={
          <CountySearch
            className="max-w-md"
            current={county ? place : undefined}
            onChoose={(next) => show({ ...next, package: '' })}
          />
        }
        packageId={packageId}
        onPlace={(next) => show({ ...next, package: '' })}
        onPackage={(id) => show({ package: id })}
        actions={
          <div className="flex flex-wrap gap-2">
            <Button icon={Layers} onClick={() => show({ open: MANY })}>
              Change many packages
            </Button>
            <Link to={paths.adminSection} params={{ section: 'imports' }} className={buttonClasses()}>
              <ArrowDownUp size={16} aria-hidden="true" />
              Import and export
            </Link>
          </div>
        }
      />
      {chosen && <PackageFacts chosen={chosen} onStory={() => show({ open: STORY })} />}
      {county !== '' ? (
        <CountyInventory place={place} onStory={({ id }) => show({ package: id, open: STORY })} />
      ) : left === FALLEN ? (
        <FallenStockList state={state} onAll={() => show({ left: '' })} onChoose={openCell} />
      ) : (
        <LowStockList
          state={state}
          left={shownLeft}
          onLeft={(next) => show({ left: next === 'some' ? '' : next })}
          onChoose={openCell}
        />
      )}
      <ManyPackagesDrawer
        isOpen={open === MANY}
        what="stock"
        searchWith={(onChoose) => <CountySearch onChoose={onChoose} />}
        onClose={() => show({ open: '' })}
      />
      {open === STORY && packageId !== '' && (
        <PackageStory key={packageId} packageId={packageId} onClose={() => show({ open: '' })} />
      )}
    </div>
  )
}

/** Keeps the county on screen up to date: buyers hold and buy all the time. */
function useLiveStock({ state, county }: stockData.Place): void {
  useEffect(() => {
    if (county === '') return
    const { queryKey } = stockData.countyPackagesQuery({ state, county })
    return followPackages({ state, county }, (packages) => {
      queryClient.setQueryData(queryKey, packages)
      stockData.followBackedPools({ state, county })
    })
  }, [state, county])
}

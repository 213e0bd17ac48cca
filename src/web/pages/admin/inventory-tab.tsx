import { Link } from '@tanstack/react-router'
import { ArrowDownUp, Layers } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { MANY, ManyPackages } from '#web/features/admin/packages/many-packages.tsx'
import { useOpenSteps } from '#web/features/admin/setup/setup-panel.tsx'
import { CountyInventory, stockCellId } from '#web/features/admin/stock/county-inventory.tsx'
import { LEFT_CHOICES, LowStockList } from '#web/features/admin/stock/low-stock-lists.tsx'
import { PackageStory } from '#web/features/admin/stock/package-story.tsx'
import * as stockData from '#web/features/admin/stock/stock-data.ts'
import { followPackages } from '#web/features/catalogue/live-packages.tsx'
import { CountySearch } from '#web/features/catalogue/search/county-search.tsx'
import { queryClient } from '#web/lib/call-api.ts'
import { useTeamSearch } from '#web/lib/use-team-search.ts'
import { paths, type TeamSearch } from '#web/paths.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { PlaceBar } from './place-bar.tsx'

const STORY = 'story'

/** Inventory Control of the admin dashboard. The place and what is open are in the URL. */
export default function InventoryTab() {
  const { search, show: showOnly } = useTeamSearch()
  const { state = '', county = '', package: storyOf = '', open } = search
  const [packageId, setPackageId] = useState(storyOf)
  /** The package whose cell a list leads to. */
  const wanted = useRef('')
  const place = { state, county }
  const { data: packages } = stockData.useCountyPackages(place)
  const { data: pools } = stockData.useBackedPools(place)
  const left = LEFT_CHOICES.find(({ value }) => value === search.left)?.value
  const isEmptyStore = useOpenSteps().data?.onSale === null
  useLiveStock(place)

  // What is open closes.
  const show = (part: TeamSearch) => showOnly({ ...place, left: search.left, ...part })
  // Once the county's inventory is here, and which of it follows leads.
  const isShown = packages !== undefined && pools !== undefined
  useEffect(() => {
    if (!isShown || wanted.current === '') return
    document.getElementById(stockCellId(wanted.current))?.focus()
    wanted.current = ''
  }, [isShown])

  return (
    <ManyPackages
      isOpen={open === MANY}
      what="stock"
      place={place}
      backTo="Inventory Control"
      searchWith={(onChoose) => <CountySearch onChoose={onChoose} />}
      onClose={(changed) => show({ ...changed })}
    >
      <PlaceBar place={place} onPlace={show} hasFocus={county === '' && isEmptyStore}>
        <Button id={MANY} icon={Layers} onClick={() => show({ open: MANY })}>
          Change many packages
        </Button>
        <Link to={paths.adminSection} params={{ section: 'imports' }} className={buttonClasses()}>
          <ArrowDownUp size={16} aria-hidden="true" />
          Import and export
        </Link>
      </PlaceBar>
      {county !== '' ? (
        <CountyInventory
          key={`${state}/${county}`}
          place={place}
          packageId={packageId}
          onPackage={setPackageId}
          onStory={(id) => show({ package: id, open: STORY })}
        />
      ) : (
        <LowStockList
          state={state}
          left={left}
          onLeft={(next) => show({ left: next })}
          onChoose={({ state, county, packageId }) => {
            wanted.current = packageId
            setPackageId(packageId)
            show({ state, county })
          }}
        />
      )}
      {open === STORY && storyOf !== '' && <PackageStory key={storyOf} packageId={storyOf} onClose={() => show({})} />}
    </ManyPackages>
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

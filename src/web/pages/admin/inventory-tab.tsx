import { Link } from '@tanstack/react-router'
import { ArrowDownUp, Layers } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FallenStock, LowStockRow } from '#contract/admin/stock-lists.ts'
import { COUNTED_MAX, type Package } from '#contract/catalogue/catalogue.ts'
import { CountyInventory } from '#web/features/admin/stock/county-inventory.tsx'
import { FallenStockList, LEFT_CHOICES, LowStockList } from '#web/features/admin/stock/low-stock-lists.tsx'
import { ManyPackagesDrawer } from '#web/features/admin/stock/many-packages.tsx'
import { PackageFacts, PackageStory } from '#web/features/admin/stock/package-story.tsx'
import {
  countyPackagesQuery,
  followBackedPools,
  type Place,
  useCountyPackages,
} from '#web/features/admin/stock/stock-data.ts'
import { EMPTY_STOCK, StockForm } from '#web/features/admin/stock/stock-form.tsx'
import { followPackages } from '#web/features/catalogue/live-packages.tsx'
import { CountySearch } from '#web/features/catalogue/search/county-search.tsx'
import { queryClient } from '#web/lib/call-api.ts'
import { type AdminSearch, paths } from '#web/paths.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { useTabSearch } from './use-section-search.tsx'

const MANY = 'many-packages'
const STORY = 'story'
const FALLEN = 'fallen'

/** Inventory Control of the admin dashboard. The place and selection are in the URL. */
export default function InventoryTab() {
  const { search, show: showOnly } = useTabSearch()
  const { state = '', county = '', package: packageId = '', open, left } = search
  const [draft, setDraft] = useState(EMPTY_STOCK)
  const countField = useRef<HTMLInputElement>(null)
  const leadsWay = useRef<HTMLAnchorElement>(null)
  /** A package was clicked in a list far below the form, so the form's field takes the focus. */
  const isPressed = useRef(false)
  const showLeadsWay = useCallback((way: HTMLAnchorElement | null) => {
    leadsWay.current = way
    if (way && isPressed.current) way.focus()
  }, [])
  const place = { state, county }
  const { data: packages } = useCountyPackages(place)
  const chosen = packages?.find(({ id }) => id === packageId)
  const shownLeft = LEFT_CHOICES.find(({ value }) => value === left)?.value ?? 'some'
  useLiveStock(place)

  // What is open closes.
  const show = (part: AdminSearch) => showOnly({ state, county, package: packageId, left, ...part })
  const fill = (count: string, part: AdminSearch) => {
    isPressed.current = true
    flushSync(() => {
      setDraft({ ...EMPTY_STOCK, count })
      show(part)
    })
    // Selected as a whole: the first digit typed replaces it.
    countField.current?.select()
    const next = countField.current ?? leadsWay.current
    next?.focus()
  }
  const select = (part: AdminSearch) => {
    isPressed.current = false
    show(part)
  }
  const handlePackage = ({ id, available }: Package) =>
    fill(available > COUNTED_MAX ? '' : String(available), { package: id })
  const handleLow = (row: LowStockRow | FallenStock) =>
    fill(String(row.available), { state: row.state, county: row.county, package: row.packageId })

  return (
    <div className="grid gap-5">
      <StockForm
        place={place}
        search={
          <CountySearch
            className="max-w-md"
            current={county ? place : undefined}
            onChoose={(next) => select({ ...next, package: '' })}
          />
        }
        packageId={packageId}
        onPlace={(next) => select({ ...next, package: '' })}
        onPackage={(id) => select({ package: id })}
        draft={draft}
        onDraft={setDraft}
        countField={countField}
        leadsWay={showLeadsWay}
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
        <CountyInventory place={place} chosen={packageId} onChoose={handlePackage} />
      ) : left === FALLEN ? (
        <FallenStockList state={state} onAll={() => show({ left: '' })} onChoose={handleLow} />
      ) : (
        <LowStockList
          state={state}
          left={shownLeft}
          onLeft={(next) => show({ left: next === 'some' ? '' : next })}
          onChoose={handleLow}
        />
      )}
      <ManyPackagesDrawer
        isOpen={open === MANY}
        place={place}
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
function useLiveStock({ state, county }: Place): void {
  useEffect(() => {
    if (county === '') return
    const { queryKey } = countyPackagesQuery({ state, county })
    return followPackages({ state, county }, (packages) => {
      queryClient.setQueryData(queryKey, packages)
      followBackedPools({ state, county })
    })
  }, [state, county])
}

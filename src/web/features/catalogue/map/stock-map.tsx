import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type LeadsSearch, paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import type { Market } from '../catalogue-data.ts'
import { useStockMap } from './map-data.ts'
import { MapDrawingView } from './map-drawing.tsx'
import { MapLegend } from './map-legend.tsx'
import type { MapPlace } from './sort-places.ts'
import { makeScale } from './stock-steps.ts'
import { StockTable } from './stock-table.tsx'

interface StockMapProps {
  /** Shows the counties of this state; absent: the states. */
  state?: string | undefined
  county?: string | undefined
  /** What a choice keeps in addition to the place, such as the lead type. */
  keep: LeadsSearch
  /** Called before a county is opened from here. */
  onChooseCounty?: (market: Market) => void
}

/** Where something is in stock right now: a map to look at and choose from, and a table with the same figures. */
export function StockMap({ state, county, keep, onChooseCounty }: StockMapProps) {
  const { places, drawing, error, retry } = useStockMap(state)
  const [pointedAt, setPointedAt] = useState<string>()
  const navigate = useNavigate()
  const searchOf = (name: string): LeadsSearch =>
    state === undefined ? { ...keep, state: name, view: 'map' } : { ...keep, state, county: name }
  const tellChoice = (name: string) => {
    if (state !== undefined) onChooseCounty?.({ state, county: name })
  }
  const choose = ({ name }: MapPlace) => {
    tellChoice(name)
    void navigate({ to: paths.leads, search: searchOf(name), resetScroll: false })
  }
  const scale = makeScale(places?.map(({ amount }) => amount) ?? [])
  const current = places?.find(({ name }) => name === county)
  const read = places?.find(({ fips }) => fips === pointedAt) ?? current

  return (
    <section aria-labelledby="map-title" className="mt-4 rounded-md border border-line bg-surface p-4 sm:p-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="map-title" className="display text-xl">
          {state === undefined ? 'Live stock by state' : `Live stock in ${state}`}
        </h2>
        {state !== undefined && (
          <Link
            to={paths.leads}
            search={{ ...keep, view: 'map' }}
            resetScroll={false}
            className="inline-flex min-h-11 items-center text-sm font-semibold text-accent underline underline-offset-4"
          >
            All states
          </Link>
        )}
      </div>
      {error ? (
        <Notice
          tone="danger"
          title="The map could not be loaded"
          className="mt-4"
          action={error.status !== 404 && <Button onClick={retry}>Try again</Button>}
        >
          {error.status === 404
            ? 'We don’t have a state by that name.'
            : `${error.sentence} The search and the menus above still work.`}
        </Notice>
      ) : (
        <div className="mt-3 grid gap-6 lg:grid-cols-[minmax(0,1fr)_23rem]">
          <div>
            {places && drawing ? (
              <MapDrawingView
                label={state === undefined ? 'Map of the United States' : `Map of ${state}`}
                drawing={drawing}
                places={places}
                scale={scale}
                currentFips={current?.fips}
                onPoint={setPointedAt}
                onChoose={choose}
              />
            ) : (
              <Loading words="Loading the map" height="aspect-[720/456] w-full" />
            )}
            <p className="figures mt-3 min-h-6 text-sm" aria-hidden="true">
              {read ? readout(read) : <span className="text-muted">Point at a place, or use the arrow keys.</span>}
            </p>
            <MapLegend label={state === undefined ? 'Packages in stock' : 'Units in stock'} scale={scale} />
          </div>
          <StockTable
            places={places}
            isOfStates={state === undefined}
            searchOf={searchOf}
            currentFips={current?.fips}
            onPoint={setPointedAt}
            onChoose={tellChoice}
          />
        </div>
      )}
    </section>
  )
}

/** `Travis: 12 of 48 packages in stock`. */
function readout({ name, packagesInStock, all }: MapPlace): string {
  return packagesInStock > 0
    ? `${name}: ${packagesInStock.toLocaleString('en-US')} of ${all.toLocaleString('en-US')} packages in stock`
    : `${name}: nothing in stock`
}

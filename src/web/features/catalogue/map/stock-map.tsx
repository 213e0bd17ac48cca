import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import { LEAD_TYPE_NAMES, LEAD_TYPES, TIER_FACTS, TIERS } from '#contract/catalogue/catalogue.ts'
import type { StockFilter } from '#contract/stock/stock.ts'
import type { Market } from '#web/features/catalogue/catalogue-data.ts'
import { formatCount } from '#web/lib/format.ts'
import { type LeadsSearch, paths } from '#web/paths.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { SelectField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import * as mapData from './map-data.ts'
import { MapDrawingView } from './map-drawing.tsx'

/** Unknown words in the address count as all packages. */
function filterOf({ type, tier }: LeadsSearch): StockFilter {
  const leadType = LEAD_TYPES.find((one) => one === type)
  const known = TIERS.find((one) => one === tier)
  return { ...(leadType && { leadType }), ...(known && { tier: known }) }
}

function MapFilter({ search }: { search: LeadsSearch }) {
  const navigate = useNavigate()
  const { leadType, tier } = filterOf(search)
  const choose = (name: 'type' | 'tier', value: string) => {
    const { [name]: _before, ...rest } = search
    void navigate({
      to: paths.leads,
      search: value === '' ? rest : { ...rest, [name]: value },
      resetScroll: false,
      replace: true,
    })
  }
  return (
    <div className="grid w-full max-w-96 grid-cols-2 gap-x-4">
      <SelectField
        label="Lead type"
        placeholder="All lead types"
        options={LEAD_TYPES}
        nameOf={(one) => LEAD_TYPE_NAMES[one]}
        value={leadType ?? ''}
        onChange={(one) => choose('type', one)}
      />
      <SelectField
        label="Tier"
        placeholder="All tiers"
        options={TIERS}
        nameOf={(one) => TIER_FACTS[one].name}
        value={tier ?? ''}
        onChange={(one) => choose('tier', one)}
      />
    </div>
  )
}

function MapLegend({ isOfStates, scale }: { isOfStates: boolean; scale: mapData.StockScale }) {
  const id = useId()
  return (
    <div aria-hidden="true" className="mt-1 flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
      <span>{figureName(isOfStates)}</span>
      <span className="inline-flex items-center gap-1.5">
        <svg aria-hidden="true" width="14" height="14">
          <defs>
            <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <path d="M0 0V5" className="stroke-control" strokeWidth="1.6" />
            </pattern>
          </defs>
          <rect width="14" height="14" fill={`url(#${id})`} className="stroke-control" />
        </svg>
        Nothing in stock
      </span>
      {mapData.rangesOf(scale).map(({ step, from, to }) => (
        <span key={step} className="figures inline-flex items-center gap-1.5">
          <span className={`size-3.5 ${mapData.STEP_LOOKS[step].swatch}`} />
          {from < to ? `${formatCount(from)}–${formatCount(to)}` : formatCount(to)}
        </span>
      ))}
    </div>
  )
}

const figureName = (isOfStates: boolean) => (isOfStates ? 'Counties with leads' : 'Packages to choose from')

interface StockMapProps {
  /** With a state: its counties; without: the states. Lead type and tier say which packages count. */
  search: LeadsSearch
  onChooseCounty?: (market: Market) => void
}

export default function StockMap({ search, onChooseCounty }: StockMapProps) {
  const { state, county, type } = search
  const isOfStates = state === undefined
  const { places, drawing, error, retry } = mapData.useStockMap(state, filterOf(search))
  const [pointedAt, setPointedAt] = useState<string>()
  const [tappedAt, setTappedAt] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  const navigate = useNavigate()
  const searchOf = (name: string): LeadsSearch =>
    isOfStates ? { ...search, state: name } : { ...(type === undefined ? {} : { type }), state, county: name }
  const tell = (name: string) => {
    if (!isOfStates) onChooseCounty?.({ state, county: name })
  }
  const choose = ({ name }: mapData.MapPlace) => {
    tell(name)
    void navigate({ to: paths.leads, search: searchOf(name), resetScroll: false })
  }
  const isAsked = search.view === 'map'
  useEffect(() => {
    if (!isAsked || matchMedia('(width >= 64rem)').matches) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView()
  }, [isAsked])
  const scale = mapData.makeScale(places?.map(({ amount }) => amount) ?? [])
  const current = places?.find(({ name }) => name === county)
  const tapped = places?.find(({ fips }) => fips === tappedAt)
  const { state: _state, county: _county, ...withoutPlace } = search
  return (
    <section aria-labelledby="map-title" className="rounded-md border border-line bg-surface p-4 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <h2 id="map-title" ref={heading} tabIndex={-1} className="display scroll-mt-5 text-xl sm:scroll-mt-7">
          {isOfStates ? 'Where leads are in stock' : `Leads in stock in ${state}`}
        </h2>
        {!isOfStates && (
          <Link
            to={paths.leads}
            search={withoutPlace}
            resetScroll={false}
            className="inline-flex min-h-11 items-center text-sm font-semibold text-accent underline underline-offset-4"
          >
            All states
          </Link>
        )}
        <MapFilter search={search} />
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
        <>
          <div className="mt-4">
            {places && drawing ? (
              <MapDrawingView
                label={isOfStates ? 'Map of the United States' : `Map of ${state}`}
                drawing={drawing}
                places={places}
                scale={scale}
                currentFips={current?.fips}
                pointedFips={pointedAt ?? tapped?.fips}
                isTipped={pointedAt !== undefined}
                onPoint={setPointedAt}
                onChoose={choose}
                onTap={({ fips }) => setTappedAt(fips)}
              />
            ) : (
              <Loading words="Loading the map" height="aspect-[720/456] max-h-[54dvh] w-full" />
            )}
          </div>
          {tapped ? (
            <TappedPlace place={tapped} isOfStates={isOfStates} search={searchOf(tapped.name)} onChoose={tell} />
          ) : (
            <p className="mt-3 min-h-6 text-sm text-muted" aria-hidden="true">
              <span className="pointer-coarse:hidden">Point at a place, or use the arrow keys.</span>
              <span className="hidden pointer-coarse:inline">Tap a place to see what is left there.</span>
            </p>
          )}
          <MapLegend isOfStates={isOfStates} scale={scale} />
          <details className="mt-2">
            <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm font-semibold text-accent underline underline-offset-4">
              Show as a table
            </summary>
            <StockTable
              places={places}
              isOfStates={isOfStates}
              searchOf={searchOf}
              currentFips={current?.fips}
              onPoint={setPointedAt}
              onChoose={tell}
            />
          </details>
        </>
      )}
    </section>
  )
}

type TappedPlaceProps = {
  place: mapData.MapPlace
  isOfStates: boolean
  search: LeadsSearch
  onChoose: (name: string) => void
}
function TappedPlace({ place, isOfStates, search, onChoose }: TappedPlaceProps) {
  const card = useRef<HTMLDivElement>(null)
  const { fips, name } = place
  useEffect(() => {
    if (fips) card.current?.scrollIntoView({ block: 'nearest' })
  }, [fips])
  return (
    <div
      ref={card}
      role="status"
      className="my-3 flex items-center justify-between gap-3 rounded-md border border-control bg-paper p-3"
    >
      <p className="figures min-w-0 text-sm text-muted">
        <span className="block font-semibold text-ink">{name}</span>
        {place.words}
      </p>
      <Link
        to={paths.leads}
        search={search}
        resetScroll={false}
        onClick={() => onChoose(name)}
        className={`${buttonClasses('primary')} shrink-0`}
      >
        {isOfStates ? 'See counties' : 'See prices'}
      </Link>
    </div>
  )
}

interface StockTableProps {
  places: readonly mapData.MapPlace[] | undefined
  isOfStates: boolean
  searchOf: (name: string) => LeadsSearch
  currentFips: string | undefined
  onPoint: (fips: string | undefined) => void
  onChoose: (name: string) => void
}

function StockTable({ places, isOfStates, searchOf, currentFips, onPoint, onChoose }: StockTableProps) {
  const [order, setOrder] = useState<mapData.PlaceOrder>({ key: 'name', isDescending: false })
  if (!places) return <Skeleton className="h-104" />
  const column = { order, onSort: setOrder }
  return (
    <section
      aria-label="The map as a table"
      className="h-104 overflow-y-auto overscroll-contain rounded-md border border-line"
    >
      <table className="w-full border-collapse text-left text-sm">
        <thead className="sticky top-0 z-1 bg-surface shadow-[0_1px_0_var(--line)]">
          <tr>
            <SortHeading {...column} sortKey="name" label={isOfStates ? 'State' : 'County'} />
            <SortHeading {...column} sortKey="amount" label={figureName(isOfStates)} isFigure />
          </tr>
        </thead>
        <tbody>
          {mapData.sortPlaces(places, order).map((place) => (
            <tr
              key={place.fips}
              onPointerEnter={() => onPoint(place.fips)}
              onPointerLeave={() => onPoint(undefined)}
              className={classes('border-t border-line', place.fips === currentFips && 'bg-accent-quiet')}
            >
              <td className="py-0 pr-2 pl-4">
                <Link
                  to={paths.leads}
                  search={searchOf(place.name)}
                  resetScroll={false}
                  onClick={() => onChoose(place.name)}
                  aria-current={place.fips === currentFips || undefined}
                  className="flex min-h-10 items-center font-semibold text-accent underline-offset-4 hover:underline focus-visible:-outline-offset-2"
                >
                  {place.name}
                </Link>
              </td>
              <td className="figures pr-4 pl-2 text-right">
                {place.amount > 0 ? place.figure : <span className="text-danger">Nothing in stock</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface SortHeadingProps {
  order: mapData.PlaceOrder
  onSort: (order: mapData.PlaceOrder) => void
  sortKey: mapData.PlaceOrder['key']
  label: string
  isFigure?: boolean
}

function SortHeading({ order, onSort, sortKey, label, isFigure = false }: SortHeadingProps) {
  const isSorted = order.key === sortKey
  const arrow = (
    <span aria-hidden="true" className="inline-block w-4 text-center text-muted">
      {isSorted && (order.isDescending ? '↓' : '↑')}
    </span>
  )
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (order.isDescending ? 'descending' : 'ascending') : undefined}
      className={classes('p-0', isFigure && 'text-right last:pr-2')}
    >
      <button
        type="button"
        onClick={() => onSort({ key: sortKey, isDescending: isSorted ? !order.isDescending : isFigure })}
        className={classes(
          'min-h-11 w-full px-2 font-semibold focus-visible:-outline-offset-2',
          isFigure ? 'text-right' : 'pl-4 text-left',
        )}
      >
        {isFigure && arrow}
        {label}
        {!isFigure && arrow}
      </button>
    </th>
  )
}

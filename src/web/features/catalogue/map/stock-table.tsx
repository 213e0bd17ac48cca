import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatCount } from '#web/lib/format.ts'
import { type LeadsSearch, paths } from '#web/paths.ts'
import { classes } from '#web/ui/classes.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type MapPlace, type PlaceOrder, sortPlaces } from './sort-places.ts'

interface StockTableProps {
  /** Undefined while they load. */
  places: readonly MapPlace[] | undefined
  isOfStates: boolean
  searchOf: (name: string) => LeadsSearch
  currentFips: string | undefined
  onPoint: (fips: string | undefined) => void
  onChoose: (name: string) => void
}

/** The map in words and figures: sortable, each place a link. */
export function StockTable({ places, isOfStates, searchOf, currentFips, onPoint, onChoose }: StockTableProps) {
  const [order, setOrder] = useState<PlaceOrder>({ key: 'name', isDescending: false })
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
            <SortHeading {...column} sortKey="packagesInStock" label="Packages" isFigure />
            <SortHeading {...column} sortKey="second" label={isOfStates ? 'Counties' : 'Units'} isFigure />
          </tr>
        </thead>
        <tbody>
          {sortPlaces(places, order).map((place) => (
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
              <td className="figures px-2 text-right">
                {place.packagesInStock > 0 ? (
                  formatCount(place.packagesInStock)
                ) : (
                  <span className="text-danger">Nothing in stock</span>
                )}
              </td>
              <td className="figures py-0 pr-4 pl-2 text-right text-muted">{formatCount(place.second)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface SortHeadingProps {
  order: PlaceOrder
  onSort: (order: PlaceOrder) => void
  sortKey: PlaceOrder['key']
  label: string
  isFigure?: boolean
}

/** Sorts figures highest first and names from A; a second click reverses it. */
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

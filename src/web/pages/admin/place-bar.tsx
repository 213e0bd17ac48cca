import type { ReactNode } from 'react'
import { CountySearch } from '#web/features/catalogue/search/county-search.tsx'
import { useCounties, useStates } from '#web/lib/places.ts'
import { SelectField } from '#web/ui/field.tsx'
import { ErrorNotice } from '#web/ui/panel.tsx'

/** A state, or a county of it; both are empty for the whole nation. */
type Place = { state: string; county: string }

interface PlaceBarProps {
  place: Place
  onPlace: (place: Place) => void
  /** A county is what comes first. */
  hasFocus?: boolean
  /** At the end of the line. */
  children?: ReactNode
}

/** The label beside the list, however wide its names are; on a phone, two lists share a line. */
const SELECT_LOOK = 'min-w-0 max-sm:flex-1 sm:w-56 [&>div]:min-w-0 [&>div]:basis-28 max-sm:[&>label]:sr-only'

/** One line that says whose prices or stock are shown, and changes it. */
export function PlaceBar({ place: { state, county }, onPlace, hasFocus, children }: PlaceBarProps) {
  const states = useStates()
  const counties = useCounties(state)
  const failed = [states, counties].find(({ error }) => error)
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 max-sm:gap-x-2">
        <CountySearch
          isCompact
          hasFocus={hasFocus}
          className="w-full sm:w-64"
          current={county ? { state, county } : undefined}
          onChoose={onPlace}
        />
        <SelectField
          label="State"
          isInline
          className={SELECT_LOOK}
          placeholder="Everywhere"
          options={states.data ?? []}
          value={state}
          onChange={(next) => onPlace({ state: next, county: '' })}
        />
        <SelectField
          label="County"
          isInline
          className={SELECT_LOOK}
          placeholder={state ? 'The whole state' : 'Choose a state'}
          options={counties.data ?? []}
          value={county}
          disabled={state === ''}
          aria-busy={counties.isFetching}
          onChange={(next) => onPlace({ state, county: next })}
        />
        {children && (
          <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow max-sm:*:px-2 lg:ml-auto max-sm:[&_svg]:hidden">
            {children}
          </div>
        )}
      </div>
      <ErrorNotice
        error={failed?.error}
        onRetry={failed?.error?.status === 404 ? undefined : failed?.refetch}
        className="mt-3"
      />
    </div>
  )
}

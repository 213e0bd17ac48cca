import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { BriefNotice } from '#web/ui/brief-notice.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { SelectField } from '#web/ui/field.tsx'
import { countiesQuery, type Market, statesQuery } from './catalogue-data.ts'

interface MarketFormProps {
  market: Market
  /** Changing the state clears the county. `isByKey`: an arrow or a letter stepped through a closed menu. */
  onChange: (market: Market, isByKey: boolean) => void
  aside?: ReactNode
  search: ReactNode
  /** The menus for a browser without JavaScript, written by the server. */
  plain?: ReactNode
  more?: ReactNode
}

export function MarketForm({ market, onChange, aside, search, plain, more }: MarketFormProps) {
  const isByKey = useRef(false)
  const states = useQuery(statesQuery())
  const counties = useQuery({ ...countiesQuery(market.state), enabled: market.state !== '' })
  const failed = [states, counties].find(({ error }) => error && error.status !== 404)
  // An unknown place is not added to the choices; the page says what is wrong with it.
  const isStateKnown = states.data?.includes(market.state) ?? true
  const isCountyKnown = isStateKnown && !counties.error && (counties.data?.includes(market.county) ?? true)
  const state = isStateKnown ? market.state : ''
  return (
    <section aria-labelledby="market-title" className="rounded-md border border-line bg-surface p-4 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="market-title" className="display text-xl">
          Select Your Target Market
        </h2>
        {aside}
      </div>
      {plain}
      <div
        className={classes(
          'mt-4 grid grid-cols-[repeat(auto-fit,minmax(min(var(--choice,15rem),100%),1fr))] gap-4',
          plain !== undefined && 'noscript:hidden',
        )}
      >
        {search}
        <SelectField
          label="State"
          name="state"
          placeholder={states.isPending ? 'Loading states…' : 'Select a state'}
          options={states.data ?? []}
          value={state}
          onChange={(next) => onChange({ state: next, county: '' }, false)}
        />
        <SelectField
          label="County"
          name="county"
          placeholder={state === '' ? 'Select a state first' : 'Select a county'}
          options={counties.data ?? []}
          value={isCountyKnown ? market.county : ''}
          disabled={state === ''}
          aria-busy={counties.isFetching}
          onKeyDown={({ key }) => {
            isByKey.current = key !== 'Enter' && key !== ' '
          }}
          onPointerDown={() => {
            isByKey.current = false
          }}
          onChange={(county) => onChange({ ...market, county }, isByKey.current)}
        />
        {more}
      </div>
      {failed?.error && (
        <BriefNotice isDanger className="mt-4" action={<Button onClick={() => failed.refetch()}>Try again</Button>}>
          {failed.error.sentence}
        </BriefNotice>
      )}
    </section>
  )
}

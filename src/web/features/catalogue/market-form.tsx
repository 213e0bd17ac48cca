import { useQuery } from '@tanstack/react-query'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { countiesQuery, type Market, statesQuery } from './catalogue-data.ts'

interface MarketFormProps {
  market: Market
  /** Changing the state clears the county. */
  onChange: (market: Market) => void
}

/** Which county: the first two of the three choices to a price. */
export function MarketForm({ market, onChange }: MarketFormProps) {
  const states = useQuery(statesQuery())
  const counties = useQuery({ ...countiesQuery(market.state), enabled: market.state !== '' })
  const failed = states.error ? states : counties.error ? counties : null
  return (
    <section aria-labelledby="market-title" className="rounded-md border border-line bg-surface p-4 sm:p-6">
      <h2 id="market-title" className="display text-xl">
        Select Your Target Market
      </h2>
      <div className="mt-4 grid gap-4 sm:grid-cols-2">
        <SelectField
          label="State"
          placeholder={states.isPending ? 'Loading states…' : 'Select a state'}
          options={states.data ?? []}
          value={market.state}
          onChange={(event) => onChange({ state: event.target.value, county: '' })}
        />
        <SelectField
          label="County"
          placeholder={market.state === '' ? 'Select a state first' : 'Select a county'}
          options={counties.data ?? []}
          value={market.county}
          disabled={market.state === ''}
          aria-busy={counties.isFetching}
          onChange={(event) => onChange({ ...market, county: event.target.value })}
        />
      </div>
      {failed?.error && (
        <Notice
          tone="danger"
          className="mt-4"
          action={failed.error.status !== 404 && <Button onClick={() => failed.refetch()}>Try again</Button>}
        >
          {failed.error.sentence}
        </Notice>
      )}
    </section>
  )
}

import type { ReactNode } from 'react'
import type { PriceArea } from '#contract/admin/price-areas.ts'
import { useCounties, useStates } from '#web/features/admin/stock/stock-data.ts'
import { formatPlural } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { ListTrouble } from '#web/ui/list-trouble.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { useOwnAreas } from './pricing-data.ts'

/** More are folded. */
const SHOWN_AT_ONCE_MAX = 6

interface PriceWhereProps {
  /** Null: everywhere. */
  area: PriceArea | null
  onChange: (area: PriceArea | null) => void
  /** Finds a county by its name, a city or a ZIP code. */
  search: ReactNode
}

/** Where prices are shown and changed: everywhere, in a state, or in a county. */
export function PriceWhere({ area, onChange, search }: PriceWhereProps) {
  const states = useStates()
  const counties = useCounties(area?.state ?? '')
  const failed = [states, counties].find(({ error }) => error)
  return (
    <Panel
      title="Where"
      intro="National prices apply everywhere. A state or a county can have prices of its own: the county’s wins, then its state’s."
    >
      <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-[1.4fr_1fr_1fr]">
        <div className="sm:max-lg:col-span-2">{search}</div>
        <SelectField
          label="State"
          placeholder="Everywhere"
          options={states.data ?? []}
          value={area?.state ?? ''}
          onChange={({ target: { value: state } }) => onChange(state === '' ? null : { state, county: null })}
        />
        <SelectField
          label="County"
          placeholder={area ? 'The whole state' : 'Select a state first'}
          options={counties.data ?? []}
          value={area?.county ?? ''}
          disabled={!area}
          aria-busy={counties.isFetching}
          onChange={({ target: { value: county } }) =>
            area && onChange({ state: area.state, county: county === '' ? null : county })
          }
        />
      </div>
      {failed?.error && (
        <Notice tone="danger" className="mt-3" action={<Button onClick={() => failed.refetch()}>Try again</Button>}>
          {failed.error.sentence}
        </Notice>
      )}
      <OwnAreas area={area} onChange={onChange} />
    </Panel>
  )
}

/** The states and counties that have prices of their own; pressing one chooses it. */
function OwnAreas({ area, onChange }: Omit<PriceWhereProps, 'search'>) {
  const list = useOwnAreas()
  const areas = list.data ?? []
  const buttons = (
    <ul aria-label="Places with prices of their own" className="mt-1.5 flex flex-wrap gap-2">
      {areas.map((one) => {
        const { name, ...place } = one.area
        const isShown = area?.state === place.state && area.county === place.county
        return (
          <li key={name}>
            <Button size="small" aria-pressed={isShown} onClick={() => onChange(isShown ? null : place)}>
              {name}
              <span className="figures font-normal text-muted">{formatPlural(one.prices, 'price')}</span>
            </Button>
          </li>
        )
      })}
    </ul>
  )
  return (
    <div className="mt-4">
      <ListTrouble list={list} title="The places with prices of their own could not be loaded" />
      {list.data?.length === 0 && <p className="text-sm text-muted">No state or county has prices of its own yet.</p>}
      {areas.length > 0 && areas.length <= SHOWN_AT_ONCE_MAX && (
        <>
          <p className="text-sm font-semibold">Prices of their own</p>
          {buttons}
        </>
      )}
      {areas.length > SHOWN_AT_ONCE_MAX && (
        <details>
          <summary className="py-1 text-sm font-semibold text-accent hover:underline">
            {formatPlural(areas.length, 'place')} with prices of their own
          </summary>
          {buttons}
        </details>
      )}
    </div>
  )
}

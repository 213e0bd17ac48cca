import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '#web/paths.ts'
import { Choice } from '#web/ui/choice.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SalesLink } from '../sales-link.tsx'
import { searchOfTab } from '../use-sales-navigation.ts'
import { LeadTypeSelect } from './lead-type-select.tsx'
import { PackageList } from './package-list.tsx'
import type { PackagesView } from './sale-steps.ts'
import { useMarket } from './use-market.ts'

const route = getRouteApi(paths.sales)

interface PackagesStepProps {
  view: PackagesView
  /** What the caller wants, as a grid. */
  grid: ReactNode
}

/** Browse Packages: the selected county's packages of the selected lead type, kept up to date while visible. */
export function PackagesStep({ view, grid }: PackagesStepProps) {
  const { market, leadType, isChosen, chooseLeadType } = useMarket()
  const isGrid = view === 'grid'
  if (!isChosen && !isGrid) {
    return (
      <EmptyState
        title="Please select a state and county first"
        action={
          <SalesLink tab="market" look="primary">
            Go to Market Selection
          </SalesLink>
        }
      >
        The packages of the county then appear here, with live stock.
      </EmptyState>
    )
  }
  return (
    <section
      aria-labelledby="packages-title"
      className={classes(isGrid && 'rounded-md border border-line bg-surface p-4 sm:p-5')}
    >
      <div className="mb-3 flex flex-wrap items-center gap-x-2 gap-y-3">
        <h2
          id="packages-title"
          className={classes('min-w-0 grow basis-40', isGrid ? 'text-base font-semibold' : 'display text-xl')}
        >
          {isChosen ? `${market.county}, ${market.state}` : 'Packages'}
        </h2>
        {isChosen && (
          <div className="flex sm:order-last">
            <ViewChoice view={view} />
          </div>
        )}
        {!isGrid && (
          <>
            <div className="max-sm:order-last max-sm:w-full">
              <LeadTypeSelect isInline value={leadType} onChange={chooseLeadType} />
            </div>
            <SalesLink tab="market">Another market</SalesLink>
          </>
        )}
      </div>
      {isGrid ? grid : <PackageList market={market} leadType={leadType} />}
    </section>
  )
}

function ViewChoice({ view }: { view: PackagesView }) {
  const navigate = route.useNavigate()
  return (
    <Choice
      isSmall
      legend="Show packages as"
      options={[
        { value: 'grid', label: 'Grid' },
        { value: 'list', label: 'List' },
      ]}
      value={view}
      onChange={(wanted) =>
        void navigate({
          search: (search) => {
            const { view: _view, ...rest } = searchOfTab(search, 'packages')
            return wanted === 'grid' ? { ...rest, view: 'grid' } : rest
          },
          resetScroll: false,
        })
      }
    />
  )
}

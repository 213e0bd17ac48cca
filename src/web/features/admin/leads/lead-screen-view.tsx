import { type ReactNode, useMemo, useState } from 'react'
import type { ListedLead } from '#contract/admin/lead-screen.ts'
import { useStoreZone, zoneWords } from '#web/lib/store-zone.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PagedTable } from '#web/ui/paged-table.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { FindLeads } from './find-leads.tsx'
import { leadColumns } from './lead-columns.tsx'
import { LeadCounts } from './lead-counts.tsx'
import { isNarrowed, type LeadFilters, NO_FILTERS, useFoundLeads, useLeads } from './lead-data.ts'
import { LeadDrawer } from './lead-drawer.tsx'
import { LeadToolbar } from './lead-toolbar.tsx'
import { Shortfalls } from './shortfalls.tsx'

interface LeadScreenViewProps {
  filters: LeadFilters
  /** Finds a county by its name, a city or a ZIP code. */
  search: ReactNode
  onFilter: (filters: LeadFilters) => void
}

/** Leads: counts, a list, and one lead opened for a reason. The filters are in the URL. */
export function LeadScreenView({ filters, search, onFilter }: LeadScreenViewProps) {
  const list = useLeads(filters)
  const found = useFoundLeads()
  const [opened, setOpened] = useState<ListedLead | null>(null)
  const timeZone = useStoreZone()
  const columns = useMemo(() => leadColumns(timeZone, setOpened), [timeZone])
  return (
    <div className="grid gap-5">
      <FindLeads found={found} onOpen={setOpened} />
      <Shortfalls />
      <Panel
        title="Leads for sale"
        intro="Imported leads that buyers can still get. Choose a county to see where its stock comes from, or to change that."
      >
        <div className="grid gap-4">
          <LeadToolbar filters={filters} search={search} onChange={onFilter} />
          <LeadCounts filters={filters} />
          <PagedTable
            list={list}
            label="Leads for sale"
            columns={columns}
            rowKey={({ id }) => String(id)}
            errorTitle="The leads could not be loaded"
            footnote={`In the order they sell. Dates are in the store’s time zone (${zoneWords(timeZone)}). To see an owner and address, open one lead at a time and give a reason.`}
            empty={
              isNarrowed(filters) ? (
                <EmptyState
                  title="No leads for sale there"
                  action={<Button onClick={() => onFilter(NO_FILTERS)}>Show all leads</Button>}
                >
                  They are sold out, too old, or not imported yet.
                </EmptyState>
              ) : (
                <EmptyState title="No leads yet">
                  Until you import a lead file, stock is whatever you set by hand.
                </EmptyState>
              )
            }
          />
        </div>
      </Panel>
      {opened && (
        <LeadDrawer key={opened.id} lead={opened} onLeftAlone={found.findAgain} onClose={() => setOpened(null)} />
      )}
    </div>
  )
}

import { type ReactNode, useMemo, useState } from 'react'
import type { ListedLead } from '#contract/admin/lead-desk.ts'
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

interface LeadDeskViewProps {
  filters: LeadFilters
  /** Finds a county by its name, a city or a ZIP code. */
  search: ReactNode
  onFilter: (filters: LeadFilters) => void
}

/** Leads: counts, a list, and one lead opened for a reason. The filters are in the URL. */
export function LeadDeskView({ filters, search, onFilter }: LeadDeskViewProps) {
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
        intro="What imports brought and somebody can still buy. Choose a county to see what its stock follows from, and to switch it."
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
            footnote={`In the order in which they are sold. Days are those of the store (${zoneWords(timeZone)}). Owners and addresses are shown one lead at a time, for a reason.`}
            empty={
              isNarrowed(filters) ? (
                <EmptyState
                  title="No lead is for sale there"
                  action={<Button onClick={() => onFilter(NO_FILTERS)}>Show all leads</Button>}
                >
                  They are sold as often as they may be, too old, or none was imported yet.
                </EmptyState>
              ) : (
                <EmptyState title="No leads yet">
                  Stock is counted, as administrators set it, until a lead file is imported.
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

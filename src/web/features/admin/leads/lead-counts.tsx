import { useState } from 'react'
import type { LeadCount } from '#contract/admin/lead-screen.ts'
import { LEAD_TYPE_NAMES, type LeadType, TIER_FACTS } from '#contract/catalogue/catalogue.ts'
import { formatCount } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { ListTrouble } from '#web/ui/list-trouble.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { BackingDialog } from './backing-dialog.tsx'
import { type LeadFilters, useLeadCounts } from './lead-data.ts'
import { byPlacesInWords } from './lead-words.ts'

const COLUMNS: readonly Column<LeadCount>[] = [
  { key: 'tier', header: 'Tier', isTitle: true, cell: ({ tier }) => TIER_FACTS[tier].name },
  { key: 'leads', header: 'For sale', isNumber: true, cell: ({ leads }) => formatCount(leads) },
  { key: 'places', header: 'Can still be sold', cell: byPlacesInWords },
]

/** How many leads are for sale by tier; for one county also what its stock follows, with a switch. */
export function LeadCounts({ filters }: { filters: LeadFilters }) {
  const counts = useLeadCounts(filters)
  if (counts.isPending) return <Loading words="Loading: leads by tier" height="h-40" />
  return (
    <div className="grid gap-4">
      <ListTrouble list={counts} title="The counts could not be loaded" />
      {counts.data && (
        <DataTable
          label="Leads for sale by tier"
          columns={COLUMNS}
          rows={counts.data.tiers}
          rowKey={({ tier }) => tier}
        />
      )}
      {counts.data?.backing && (
        <Backing place={{ state: filters.state, county: filters.county }} backing={counts.data.backing} />
      )}
    </div>
  )
}

interface BackingProps {
  place: { state: string; county: string }
  backing: readonly { leadType: LeadType; isBacked: boolean }[]
}

/** What the stock of a county follows, by lead type. */
function Backing({ place, backing }: BackingProps) {
  const [asked, setAsked] = useState<{ leadType: LeadType; isBacked: boolean } | null>(null)
  return (
    <section aria-label={`Where stock comes from in ${place.county}`}>
      <h3 className="text-sm font-semibold">
        Where stock comes from in {place.county}, {place.state}
      </h3>
      <ul className="mt-2 grid gap-2">
        {backing.map(({ leadType, isBacked }) => (
          <li
            key={leadType}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md border border-line px-3 py-2 text-sm"
          >
            <span>
              <span className="font-semibold">{LEAD_TYPE_NAMES[leadType]}</span>
              <span className="block text-muted">
                {isBacked ? 'Comes from leads in all four tiers' : 'Set by hand'}
              </span>
            </span>
            <Button size="small" onClick={() => setAsked({ leadType, isBacked: !isBacked })}>
              {isBacked ? 'Set stock by hand…' : 'Switch to leads…'}
            </Button>
          </li>
        ))}
      </ul>
      {asked && <BackingDialog question={{ ...place, ...asked }} onClose={() => setAsked(null)} />}
    </section>
  )
}

import type { ListedLead } from '#contract/admin/lead-screen.ts'
import { LEAD_TYPE_NAMES, TIER_FACTS } from '#contract/catalogue/catalogue.ts'
import { formatStoreDay } from '#web/lib/store-days.ts'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { placesInWords, STATE_WORDS } from './lead-data.ts'

/**
 * The columns for leads, without their owners' data.
 *
 * @param timeZone the store's: the day on which a lead was acquired there decides its tier
 * @param onOpen asks to see the rest
 */
export const leadColumns = (timeZone: string, onOpen: (lead: ListedLead) => void): readonly Column<ListedLead>[] => [
  {
    key: 'lead',
    header: 'Lead',
    isTitle: true,
    cell: ({ id, county, state }) => (
      <>
        <span className="font-semibold">Lead {id}</span>
        <span className="block text-muted">
          {county}, {state}
        </span>
      </>
    ),
  },
  {
    key: 'kind',
    header: 'Kind',
    cell: ({ leadType, tier }) => (
      <>
        {LEAD_TYPE_NAMES[leadType]}
        <span className="block text-muted">{tier ? TIER_FACTS[tier].name : 'too old for any tier'}</span>
      </>
    ),
  },
  {
    key: 'state',
    header: 'Status',
    cell: ({ leadState }) => <StatusPill tone={STATE_WORDS[leadState].tone}>{STATE_WORDS[leadState].name}</StatusPill>,
  },
  { key: 'places', header: 'Buyers left', cell: placesInWords },
  {
    key: 'acquired',
    header: 'Acquired',
    isUnbroken: true,
    cell: ({ acquiredAt }) => formatStoreDay(acquiredAt, timeZone),
  },
  {
    key: 'open',
    header: 'Open',
    isHeaderHidden: true,
    isUnbroken: true,
    cell: (lead) => (
      <Button size="small" onClick={() => onOpen(lead)}>
        Open…<span className="sr-only"> lead {lead.id}</span>
      </Button>
    ),
  },
]

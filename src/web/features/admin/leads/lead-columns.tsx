import type { LeadState, ListedLead } from '#contract/admin/lead-screen.ts'
import { LEAD_TYPE_NAMES, TIER_FACTS } from '#contract/catalogue/catalogue.ts'
import { formatCount } from '#web/lib/format.ts'
import { formatStoreDay } from '#web/lib/store-days.ts'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { StatusPill, type StatusTone } from '#web/ui/status-pill.tsx'
import { TwoLines } from '#web/ui/two-lines.tsx'

export const STATE_WORDS: Readonly<Record<LeadState, { name: string; tone: StatusTone }>> = {
  for_sale: { name: 'For sale', tone: 'done' },
  spoken_for: { name: 'Sold or held', tone: 'plain' },
  too_old: { name: 'Off sale', tone: 'plain' },
  left_alone: { name: 'Opted out', tone: 'over' },
}

/** How often a lead is held and sold, and how often it can still be sold: `2 left, 1 held, none sold`. */
export function placesInWords({ placesLeft, held, sold }: ListedLead): string {
  const word = (count: number) => (count === 0 ? 'none' : formatCount(count))
  return `${word(placesLeft)} left, ${word(held)} held, ${word(sold)} sold`
}

/**
 * The columns for leads, without their owners' data.
 *
 * @param timeZone the store's: the day on which a lead was acquired there decides its tier
 */
export const leadColumns = (timeZone: string, onOpen: (lead: ListedLead) => void): readonly Column<ListedLead>[] => [
  {
    header: 'Lead',
    isTitle: true,
    cell: ({ id, county, state }) => <TwoLines isStrong top={`Lead ${id}`} below={`${county}, ${state}`} />,
  },
  {
    header: 'Kind',
    cell: ({ leadType, tier }) => (
      <TwoLines top={LEAD_TYPE_NAMES[leadType]} below={tier ? TIER_FACTS[tier].name : 'too old for any tier'} />
    ),
  },
  {
    header: 'Status',
    cell: ({ leadState }) => <StatusPill tone={STATE_WORDS[leadState].tone}>{STATE_WORDS[leadState].name}</StatusPill>,
  },
  { header: 'Buyers left', cell: placesInWords },
  { header: 'Acquired', isUnbroken: true, cell: ({ acquiredAt }) => formatStoreDay(acquiredAt, timeZone) },
  {
    header: 'Open',
    isHeaderHidden: true,
    isUnbroken: true,
    cell: (lead) => (
      <Button size="small" about={` lead ${lead.id}`} onClick={() => onOpen(lead)}>
        Open…
      </Button>
    ),
  },
]

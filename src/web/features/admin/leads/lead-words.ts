import type { LeadCount, LeadState, ListedLead } from '#contract/admin/lead-screen.ts'
import { formatCount } from '#web/lib/format.ts'
import type { StatusTone } from '#web/ui/status-pill.tsx'

/** The name and look of a lead’s state. */
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

const timesInWords = (times: number): string => (times === 1 ? 'once' : times === 2 ? 'twice' : `${times} times`)

/** For a tier, how many leads can still be sold how often: `once: 12, 3 times: 30`; a dash without any. */
export function byPlacesInWords({ byPlaces }: LeadCount): string {
  const parts = byPlaces.flatMap((leads, index) =>
    leads === 0 ? [] : [`${timesInWords(index + 1)}: ${formatCount(leads)}`],
  )
  return parts.length === 0 ? '–' : parts.join(', ')
}

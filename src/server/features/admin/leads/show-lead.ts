import type { LeadState, ListedLead } from '#contract/admin/lead-screen.ts'
import { type LeadType, type PackageId, packageKeyOf, type Tier } from '#contract/catalogue/catalogue.ts'
import type { Places } from '#server/features/catalogue/places.ts'
import type { ListedLeadRow } from './queries.ts'

function stateOf(row: ListedLeadRow): LeadState {
  if (row.is_left_alone) return 'left_alone'
  if (row.pool_id === null) return 'too_old'
  return row.places > 0 ? 'for_sale' : 'spoken_for'
}

/** A pool’s tier; null for a lead that is in no pool. */
const tierOf = (poolId: string | null): Tier | null =>
  poolId === null ? null : packageKeyOf(`${poolId}-20` as PackageId).tier

/** Formats a lead for lists, without its owner's data. */
export function showLead(row: ListedLeadRow, places: Places): ListedLead {
  const { state, name } = places.countyByFips(row.fips)
  return {
    id: row.lead_id,
    state,
    county: name,
    leadType: row.lead_type as LeadType,
    tier: tierOf(row.pool_id),
    leadState: stateOf(row),
    acquiredAt: row.acquired_at.toISOString(),
    // It is no longer sold from the moment its owner asked; the job takes it out later.
    placesLeft: row.is_left_alone ? 0 : row.places,
    held: row.held,
    sold: row.sold,
    hasDetails: row.has_details,
  }
}

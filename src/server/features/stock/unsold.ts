/**
 * How many more may have a lead, whoever holds it now: SQL over `leads`, as the index `leads_to_pick` says it. A statement that says
 * it otherwise does not find the index.
 */
export const UNSOLD = 'least(tier_cap, sold_cap) - sold - taken_beside'
export const HAS_UNSOLD = `pool_id is not null and not is_withheld and ${UNSOLD} > 0`

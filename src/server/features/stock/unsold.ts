/**
 * How many more buyers may have a lead, whoever holds it now: SQL over `leads`, spelled as in the index
 * `leads_to_pick`. A statement that spells it differently does not use the index.
 */
export const UNSOLD = 'least(tier_cap, sold_cap) - sold - taken_beside'
export const HAS_UNSOLD = `pool_id is not null and not is_withheld and ${UNSOLD} > 0`

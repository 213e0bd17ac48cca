/** The SQL that finds where the leads of a property are that is to be left alone: in holds, and in orders. */
import { statement } from '#server/platform/statement.ts'

export interface HoldingRow {
  hold_id: string
  lead_id: string
  package_id: string
  is_live: boolean
  /** The live holds of the same owner, this one among them: what replaces the lead must be of no property of theirs. */
  beside: string[]
}

/** The holds that have one of the leads `leadIds`, the oldest first. */
export const findHoldings = statement<{ leadIds: readonly (string | number)[] }, HoldingRow>(
  'inventory.find_holdings',
  `select h.hold_id, h.lead_id, o.package_id, o.state = 'live' as is_live,
     array(select own.hold_id from holds own where own.owner_id = o.owner_id and own.state = 'live' and own.has_leads) as beside
   from hold_leads h join holds o on o.hold_id = h.hold_id where h.lead_id = any($leadIds::bigint[])
   order by o.placed_at, h.hold_id, h.lead_id`,
)

export interface SoldRow {
  order_id: string
  lead_id: string
  hold_id: string
  buyer_key: string
  package_id: string
  is_delivered: boolean
}

const SOLD = `select s.order_id, s.lead_id, s.hold_id, s.buyer_key, h.package_id, s.delivered_at is not null as is_delivered
   from order_leads s join holds h on h.hold_id = s.hold_id
   where s.lead_id = any($leadIds::bigint[]) and s.returned_at is null order by s.order_id, s.lead_id`

/** The orders that own one of the leads `leadIds`. */
export const findSold = statement<{ leadIds: readonly (string | number)[] }, SoldRow>('inventory.find_sold', SOLD)

/** The same, each kept as it is until the transaction ends: whoever delivers one at this moment is waited for. */
export const lockSold = statement<{ leadIds: readonly (string | number)[] }, SoldRow>(
  'inventory.lock_sold',
  `${SOLD} for update of s`,
)

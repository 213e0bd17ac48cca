/** All SQL of the cart. */
import type { DeliveryMethod } from '#contract/values.ts'
import type { HoldBonus } from '#server/features/inventory/hold.ts'
import { statement } from '#server/platform/database.ts'

/**
 * Names the delivery method of a live hold: $1 owner, $2 package, $3 hold (null: the newest), $4 method, $5 now.
 * No row when the owner has no such live hold.
 */
export const nameDelivery = statement<{ hold_id: string }>(
  'cart.name_delivery',
  `insert into cart_lines (hold_id, delivery_method, added_at)
   select hold_id, $4, $5 from holds
   where owner_id = $1 and package_id = $2 and state = 'live' and expires_at > $5 and ($3::text is null or hold_id = $3)
   order by placed_at desc, hold_id desc limit 1
   on conflict (hold_id) do update set delivery_method = excluded.delivery_method
   returning hold_id`,
)

export interface CartLineRow {
  hold_id: string
  package_id: string
  delivery_method: DeliveryMethod
  placed_at: Date
  expires_at: Date
  price_cents: number
  bonus_offers: HoldBonus['offers']
  has_leads: boolean
  /** The same on each row, of the whole cart: offers that its open order has reserved, and those it was denied. */
  reserved_offers: string[]
  denied_offers: { offerId: string; customerKey: string | null }[]
}

/**
 * An owner's held lines at today's prices before offers, oldest first: $1 owner, $2 now, $3 since when a buyer's denials count.
 * An order that keeps its holds (`order:<its id>`) has reserved its own uses.
 */
export const listCartLines = statement<CartLineRow>(
  'cart.list_lines',
  `select h.hold_id, h.package_id, coalesce(l.delivery_method, 'email') as delivery_method, h.placed_at, h.expires_at, r.price_cents,
     h.bonus_offers, h.has_leads, past.*
   from (select array(select offer_id from offer_uses where owner_id = $1 and owner_id is not null
         union all select offer_id from offer_uses where order_id = substring($1::text from '^order:(.*)$')) as reserved_offers,
       coalesce((select jsonb_agg(jsonb_build_object('offerId', offer_id, 'customerKey', customer_key)) from offer_denials
                 where owner_id = $1 and (customer_key is null or denied_at > $3)), '[]') as denied_offers) past
   cross join holds h
   join packages p on p.package_id = h.package_id
   join prices r on r.lead_type = p.lead_type and r.tier = p.tier and r.size = p.size
   left join cart_lines l on l.hold_id = h.hold_id
   where h.owner_id = $1 and h.state = 'live' and h.expires_at > $2
   order by h.placed_at, h.hold_id`,
)

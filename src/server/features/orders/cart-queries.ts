/** SQL for carts. */
import type { DeliveryMethod } from '#contract/values.ts'
import { EFFECTIVE_CENTS, joinPrices } from '#server/features/catalogue/effective-price.ts'
import type { HoldBonus } from '#server/features/stock/hold.ts'
import { statement } from '#server/platform/statement.ts'

/** The method of a held line without a row. */
const USUAL_METHOD = "'email'"

/**
 * Sets the delivery methods of live holds; if no hold is named, of the newest hold of that package. Returns one row per
 * request, in their order: null if the owner has no such hold. If a hold is named twice, the last one counts. Most
 * carts keep the usual method, so it is written only if there was another.
 */
export const nameDeliveries = statement<
  {
    ownerIds: readonly string[]
    packageIds: readonly string[]
    holdIds: readonly (string | null)[]
    deliveryMethods: readonly string[]
    now: Date
  },
  { hold_id: string | null }
>(
  'cart.name_deliveries',
  `with asked as (
     select * from unnest($ownerIds::text[], $packageIds::text[], $holdIds::text[], $deliveryMethods::text[])
       with ordinality as a (owner_id, package_id, hold_id, delivery_method, place)
   ), held as (
     select a.place, a.delivery_method, h.hold_id from asked a left join lateral (
       select hold_id from holds
       where owner_id = a.owner_id and package_id = a.package_id and state = 'live' and expires_at > $now
         and (a.hold_id is null or hold_id = a.hold_id)
       order by placed_at desc, hold_id desc limit 1
     ) h on true
   ), last as (
     select distinct on (hold_id) hold_id, delivery_method from held where hold_id is not null order by hold_id, place desc
   ), written as (
     insert into cart_lines (hold_id, delivery_method, added_at)
     select hold_id, delivery_method, $now from last
     where delivery_method <> ${USUAL_METHOD} or exists (select from cart_lines l where l.hold_id = last.hold_id)
     on conflict (hold_id) do update set delivery_method = excluded.delivery_method
   )
   select hold_id from held order by place`,
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
  /**
   * The same on each row, for the whole cart: offers that its open order has reserved, and those that it was denied.
   */
  reserved_offers: string[]
  denied_offers: { offerId: string; customerKey: string | null }[]
}

/**
 * Lists an owner's held lines at today's prices before offers, oldest first: `orderId` the order that keeps its holds
 * and has reserved its own uses; `deniedAt` since when a buyer's denials count.
 */
export const listCartLines = statement<
  { ownerId: string; orderId: string | null; now: Date; deniedAt: Date },
  CartLineRow
>(
  'cart.list_lines',
  `select h.hold_id, h.package_id, coalesce(l.delivery_method, ${USUAL_METHOD}) as delivery_method, h.placed_at, h.expires_at,
     ${EFFECTIVE_CENTS} as price_cents, h.bonus_offers, h.has_leads, past.*
   from (select array(select offer_id from offer_uses where owner_id = $ownerId and owner_id is not null
         union all select offer_id from offer_uses where order_id = $orderId) as reserved_offers,
       coalesce((select jsonb_agg(jsonb_build_object('offerId', offer_id, 'customerKey', customer_key)) from offer_denials
                 where owner_id = $ownerId and (customer_key is null or denied_at > $deniedAt)), '[]') as denied_offers) past
   cross join holds h
   join packages p on p.package_id = h.package_id
   ${joinPrices('p')}
   left join cart_lines l on l.hold_id = h.hold_id
   where h.owner_id = $ownerId and h.state = 'live' and h.expires_at > $now
   order by h.placed_at, h.hold_id`,
)

/**
 * Deletes up to `limit` lines from before `before` whose hold is no longer live, oldest first. Returns how many. Few
 * holds are live: `ended_at is null` selects an index that has only them.
 */
export const forgetLines = statement<{ before: Date; limit: number }, { rows: number }>(
  'cart.forget_lines',
  `with gone as (
     delete from cart_lines where hold_id = any(array(
       select l.hold_id from cart_lines l
       where l.added_at < $before and not exists (
         select from holds h where h.hold_id = l.hold_id and h.state = 'live' and h.ended_at is null)
       order by l.added_at limit $limit for update of l skip locked))
     returning hold_id
   )
   select count(*)::int as rows from gone`,
)

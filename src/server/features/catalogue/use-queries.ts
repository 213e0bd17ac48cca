/** The SQL of offers whose uses are counted. An order's row is locked before its offers', and offers in the order of their ids. */
import { statement } from '#server/platform/statement.ts'
import { usesLine } from './return-uses.ts'

/** Lets one order after the other ask for these offers. */
export const lockOffers = statement<{ offerIds: readonly string[] }>(
  'offers.lock_for_use',
  'select from offers where offer_id = any($offerIds::text[]) order by offer_id for update',
)

/**
 * Reserves a use of each locked offer that has one left, once for an order: `offerIds` offers, `orderId` order, `ownerId` its
 * cart (null: none), `customerKey` the buyer's key (null: not known yet, so nothing that is limited per customer is granted).
 * A statement of its own after the lock, so that it sees the uses that were waited for.
 */
export const reserveUses = statement<
  { offerIds: readonly string[]; orderId: string; ownerId: string | null; customerKey: string | null },
  {
    offer_id: string
    name: string
    verdict: 'granted' | 'used_up' | 'customer_used_up' | 'customer_unknown'
  }
>(
  'offers.reserve_uses',
  `with asked as (
     select o.*, exists (select from offer_uses u where u.order_id = $orderId and u.offer_id = o.offer_id) as has_use,
       (select count(*) from offer_uses u where u.offer_id = o.offer_id and u.customer_key = $customerKey and u.order_id <> $orderId) as by_customer
     from offers o where o.offer_id = any($offerIds::text[]) and o.removed_at is null
   ), verdicts as (
     select offer_id, name, has_use, case
         when not has_use and used >= uses_max then 'used_up'
         when uses_per_customer_max is not null and $customerKey::text is null then 'customer_unknown'
         when by_customer >= uses_per_customer_max then 'customer_used_up'
         else 'granted' end as verdict
     from asked where uses_max is not null or uses_per_customer_max is not null
   ), written as (
     insert into offer_uses (order_id, offer_id, owner_id, customer_key)
     select $orderId, offer_id, $ownerId, $customerKey from verdicts where verdict = 'granted'
     on conflict (order_id, offer_id) do update set
       owner_id = excluded.owner_id, customer_key = coalesce(excluded.customer_key, offer_uses.customer_key)
   ), counted as (
     update offers o set used = o.used + 1 from verdicts v
     where v.offer_id = o.offer_id and v.verdict = 'granted' and not v.has_use
     returning o.used = o.uses_max as is_used_up
   )
   select offer_id, name, verdict,
     (select pg_notify('catalogue_changed', 'offers') from counted where is_used_up limit 1) as told
   from verdicts`,
)

/**
 * Locks the offers with a limit per customer that order `orderId` uses at revision `revision` without saying for whom. Who
 * asks for one of them waits until the transaction ends.
 */
export const lockUnnamed = statement<{ orderId: string; revision: number }, { offer_id: string }>(
  'offers.lock_unnamed',
  `select offer_id from offers where uses_per_customer_max is not null and offer_id in (
     select u.offer_id from offer_uses u where u.order_id = $orderId and u.customer_key is null and ${usesLine('$orderId', '$revision::int')})
   order by offer_id for update`,
)

/**
 * Which of the locked offers `offerIds` a buyer `customerKey` has used as often as one may. A statement of its own, so that it
 * sees the uses waited for.
 */
export const findUsedUpBy = statement<{ offerIds: readonly string[]; customerKey: string }, { offer_id: string }>(
  'offers.find_used_up_by',
  `select offer_id from offers o where offer_id = any($offerIds::text[])
     and (select count(*) from offer_uses u where u.offer_id = o.offer_id and u.customer_key = $customerKey) >= uses_per_customer_max`,
)

/**
 * Remembers that a cart was denied offers: `ownerId` cart, `offerIds` offers, `customerKeys` keys of the buyer (null: nobody
 * can use it), `now` now, `deniedAt` forget those before.
 */
export const denyOffers = statement<{
  ownerId: string
  offerIds: readonly string[]
  customerKeys: readonly (string | null)[]
  now: Date
  deniedAt: Date
}>(
  'offers.deny',
  `with old as (
     delete from offer_denials where denied_at < $deniedAt and not (owner_id = $ownerId and offer_id = any($offerIds::text[]))
   )
   insert into offer_denials (owner_id, offer_id, customer_key, denied_at)
   select $ownerId, d.offer_id, d.customer_key, $now from unnest($offerIds::text[], $customerKeys::text[]) as d (offer_id, customer_key)
   on conflict (owner_id, offer_id) do update set customer_key = excluded.customer_key, denied_at = excluded.denied_at`,
)

/** Another buyer stands at the cart: `ownerId` cart. */
export const forgetDenials = statement<{ ownerId: string; customerKey: string }>(
  'offers.forget_denials',
  'delete from offer_denials where owner_id = $ownerId and customer_key <> $customerKey',
)

/** `deniedAt` since when a buyer's denials count. */
export const listDenials = statement<
  { ownerId: string; deniedAt: Date },
  { offer_id: string; customer_key: string | null }
>(
  'offers.list_denials',
  'select offer_id, customer_key from offer_denials where owner_id = $ownerId and (customer_key is null or denied_at > $deniedAt)',
)

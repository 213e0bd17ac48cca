/** SQL that ends reserved uses, as parts of the statements that end their order: none must be lost or returned twice. */

/** Returns the uses of `offer_uses u` that `where` names, as expressions to put after `with …,`, and tells nodes. */
export const returnUses = (where: string): string => `uses_ended as (
     delete from offer_uses u where ${where} returning offer_id
   ), uses_locked as materialized (
     select offer_id from offers where offer_id in (select offer_id from uses_ended) order by offer_id for update
   ), uses_counted as (
     update offers o set used = o.used - 1 from uses_locked l where l.offer_id = o.offer_id
     returning case when o.used + 1 = o.uses_max then pg_notify('catalogue_changed', 'offers') end as told
   )`

/** Whether the offer of `offer_uses u` changed a line `l` of an order's revision, among those that `lines` names. */
export const usesLine = (order: string, revision: string, lines = 'true'): string =>
  `exists (select from order_lines l where l.order_id = ${order} and l.revision = ${revision} and ${lines}
           and l.offers @> jsonb_build_array(jsonb_build_object('offerId', u.offer_id)))`

/** Says which cart may go on using what an order has reserved; null: none, because its lines are frozen or paid. */
export const ownUses = (order: string, owner: string): string =>
  `uses_owned as (update offer_uses set owner_id = ${owner} where order_id = ${order} and owner_id is distinct from ${owner})`

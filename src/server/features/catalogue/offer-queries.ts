/** All SQL of offers. When uses are counted, an order's row is locked before its offers, and offers in id order. */
import type { LeadType, Size, Tier } from '#contract/catalogue/catalogue.ts'
import { type RowOf, statement } from '#server/platform/database/statement.ts'
import { usesLine } from './return-uses.ts'

/** What the database keeps as plain texts and numbers; empty: all. */
type OfferScope = { lead_types: LeadType[]; tiers: Tier[]; sizes: Size[] }

export interface Scoped {
  readonly leadType: LeadType
  readonly tier: Tier
  readonly size: number
  readonly state: string
}

const isAmong = <Value>(chosen: readonly Value[], value: Value) => chosen.length === 0 || chosen.includes(value)

export const isInScope = (offer: Pick<OfferRow, 'lead_types' | 'tiers' | 'sizes' | 'states'>, line: Scoped): boolean =>
  isAmong(offer.lead_types, line.leadType) &&
  isAmong(offer.tiers, line.tier) &&
  isAmong<number>(offer.sizes, line.size) &&
  isAmong(offer.states, line.state)

/** Whether the number of orders, or of orders per customer, is limited. A use is then reserved with the order. */
export const isLimited = (offer: OfferRow): boolean => offer.uses_max !== null || offer.uses_per_customer_max !== null

export const isUsedUp = (offer: OfferRow): boolean => offer.uses_max !== null && offer.used >= offer.uses_max

/** Whether it is on and within its time. The end itself is excluded. */
export const isInEffect = (offer: OfferRow, now: Date): boolean =>
  offer.is_active &&
  (offer.starts_at === null || offer.starts_at <= now) &&
  (offer.ends_at === null || offer.ends_at > now)

const COLUMNS = `o.offer_id, o.name, o.kind, o.value, o.lead_types, o.tiers, o.sizes, o.states, o.starts_at, o.ends_at, o.is_active,
  o.is_combinable, o.uses_max, o.uses_per_customer_max, o.used, o.standard, o.revision, o.created_at`

/** Makes every node that caches offers read them again. */
const TELL = `pg_notify('catalogue_changed', 'offers') as told`

const WITH_FIGURES = `${COLUMNS}, coalesce(f.orders, 0) as orders, coalesce(f.discount_cents, 0)::text as discount_cents,
  coalesce(f.bonus_leads, 0)::text as bonus_leads, coalesce(f.bonus_worth_cents, 0)::text as bonus_worth_cents
  from offers o left join lateral (
    select sum(orders)::int as orders, sum(discount_cents) as discount_cents, sum(bonus_leads) as bonus_leads,
      sum(bonus_worth_cents) as bonus_worth_cents
    from (
      select orders, discount_cents, bonus_leads, bonus_worth_cents from offer_figures where offer_id = o.offer_id
      union all
      select orders, discount_cents, bonus_leads, bonus_worth_cents from offer_figure_changes where offer_id = o.offer_id
    ) each
  ) f on true`

/** Lists all offers that are not removed, as each node caches them. */
export const listStanding = statement('offers.list_standing')`
  select ${COLUMNS} from offers o where o.removed_at is null order by o.created_at, o.offer_id`.as<OfferScope>()

/** Lists them with what they have cost: standard ones first, then newest first. */
export const listWithFigures = statement('offers.list_with_figures')`
  select ${WITH_FIGURES} where o.removed_at is null order by o.standard desc nulls last, o.created_at desc, o.offer_id desc`.as<OfferScope>()

/** Finds an offer, including a removed one. */
export const findOffer = statement('offers.find')`select ${WITH_FIGURES} where o.offer_id = $offerId`.as<OfferScope>()

/** What an offer has cost, too; PostgreSQL’s bigint arrives as text. */
export type OfferWithFigures = RowOf<typeof findOffer>

export const findAttempt = statement(
  'offers.find_attempt',
)`select ${WITH_FIGURES} where o.attempt_id = $attemptId`.as<OfferScope>()

export const lockOffer = statement('offers.lock')`
  select ${COLUMNS} from offers o where o.offer_id = $offerId and o.removed_at is null for update`.as<OfferScope>()

export type OfferRow = RowOf<typeof lockOffer>

/** Lets only one offer be created at a time, so that they can be counted. */
export const lockList = statement('offers.lock_list')`select pg_advisory_xact_lock(hashtext('offers.list'))`

export const countStanding = statement('offers.count_standing')`
  select count(*)::int as offers from offers where removed_at is null`

export const insertOffer = statement('offers.insert')`
  with made as (
    insert into offers (offer_id, name, kind, value, lead_types, tiers, sizes, states, starts_at, ends_at, is_combinable, uses_max,
      uses_per_customer_max, attempt_id, created_at, created_by, is_active)
    values ($offerId, $name, $kind, $value, $leadTypes, $tiers, $sizes, $states, $startsAt?, $endsAt?, $isCombinable, $usesMax?, $usesPerCustomerMax?, $attemptId, $createdAt, $createdBy, true) returning 1
  )
  select ${TELL} from made`

export const updateOffer = statement('offers.update')`
  with changed as (
    update offers set name = $name, kind = $kind, value = $value, lead_types = $leadTypes, tiers = $tiers, sizes = $sizes, states = $states, starts_at = $startsAt?,
      ends_at = $endsAt?, is_combinable = $isCombinable, uses_max = $usesMax?, uses_per_customer_max = $usesPerCustomerMax?, revision = revision + 1
    where offer_id = $offerId returning 1
  )
  select ${TELL} from changed`

export const switchOffer = statement('offers.switch')`
  with changed as (
    update offers set is_active = $isActive, revision = revision + 1 where offer_id = $offerId returning 1
  )
  select ${TELL} from changed`

export const removeOffer = statement('offers.remove')`
  with changed as (
    update offers set removed_at = $now, is_active = false, revision = revision + 1 where offer_id = $offerId returning 1
  )
  select ${TELL} from changed`

export const listPackagesInCarts = statement('offers.list_packages_in_carts')`
  select package_id, count(*)::int as units from holds
  where state = 'live' and expires_at > $now and owner_kind in ('cart', 'user') group by package_id`

/** Locks these offers, so that orders ask for them one at a time. */
export const lockOffers = statement('offers.lock_for_use')`
  select from offers where offer_id = any($offerIds::text[]) order by offer_id for update`

/**
 * Reserves a use of each locked offer that has one left, once per order. While there is no customer (`hasCustomer`), no
 * offer with a limit per customer is granted. Without a `customerKey`, that limit is checked when the money comes. It is
 * a separate statement after the lock, so that it sees the uses it waited for.
 */
export const reserveUses = statement('offers.reserve_uses')`
  with asked as (
    select o.*, exists (select from offer_uses u where u.order_id = $orderId and u.offer_id = o.offer_id) as has_use,
      (select count(*) from offer_uses u where u.offer_id = o.offer_id and u.customer_key = $customerKey? and u.order_id <> $orderId) as by_customer
    from offers o where o.offer_id = any($offerIds::text[]) and o.removed_at is null
  ), verdicts as (
    select offer_id, name, has_use, case
        when not has_use and used >= uses_max then 'used_up'
        when uses_per_customer_max is not null and not $hasCustomer::boolean then 'customer_unknown'
        when by_customer >= uses_per_customer_max then 'customer_used_up'
        else 'granted' end as verdict
    from asked where uses_max is not null or uses_per_customer_max is not null
  ), written as (
    insert into offer_uses (order_id, offer_id, owner_id, customer_key)
    select $orderId, offer_id, $ownerId?, $customerKey from verdicts where verdict = 'granted'
    on conflict (order_id, offer_id) do update set
      owner_id = excluded.owner_id,
      customer_key = case when $hasCustomer::boolean then excluded.customer_key else offer_uses.customer_key end
  ), counted as (
    update offers o set used = o.used + 1 from verdicts v
    where v.offer_id = o.offer_id and v.verdict = 'granted' and not v.has_use
    returning o.used = o.uses_max as is_used_up
  )
  select offer_id, name, verdict,
    (select pg_notify('catalogue_changed', 'offers') from counted where is_used_up limit 1) as told
  from verdicts`.as<{ verdict: 'granted' | 'used_up' | 'customer_used_up' | 'customer_unknown' }>()

/**
 * Locks the offers with a limit per customer that order `orderId` uses at revision `revision` without a known customer.
 * Everyone who asks for one of them waits until the transaction ends.
 */
export const lockUnnamed = statement('offers.lock_unnamed')`
  select offer_id from offers where uses_per_customer_max is not null and offer_id in (
    select u.offer_id from offer_uses u where u.order_id = $orderId and u.customer_key is null and ${usesLine('$orderId', '$revision::int')})
  order by offer_id for update`

/**
 * Returns which of the locked offers `offerIds` a buyer `customerKey` has already used as often as allowed. It is a
 * separate statement, so that it sees the uses it waited for.
 */
export const findUsedUpBy = statement('offers.find_used_up_by')`
  select offer_id from offers o where offer_id = any($offerIds::text[])
    and (select count(*) from offer_uses u where u.offer_id = o.offer_id and u.customer_key = $customerKey) >= uses_per_customer_max`

/** Records which offers a cart was denied (no `customerKey`: for everyone), and forgets those before `deniedAt`. */
export const denyOffers = statement('offers.deny')`
  with old as (
    delete from offer_denials where denied_at < $deniedAt and not (owner_id = $ownerId and offer_id = any($offerIds::text[]))
  )
  insert into offer_denials (owner_id, offer_id, customer_key, denied_at)
  select $ownerId, d.offer_id, d.customer_key, $now from unnest($offerIds::text[], $customerKeys::text[]) as d (offer_id, customer_key)
  on conflict (owner_id, offer_id) do update set customer_key = excluded.customer_key, denied_at = excluded.denied_at`

export const forgetDenials = statement('offers.forget_denials')`
  delete from offer_denials where owner_id = $ownerId and customer_key <> $customerKey`

/** Lists denials; a buyer's own count since `deniedAt`. */
export const listDenials = statement('offers.list_denials')`
  select offer_id, customer_key from offer_denials where owner_id = $ownerId and (customer_key is null or denied_at > $deniedAt)`

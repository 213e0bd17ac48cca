/** All SQL of making and changing offers; that of using them stands in use-queries.ts. */
import { type NoParameters, statement } from '#server/platform/statement.ts'
import type { OfferRow } from './offer-row.ts'

const COLUMNS = `o.offer_id, o.name, o.kind, o.value, o.lead_types, o.tiers, o.sizes, o.states, o.starts_at, o.ends_at, o.is_active,
  o.is_combinable, o.uses_max, o.uses_per_customer_max, o.used, o.standard, o.revision, o.created_at`

/** Every node that keeps offers reads them again. */
const TELL = `pg_notify('catalogue_changed', 'offers') as told`

/** What an offer has cost; PostgreSQL's bigint comes as text. */
export interface OfferWithFigures extends OfferRow {
  orders: number
  discount_cents: string
  bonus_leads: string
  bonus_worth_cents: string
}

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

/** All offers that are not removed, as each node keeps them. */
export const listStanding = statement<NoParameters, OfferRow>(
  'offers.list_standing',
  `select ${COLUMNS} from offers o where o.removed_at is null order by o.created_at, o.offer_id`,
)

/** The same with what they have cost: the standard ones, then the newest first. */
export const listWithFigures = statement<NoParameters, OfferWithFigures>(
  'offers.list_with_figures',
  `select ${WITH_FIGURES} where o.removed_at is null order by o.standard desc nulls last, o.created_at desc, o.offer_id desc`,
)

/** `offerId` offer, also a removed one. */
export const findOffer = statement<{ offerId: string }, OfferWithFigures>(
  'offers.find',
  `select ${WITH_FIGURES} where o.offer_id = $offerId`,
)

export const findAttempt = statement<{ attemptId: string }, OfferWithFigures>(
  'offers.find_attempt',
  `select ${WITH_FIGURES} where o.attempt_id = $attemptId`,
)

/** An offer that is not removed, which nobody else changes or uses until the transaction ends. */
export const lockOffer = statement<{ offerId: string }, OfferRow>(
  'offers.lock',
  `select ${COLUMNS} from offers o where o.offer_id = $offerId and o.removed_at is null for update`,
)

/** Lets one offer be made at a time, so that their number can be counted. */
export const lockList = statement('offers.lock_list', `select pg_advisory_xact_lock(hashtext('offers.list'))`)

export const countStanding = statement<NoParameters, { offers: number }>(
  'offers.count_standing',
  'select count(*)::int as offers from offers where removed_at is null',
)

/** `usesMax` most uses, `usesPerCustomerMax` most per customer, `createdAt` now. */
export const insertOffer = statement<{
  offerId: string
  name: string
  kind: string
  value: number
  leadTypes: readonly string[]
  tiers: readonly string[]
  sizes: readonly number[]
  states: readonly string[]
  startsAt: Date | null
  endsAt: Date | null
  isCombinable: boolean
  usesMax: number | null
  usesPerCustomerMax: number | null
  attemptId: string
  createdAt: Date
  createdBy: string
}>(
  'offers.insert',
  `with made as (
     insert into offers (offer_id, name, kind, value, lead_types, tiers, sizes, states, starts_at, ends_at, is_combinable, uses_max,
       uses_per_customer_max, attempt_id, created_at, created_by, is_active)
     values ($offerId, $name, $kind, $value, $leadTypes, $tiers, $sizes, $states, $startsAt, $endsAt, $isCombinable, $usesMax, $usesPerCustomerMax, $attemptId, $createdAt, $createdBy, true) returning 1
   )
   select ${TELL} from made`,
)

/** Values as in `insertOffer` up to `usesPerCustomerMax`. */
export const updateOffer = statement<{
  offerId: string
  name: string
  kind: string
  value: number
  leadTypes: readonly string[]
  tiers: readonly string[]
  sizes: readonly number[]
  states: readonly string[]
  startsAt: Date | null
  endsAt: Date | null
  isCombinable: boolean
  usesMax: number | null
  usesPerCustomerMax: number | null
}>(
  'offers.update',
  `with changed as (
     update offers set name = $name, kind = $kind, value = $value, lead_types = $leadTypes, tiers = $tiers, sizes = $sizes, states = $states, starts_at = $startsAt,
       ends_at = $endsAt, is_combinable = $isCombinable, uses_max = $usesMax, uses_per_customer_max = $usesPerCustomerMax, revision = revision + 1
     where offer_id = $offerId returning 1
   )
   select ${TELL} from changed`,
)

/** `isActive` on or off. */
export const switchOffer = statement<{ offerId: string; isActive: boolean }>(
  'offers.switch',
  `with changed as (
     update offers set is_active = $isActive, revision = revision + 1 where offer_id = $offerId returning 1
   )
   select ${TELL} from changed`,
)

export const removeOffer = statement<{ offerId: string; now: Date }>(
  'offers.remove',
  `with changed as (
     update offers set removed_at = $now, is_active = false, revision = revision + 1 where offer_id = $offerId returning 1
   )
   select ${TELL} from changed`,
)

/** The 48 prices. */
export const listPrices = statement<
  NoParameters,
  { lead_type: string; tier: string; size: number; price_cents: number }
>('offers.list_prices', 'select lead_type, tier, size, price_cents from prices')

/** Packages in carts right now. */
export const listPackagesInCarts = statement<{ now: Date }, { package_id: string; units: number }>(
  'offers.list_packages_in_carts',
  `select package_id, count(*)::int as units from holds
   where state = 'live' and expires_at > $now and owner_kind in ('cart', 'user') group by package_id`,
)

import { isInStock, shownUnits } from '#server/features/stock/stock-changes.ts'
import { type RowOf, statement } from '#server/platform/database/statement.ts'

/**
 * Writes a request and watches its package. A repeated ask keeps its place in line, or starts anew if its time was
 * over. No row: unknown package. `is_in_stock`: nothing was written.
 */
export const writeRequest = statement('buyers.write_restock_request')`
  with wanted as materialized (
    select p.package_id, ${isInStock('p')} as is_in_stock from packages p where p.package_id = $packageId
  ), watched as (
    insert into restock_watches as w (package_id, is_out) select package_id, true from wanted where not is_in_stock
    on conflict (package_id) do update set is_out = true where not w.is_out
  ), asked as (
    insert into restock_requests as r
      (request_id, customer_key, email, package_id, confirm_fingerprint, end_fingerprint, asked_at, expires_at)
    select $requestId, $customerKey, $email, package_id, $confirmFingerprint, $endFingerprint, $now, $expiresAt
    from wanted where not is_in_stock
    on conflict (customer_key, package_id) do update set
      asks = r.asks + 1,
      asked_at = case when r.expires_at > $now then r.asked_at else $now end,
      confirmed_at = case when r.expires_at > $now then r.confirmed_at end,
      expires_at = case when r.expires_at > $now and r.confirmed_at is not null then r.expires_at else $expiresAt end
    returning request_id, asks
  )
  select wanted.is_in_stock, asked.request_id, asked.asks from wanted left join asked on true`

/** Of a locked address (`lockName`), unless it has the maximum already. A confirmed one stays as it is. */
export const confirmRequest = statement('buyers.confirm_restock_request')`
  update restock_requests set
    confirmed_at = coalesce(confirmed_at, $now),
    expires_at = case when confirmed_at is null then $expiresAt else expires_at end
  where request_id = $requestId and (confirmed_at is not null or $requestsMax > (
    select count(*) from restock_requests o
    where o.customer_key = $customerKey and o.confirmed_at is not null and o.expires_at > $now))
  returning request_id`

const REQUEST = `select r.request_id, r.customer_key, r.email, r.package_id, r.asked_at, r.confirmed_at, r.expires_at, r.told_at,
     ${shownUnits('p')} as available from restock_requests r join packages p using (package_id)`

export const findByConfirmLink = statement('buyers.find_restock_by_confirm_link')`
  ${REQUEST} where r.confirm_fingerprint = $confirmFingerprint and r.expires_at > $now`

export const findRequest = statement('buyers.find_restock_request')`
  ${REQUEST} where r.request_id = $requestId and r.expires_at > $now`

export type RequestRow = RowOf<typeof findRequest>

export const listRequests = statement('buyers.list_restock_requests')`
  ${REQUEST} where r.customer_key = $customerKey and r.confirmed_at is not null and r.expires_at > $now
  order by r.asked_at, r.request_id limit $requestsMax`

export const endByLink = statement('buyers.end_restock_by_link')`
  delete from restock_requests where end_fingerprint = $endFingerprint
  returning request_id, package_id, asks, notices`

/** Its emails are named after it and numbered. */
export type EndedRequest = RowOf<typeof endByLink>

export const endOfCustomer = statement('buyers.end_restock_of_customer')`
  delete from restock_requests where request_id = $requestId and customer_key = $customerKey
  returning request_id, package_id, asks, notices`

export const endRefused = statement('buyers.end_restock_refused')`
  delete from restock_requests where request_id = $requestId returning request_id, package_id, asks, notices`

export const endOld = statement('buyers.end_old_restocks')`
  delete from restock_requests where request_id = any(array(
    select request_id from restock_requests where expires_at < $before order by expires_at limit $limit for update skip locked))
  returning request_id, package_id, asks, notices`

const NO_ONE_WAITS = 'not exists (select from restock_requests r where r.package_id = w.package_id)'

/** A request that is being written keeps its watch locked. */
export const lockIdleWatches = statement('buyers.lock_idle_restock_watches')`
  select package_id from restock_watches w where ${NO_ONE_WAITS} limit $limit for update skip locked`

/** Apart from the locking, so that it sees what was written before the locks. */
export const deleteIdleWatches = statement('buyers.delete_idle_restock_watches')`
  delete from restock_watches w where package_id = any($packageIds::text[]) and ${NO_ONE_WAITS}`

/** Starts a restock for watched packages that are in stock again. In id order, so that nodes do not deadlock. */
export const lookAtStock = statement('buyers.look_at_stock')`
  with changed as materialized (
    select w.package_id, seen.is_in, seen.units from restock_watches w join packages p using (package_id),
      lateral (select ${isInStock('p')} as is_in, ${shownUnits('p')} as units) seen
    where w.is_out = seen.is_in or (seen.is_in and seen.units > w.units_most)
    order by w.package_id for update of w
  )
  update restock_watches w set
    is_out = not changed.is_in,
    restocks = w.restocks + case when w.is_out and changed.is_in then 1 else 0 end,
    told = case when w.is_out and changed.is_in then 0 else w.told end,
    units_most = case when w.is_out or not changed.is_in then changed.units else greatest(w.units_most, changed.units) end
  from changed where w.package_id = changed.package_id
  returning w.package_id`

/**
 * Takes up to `limit` requests whose turn it is to be told of a restock: at most as many of a package as it had units,
 * each once for a restock and none that was told after `toldBefore`. First those that were never told, in the order of
 * asking, then those that were told longest ago. Rows come in that order.
 */
export const takeTurns = statement('buyers.take_restock_turns')`
  with back as materialized (
    select package_id, restocks, units_most - told as places from restock_watches
    where not is_out and units_most > told order by package_id for update
  ), picked as materialized (
    select first.*, back.restocks, row_number() over (order by back.package_id, first.told_at nulls first, first.asked_at, first.request_id) as place
    from back, lateral (
      select r.request_id, r.told_at, r.asked_at from restock_requests r
      where r.package_id = back.package_id and r.confirmed_at is not null and r.expires_at > $now
        and r.told_restock is distinct from back.restocks and (r.told_at is null or r.told_at <= $toldBefore)
      order by r.told_at nulls first, r.asked_at, r.request_id limit back.places) first
    order by place limit $limit
  ), taken as (
    update restock_requests r set told_restock = picked.restocks, told_at = $now, notices = r.notices + 1
    from picked where r.request_id = picked.request_id and r.told_restock is distinct from picked.restocks
    returning r.request_id, r.package_id, r.notices
  ), counted as (
    update restock_watches w set told = w.told + of_package.requests
    from (select package_id, count(*)::int as requests from taken group by package_id) of_package
    where w.package_id = of_package.package_id
  )
  select taken.request_id, taken.notices from taken join picked using (request_id) order by picked.place`

/** Its package sold out before the email was written. */
export const giveTurnBack = statement('buyers.give_restock_turn_back')`
  update restock_requests set told_restock = null, told_at = null where request_id = $requestId`

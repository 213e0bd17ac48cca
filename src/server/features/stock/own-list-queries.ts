import { type RowOf, statement } from '#server/platform/database/statement.ts'

export interface PhoneList {
  readonly listNo: number
  readonly phones: number
}

export type OwnLists = { readonly withAddresses: readonly number[]; readonly withPhones: readonly PhoneList[] }

/** Lists count once their buyer paid for leads: for free, anyone could list addresses and see which are for sale. */
const HAS_BOUGHT = 'exists (select from order_leads where buyer_key = $buyerKey and returned_at is null)'

/** As columns: the numbers of the lists of the buyer `$buyerKey` (null: unknown) that count, and an array of `PhoneList`. */
export const OWN_LISTS = `
  array(select list_no from own_lists where buyer_key = $buyerKey? and addresses > 0 and ${HAS_BOUGHT}) as address_list_nos,
  (select coalesce(jsonb_agg(jsonb_build_object('listNo', list_no, 'phones', phones)), '[]')
    from own_lists where buyer_key = $buyerKey and phones > 0 and ${HAS_BOUGHT}) as phone_lists`

export const findOwnLists = statement('own_lists.find')`select ${OWN_LISTS}`.as<{ phone_lists: PhoneList[] }>()

export type OwnListsRow = RowOf<typeof findOwnLists>

export const findPhoneFilter = statement('own_lists.find_phone_filter')`
  select phone_filter from own_lists where list_no = $listNo`

/**
 * As SQL: whether `property` is on none of the lists `$listNos`. Looked up by its index for each lead: a join could
 * read a million keys or lose the order in which leads are picked (place-lead-hold.plans.long.test.ts).
 */
export const isOnNoList = (property: string): string =>
  `(cardinality($listNos::int[]) = 0 or coalesce((
     select false from own_list_keys k where k.list_no = any($listNos::int[]) and k.key = ${property} limit 1), true))`

/** As SQL: a line for each of `leads`, its id and its phones as JSON. One text: rows are slower for the driver. */
export const phoneLines = (leads: string): string =>
  `(select string_agg(l.lead_id || coalesce((select jsonb_path_query_array(d.phones, '$[*].number')::text
      from lead_details d where d.lead_id = l.lead_id), ''), E'\\n') from ${leads} l)`

export const phonesOfHold = statement('own_lists.phones_of_hold')`
  select ${phoneLines('(select lead_id from hold_leads where hold_id = $holdId)')} as phones`.as<{
  phones: string | null
}>()

export const findKeys = statement('own_lists.find_keys')`
  select key, min(added_at) as added_at from own_list_keys
  where list_no = any($listNos::int[]) and key = any($keys::uuid[]) group by key`

export const lockOwnLists = statement('own_lists.lock')`select pg_advisory_xact_lock(7305104, hashtext($buyerKey))`

export const listOwnLists = statement('own_lists.list')`
  select list_id, list_no, name, addresses, phones, created_at, changed_at from own_lists
  where buyer_key = $buyerKey order by created_at, list_id`
export type OwnListRow = RowOf<typeof listOwnLists>

export const nextListNo = statement('own_lists.next_no')`select nextval('own_list_numbers')::int as list_no`

export const countRows = statement('own_lists.count_rows')`
  select (count(distinct key) filter (where not is_phone))::int as addresses, (count(distinct key) filter (where is_phone))::int as phones
  from own_list_rows where upload_no = $uploadNo`

/** Adds the fingerprints of a file, each once; how many. One that the lists `formerNos` have keeps its time. */
export const addKeys = statement('own_lists.add_keys')`
  with added as (
    insert into own_list_keys (list_no, key, added_at)
    select $listNo, given.key, coalesce((
      select min(f.added_at) from own_list_keys f where f.list_no = any($formerNos::int[]) and f.key = given.key), $now)
    from (select distinct key from own_list_rows where upload_no = $uploadNo order by key) as given
    returning key
  )
  select count(*)::int as keys from added`

export const listPhoneRows = statement('own_lists.list_phone_rows')`
  select key from own_list_rows where upload_no = $uploadNo and is_phone and key > $after::uuid order by key limit $limit`

export const writeOwnList = statement('own_lists.write')`
  insert into own_lists (list_id, list_no, buyer_key, name, attempt_id, addresses, phones, phone_filter, created_at, changed_at)
  values ($listId, $listNo, $buyerKey, $name, $listId, $addresses, $phones, $phoneFilter?, $now, $now)
  returning list_id, list_no, name, addresses, phones, created_at, changed_at`

export const endOwnList = statement('own_lists.end')`
  with ended as (
    delete from own_lists where list_id = $listId and buyer_key = $buyerKey returning list_id, list_no
  ), left_over as (
    insert into own_list_remains (list_no) select list_no from ended
  )
  select list_id from ended`

export const forgetOwnLists = statement('own_lists.forget')`
  with ended as (
    delete from own_lists where list_id = any(array(
      select list_id from own_lists where changed_at < $before order by changed_at limit $limit for update skip locked))
    returning list_no
  ), left_over as (
    insert into own_list_remains (list_no) select list_no from ended returning list_no
  )
  select count(*)::int as rows from left_over`

export const findRemains = statement('own_lists.find_remains')`
  select list_no from own_list_remains order by list_no limit $limit`

export const deleteKeys = statement('own_lists.delete_keys')`
  with gone as (
    delete from own_list_keys where list_no = $listNo and key = any(array(
      select key from own_list_keys where list_no = $listNo order by key limit $limit))
    returning key
  )
  select count(*)::int as rows from gone`

export const dropRemains = statement('own_lists.drop_remains')`delete from own_list_remains where list_no = $listNo`

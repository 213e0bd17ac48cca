/** Accounts, sessions and mailed links belong to `members`. */
import { tellSession } from '#server/features/members/session-word.ts'
import { type RowOf, statement } from '#server/platform/database/statement.ts'

const MEMBER = `user_id, username, email, phone, role, is_verified, invited_at, created_at, commission_bps, exists (
  select from second_factors f where f.user_id = users.user_id and f.confirmed_at is not null) as has_second_factor`

export const listMembers = statement('team.list')`
  select ${MEMBER} from users where disabled_at is null order by lower(username), user_id`

export const findMember = statement('team.find')`
  select ${MEMBER} from users where user_id = $userId and disabled_at is null`
export type TeamMemberRow = RowOf<typeof findMember>

export const lockMember = statement('team.lock')`
  select ${MEMBER} from users where user_id = $userId and disabled_at is null for no key update`

/** Locks everyone who may remove members, in one order: if two removals would leave no one, one sees the other. */
export const lockAdministrators = statement('team.lock_administrators')`
  select user_id from users where role = 'admin' and disabled_at is null order by user_id for no key update`

export const lockFormer = statement('team.lock_former')`
  select user_id from users where email = lower($email) and disabled_at is not null for no key update`

/** Restores a former member as a new one with their sales. */
export const letInAgain = statement('team.let_in_again')`
  with links as (delete from identities where user_id = $userId)
  update users set disabled_at = null, username = $username, role = $role, commission_bps = $commissionBps, is_verified = false, phone = null,
    updated_at = $now, created_at = $now where user_id = $userId`

export const changeNameAndPhone = statement('team.change_name_and_phone')`
  update users set username = $username, phone = $phone?, updated_at = $now where user_id = $userId`

/** `invitedAt` now, or null once a password was chosen. */
export const markInvited = statement('team.mark_invited')`
  update users set invited_at = $invitedAt? where user_id = $userId`

export const setRate = statement('team.set_rate')`
  with noted as (
    insert into commission_rates (user_id, since, rate_bps, set_by) values ($userId, $now, $commissionBps, $setBy)
    on conflict (user_id, since) do update set rate_bps = excluded.rate_bps, set_by = excluded.set_by
  )
  update users set commission_bps = $commissionBps, updated_at = $now where user_id = $userId`

export const listRates = statement('team.list_rates')`
  select rate_bps, since, set_by from commission_rates where user_id = $userId order by since desc`

export const disable = statement('team.disable')`
  with ended as (delete from sessions where user_id = $userId),
  passkeys as (delete from passkeys where user_id = $userId),
  keys as (delete from api_keys where owner_id = 'user:' || $userId),
  links as (delete from verifications where user_id = $userId),
  views as (delete from saved_views where user_id = $userId)
  update users set disabled_at = $now, updated_at = $now, invited_at = null where user_id = $userId returning ${tellSession('user_id')} as told`

/** If the successor already has a customer with that address, the two become one, with both notes. */
export const passCustomersOn = statement('team.pass_customers_on')`
  with theirs as materialized (
    select customer_id, lower(email) as email, notes, last_sale_at, spent_cents from customers where rep_id = $repId for update
  ), known as materialized (
    select t.customer_id as old_id, k.customer_id as new_id, t.notes, t.last_sale_at, t.spent_cents from theirs t
    join customers k on k.rep_id = $successorId and lower(k.email) = t.email
  ), pointed as (
    update payment_requests r set customer_id = known.new_id from known where r.customer_id = known.old_id
  ), noted as (
    update customers c set notes = left(concat_ws(E'\\n\\n', nullif(c.notes, ''), nullif(known.notes, '')), 5000),
      last_sale_at = greatest(c.last_sale_at, known.last_sale_at), spent_cents = c.spent_cents + known.spent_cents
    from known where c.customer_id = known.new_id
  ), gone as (
    delete from customers c using known where c.customer_id = known.old_id
  ), passed as (
    update customers c set rep_id = $successorId from theirs
    where c.customer_id = theirs.customer_id and not exists (select from known where known.old_id = c.customer_id)
  )
  select count(*)::int as customers from theirs`

/** Moves unpaid requests to the successor, with the successor's rate. */
export const passLinksOn = statement('team.pass_links_on')`
  with waiting as (
    update payment_requests set rep_id = $successorId, attempt_id = null where rep_id = $repId and status = 'sent' returning order_id
  ), orders as (
    update orders o set rep_id = $successorId, commission_bps = $commissionBps from waiting
    where o.order_id = waiting.order_id and o.state = 'awaiting_payment'
  )
  select count(*)::int as links from waiting`

/** All SQL of opting out. */
import { statement } from '#server/platform/database.ts'

/**
 * Writes a request: $1 id, $2 property, $3 normalised address, $4 ZIP, $5 where its receipt goes, $6 fingerprint of that, $7 now.
 * No row when the same was asked for with the same receipt before.
 */
export const writeRequest = statement<{ request_id: string }>(
  'opt_out.write_request',
  `insert into opt_out_requests (request_id, property_key, address, zip, email, email_key, asked_at)
   values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning request_id`,
)

/** Writes a request that waits to be confirmed: $1 id, $2 fingerprint of its token, $3 properties, $4 addresses, $5 ZIP, $6 email, $7 now. */
export const writeConfirmation = statement(
  'opt_out.write_confirmation',
  `insert into opt_out_confirmations (confirmation_id, token_fingerprint, property_keys, addresses, zip, email, asked_at)
   values ($1, $2, $3::uuid[], $4::text[], $5, $6, $7)`,
)

/** $1 request that waits, if it was asked for after $2. */
export const findConfirmation = statement<{ email: string; zip: string; asked_at: Date }>(
  'opt_out.find_confirmation',
  'select email, zip, asked_at from opt_out_confirmations where confirmation_id = $1 and asked_at > $2',
)

/** Takes the request that waits with the token $1, once, if it was asked for after $2. */
export const takeConfirmation = statement<{ property_keys: string[]; addresses: string[]; zip: string; email: string }>(
  'opt_out.take_confirmation',
  `delete from opt_out_confirmations where token_fingerprint = $1 and asked_at > $2
   returning property_keys, addresses, zip, email`,
)

/** Deletes up to $2 requests that nobody confirmed before $1, and takes their addresses out of the log of messages. */
export const forgetConfirmations = statement<{ rows: number }>(
  'opt_out.forget_confirmations',
  `with gone as (
     delete from opt_out_confirmations where confirmation_id = any(array(
       select confirmation_id from opt_out_confirmations where asked_at < $1 order by asked_at limit $2 for update skip locked))
     returning confirmation_id
   ), logged as (
     update messages m set sent_to = null, last_error = null from gone
     where m.message_id = 'opt_out_confirmation.' || gone.confirmation_id
   )
   select count(*)::int as rows from gone`,
)

/** Who is told when many owners ask at once. */
export const listAdministrators = statement<{ user_id: string }>(
  'opt_out.list_administrators',
  `select user_id from users where role = 'admin' and disabled_at is null order by user_id`,
)

/** $1 member. No row when they are no administrator (any more). */
export const findAdministrator = statement<{ email: string; username: string }>(
  'opt_out.find_administrator',
  `select email, username from users where user_id = $1 and role = 'admin' and disabled_at is null`,
)

/** The address of the property $1, as somebody typed it who asked; none once its notices are written. */
export const findAskedAddress = statement<{ address: string }>(
  'opt_out.find_address',
  'select address from opt_out_requests where property_key = $1 and address is not null limit 1',
)

/** Forgets the address of the property $1: its notices are written. */
export const forgetAskedAddress = statement(
  'opt_out.forget_asked_address',
  'update opt_out_requests set address = null where property_key = $1 and address is not null',
)

/** $1 ids, $2 property, $3 buyers, $4 their orders, $5 address, $6 now. Returns those who were not told before. */
export const writeNotices = statement<{ notice_id: string; order_id: string }>(
  'opt_out.write_notices',
  `insert into opt_out_notices (notice_id, property_key, buyer_key, order_id, address, created_at)
   select notice_id, $2, buyer_key, order_id, $5, $6 from unnest($1::text[], $3::text[], $4::text[]) as n (notice_id, buyer_key, order_id)
   on conflict do nothing returning notice_id, order_id`,
)

export interface NoticeRow {
  address: string | null
  email: string | null
  reference: string
  full_name: string | null
  paid_at: Date | null
  total_cents: number
}

/** $1 notice. */
export const findNotice = statement<NoticeRow>(
  'opt_out.find_notice',
  `select n.address, o.email, o.reference, o.full_name, o.paid_at, o.total_cents
   from opt_out_notices n join orders o on o.order_id = n.order_id
   where n.notice_id = $1`,
)

/** $1 notice: its buyer was told. */
export const noteTold = statement('opt_out.note_told', 'update opt_out_notices set address = null where notice_id = $1')

/** $1 request. */
export const findReceipt = statement<{ email: string | null; zip: string; asked_at: Date }>(
  'opt_out.find_receipt',
  'select email, zip, asked_at from opt_out_requests where request_id = $1',
)

/** $1 request: its receipt was sent. */
export const noteReceiptSent = statement(
  'opt_out.note_receipt_sent',
  'update opt_out_requests set email = null where request_id = $1',
)

/** Deletes up to $2 requests before $1, the oldest first, and takes the addresses of their receipts out of the log of messages. */
export const forgetRequests = statement<{ rows: number }>(
  'opt_out.forget_requests',
  `with gone as (
     delete from opt_out_requests where request_id = any(array(
       select request_id from opt_out_requests where asked_at < $1 order by asked_at limit $2 for update skip locked))
     returning request_id
   ), logged as (
     update messages m set sent_to = null, last_error = null from gone
     where m.message_id = 'opt_out_receipt.' || gone.request_id
   )
   select count(*)::int as rows from gone`,
)

/** Forgets the addresses of up to $2 notices before $1 that could not be told. */
export const forgetUntold = statement<{ rows: number }>(
  'opt_out.forget_untold',
  `with gone as (
     update opt_out_notices set address = null where notice_id = any(array(
       select notice_id from opt_out_notices where address is not null and created_at < $1
       order by created_at limit $2 for update skip locked))
     returning notice_id
   )
   select count(*)::int as rows from gone`,
)

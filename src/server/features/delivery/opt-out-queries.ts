/** SQL for opting out. */
import { statement } from '#server/platform/statement.ts'

/**
 * Adds a request. `email` is where its receipt goes, `emailKey` the fingerprint of that. No row if the same was
 * requested with the same receipt before.
 */
export const writeRequest = statement<
  {
    requestId: string
    propertyKey: string
    address: string
    zip: string
    email: string | null
    emailKey: string | null
    now: Date
  },
  { request_id: string }
>(
  'opt_out.write_request',
  `insert into opt_out_requests (request_id, property_key, address, zip, email, email_key, asked_at)
   values ($requestId, $propertyKey, $address, $zip, $email, $emailKey, $now) on conflict do nothing returning request_id`,
)

/** Adds a request that waits for confirmation. */
export const writeConfirmation = statement<{
  confirmationId: string
  tokenFingerprint: string
  propertyKeys: readonly string[]
  addresses: readonly string[]
  zip: string
  email: string
  now: Date
}>(
  'opt_out.write_confirmation',
  `insert into opt_out_confirmations (confirmation_id, token_fingerprint, property_keys, addresses, zip, email, asked_at)
   values ($confirmationId, $tokenFingerprint, $propertyKeys::uuid[], $addresses::text[], $zip, $email, $now)`,
)

/** Finds a request that waits for confirmation, if it was made after `since`. */
export const findConfirmation = statement<
  { confirmationId: string; since: Date },
  { email: string; zip: string; asked_at: Date }
>(
  'opt_out.find_confirmation',
  'select email, zip, asked_at from opt_out_confirmations where confirmation_id = $confirmationId and asked_at > $since',
)

/** Takes the waiting request with the token `tokenFingerprint`, once, if it was made after `since`. */
export const takeConfirmation = statement<
  { tokenFingerprint: string; since: Date },
  { property_keys: string[]; addresses: string[]; zip: string; email: string }
>(
  'opt_out.take_confirmation',
  `delete from opt_out_confirmations where token_fingerprint = $tokenFingerprint and asked_at > $since
   returning property_keys, addresses, zip, email`,
)

/** Deletes up to `limit` requests that no one confirmed before `askedAt`, and removes their addresses from the message log. */
export const forgetConfirmations = statement<{ before: Date; limit: number }, { rows: number }>(
  'opt_out.forget_confirmations',
  `with gone as (
     delete from opt_out_confirmations where confirmation_id = any(array(
       select confirmation_id from opt_out_confirmations where asked_at < $before order by asked_at limit $limit for update skip locked))
     returning confirmation_id
   ), logged as (
     update messages m set sent_to = null, last_error = null from gone
     where m.message_id = 'opt_out_confirmation.' || gone.confirmation_id
   )
   select count(*)::int as rows from gone`,
)

/** Finds the address of the property `propertyKey` as someone typed it; none once its notices are written. */
export const findAskedAddress = statement<{ propertyKey: string }, { address: string }>(
  'opt_out.find_address',
  'select address from opt_out_requests where property_key = $propertyKey and address is not null limit 1',
)

/** Forgets the address of the property `propertyKey`, because its notices are written. */
export const forgetAskedAddress = statement<{ propertyKey: string }>(
  'opt_out.forget_asked_address',
  'update opt_out_requests set address = null where property_key = $propertyKey and address is not null',
)

/** Adds notices; returns those for buyers who were not told before. */
export const writeNotices = statement<
  {
    noticeIds: readonly string[]
    propertyKey: string
    buyerKeys: readonly string[]
    orderIds: readonly string[]
    address: string
    now: Date
  },
  { notice_id: string; order_id: string }
>(
  'opt_out.write_notices',
  `insert into opt_out_notices (notice_id, property_key, buyer_key, order_id, address, created_at)
   select notice_id, $propertyKey, buyer_key, order_id, $address, $now from unnest($noticeIds::text[], $buyerKeys::text[], $orderIds::text[]) as n (notice_id, buyer_key, order_id)
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

export const findNotice = statement<{ noticeId: string }, NoticeRow>(
  'opt_out.find_notice',
  `select n.address, o.email, o.reference, o.full_name, o.paid_at, o.total_cents
   from opt_out_notices n join orders o on o.order_id = n.order_id
   where n.notice_id = $noticeId`,
)

/** Forgets the address of a notice whose buyer was told. */
export const recordTold = statement<{ noticeId: string }>(
  'opt_out.note_told',
  'update opt_out_notices set address = null where notice_id = $noticeId',
)

export const findReceipt = statement<{ requestId: string }, { email: string | null; zip: string; asked_at: Date }>(
  'opt_out.find_receipt',
  'select email, zip, asked_at from opt_out_requests where request_id = $requestId',
)

/** Forgets the address that a receipt was sent to. */
export const recordReceiptSent = statement<{ requestId: string }>(
  'opt_out.note_receipt_sent',
  'update opt_out_requests set email = null where request_id = $requestId',
)

/**
 * Deletes up to `limit` requests before `before`, oldest first, and removes the addresses of their receipts from the
 * message log.
 */
export const forgetRequests = statement<{ before: Date; limit: number }, { rows: number }>(
  'opt_out.forget_requests',
  `with gone as (
     delete from opt_out_requests where request_id = any(array(
       select request_id from opt_out_requests where asked_at < $before order by asked_at limit $limit for update skip locked))
     returning request_id
   ), logged as (
     update messages m set sent_to = null, last_error = null from gone
     where m.message_id = 'opt_out_receipt.' || gone.request_id
   )
   select count(*)::int as rows from gone`,
)

/** Forgets the addresses of up to `limit` notices before `before` that could not be delivered. */
export const forgetUntold = statement<{ before: Date; limit: number }, { rows: number }>(
  'opt_out.forget_untold',
  `with gone as (
     update opt_out_notices set address = null where notice_id = any(array(
       select notice_id from opt_out_notices where address is not null and created_at < $before
       order by created_at limit $limit for update skip locked))
     returning notice_id
   )
   select count(*)::int as rows from gone`,
)

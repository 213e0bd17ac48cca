/** The SQL of buyers' addresses. */
import { statement } from '#server/platform/database.ts'

/**
 * Notes the address of a paid order and, where no paid order had it before, writes the message that asks to confirm it;
 * of two orders at once one does: $1 address, $2 order, $3 now.
 */
export const welcomeBuyer = statement(
  'notifications.welcome_buyer',
  `with first as (
     insert into buyer_addresses (address, order_id, created_at) values (lower($1), $2, $3)
     on conflict do nothing returning order_id
   )
   insert into messages (message_id, kind, subject_id, created_at)
   select 'buyer_verification.' || order_id, 'buyer_verification', order_id, $3 from first`,
)

/**
 * Adds the fingerprint of a token to the link of an address, unless it is verified: $1 order, $2 fingerprint,
 * $3 when the link ends. The tokens before stay, since nobody knows which try of sending arrived.
 */
export const addVerificationToken = statement<{ order_id: string }>(
  'notifications.add_verification_token',
  `update buyer_addresses set token_fingerprints = token_fingerprints || $2::text, link_expires_at = $3
   where order_id = $1 and verified_at is null returning order_id`,
)

/** Uses a link up: $1 order, $2 the token's fingerprint, $3 now. No row where it was used, is over or was never made. */
export const markAddressVerified = statement<{ order_id: string }>(
  'notifications.mark_address_verified',
  `update buyer_addresses set verified_at = $3, token_fingerprints = '{}'
   where order_id = $1 and $2 = any(token_fingerprints) and link_expires_at > $3 and verified_at is null
   returning order_id`,
)

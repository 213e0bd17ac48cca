/** The SQL of buyers' addresses. */
import { statement } from '#server/platform/statement.ts'

/**
 * Notes the address of a paid order and, where no paid order had it before, writes the message that asks to confirm it; of two
 * orders at once one does: `email` address.
 */
export const welcomeBuyer = statement<{ email: string | null; orderId: string; now: Date }>(
  'notifications.welcome_buyer',
  `with first as (
     insert into buyer_addresses (address, order_id, created_at) values (lower($email), $orderId, $now)
     on conflict do nothing returning order_id
   )
   insert into messages (message_id, kind, subject_id, created_at)
   select 'buyer_verification.' || order_id, 'buyer_verification', order_id, $now from first`,
)

/**
 * Adds the fingerprint of a token to the link of an address, unless it is verified: `token` fingerprint, `linkExpiresAt` when
 * the link ends. The tokens before stay, since nobody knows which try of sending arrived.
 */
export const addVerificationToken = statement<
  { orderId: string; token: string; linkExpiresAt: Date },
  { order_id: string }
>(
  'notifications.add_verification_token',
  `update buyer_addresses set token_fingerprints = token_fingerprints || $token::text, link_expires_at = $linkExpiresAt
   where order_id = $orderId and verified_at is null returning order_id`,
)

/** Uses a link up: `token` the token's fingerprint. No row where it was used, is over or was never made. */
export const markAddressVerified = statement<{ orderId: string; token: string; now: Date }, { order_id: string }>(
  'notifications.mark_address_verified',
  `update buyer_addresses set verified_at = $now, token_fingerprints = '{}'
   where order_id = $orderId and $token = any(token_fingerprints) and link_expires_at > $now and verified_at is null
   returning order_id`,
)

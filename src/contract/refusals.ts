import { CLAIM_ORDER_FILES_MAX, CLAIM_ORDER_MEGABYTES_MAX } from './claims/claim-reasons.ts'
import { SIGN_IN_REFUSALS } from './members/sign-in-refusals.ts'
import { cardsUnavailable } from './payments/cards-unavailable.ts'
import { refusal } from './refusal.ts'

/**
 * Every expected no of the product: a code, its HTTP status and the sentence for people. A code exists if a screen says
 * or does something different for it. An endpoint lists the codes that it may answer with. Some sentences must stay
 * word for word (docs/product.md#fixed-texts).
 */
export const REFUSALS = {
  // For every endpoint.
  bad_request: refusal(400, 'We could not read the request. Check the values and try again.'),
  unauthenticated: refusal(401, 'Please log in to continue.'),
  forbidden: refusal(403, 'You do not have permission to do this.'),
  cross_site: refusal(403, 'This request came from another site, so it was blocked.'),
  not_found: refusal(404, 'Nothing was found at this address.'),
  body_too_large: refusal(413, 'The request is too large.'),
  unsupported_media_type: refusal(415, 'Send the request as JSON (content-type application/json).'),
  rate_limited: refusal(429, 'Too many requests. Wait a moment and try again.'),
  internal: refusal(500, 'Something went wrong on our end. Try again, or give support the request ID.'),
  unavailable: refusal(503, 'The store is temporarily unavailable. Please try again: nothing happens twice.'),

  // The buyer’s desk.
  desk_closed: refusal(401, 'Your orders are not open in this browser. Enter your email address to get a code.'),
  desk_code_wrong: refusal(
    400,
    'That code is wrong, was already used, or has expired. Check the latest email, or request a new one.',
  ),
  desk_link_ended: refusal(
    410,
    'This link was already used or has expired. Enter your email address to get a new one.',
  ),
  desk_throttled: refusal(
    429,
    'Too many codes were requested or entered. Check the emails we sent, or try again in an hour.',
  ),

  // Requests to be told when there are more.
  restock_in_stock: refusal(409, 'This package is available now, so you can buy it right away.'),
  restock_link_ended: refusal(
    410,
    'This link has expired, or the request has ended. You can ask again on the package’s page.',
  ),
  restock_throttled: refusal(
    429,
    'Too many requests came for this address or from your network. Check the emails we sent, or try again in an hour.',
  ),
  too_many_restock_requests: refusal(
    409,
    'You are waiting for 100 packages, which is the most you can. End one of those requests under My orders first.',
  ),

  // Lists that buyers upload.
  own_list_unknown: refusal(404, 'This list does not exist.'),
  own_list_refused: refusal(400, 'We could not read this file as a list. Nothing was changed.'),
  own_list_busy: refusal(429, 'We are reading other lists right now. Nothing was changed. Try again in a minute.'),
  own_list_throttled: refusal(
    429,
    'Lists were changed many times today, by you or from your network. Nothing was changed. Try again tomorrow.',
  ),
  own_lists_full: refusal(
    409,
    'You have 5 lists, and there can be no more. Add the file to one of them, or remove one.',
  ),

  // Webhooks.
  webhook_unknown: refusal(404, 'This webhook does not exist.'),
  webhook_address_refused: refusal(
    400,
    'Enter an address that starts with https:// and is reachable from the internet.',
  ),
  webhook_address_known: refusal(409, 'You already have a webhook with this address.'),
  follow_up_boss_absent: refusal(404, 'This store is not connected with Follow Up Boss.'),
  webhook_off: refusal(409, 'This webhook is off. Turn it on first.'),
  too_many_webhooks: refusal(409, 'You have reached the limit of 5 webhooks. Remove one first.'),
  webhook_throttled: refusal(429, 'Too many test events or replays were requested. Try again in an hour.'),

  // Claims.
  claim_lead_unknown: refusal(404, 'One of these leads is not in this package. Reload the page and try again.'),
  claim_over: refusal(
    409,
    'Leads of this package can no longer be claimed: the time is over, or the package was refunded.',
  ),
  claim_too_many: refusal(409, 'You chose more leads than can still be claimed from this package.'),
  claim_note_missing: refusal(400, 'Please say what you found out. We need it to decide.'),
  claim_file_missing: refusal(400, 'Please attach a picture or a PDF that shows it. We need it to decide.'),
  claim_file_unknown: refusal(404, 'A file is no longer here. Attach it again.'),
  claim_file_refused: refusal(415, 'This is not a PNG or JPEG picture or a PDF. Nothing was attached.'),
  claim_file_too_large: refusal(413, 'Files can have 5 MB at most. Nothing was attached.'),
  claim_files_throttled: refusal(
    429,
    'Too many files were attached to this package. Try again tomorrow, or write a note instead.',
  ),
  claim_files_full: refusal(
    429,
    `An order can have ${CLAIM_ORDER_FILES_MAX} files and ${CLAIM_ORDER_MEGABYTES_MAX} MB of them a day, and this one is over that. Nothing was attached. Try again tomorrow, or write a note instead.`,
  ),
  claim_answer_missing: refusal(400, 'Tell the buyer why you are not granting this claim.'),

  // API keys.
  key_invalid: refusal(401, 'This API key is not valid, or it was ended. Make a new one.'),
  key_scope_missing: refusal(403, 'This API key lacks the scope that this call needs.'),
  key_not_accepted: refusal(403, 'API keys cannot make this call.'),
  key_throttled: refusal(
    429,
    'Too many calls with wrong API keys came from your network. Correct the key, and try again in 15 minutes.',
  ),
  too_many_keys: refusal(409, 'You have reached the limit of 20 API keys. End one first.'),

  // Proofs.
  proofs_not_ready: refusal(
    409,
    'The proofs of these leads are not ready yet. They come once the log with your leads is published, usually in seconds.',
  ),
  proofs_none: refusal(404, 'There are no proofs for this package.'),
  figures_not_logged: refusal(404, 'The figures of this day are not in the store’s public log.'),
  figures_waiting: refusal(409, 'The figures of this day are not in the published log yet. This takes a few minutes.'),
  figures_unknown: refusal(404, 'The store has no figures of this day.'),

  // Catalogue.
  unknown_state: refusal(404, 'We don’t have a state by that name.'),
  unknown_county: refusal(404, 'We don’t have a county by that name in this state.'),
  unknown_package: refusal(404, 'This package does not exist.'),
  too_many_streams: refusal(
    429,
    'Too many pages of this store are open on your network, so this one will not update by itself. Reload it to see changes.',
  ),
  price_invalid: refusal(400, 'The price must be 0, or between $0.50 and $99,999.99 with at most two decimals.'),
  price_changed: refusal(409, 'A price has changed. Check the prices again.'),
  price_twice: refusal(400, 'This change lists the same price twice.'),
  price_time_past: refusal(400, 'New prices must take effect in the future.'),
  price_change_unknown: refusal(404, 'This price change does not exist.'),
  price_change_open: refusal(409, 'This change never took effect, so there is nothing to undo.'),
  price_change_made: refusal(409, 'This change has already taken effect. Undo it instead.'),
  stock_from_leads: refusal(409, 'The stock of this package comes from its leads. Import leads to add more.'),
  availability_changed: refusal(409, 'The stock of this package has changed. Check the new count and try again.'),
  stock_changed: refusal(409, 'Someone else changed this stock. Check the new preview, then apply your change.'),
  hold_unknown: refusal(404, 'This hold does not exist.'),
  hold_of_order: refusal(
    409,
    'A payment is in progress for this unit, so it cannot be released. If the payment fails, the unit goes back on sale by itself.',
  ),
  hold_of_link: refusal(
    409,
    'This unit is reserved for a customer through a payment link. To release it, void the link under Payment Requests.',
  ),

  // Offers.
  offer_invalid: refusal(400, 'This offer is not valid. Correct the highlighted field and try again.'),
  offer_unknown: refusal(404, 'This offer no longer exists. Check the list again.'),
  offer_changed: refusal(409, 'Someone else changed this offer. Check it again before you save your change.'),
  offer_standard: refusal(409, 'A standard promotion cannot be removed. Turn it off instead.'),
  too_many_offers: refusal(409, 'You have reached the limit of 200 offers. Remove one that has ended first.'),

  // Administrators' screens.
  message_unknown: refusal(404, 'This message does not exist.'),
  message_not_resendable: refusal(
    409,
    'This message cannot be resent: its link is secret, or its news is out of date.',
  ),
  too_many_resends: refusal(409, 'This message has been resent 20 times. Contact the person another way.'),
  job_unknown: refusal(404, 'This job is finished: it ran or was dropped.'),
  job_running: refusal(409, 'This job is running right now. Check again in a minute.'),
  refund_unknown: refusal(404, 'This refund does not exist.'),
  refund_made: refusal(409, 'This refund has already been made.'),
  refund_under_way: refusal(
    409,
    'This refund was just sent to the card provider and may still go through. Check again in 3 minutes before you refund by hand.',
  ),
  refund_at_provider: refusal(
    409,
    'The card provider has already made this refund, so do not refund by hand as well. Press “Send now” and the store records it.',
  ),
  refund_unchecked: refusal(
    503,
    'The card provider did not say whether it made this refund, so nothing was recorded. Try again once it responds.',
  ),

  // Figures.
  member_self: refusal(409, 'You cannot remove yourself. Ask another administrator.'),
  member_last_admin: refusal(409, 'This is the last administrator. Add another one first.'),
  member_heir_unknown: refusal(400, 'Choose another member to take over the customers and active links.'),
  member_joined: refusal(409, 'This member has already chosen a password.'),
  setting_invalid: refusal(
    400,
    'That value is not allowed for this setting. Correct the highlighted field and try again.',
  ),
  setting_changed: refusal(409, 'Someone else changed this setting. Check the new value and try again.'),
  period_invalid: refusal(400, 'The last day cannot be before the first, and a period can be five years at most.'),
  stock_import_unknown: refusal(404, 'This import does not exist.'),
  stock_import_applied: refusal(
    409,
    'This import has been applied or is being applied. Start a new one for another file.',
  ),
  stock_import_replaced: refusal(409, 'The file was uploaded again, so this upload was dropped.'),
  stock_import_not_ready: refusal(409, 'There is no checked file to apply. Upload the file again.'),
  stock_import_outdated: refusal(409, 'Someone changed packages in this file after it was checked. Check it again.'),
  stock_file_refused: refusal(400, 'We could not read this file as stock. Nothing was changed.'),
  lead_import_unknown: refusal(404, 'This import does not exist.'),
  lead_import_not_ready: refusal(409, 'This import is not at this step. Check it again.'),
  lead_import_busy: refusal(409, 'Another import is changing leads right now. Try again when it is done.'),
  lead_import_in_use: refusal(409, 'Some leads from this import are sold or held, so it cannot be undone.'),
  lead_import_built_upon: refusal(409, 'A later import updated leads from this one. Undo the later one first.'),
  lead_file_known: refusal(
    409,
    'This exact file has already been imported. Undo that import before you import it again.',
  ),
  lead_file_refused: refusal(400, 'We could not read this file as a list of leads. Nothing was changed.'),
  lead_mapping_invalid: refusal(400, 'Choose a column for every required field.'),

  // Holds and cart.
  out_of_stock: refusal(409, 'This package is temporarily unavailable.'),
  cart_full: refusal(409, 'Your cart is full. Check out or remove a package before adding another.'),
  too_many_holds: refusal(429, 'Too many packages are reserved from your network. Check out or remove some first.'),
  leads_in_cart: refusal(
    409,
    'Your cart already has leads from this list, and too few others are left to fill this package. You never get the same lead twice.',
  ),
  hold_not_yours: refusal(409, 'This package is not reserved in your cart.'),
  cart_empty: refusal(
    409,
    'Your cart is empty. Packages leave it when their reservation ends or while a payment for them is in progress.',
  ),

  // Checkout and payment.
  too_few_unseen: refusal(
    409,
    'Too few of these leads are left for you: you already bought some of the properties or have them on a list of yours, or their owners asked us to stop selling them. Please choose another tier or county.',
  ),
  amount_changed: refusal(409, 'Failed to initialize payment system. Please refresh and try again.'),
  credit_locked: refusal(
    409,
    'Your store credit is not unlocked for this cart and email address. Request a code, or pay without credit.',
  ),
  credit_changed: refusal(409, 'Your store credit has changed.'),
  credit_code_wrong: refusal(
    400,
    'That code is wrong or expired. Use the code in the latest email, or request a new one.',
  ),
  credit_throttled: refusal(
    429,
    'Too many codes were requested or entered. Check the emails we sent, or try again in an hour.',
  ),
  credit_too_low: refusal(409, 'That is more credit than this buyer has.'),
  credit_buyer_unknown: refusal(409, 'This order has no email address for its buyer.'),
  total_too_high: refusal(
    409,
    'A card payment can be $999,999.99 at most. Remove a package from your cart and buy it in a second order.',
  ),
  contact_required: refusal(400, 'Full name and email are required before paying.'),
  payments_unavailable: refusal(503, cardsUnavailable(false)),
  provider_unavailable: refusal(
    503,
    'The card provider is not responding. You were not charged twice. Please try again.',
  ),
  cash_app_unavailable: refusal(
    503,
    'Cash App payments are not available. Please pay by credit card or contact support.',
  ),
  payment_throttled: refusal(
    429,
    'Too many payments were started from this browser or network. You were not charged. Please try again in an hour.',
  ),
  too_many_cash_app_orders: refusal(
    429,
    'You can have at most 2 unpaid Cash App orders with 20 packages in total. Pay by card, or wait until we have verified the first order.',
  ),
  nothing_to_pay: refusal(409, 'The total is $0.00, so there is nothing to pay. Place the order without a payment.'),
  payment_unknown: refusal(404, 'This payment does not exist.'),
  payment_pending: refusal(409, 'The payment is not complete yet. We will email you as soon as it is.'),
  payment_failed: refusal(402, 'The payment did not go through. You can try again with another card.'),
  payment_mismatch: refusal(409, 'This payment does not belong to this order.'),
  order_mismatch: refusal(409, 'The order does not match what was reserved and paid for. Please reload and try again.'),
  order_not_found: refusal(404, 'Order Not Found'),
  order_already_paid: refusal(409, 'This order has already been paid. The confirmation is on its way by email.'),
  refund_impossible: refusal(
    409,
    'There is nothing to refund: the order was not paid, it was refunded in full, or the packages the buyer keeps cost what was paid.',
  ),
  refund_too_high: refusal(
    409,
    'That is more than can be refunded for this line: the amount paid for it, minus the discounts that the other packages lose with it.',
  ),
  refund_line_unknown: refusal(400, 'This order has no such sold line, or the line is listed twice.'),
  refund_line_returned: refusal(409, 'This package has already been returned. You can still refund it.'),
  payment_disputed: refusal(
    409,
    'The buyer’s bank is disputing this payment and is holding the money or has returned it. A refund now would pay the buyer twice: respond to the dispute instead.',
  ),
  dispute_unknown: refusal(404, 'This dispute does not exist.'),
  dispute_answered: refusal(
    409,
    'Evidence has already been submitted, and the bank accepts it only once. Wait for its decision.',
  ),
  dispute_over: refusal(
    409,
    'This dispute no longer accepts evidence: the deadline has passed, or the bank has decided.',
  ),
  evidence_changed: refusal(
    409,
    'Someone else saved other evidence. Copy your text, load the new draft and combine the two.',
  ),
  order_cancelled: refusal(409, 'This order was canceled, and its packages are back on sale.'),
  order_out_of_stock: refusal(
    409,
    'Packages in this order have sold out, so it cannot be completed. Return the money and reject the order.',
  ),

  // Delivery.
  delivery_link_invalid: refusal(404, 'This link is not valid'),
  delivery_unknown: refusal(404, 'This order has no such package.'),
  delivery_cancelled: refusal(409, 'This package was refunded, so it is no longer delivered.'),
  delivery_done: refusal(409, 'This package has already been delivered.'),
  delivery_not_ready: refusal(409, 'There is nothing to send yet. Attach a file, or wait until the store has made it.'),
  delivery_from_leads: refusal(
    409,
    'The store makes this package’s file from its own leads. Resend the link, or mark the package as delivered.',
  ),
  delivery_file_refused: refusal(400, 'This file cannot be delivered. Attach a CSV, XLSX or PDF of up to 10 MB.'),

  // Opting out, and leads as administrators see them.
  not_left_alone: refusal(404, 'This property is not on the opt-out list.'),
  address_unreadable: refusal(
    400,
    'We could not read this as the address of one property. Enter the house number, the street and the five-digit ZIP code.',
  ),
  lead_unknown: refusal(404, 'This lead does not exist.'),

  verification_link_invalid: refusal(
    410,
    'This link has been used or is more than 7 days old. If you have confirmed your address, you are all set. If not, your orders still go to that address.',
  ),

  // Payment links.
  payment_request_not_found: refusal(404, 'Payment request not found'),
  payment_request_expired: refusal(
    409,
    'This payment request has expired. Please contact your sales representative for a new payment link.',
  ),
  payment_request_paid: refusal(409, 'This payment request has already been paid.'),
  payment_request_being_paid: refusal(409, 'The customer is paying right now. Check again in a few minutes.'),
  payment_request_out_of_stock: refusal(
    409,
    'Packages in this request have sold out. Build a new cart from what is still available.',
  ),
  missing_information: refusal(400, 'Please fill in customer details and add packages to cart.'),
  invoice_not_found: refusal(404, 'Invoice Not Found'),
  signature_invalid: refusal(400, 'The webhook signature is missing, wrong or outside the allowed time.'),

  // Customers.
  customer_not_found: refusal(404, 'This customer does not exist.'),
  customer_exists: refusal(409, 'You already have a customer with this email address.'),

  ...SIGN_IN_REFUSALS,
} as const

export type RefusalCode = keyof typeof REFUSALS

/** What any endpoint may answer in addition to its own list; see the endpoint adaptor and the error handler. */
export const COMMON_REFUSALS = [
  'bad_request',
  'cross_site',
  'second_factor_demanded',
  'not_found',
  'body_too_large',
  'unsupported_media_type',
  'rate_limited',
  'key_invalid',
  'key_scope_missing',
  'key_not_accepted',
  'key_throttled',
  'internal',
  'unavailable',
] as const satisfies readonly RefusalCode[]

/** The body of every error, whatever its status. `details` only if a refusal documents it. */
export interface RefusalBody {
  message: string
  code: RefusalCode
  requestId: string
  details?: Readonly<Record<string, unknown>>
}

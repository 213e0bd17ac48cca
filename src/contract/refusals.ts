import { CLAIM_ORDER_FILES_MAX, CLAIM_ORDER_MEGABYTES_MAX } from './claims/claim-reasons.ts'
import { cardsUnavailable } from './payments/cards-unavailable.ts'

const withStatus = <Code extends string>(status: number, texts: Readonly<Record<Code, string>>) =>
  Object.fromEntries(Object.entries<string>(texts).map(([code, text]) => [code, { status, text }])) as Record<
    Code,
    { status: number; text: string }
  >

/** Every expected no. Some sentences must stay word for word (docs/product.md#fixed-texts). */
export const REFUSALS = {
  ...withStatus(400, {
    bad_request: 'We could not read the request. Check the values and try again.',
    desk_code_wrong:
      'That code is wrong, was already used, or has expired. Check the latest email, or request a new one.',
    webhook_address_refused: 'Enter an address that starts with https:// and is reachable from the internet.',
    claim_note_missing: 'Tell us what happened so we can review it.',
    claim_file_missing: 'Please attach a picture or a PDF that shows it. We need it to decide.',
    claim_answer_missing: 'Tell the buyer why you are not granting this claim.',
    price_invalid: 'The price must be 0, or between $0.50 and $99,999.99 with at most two decimals.',
    price_time_past: 'New prices must take effect in the future.',
    offer_invalid: 'This offer is not valid. Correct the highlighted field and try again.',
    member_heir_unknown: 'Choose another member to take over the customers and active links.',
    setting_invalid: 'That value is not allowed for this setting. Correct the highlighted field and try again.',
    connection_invalid: 'That value does not work. Correct the highlighted field and try again.',
    period_invalid: 'The last day cannot be before the first, and a period can be five years at most.',
    file_refused: 'We could not read this file as a list. Nothing was changed.',
    mapping_invalid: 'Choose a column for every required field.',
    credit_code_wrong: 'That code is wrong or expired. Use the code in the latest email, or request a new one.',
    contact_required: 'Full name and email are required before paying.',
    refund_line_unknown: 'This order has no such sold line, or the line is listed twice.',
    delivery_file_refused: 'This file cannot be delivered. Attach a CSV, XLSX or PDF of up to 10 MB.',
    address_unreadable:
      'We could not read this as the address of one property. Enter the house number, the street and the five-digit ZIP code.',
    zip_not_in_state: 'This ZIP code is not in this state. Please correct one of them. Nothing was saved.',
    missing_information: 'Please fill in customer details and add packages to cart.',
    signature_invalid: 'The webhook signature is missing, wrong or outside the allowed time.',
    password_guessable: 'This password is too easy to guess. Choose a longer one, or several unrelated words.',
  }),
  ...withStatus(401, {
    unauthenticated: 'Please log in to continue.',
    desk_closed: 'Your orders are not open in this browser. Enter your email address to get a code.',
    key_invalid: 'This API key is not valid, or it was ended. Make a new one.',
    login_failed: 'Invalid email or password.',
    second_factor_required: 'Enter the six-digit code from your authenticator app.',
    second_factor_wrong: 'That code is not correct. Enter the one your authenticator app shows now.',
    passkey_unknown: 'This store does not know this passkey. Log in another way.',
    passkey_refused: 'This passkey could not be checked. Try again, or log in another way.',
    passkey_copied:
      'This passkey may have been copied to another device, so it was refused. Log in another way, remove the passkey under My Profile and add a new one.',
    oidc_refused: 'That sign-in could not be confirmed. Please start again.',
  }),
  ...withStatus(402, { payment_failed: 'The payment did not go through. You can try again with another card.' }),
  ...withStatus(403, {
    forbidden: 'You do not have permission to do this.',
    cross_site: 'This request came from another site, so it was blocked.',
    key_scope_missing: 'This API key lacks the scope that this call needs.',
    key_not_accepted: 'API keys cannot make this call.',
    password_wrong: 'Please check your current password.',
    proof_needed: 'Enter your password again to do this.',
    second_factor_demanded: 'Two-step sign-in is required here. Turn it on under My Profile first.',
    passwords_off: 'Passwords are turned off here. Log in with your company account or a passkey.',
    oidc_no_role: 'Your company account has no role in this store. Ask whoever manages it to give you one.',
    oidc_email_unverified:
      'Your company account has no confirmed email address, so we cannot tell who you are here. Confirm it there and try again.',
    oidc_not_linked:
      'Another company account already belongs to the member with your email address. Ask an administrator of this store.',
  }),
  ...withStatus(404, {
    not_found: 'Nothing was found at this address.',
    own_list_unknown: 'This list does not exist.',
    webhook_unknown: 'This webhook does not exist.',
    follow_up_boss_absent: 'This store is not connected with Follow Up Boss.',
    claim_lead_unknown: 'One of these leads is not in this package. Reload the page and try again.',
    claim_file_unknown: 'A file is no longer here. Attach it again.',
    proofs_none: 'There are no proofs for this package.',
    figures_not_logged: 'The figures of this day are not in the store’s public log.',
    figures_unknown: 'The store has no figures of this day.',
    unknown_state: 'We don’t have a state by that name.',
    unknown_county: 'We don’t have a county by that name in this state.',
    unknown_package: 'This package does not exist.',
    price_change_unknown: 'This price change does not exist.',
    stock_change_unknown: 'This change of stock does not exist.',
    hold_unknown: 'This hold does not exist.',
    offer_unknown: 'This offer no longer exists. Check the list again.',
    message_unknown: 'This message does not exist.',
    job_unknown: 'This job is finished: it ran or was dropped.',
    refund_unknown: 'This refund does not exist.',
    import_unknown: 'This import does not exist.',
    payment_unknown: 'This payment does not exist.',
    order_not_found: 'Order Not Found',
    dispute_unknown: 'This dispute does not exist.',
    delivery_link_invalid: 'This link is not valid',
    delivery_unknown: 'This order has no such package.',
    not_left_alone: 'This property is not on the opt-out list.',
    lead_unknown: 'This lead does not exist.',
    checkout_session_unknown: 'This checkout page does not exist.',
    payment_request_not_found: 'Payment request not found',
    invoice_not_found: 'Invoice Not Found',
    customer_not_found: 'This customer does not exist.',
    oidc_off: 'This store has no company sign-in.',
    session_not_found: 'This session has already ended.',
  }),
  ...withStatus(409, {
    restock_in_stock: 'This package is available now, so you can buy it right away.',
    too_many_restock_requests:
      'You are waiting for 100 packages, which is the most you can. End one of those requests under My orders first.',
    own_lists_full: 'You have 5 lists, and there can be no more. Replace one of them, or remove one.',
    webhook_address_known: 'You already have a webhook with this address.',
    webhook_off: 'This webhook is off. Turn it on first.',
    too_many_webhooks: 'You have reached the limit of 5 webhooks. Remove one first.',
    claim_over: 'Leads of this package can no longer be claimed: the time is over, or the package was refunded.',
    claim_too_many: 'You chose more leads than can still be claimed from this package.',
    too_many_keys: 'You have reached the limit of 20 API keys. End one first.',
    proofs_not_ready:
      'The proofs of these leads are not ready yet. They come once the log with your leads is published, usually in seconds.',
    figures_waiting: 'The figures of this day are not in the published log yet. This takes a few minutes.',
    price_changed: 'A price has changed. Check the prices again.',
    price_change_open: 'This change never took effect, so there is nothing to undo.',
    price_change_made: 'This change has already taken effect. Undo it instead.',
    stock_from_leads: 'The stock of this package comes from its leads. Import leads to add more.',
    availability_changed: 'The stock of this package has changed. Check the new count and try again.',
    stock_changed: 'Someone else changed this stock. Check the new preview, then apply your change.',
    hold_of_order:
      'A payment is in progress for this unit, so it cannot be released. If the payment fails, the unit goes back on sale by itself.',
    hold_of_link:
      'This unit is reserved for a customer through a payment link. To release it, cancel the link under Payment Links.',
    offer_changed: 'Someone else changed this offer. Check it again before you save your change.',
    offer_standard: 'A standard promotion cannot be removed. Turn it off instead.',
    too_many_offers: 'You have reached the limit of 200 offers. Remove one that has ended first.',
    message_not_resendable: 'This message cannot be resent: its link is secret, or its news is out of date.',
    too_many_resends: 'This message has been resent 20 times. Contact the person another way.',
    job_running: 'This job is running right now. Check again in a minute.',
    refund_made: 'This refund has already been made.',
    refund_under_way:
      'This refund was just sent to the card provider and may still go through. Check again in 3 minutes before you refund by hand.',
    refund_at_provider:
      'The card provider has already made this refund, so do not refund by hand as well. Press “Send now” and the store records it.',
    member_self: 'You cannot remove yourself. Ask another administrator.',
    member_last_admin: 'This is the last administrator. Add another one first.',
    member_joined: 'This member has already chosen a password.',
    connection_fixed: 'This is set in the environment of the server, which wins. Remove it there first.',
    connection_in_use:
      'Card payments or refunds are on their way through the account in use, and another account does not know them. Try again when they are done: a cart’s payment ends within a day, a link’s with the link.',
    setting_changed: 'Someone else changed this setting. Check the new value and try again.',
    import_not_ready: 'This import is not at this step. Check it again.',
    import_busy: 'Another import of this kind is in progress. Try again when it is done.',
    import_outdated: 'Someone changed packages in this file after it was checked. Check it again.',
    import_in_use: 'Some leads from this import are sold or held, so it cannot be undone.',
    import_built_upon: 'A later import updated leads from this one. Undo the later one first.',
    file_known: 'This exact file has already been imported. Undo that import before you import it again.',
    out_of_stock: 'This package is temporarily unavailable.',
    cart_full: 'Your cart is full. Check out or remove a package before adding another.',
    leads_in_cart:
      'Your cart already has leads from this list, and too few others are left to fill this package. You never get the same lead twice.',
    hold_not_yours: 'This package is not reserved in your cart.',
    cart_empty:
      'Your cart is empty. Packages leave it when their reservation ends or while a payment for them is in progress.',
    too_few_unseen:
      'Too few of these leads are left for you: you already bought some of the properties or have them on a list of yours, or their owners asked us to stop selling them. Please choose another tier or county.',
    amount_changed: 'Failed to initialize payment system. Please refresh and try again.',
    credit_locked:
      'Your store credit is not unlocked for this cart and email address. Request a code, or pay without credit.',
    credit_changed: 'Your store credit has changed.',
    credit_too_low: 'That is more credit than this buyer has.',
    credit_buyer_unknown: 'This order has no email address for its buyer.',
    total_too_high:
      'A card payment can be $999,999.99 at most. Remove a package from your cart and buy it in a second order.',
    nothing_to_pay: 'The total is $0.00, so there is nothing to pay. Place the order without a payment.',
    payment_pending: 'The payment is not complete yet. We will email you as soon as it is.',
    payment_mismatch: 'This payment does not belong to this order.',
    order_mismatch: 'The order does not match what was reserved and paid for. Please reload and try again.',
    order_already_paid: 'This order has already been paid. The confirmation is on its way by email.',
    refund_impossible:
      'There is nothing to refund: the order was not paid, it was refunded in full, or the packages the buyer keeps cost what was paid.',
    refund_too_high:
      'That is more than can be refunded for this line: the amount paid for it, minus the discounts that the other packages lose with it.',
    refund_line_returned: 'This package has already been returned. You can still refund it.',
    payment_disputed:
      'The buyer’s bank is disputing this payment and is holding the money or has returned it. A refund now would pay the buyer twice: respond to the dispute instead.',
    dispute_answered: 'Evidence has already been submitted, and the bank accepts it only once. Wait for its decision.',
    dispute_over: 'This dispute no longer accepts evidence: the deadline has passed, or the bank has decided.',
    evidence_changed: 'Someone else saved other evidence. Copy your text, load the new draft and combine the two.',
    order_cancelled: 'This order was canceled, and its packages are back on sale.',
    order_out_of_stock:
      'Packages in this order have sold out, so it cannot be completed. Return the money and reject the order.',
    delivery_cancelled: 'This package was refunded, so it is no longer delivered.',
    delivery_done: 'This package has already been delivered.',
    delivery_not_ready: 'There is nothing to send yet. Attach a file, or wait until the store has made it.',
    delivery_from_leads:
      'The store makes this package’s file from its own leads. Resend the link, or mark the package as delivered.',
    payment_request_expired:
      'This payment request has expired. Please contact your sales representative for a new payment link.',
    payment_request_paid: 'This payment request has already been paid.',
    payment_request_being_paid: 'The customer is paying right now. Check again in a few minutes.',
    payment_request_out_of_stock:
      'Packages in this request have sold out. Build a new cart from what is still available.',
    customer_exists: 'You already have a customer with this email address.',
    second_factor_not_begun: 'Start again: scan the code with your authenticator app first.',
    email_taken: 'Another member already uses this email address.',
    passkey_exists: 'This passkey has already been added.',
    passkeys_full: 'You have 20 passkeys. Remove one first.',
    saved_view_exists: 'You already have a view with this name.',
    saved_views_full: 'You have 20 views of this list. Remove one first.',
  }),
  ...withStatus(410, {
    checkout_session_over: 'This page was already paid, or it is more than 24 hours old. Nothing was charged.',
    desk_link_ended: 'This link was already used or has expired. Enter your email address to get a new one.',
    restock_link_ended: 'This link has expired, or the request has ended. You can ask again on the package’s page.',
    verification_link_invalid:
      'This link has been used or is more than 7 days old. If you have confirmed your address, you are all set. If not, your orders still go to that address.',
    mail_link_invalid: 'This link has been used or has expired. Request a new one.',
  }),
  ...withStatus(413, {
    body_too_large: 'The request is too large.',
    claim_file_too_large: 'Files can have 5 MB at most. Nothing was attached.',
  }),
  ...withStatus(415, {
    unsupported_media_type: 'Send the request as JSON (content-type application/json).',
    claim_file_refused: 'This is not a PNG or JPEG picture or a PDF. Nothing was attached.',
  }),
  ...withStatus(429, {
    rate_limited: 'Too many requests. Wait a moment and try again.',
    desk_throttled: 'Too many codes were requested or entered. Check the emails we sent, or try again in an hour.',
    restock_throttled:
      'Too many requests came for this address or from your network. Check the emails we sent, or try again in an hour.',
    own_list_throttled:
      'Lists were sent or changed too many times, by you or from your network. Nothing was changed. Try again later.',
    connection_throttled: 'Too many connections were tried. Try again in an hour.',
    checkout_throttled: 'Too many checkout pages were made. Try again in an hour.',
    webhook_throttled: 'Too many test events or replays were requested. Try again in an hour.',
    claim_files_throttled: 'Too many files were attached to this package. Try again tomorrow, or write a note instead.',
    claim_files_full: `An order can have ${CLAIM_ORDER_FILES_MAX} files and ${CLAIM_ORDER_MEGABYTES_MAX} MB of them a day, and this one is over that. Nothing was attached. Try again tomorrow, or write a note instead.`,
    key_throttled:
      'Too many calls with wrong API keys came from your network. Correct the key, and try again in 15 minutes.',
    too_many_streams:
      'Too many pages of this store are open on your network, so this one will not update by itself. Reload it to see changes.',
    too_many_holds: 'Too many packages are reserved from your network. Check out or remove some first.',
    credit_throttled: 'Too many codes were requested or entered. Check the emails we sent, or try again in an hour.',
    payment_throttled:
      'Too many payments were started from this browser or network. You were not charged. Please try again in an hour.',
    too_many_cash_app_orders:
      'You can have at most 2 unpaid Cash App orders with 20 packages in total. Pay by card, or wait until we have verified the first order.',
    login_throttled: 'Too many login attempts. Wait a few minutes and try again.',
  }),
  ...withStatus(500, { internal: 'Something went wrong on our end. Try again, or give support the request ID.' }),
  ...withStatus(503, {
    unavailable: 'The store is temporarily unavailable. Please try again: nothing happens twice.',
    refund_unchecked:
      'The card provider did not say whether it made this refund, so nothing was recorded. Try again once it responds.',
    payments_unavailable: cardsUnavailable(false),
    provider_unavailable: 'The card provider is not responding. You were not charged twice. Please try again.',
    cash_app_unavailable: 'Cash App payments are not available. Please pay by credit card or contact support.',
    issuer_unavailable:
      'Your company’s sign-in is not responding. Try again in a minute, or log in with your password or a passkey.',
  }),
}

export type RefusalCode = keyof typeof REFUSALS

/** What any endpoint may answer in addition to its own list. */
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

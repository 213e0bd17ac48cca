import { cardsUnavailable } from './payments/cards-unavailable.ts'

/**
 * Every expected no of the product: a code, its HTTP status and the sentence for people. A code exists if a screen says
 * or does something different for it. An endpoint lists the codes that it may answer with. The texts of SPEC.md section
 * 8 are here word for word.
 */
const refusal = <const Status extends number>(status: Status, text: string) => ({ status, text })

export const REFUSALS = {
  // For every endpoint.
  bad_request: refusal(400, 'The request could not be read. Check the values and try again.'),
  unauthenticated: refusal(401, 'Please log in to continue.'),
  forbidden: refusal(403, 'You do not have permission to do this.'),
  cross_site: refusal(403, 'This request came from another site and was refused.'),
  not_found: refusal(404, 'There is nothing at this address.'),
  body_too_large: refusal(413, 'The request is too large.'),
  unsupported_media_type: refusal(415, 'Send the request as JSON (content-type application/json).'),
  rate_limited: refusal(429, 'Too many requests. Wait a moment and try again.'),
  internal: refusal(500, 'Something went wrong on our side. Please try again, or contact support with the request id.'),
  unavailable: refusal(
    503,
    'The store is briefly unavailable. Please try again in a moment; trying twice changes nothing twice.',
  ),

  // Catalogue.
  unknown_state: refusal(404, 'We do not know this state.'),
  unknown_county: refusal(404, 'We do not know this county in that state.'),
  unknown_package: refusal(404, 'We do not know this package.'),
  too_many_streams: refusal(
    429,
    'Many pages of this store are open in your network, so this one does not update by itself. Reload it to see changes.',
  ),
  price_invalid: refusal(400, 'The price must be 0, or between $0.50 and $99,999.99 with at most two decimals.'),
  price_changed: refusal(409, 'A price changed meanwhile. Look at the prices again.'),
  price_twice: refusal(400, 'The same price is in this change twice.'),
  price_time_past: refusal(400, 'The moment from which new prices count must lie in the future.'),
  price_change_unknown: refusal(404, 'We do not know this change of prices.'),
  price_change_open: refusal(409, 'This change was never made, so there is nothing to undo.'),
  price_change_made: refusal(409, 'This change was made already. Undo it instead.'),
  stock_from_leads: refusal(409, 'The stock of this package follows from its leads. Import leads to add to it.'),
  availability_changed: refusal(409, 'The stock of this package changed meanwhile. Look at the count and try again.'),
  stock_changed: refusal(
    409,
    'Somebody set stock of these packages meanwhile. Look at the new preview before you change them.',
  ),
  hold_unknown: refusal(404, 'We do not know this hold.'),
  hold_of_order: refusal(
    409,
    'A payment is under way for this unit, so it cannot be released. It returns by itself when the payment fails.',
  ),
  hold_of_link: refusal(
    409,
    'A payment link promises this unit to a customer. Void the link under Payment Requests to release it.',
  ),

  // Offers.
  offer_invalid: refusal(400, 'This offer cannot be made like this. Correct the field that is named and try again.'),
  offer_unknown: refusal(404, 'This offer does not exist any more. Look at the list again.'),
  offer_changed: refusal(409, 'Somebody changed this offer meanwhile. Look at it again before you change it.'),
  offer_standard: refusal(409, 'A standard promotion cannot be removed. Switch it off instead.'),
  too_many_offers: refusal(409, 'There are 200 offers already. Remove one that has ended first.'),

  // Operations desk.
  message_unknown: refusal(404, 'We do not know this message.'),
  message_not_resendable: refusal(
    409,
    'This message is not sent again: it carries a secret link, or tells of a moment that is over.',
  ),
  too_many_resends: refusal(409, 'This message was sent again 20 times. Write to the person another way.'),
  job_unknown: refusal(404, 'This job is over: it ran, or somebody gave it up.'),
  job_running: refusal(409, 'This job is running at this moment. Look again in a minute.'),
  refund_unknown: refusal(404, 'We do not know this refund.'),
  refund_made: refusal(409, 'This refund was made meanwhile.'),
  refund_under_way: refusal(
    409,
    'This refund was sent to the card provider a moment ago and may still be made there. Look again in 3 minutes, before you give the money back by hand.',
  ),
  refund_at_provider: refusal(
    409,
    'The card provider has made this refund already: do not give the money back by hand as well. Press “Send now”, and the store writes down the refund that is there.',
  ),
  refund_unchecked: refusal(
    503,
    'The card provider could not be asked whether it made this refund, so nothing was noted. Try again once it answers.',
  ),

  // Figures.
  member_self: refusal(409, 'You cannot remove yourself. Ask another administrator.'),
  member_last_admin: refusal(409, 'This is the last administrator. Add another one first.'),
  member_heir_unknown: refusal(400, 'Choose another member to take over the customers and live links.'),
  member_joined: refusal(409, 'This member chose a password already.'),
  setting_invalid: refusal(400, 'This setting cannot have that value. Correct the field that is named and try again.'),
  setting_changed: refusal(409, 'Somebody changed this setting meanwhile. Look at the new value and try again.'),
  period_invalid: refusal(400, 'The last day must not lie before the first, and a period is five years at most.'),
  stock_import_unknown: refusal(404, 'We do not know this import.'),
  stock_import_applied: refusal(409, 'This import was applied, or is being applied. Begin a new one for another file.'),
  stock_import_replaced: refusal(409, 'The file was sent again, and this sending was given up.'),
  stock_import_not_ready: refusal(409, 'There is nothing checked to be applied. Send the file again.'),
  stock_import_outdated: refusal(409, 'Packages of this file were set by somebody since it was checked. Check again.'),
  stock_file_refused: refusal(400, 'This file cannot be read as stock. Nothing was changed.'),
  lead_import_unknown: refusal(404, 'We do not know this import.'),
  lead_import_not_ready: refusal(409, 'This import is not at this step. Look at it again.'),
  lead_import_busy: refusal(409, 'Another import is changing leads at this moment. Try again when it is done.'),
  lead_import_in_use: refusal(409, 'Leads of this import are sold or held already, so it cannot be taken back.'),
  lead_import_built_upon: refusal(
    409,
    'A later import brought newer facts of leads of this one. Take that one back first.',
  ),
  lead_file_known: refusal(
    409,
    'This very file was imported already. Take that import back before you import it again.',
  ),
  lead_file_refused: refusal(400, 'This file cannot be read as a list of leads. Nothing was changed.'),
  lead_mapping_invalid: refusal(400, 'Choose a column for every field that is needed.'),

  // Holds and cart.
  out_of_stock: refusal(409, 'This package is temporarily unavailable.'),
  cart_full: refusal(409, 'Your cart is full. Check out or remove a package before adding another.'),
  too_many_holds: refusal(429, 'Too many packages are held from your network. Check out or release some first.'),
  leads_in_cart: refusal(
    409,
    'Your cart holds leads of this list already, and too few others are left for this package. You never get a lead twice.',
  ),
  hold_not_yours: refusal(409, 'This package is not held in your cart.'),
  cart_empty: refusal(
    409,
    'Your cart is empty. Packages leave it when their hold runs out, and when a payment for them is under way.',
  ),

  // Checkout and payment.
  too_few_unseen: refusal(
    409,
    'Too few of these leads are left for you: you bought their properties before, or their owners asked us not to sell them any more. Please choose another tier or county.',
  ),
  amount_changed: refusal(409, 'Failed to initialize payment system. Please refresh and try again.'),
  credit_locked: refusal(
    409,
    'Your store credit is not unlocked for this cart and address. Ask for a code, or pay without credit.',
  ),
  credit_changed: refusal(409, 'Your store credit changed meanwhile.'),
  credit_code_wrong: refusal(
    400,
    'This code is not right, or its time is over. Check the newest mail, or ask for another code.',
  ),
  credit_throttled: refusal(
    429,
    'Too many codes were asked for or typed. Look for the mails that were sent, or try again in an hour.',
  ),
  credit_too_low: refusal(409, 'That is more than this buyer has.'),
  credit_buyer_unknown: refusal(409, 'The store does not know the address of this order’s buyer.'),
  total_too_high: refusal(
    409,
    'One card payment can be $999,999.99 at most. Remove a package from your cart and buy it in a second order.',
  ),
  contact_required: refusal(400, 'Full name and email are required before paying.'),
  payments_unavailable: refusal(503, cardsUnavailable(false)),
  provider_unavailable: refusal(
    503,
    'The card provider is not answering. You were not charged twice; please try again.',
  ),
  cash_app_unavailable: refusal(
    503,
    'Cash App payments are not available. Please pay by credit card or contact support.',
  ),
  payment_throttled: refusal(
    429,
    'Too many payments were started in this browser or your network. Nothing was charged. Please try again in an hour.',
  ),
  too_many_cash_app_orders: refusal(
    429,
    'At most 2 Cash App orders with 20 packages in all can wait for their payment at a time. Pay by card, or wait until the first order is checked.',
  ),
  nothing_to_pay: refusal(409, 'There is nothing to pay: the total is $0.00. Place the order without a payment.'),
  payment_unknown: refusal(404, 'We do not know this payment.'),
  payment_pending: refusal(409, 'The payment is not complete yet. We will confirm by email as soon as it is.'),
  payment_failed: refusal(402, 'The payment did not succeed. You can try again with another card.'),
  payment_mismatch: refusal(409, 'This payment does not belong to this order.'),
  order_mismatch: refusal(409, 'The order differs from what was held and paid. Please reload and try again.'),
  order_not_found: refusal(404, 'Order Not Found'),
  order_already_paid: refusal(409, 'This order has been paid already. The confirmation comes by email.'),
  refund_impossible: refusal(
    409,
    'There is nothing to give back: the order was not paid, all of it went back already, or the packages that stay cost what was paid.',
  ),
  refund_too_high: refusal(
    409,
    'That is more than can go back for this line: what was paid for it, less the discounts that the other packages lose with it.',
  ),
  refund_line_unknown: refusal(400, 'The order has no such line that was sold, or it was named twice.'),
  refund_line_returned: refusal(409, 'This package was returned already; its money can still be given back.'),
  payment_disputed: refusal(
    409,
    'The buyer’s bank disputes this payment and holds its money, or gave it back already. A refund now would pay the buyer twice: answer the dispute instead.',
  ),
  dispute_unknown: refusal(404, 'We do not know this dispute.'),
  dispute_answered: refusal(409, 'Evidence was submitted already, and the bank takes it once. Wait for its decision.'),
  dispute_over: refusal(409, 'This dispute takes no evidence any more: its time is over, or the bank has decided.'),
  evidence_changed: refusal(
    409,
    'Somebody saved other evidence meanwhile. Copy what you wrote, load the new draft and put both together.',
  ),
  order_cancelled: refusal(409, 'This order was canceled, and its packages are on sale again.'),
  order_out_of_stock: refusal(
    409,
    'Packages of this order are sold out by now, so it cannot be completed. Send the money back and reject the order.',
  ),

  // Delivery.
  delivery_link_invalid: refusal(404, 'This link is not valid'),
  delivery_unknown: refusal(404, 'We do not know this package of this order.'),
  delivery_cancelled: refusal(409, 'The money for this package went back, so it is not delivered any more.'),
  delivery_done: refusal(409, 'This package was delivered already.'),
  delivery_not_ready: refusal(
    409,
    'There is nothing to send yet. Attach a file first, or wait until the store made it.',
  ),
  delivery_from_leads: refusal(
    409,
    'The store makes the file of this package from its own leads. Send the link again, or mark the package as delivered.',
  ),
  delivery_file_refused: refusal(
    400,
    'This file cannot be delivered. Attach a CSV, XLSX or PDF file of 10 MB at most.',
  ),

  // Opting out, and leads as administrators see them.
  not_left_alone: refusal(404, 'This property is not on the list of those to leave alone.'),
  address_unreadable: refusal(
    400,
    'We cannot read this as the address of one property. Enter the house number and street, and the ZIP of five digits.',
  ),
  lead_unknown: refusal(404, 'We do not know this lead.'),

  verification_link_invalid: refusal(
    410,
    'This link was used already, or it is older than 7 days. If you confirmed your address before, there is nothing left to do; if not, your orders reach you there all the same.',
  ),

  // Payment links.
  payment_request_not_found: refusal(404, 'Payment request not found'),
  payment_request_expired: refusal(
    409,
    'This payment request has expired. Please contact your sales representative for a new payment link.',
  ),
  payment_request_paid: refusal(409, 'This payment request has been paid already.'),
  payment_request_being_paid: refusal(
    409,
    'The customer is paying this request at this moment. Look again in a few minutes.',
  ),
  payment_request_out_of_stock: refusal(
    409,
    'Packages of this request are sold out by now. Make a new cart from what is still available.',
  ),
  missing_information: refusal(400, 'Please fill in customer details and add packages to cart.'),
  invoice_not_found: refusal(404, 'Invoice Not Found'),
  signature_invalid: refusal(400, 'The webhook signature is missing, wrong or outside the allowed time.'),

  // Customers.
  customer_not_found: refusal(404, 'We do not know this customer.'),
  customer_exists: refusal(409, 'You already have a customer with this email address.'),

  // Sign-in and profile.
  login_failed: refusal(401, 'Invalid email or password.'),
  second_factor_required: refusal(401, 'Enter the six-digit code from your authenticator app.'),
  second_factor_wrong: refusal(401, 'This code is not right. Enter the one your authenticator app shows now.'),
  second_factor_not_begun: refusal(409, 'Start again: scan the code with your authenticator app first.'),
  password_wrong: refusal(403, 'Please check your current password.'),
  password_guessable: refusal(400, 'This password is easy to guess. Choose a longer one, or several unrelated words.'),
  email_taken: refusal(409, 'Another member has this email address.'),
  mail_link_invalid: refusal(410, 'This link was used already or has expired. Ask for a new one.'),
  proof_needed: refusal(403, 'Enter your password once more to do this.'),
  second_factor_demanded: refusal(403, 'Turn on two-step sign-in under My Profile first: it is required here.'),
  session_not_found: refusal(404, 'This session has ended already.'),
  login_throttled: refusal(429, 'Too many login attempts. Wait a few minutes and try again.'),
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

import type { RefusalCode } from './refusals.ts'

/**
 * More specific sentences for a refusal's code, as `<code>.<case>`. Values in braces are filled in where it is thrown.
 * Only the code goes over the wire.
 */
export const REFUSAL_CASES = {
  'bad_request.cursor': 'This page of the list does not exist. Start at its beginning.',
  'bad_request.customer_name': 'Please enter the customer’s name.',
  'bad_request.delivery_note': 'Say how the package was delivered: its buyer reads it.',
  'bad_request.email': 'Please enter a valid email address.',
  'bad_request.name': 'Please enter a name.',
  'bad_request.phone': 'Please enter a phone number.',
  'bad_request.second_factor_on': 'Signing in asks for a code already. Turn that off first, then set up the other app.',
  'body_too_large.file_part': 'A part is {megabytes} MB at most.',
  'unsupported_media_type.file': 'Send the file as {mediaType} (content-type).',
  'rate_limited.link_mails':
    'This address got several payment links within the last hour, so nothing was sent. Try again in an hour, or give your customer an open link another way: you can copy it in Payment Requests.',
  'rate_limited.opt_outs':
    'Many properties were named from your network within the last day. Please try again tomorrow, or write to us with a list.',
  'rate_limited.opt_outs_need_email':
    'Several properties were named from your network within the last day. Please add your email address and send it again: we mail you a link, and the property is left alone once you confirm there.',
  'rate_limited.opt_out_mails':
    'Several mails went to this address within the last hour. Please confirm those first, or try again in an hour.',

  'price_invalid.credit': 'Please give an amount from $0.01 to {most}, in dollars and cents.',
  'price_invalid.refund': 'Please give the amount in dollars and cents.',
  'price_changed.named': '{price} costs {now} now. Look at the prices again.',
  'period_invalid.too_long': 'Please choose a shorter period.',
  'contact_required.offer_limit':
    'An offer in your cart has a limit for each customer. Fill in your name and email to pay with it.',
  'credit_changed.now': 'Your store credit changed meanwhile. It now pays {credit} of this order.',
  'credit_too_low.balance': 'This buyer has {balance} of store credit: that is the most that can be taken.',

  'hold_of_order.being_paid':
    'You are paying for this package at this moment, so it stays. If the payment fails, you can remove it.',
  'too_few_unseen.cart':
    '{packages}: too few leads are left for you. A lead is not sold to you when you bought its property before, or its owner asked us not to sell it any more. Please remove {these} from your cart, or choose another tier or county.',
  'too_few_unseen.link':
    '{packages}: too few leads are left for you since this link was sent. A lead is not sold to you when you bought its property before, or its owner asked us not to sell it any more. Please ask whoever sent you this link for another package.',
  'too_many_cash_app_orders.units':
    'A Cash App order can hold {units} packages at most. Pay by card, or remove packages from your cart.',
  'order_not_found.back_to_card': 'This order does not wait for Cash App: its buyer went back to paying by card.',

  'payment_request_expired.replaced':
    'This payment request was replaced by a newer one. Please use the link in the latest email.',
  'payment_request_expired.declined':
    'This payment request was closed after {declines} declined cards. Nothing was charged. Please contact your sales representative for a new payment link.',
  'payment_request_expired.paid_too_late':
    'This payment came after the request had ended. The money goes back to your card in full.',
  'payment_request_expired.mark_newer': 'This payment request was replaced by a newer one: mark that one.',
  'payment_request_expired.voided': 'This payment request was withdrawn.',
  'invoice_not_found.unpaid': 'This invoice is not paid, so it has no receipt.',

  'delivery_file_refused.too_large': 'This file is larger than 10 MB. Attach a smaller one.',
  'delivery_file_refused.empty': 'This file is empty. Attach another one.',
  'delivery_not_ready.no_file': 'There is no file of this package to look at.',
  'lead_import_not_ready.file_gone': 'The file is not kept any more. Begin a new import with it.',
  'lead_import_not_ready.parts_missing': 'Of {bytes} bytes, {received} came. Send the parts that are missing.',
  'lead_import_not_ready.undo_over':
    'An import can be taken back for {days} days, and this one was applied earlier. Nothing was changed.',

  'login_throttled.mails':
    'Too many mails were asked for. Look for the ones that were sent, also among the unwanted ones, or try again in an hour.',
  'member_self.address': 'Change your own email address under My Profile.',
  'password_wrong.email': 'Failed to update email. Please check your password.',
  'password_wrong.password': 'Failed to update password. Please check your current password.',
  'password_wrong.phone': 'Failed to update phone. Please check your password.',
} as const satisfies Partial<Record<`${RefusalCode}.${string}`, string>>

export type RefusalCase = keyof typeof REFUSAL_CASES

import { EMAIL_WRONG } from './email-address.ts'
import type { RefusalCode } from './refusals.ts'

/** More specific sentences, as `<code>.<case>`; only the code goes over the wire. `{values}` are filled in later. */
export const REFUSAL_CASES = {
  'bad_request.cursor': 'This page of the list does not exist. Start from the first page.',
  'bad_request.customer_name': 'Please enter the customer’s name.',
  'bad_request.delivery_note': 'Say how the package was delivered. The buyer will read this.',
  'bad_request.email': EMAIL_WRONG,
  'bad_request.name': 'Please enter a name.',
  'bad_request.phone': 'Please enter a phone number.',
  'bad_request.second_factor_on': 'Two-step sign-in is already on. Turn it off first, then set up the other app.',
  'bad_request.text': 'The text contains a character that cannot be stored. Remove it and try again.',
  'bad_request.sort_unpaid': 'Unpaid orders can only be sorted by date.',
  'body_too_large.file_part': 'A part can be {megabytes} MB at most.',
  'body_too_large.own_lists':
    'All your lists together can have {most} addresses and phones. Remove one, or send fewer rows. Nothing was changed.',
  'unsupported_media_type.file': 'Send the file as {mediaType} (content-type).',
  'key_invalid.missing': 'Send an API key with this call, in the header “Authorization: Bearer ly_live_…”.',
  'key_scope_missing.named': 'This API key lacks the scope “{scope}”, which this call needs. Create a key that has it.',
  'rate_limited.uploads': 'Too many files are being sent from your network right now. Try again in a moment.',
  'rate_limited.link_mails':
    'This address has received several payment links in the last hour, so we did not send this one. Try again in an hour, or share an open link another way: you can copy it under Payment Requests.',
  'rate_limited.opt_outs':
    'Many properties were submitted from your network in the last day. Please try again tomorrow, or email us a list.',
  'rate_limited.opt_outs_need_email':
    'Several properties were submitted from your network in the last day. Please add your email address and submit it again. We will email you a link, and the property comes off our lists once you confirm.',
  'rate_limited.opt_out_mails':
    'We sent several emails to this address in the last hour. Please confirm those first, or try again in an hour.',

  'price_invalid.credit': 'Please enter an amount from $0.01 to {most}, in dollars and cents.',
  'price_invalid.refund': 'Please enter the amount in dollars and cents.',
  'price_changed.named': '{price} now costs {now}. Check the prices again.',
  'period_invalid.too_long': 'Please choose a shorter period.',
  'contact_required.offer_limit':
    'An offer in your cart has a limit for each customer. Fill in your name and email to pay with it.',
  'credit_changed.now': 'Your store credit has changed. It now pays {credit} of this order.',
  'credit_too_low.balance': 'This buyer has {balance} in store credit, so that is the most you can take back.',

  'payment_throttled.addresses':
    'Too many different email addresses were entered at checkout today, so we accept no further ones. Use one that you entered before, or try again tomorrow. Nothing was charged.',
  'hold_of_order.being_paid':
    'You are paying for this package right now, so it stays in your cart. If the payment fails, you can remove it.',
  'too_few_unseen.cart':
    '{packages}: too few leads are left for you. We do not sell you a lead if you already bought its property, have it on a list of yours, or its owner asked us to stop selling it. Please remove {these} from your cart, or choose another tier or county.',
  'too_few_unseen.link':
    '{packages}: too few leads are left for you, because some sold after this link was sent. We do not sell you a lead if you already bought its property, have it on a list of yours, or its owner asked us to stop selling it. Please ask the person who sent you this link for another package.',
  'too_many_cash_app_orders.units':
    'A Cash App order can have at most {units} packages. Pay by card, or remove packages from your cart.',
  'order_not_found.back_to_card': 'This order is no longer waiting for Cash App: the buyer switched to paying by card.',

  'payment_request_expired.replaced':
    'This payment request was replaced by a newer one. Please use the link in the latest email.',
  'payment_request_expired.declined':
    'This payment request was closed after {declines} declined cards. You were not charged. Please contact your sales representative for a new payment link.',
  'payment_request_expired.paid_too_late':
    'This payment arrived after the request had expired. We are refunding the full amount to your card.',
  'payment_request_expired.mark_newer': 'This payment request was replaced by a newer one. Mark the newer one instead.',
  'payment_request_expired.voided': 'This payment link was canceled.',
  'invoice_not_found.unpaid': 'This invoice has not been paid, so there is no receipt.',

  'delivery_file_refused.too_large': 'This file is larger than 10 MB. Attach a smaller one.',
  'delivery_file_refused.empty': 'This file is empty. Attach another one.',
  'delivery_not_ready.no_file': 'This package has no file to view.',
  'import_not_ready.file_gone': 'The file is no longer stored. Start a new import with it.',
  'import_not_ready.parts_missing': 'We received {received} of {bytes} bytes. Send the missing parts.',
  'import_not_ready.undo_over': 'An import can be undone for {days} days, and this one is older. Nothing was changed.',

  'desk_throttled.tries':
    'Too many codes were entered for this address. Use the button in the email instead, or try again in an hour.',
  'login_throttled.mails':
    'Too many emails were requested. Check your inbox and spam folder for the ones we sent, or try again in an hour.',
  'member_self.address': 'Change your own email address under My Profile.',
  'issuer_unavailable.alone':
    'Your company’s sign-in is not responding. Try again in a minute, or log in with a passkey.',
  'oidc_refused.canceled': 'The sign-in was canceled. Please start again.',
  'oidc_refused.late': 'That took longer than 5 minutes, or was already used. Please start again.',
  'oidc_refused.other': 'You logged in there as someone else. Log in as yourself to continue.',
  'oidc_not_linked.removed': 'Your access to this store was removed. Ask an administrator to add you again.',
  'passkey_refused.late': 'That took longer than 5 minutes, or was already used. Try again.',
  'password_wrong.email': 'Failed to update email. Please check your password.',
  'password_wrong.password': 'Failed to update password. Please check your current password.',
  'password_wrong.phone': 'Failed to update phone. Please check your password.',
} as const satisfies Partial<Record<`${RefusalCode}.${string}`, string>>

export type RefusalCase = keyof typeof REFUSAL_CASES

/** The refusals of sign-in and profile; `refusals.ts` has all of them. */
import { refusal } from '#contract/refusal.ts'

export const SIGN_IN_REFUSALS = {
  login_failed: refusal(401, 'Invalid email or password.'),
  second_factor_required: refusal(401, 'Enter the six-digit code from your authenticator app.'),
  second_factor_wrong: refusal(401, 'That code is not correct. Enter the one your authenticator app shows now.'),
  second_factor_not_begun: refusal(409, 'Start again: scan the code with your authenticator app first.'),
  password_wrong: refusal(403, 'Please check your current password.'),
  password_guessable: refusal(
    400,
    'This password is too easy to guess. Choose a longer one, or several unrelated words.',
  ),
  email_taken: refusal(409, 'Another member already uses this email address.'),
  mail_link_invalid: refusal(410, 'This link has been used or has expired. Request a new one.'),
  proof_needed: refusal(403, 'Enter your password again to do this.'),
  second_factor_demanded: refusal(403, 'Two-step sign-in is required here. Turn it on under My Profile first.'),
  passkey_unknown: refusal(401, 'This store does not know this passkey. Sign in another way.'),
  passkey_refused: refusal(401, 'This passkey could not be checked. Try again, or sign in another way.'),
  passkey_copied: refusal(
    401,
    'This passkey may have been copied to another device, so it was refused. Sign in another way, remove the passkey under My Profile and add a new one.',
  ),
  passkey_exists: refusal(409, 'This passkey has already been added.'),
  passkeys_full: refusal(409, 'You have 20 passkeys. Remove one first.'),
  passwords_off: refusal(403, 'Passwords are turned off here. Sign in with your company account or a passkey.'),
  oidc_off: refusal(404, 'This store has no company sign-in.'),
  oidc_refused: refusal(401, 'That sign-in could not be confirmed. Please start again.'),
  oidc_no_role: refusal(403, 'Your company account has no role in this store. Ask whoever manages it to give you one.'),
  oidc_email_unverified: refusal(
    403,
    'Your company account has no confirmed email address, so we cannot tell who you are here. Confirm it there and try again.',
  ),
  oidc_not_linked: refusal(
    403,
    'Another company account already belongs to the member with your email address. Ask an administrator of this store.',
  ),
  issuer_unavailable: refusal(
    503,
    'Your company’s sign-in is not responding. Try again in a minute, or log in with your password or a passkey.',
  ),
  session_not_found: refusal(404, 'This session has already ended.'),
  saved_view_exists: refusal(409, 'You already have a view with this name.'),
  saved_views_full: refusal(409, 'You have 20 views of this list. Remove one first.'),
  login_throttled: refusal(429, 'Too many login attempts. Wait a few minutes and try again.'),
} as const
